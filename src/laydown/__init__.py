"""Laydown: the rummy family."""
