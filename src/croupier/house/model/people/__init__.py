"""The people of a house: who they are, what they may do, how they prove it."""
