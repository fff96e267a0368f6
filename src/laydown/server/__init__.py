"""The table on the web: rooms, seats, an event store, and the pages."""
