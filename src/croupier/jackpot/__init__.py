"""Progressive jackpots: meters, contributions, claims and their order."""
