"""What is wrong with a case, or a case file, that cannot be understood."""

from __future__ import annotations


class BadCase(ValueError):
    """A case that cannot be understood or cannot happen; the message says what is wrong."""


def cut(value: object, limit: int = 80) -> str:
    """A value as text for a message, cut off where it is long.

    >>> cut("abcdefgh", 5)
    "'abc…"
    """
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
