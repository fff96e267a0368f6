"""Tokens: cards, wilds, credits and seats as text, both ways."""

from __future__ import annotations

import re
from collections.abc import Sequence

from laydown.cards import FACES, BadCard, Card, card_text, parse_card
from laydown.engine.actions import HOUSE

HIDDEN = "??"
"""A card, or a whole order, that the writer did not see."""

_SEPARATORS = re.compile(r"[\s,;\-–—]+")
_SEAT = re.compile(r"p([1-9][0-9]?)", re.IGNORECASE)


class BadMove(ValueError):
    """Text that is no move, or an action that cannot be written; the message says what is wrong."""


def quoted(text: str, limit: int = 24) -> str:
    """The text between quotes, cut off where it is long, for use in a message."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return repr(cut)


def token_text(card: Card, stands: Card) -> str:
    """A card and what it stands for: ``8C``, or ``X=8C`` where they differ.

    >>> token_text(52, 46), token_text(46, 46)
    ('X=8C', '8C')
    """
    if card == stands:
        return plain_text(card)
    return f"{plain_text(card)}={plain_text(stands)}"


def tokens_text(cards: Sequence[Card], as_: Sequence[Card] = ()) -> str:
    """Cards separated by spaces, each with what it stands for where `as_` says another card.

    Where `as_` is given and says nothing new, the first card is written ``9C=9C``, so that the
    text still tells it from an empty `as_`.
    """
    if not as_:
        return " ".join(plain_text(card) for card in cards)
    if len(as_) != len(cards):
        raise BadMove(f"{len(cards)} cards stand for {len(as_)}: that cannot be written")
    tokens = [token_text(card, stands) for card, stands in zip(cards, as_, strict=True)]
    if tuple(cards) == tuple(as_):
        tokens[0] = f"{tokens[0]}={tokens[0]}"
    return " ".join(tokens)


def parse_tokens(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards and what they stand for; the second is empty where no token has an ``=``.

    >>> parse_tokens("6h=8c 9♣, 10♣")
    ((18, 47, 48), (46, 47, 48))
    """
    cards: list[Card] = []
    stands: list[Card] = []
    named = False
    for piece in _SEPARATORS.split(re.sub(r"\s*=\s*", "=", text.strip())):
        if not piece:
            continue
        left, equals, right = piece.partition("=")
        card = _read_card(left)
        cards.append(card)
        stands.append(_read_card(right) if equals else card)
        named = named or bool(equals)
    return tuple(cards), tuple(stands) if named else ()


def credit_text(card: Card, stands: Card, seat: int, owner: int) -> str:
    """A card on the table, with ``@p2`` where it counts for another seat than the owner.

    >>> credit_text(20, 20, 1, 0)
    '8H@p2'
    """
    token = token_text(card, stands)
    return token if seat == owner else f"{token}@{seat_text(seat)}"


def parse_credit(text: str, owner: int) -> tuple[Card, Card, int]:
    """The card, what it stands for and whom it counts for.

    >>> parse_credit("X=8C@p2", 0)
    (52, 46, 1)
    """
    token, at, seat = text.strip().partition("@")
    cards, stands = parse_tokens(token)
    if len(cards) != 1:
        raise BadMove(f"{quoted(text)} is not one card")
    return cards[0], (stands or cards)[0], parse_seat(seat) if at else owner


def plain_text(card: Card) -> str:
    """The card alone; :class:`BadMove` if the number is no card."""
    if not 0 <= card < FACES:
        raise BadMove(f"{card} is no card")
    return card_text(card)


_PLAIN = {card_text(face): face for face in range(FACES)}


def _read_card(text: str) -> Card:
    if (face := _PLAIN.get(text)) is not None:
        return face
    if text == HIDDEN:
        raise BadMove(f"{HIDDEN} stands for a card that was not seen: a move names its cards")
    try:
        return parse_card(text)
    except BadCard as bad:
        raise BadMove(str(bad)) from None


def seat_text(seat: int) -> str:
    """``p1`` for seat 0, and so on; ``house`` for the house."""
    return "house" if seat == HOUSE else f"p{seat + 1}"


def parse_seat(text: str, names: Sequence[str] = ()) -> int:
    """The seat that ``p1``, ``house`` or one of the names means.

    >>> parse_seat("p2"), parse_seat("house"), parse_seat("anna", ("Anna", "Ben"))
    (1, -1, 0)
    """
    word = text.strip()
    if word.lower() in ("house", "d"):
        return HOUSE
    folded = [name.casefold() for name in names]
    if word.casefold() in folded:
        return folded.index(word.casefold())
    found = _SEAT.fullmatch(word)
    if not found:
        raise BadMove(f"{quoted(text)} is no seat: write p1, p2 … or house")
    return int(found[1]) - 1
