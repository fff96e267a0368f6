"""What is typed into a cell: a number, or a short sum like `12+11+7` or `60-25`."""

from __future__ import annotations

import re

import msgspec

MOST_POINTS = 9_999_999
"""points in a cell or a total typed, above and below zero"""
LONGEST = 120
"""characters of a sum"""

_MINUS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-") | {"＋": "+"})
"""Whatever keyboards and pages send for a minus."""
_PIECE = re.compile(r"\s*(?:(?P<sign>[+-])|(?P<number>[0-9]+)|(?P<other>\S))")


class Unreadable(msgspec.Struct, frozen=True):
    """Why a text is no sum, in words."""

    why: str


def read_sum(text: str) -> int | Unreadable:
    """What a sum comes to.

    >>> read_sum("12+11+7"), read_sum("60 − 25"), read_sum("-5"), read_sum("0")  # noqa: RUF002
    (30, 35, -5, 0)
    >>> read_sum("12+")
    Unreadable(why='A number is missing after the last sign.')
    """
    if len(text) > LONGEST:
        return Unreadable(f"That is too long: {LONGEST} characters at most.")
    total, sign, numbers = 0, "", 0
    for piece in _PIECE.finditer(text.translate(_MINUS).strip()):
        if piece["other"]:
            return Unreadable(f"{piece['other']} is no number, plus or minus.")
        if piece["sign"]:
            if sign:
                return Unreadable("Two signs stand side by side.")
            sign = piece["sign"]
            continue
        if numbers and not sign:
            return Unreadable("A plus or a minus is missing between two numbers.")
        if len(piece["number"].lstrip("0")) > len(str(MOST_POINTS)):
            return Unreadable(_too_many())
        total += int(piece["number"]) * (-1 if sign == "-" else 1)
        sign, numbers = "", numbers + 1
    if not numbers:
        return Unreadable("A number is missing.")
    if sign:
        return Unreadable("A number is missing after the last sign.")
    if abs(total) > MOST_POINTS:
        return Unreadable(_too_many())
    return total


def _too_many() -> str:
    return f"A sheet counts up to {MOST_POINTS:,} points, above and below zero."
