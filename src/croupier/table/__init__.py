"""How a round is played: commands in, events out."""
