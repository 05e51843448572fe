"""What a house is and decides: pure, and decided again by whoever proves the log."""
