"""The score sheet for a game played with real cards."""
