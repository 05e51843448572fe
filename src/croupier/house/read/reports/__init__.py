"""What an operator, an auditor and a regulator ask of a house, read off its records."""
