"""Proof that play followed the rules, for those who do not trust the house."""
