"""What is wrong with a rule set that cannot be read or played."""

from __future__ import annotations


class BadRules(ValueError):
    """A rule set that cannot be read or played; the message says what is wrong."""
