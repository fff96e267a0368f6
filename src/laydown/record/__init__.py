"""Notation, records, and all prose made of values."""
