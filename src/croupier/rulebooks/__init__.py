"""What a game is, and what a house may set around it; the rulebooks are in `croupier.books`."""
