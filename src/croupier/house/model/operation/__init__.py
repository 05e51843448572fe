"""The running of a house over the years: what is recorded about the program itself."""
