"""The steps by which a stored house is brought to the schema of this program, in order."""
