"""A progressive of the house: its meter, its tables, and what takes two people."""
