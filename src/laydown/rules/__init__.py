"""What a table may agree before the deal."""
