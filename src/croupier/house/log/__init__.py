"""The log of a house as a public format, and the store as a protocol."""
