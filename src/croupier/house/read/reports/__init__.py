"""What an operator, an auditor and a regulator ask of a house, read from its records."""
