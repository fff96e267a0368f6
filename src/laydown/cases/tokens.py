"""Cards, wilds and credits as case files write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from laydown.cards import RANKS, BadCard, Card, card_text, parse_card
from laydown.cases.errors import BadCase, cut
from laydown.cases.schema import Cards

_TOKEN = re.compile(r"(?<![A-Za-z0-9])(?:(?:10|[A2-9TJQK])[SHDC]|X)(?![A-Za-z0-9'])")
RANK_WORDS = {**{rank: i for i, rank in enumerate(RANKS)}, "10": 9, "1": 0}


class Token(msgspec.Struct, frozen=True):
    """A card, what it stands for, and the player it counts for ("" for the meld's owner)."""

    card: Card
    stands: Card
    named: bool = False
    credit: str = ""


def words(cards: Cards) -> tuple[str, ...]:
    """The tokens of a card list, one by one."""
    if isinstance(cards, str):
        return tuple(re.split(r"[\s,]+", cards.strip())) if cards.strip() else ()
    return tuple(word for each in cards for word in words(each))


def read_card(text: str) -> Card:
    """One plain card."""
    try:
        return parse_card(text)
    except BadCard:
        raise BadCase(f"{cut(text)} is not a card") from None


def read_token(text: str) -> Token:
    """One card with what it stands for and whom it counts for.

    >>> read_token("6H=8C@Ben")
    Token(card=18, stands=46, named=True, credit='Ben')
    """
    token, at, credit = text.partition("@")
    if at and not credit:
        raise BadCase(f"{cut(text)} names nobody after the @")
    left, equals, right = token.partition("=")
    card = read_card(left)
    return Token(card, read_card(right) if equals else card, bool(equals), credit)


def read_tokens(cards: Cards) -> tuple[Token, ...]:
    """Cards that may stand for others."""
    return tuple(read_token(word) for word in words(cards))


def read_cards(cards: Cards) -> tuple[Card, ...]:
    """Plain cards in the order given; a wild is in a hand or a pile only as itself."""
    return tuple(read_card(word) for word in words(cards))


def faces_and_names(tokens: tuple[Token, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards, and what they stand for as the engine wants it: empty where nobody says."""
    if any(token.credit for token in tokens):
        raise BadCase("only cards on the table count for somebody")
    cards = tuple(token.card for token in tokens)
    if any(token.named for token in tokens):
        return cards, tuple(token.stands for token in tokens)
    return cards, ()


def read_rank(rank: str | int) -> int:
    """A rank 0 … 12; -1 for none.

    >>> read_rank("T"), read_rank(10), read_rank("none")
    (9, 9, -1)
    """
    word = str(rank).strip().upper()
    if word in ("NONE", ""):
        return -1
    if word not in RANK_WORDS:
        raise BadCase(f"{cut(rank)} is not a rank: 2 … 9, T, J, Q, K, A or none")
    return RANK_WORDS[word]


def rank_text(rank: int) -> str:
    """The rank as a case writes it; ``none`` for -1."""
    return RANKS[rank] if rank >= 0 else "none"


def text_of(cards: tuple[Card, ...]) -> str:
    """Cards as a case writes them."""
    return " ".join(card_text(face) for face in cards)


def cards_mentioned(value: Any) -> Iterator[Card]:
    """Every card named anywhere in a value: the filler of hands keeps off them."""
    if isinstance(value, str):
        for word in _TOKEN.findall(value):
            yield parse_card(word)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards_mentioned(getattr(value, name))
    elif isinstance(value, dict):
        for each in value.values():
            yield from cards_mentioned(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from cards_mentioned(each)


def found_in(hand: tuple[Card, ...], faces: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that the hand holds, each copy counted."""
    left = list(hand)
    found = []
    for face in faces:
        if face in left:
            left.remove(face)
            found.append(face)
    return tuple(found)


def missing_from(hand: tuple[Card, ...], faces: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that the hand does not hold, each copy counted."""
    there = list(found_in(hand, faces))
    missing = []
    for face in faces:
        if face in there:
            there.remove(face)
        else:
            missing.append(face)
    return tuple(missing)
