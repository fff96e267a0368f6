"""Seats are secret links: tokens, room names and browser keys."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

_ROOM_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_MARKS = 1
"""so many accents may stand on a letter that has none of its own in Unicode"""
_KEY = re.compile(r"[0-9a-f]{32}")


def new_token() -> str:
    """The secret of a seat: 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def new_room() -> str:
    """A room's name, short enough to read out and too long to guess: 60 random bits."""
    return "".join(secrets.choice(_ROOM_LETTERS) for _ in range(12))


def hashed(secret: str) -> str:
    """What is stored of a token or a browser key."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_key(text: str) -> bool:
    """A token or a browser key as pages make them."""
    return bool(_KEY.fullmatch(text))


def is_room(text: str) -> bool:
    """The name of a room as :func:`new_room` makes them."""
    return len(text) == 12 and all(letter in _ROOM_LETTERS for letter in text)


def clean_name(text: str, fallback: str) -> str:
    """A name as it is shown, at most 24 characters."""
    return clean_line(text, 24) or fallback


def clean_line(text: str, most: int) -> str:
    """A line as it is shown: printable, single spaces, at most so many characters, and no towers
    of accents."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 16 * most]):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter if letter.isprintable() else " ")
    return " ".join("".join(kept).split())[:most].strip()


def masked(room: str) -> str:
    """A room's name for logs: whoever has the whole of it may watch."""
    return f"{room[:3]}…"
