"""The log of a house as a public format, and the store as the house asks for it."""
