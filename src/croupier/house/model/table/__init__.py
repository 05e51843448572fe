"""A table of the house: the game on it, its shuffle, its clock and its automatic dealer."""
