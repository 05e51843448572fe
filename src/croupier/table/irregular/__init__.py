"""What happens when something goes wrong, and who may decide it."""
