"""Commitments: a shuffle is promised before it is dealt and can be checked once it is opened."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

import msgspec

from laydown.cards import Card, cards_text


class Shuffle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The promise of one shuffle and, once its round is over, its opening.

    `shuffle` counts the shuffles of the match from 1; `digest` is :func:`commit` of its order;
    `salt` is empty until the shuffle is opened.
    """

    shuffle: int
    digest: str
    salt: str = ""


def commit(order: Iterable[Card], salt: str) -> str:
    """SHA-256, in hexadecimal, of the salt and the order as records write it.

    The salt is for the caller to draw: 32 hexadecimal digits from a secure generator will do.

    >>> commit((0, 52), "salt")[:16]
    'ddad60ca9d621e16'
    """
    return hashlib.sha256(f"{salt} {cards_text(order)}".encode()).hexdigest()


def verify(digest: str, order: Iterable[Card], salt: str) -> bool:
    """Whether this salt and this order were promised."""
    return hmac.compare_digest(commit(order, salt), digest)
