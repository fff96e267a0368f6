"""The table in a terminal: what it draws, what it understands, and the loop that runs a match."""
