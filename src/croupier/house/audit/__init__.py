"""What matters among all that is recorded, and how to find it again."""
