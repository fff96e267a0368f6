"""Cards: a face is a small int, ``suit * 13 + rank``; the joker is 52.

Which copy of a face somebody holds is nobody's business (clauses.md B-23), so a card *is* its
face. Hands are sorted tuples of faces, packs are counts of faces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Card = int
"""A face: ``suit * 13 + rank`` with suits S H D C and ranks A 2 … K, or :data:`JOKER`."""

SUITS = "SHDC"
RANKS = "A23456789TJQK"
JOKER: Card = 52
FACES = 53
"""How many different faces there are, the joker included."""

ACE, TWO, TEN, JACK, QUEEN, KING = 0, 1, 9, 10, 11, 12

_SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king",
)  # fmt: skip
_FROM_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧🃏🃟🂿", "SHDCSHDCXXX")
_CARD = re.compile(r"(10|[A2-9TJQK1])([SHDC])'?|X[1-4]?", re.IGNORECASE)
_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f\u200d]")


class BadCard(ValueError):
    """A piece of text that names no card; the message says which piece."""


def card(rank: int, suit: int) -> Card:
    """The face of a rank (0 = ace … 12 = king) in a suit (0 S, 1 H, 2 D, 3 C)."""
    return suit * 13 + rank


def rank_of(face: Card) -> int:
    """0 (ace) … 12 (king); the joker has rank 0 of suit 4, so ask :data:`JOKER` first."""
    return face % 13


def suit_of(face: Card) -> int:
    """0 S, 1 H, 2 D, 3 C; 4 for the joker."""
    return face // 13


def parse_card(text: str) -> Card:
    """Read one card as people type it.

    >>> [parse_card(t) for t in ("AS", "10♦", "td", "T♦︎", "X")]
    [0, 35, 35, 35, 52]
    """
    cleaned = _VARIATION_SELECTORS.sub("", text).strip().translate(_FROM_SIGNS)
    if cleaned.lower() in ("joker", "jo", "jk", "jo1", "jo2", "jkr"):
        return JOKER
    found = _CARD.fullmatch(cleaned)
    if not found or found[1] == "1":
        shown = text.strip()[:20]
        raise BadCard(f"{shown!r} is not a card: type a rank and a suit, such as 9H, 10d or Q♠")
    if not found[1]:
        return JOKER
    rank = "T" if found[1] == "10" else found[1].upper()
    return card(RANKS.index(rank), SUITS.index(found[2].upper()))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, commas or hyphens, in the order given.

    >>> parse_cards("9♣-10♣-J♣") == parse_cards("9c tc jc")
    True
    """
    pieces = re.split(r"[\s,\-–—]+", _VARIATION_SELECTORS.sub("", text).strip())
    return tuple(parse_card(piece) for piece in pieces if piece)


def card_text(face: Card) -> str:
    """The plain form used in records: rank first, ``T`` for ten, ``X`` for the joker.

    >>> card_text(35)
    'TD'
    """
    return "X" if face == JOKER else RANKS[face % 13] + SUITS[face // 13]


def cards_text(faces: Iterable[Card]) -> str:
    """Plain forms separated by spaces.

    >>> cards_text((0, 52))
    'AS X'
    """
    return " ".join(card_text(face) for face in faces)


def card_sign(face: Card) -> str:
    """The printed form: ``10♦``, ``A♠``, ``Joker``.

    >>> card_sign(35)
    '10♦'
    """
    if face == JOKER:
        return "Joker"
    rank = RANKS[face % 13]
    return ("10" if rank == "T" else rank) + _SUIT_SIGNS[SUITS[face // 13]]


def card_name(face: Card) -> str:
    """The spoken form: ``ten of diamonds``, ``joker``.

    >>> card_name(35)
    'ten of diamonds'
    """
    if face == JOKER:
        return "joker"
    return f"{_RANK_NAMES[face % 13]} of {_SUIT_NAMES[face // 13]}"


def rank_name(rank: int) -> str:
    """The spoken name of a rank.

    >>> rank_name(0)
    'ace'
    """
    return _RANK_NAMES[rank]


def without(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The sorted hand less one copy of each card; ``ValueError`` if one is not there."""
    left = list(hand)
    for face in cards:
        left.remove(face)
    return tuple(left)


def added(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The sorted hand with the cards in it."""
    return tuple(sorted((*hand, *cards)))
