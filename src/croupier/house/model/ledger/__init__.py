"""The money of the house: double-entry accounts, derived from events."""
