"""The school of a house: exercises that its people have answered."""
