"""Money outside the rounds: wallets, buy-ins, fills, counts and the closing of the day."""
