"""The score sheet for a game played with real cards: values that know no server and no screen."""
