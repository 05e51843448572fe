"""Proof that what was played is what the rules say, for those who do not trust the house."""
