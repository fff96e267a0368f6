"""How an action is typed at this table: for hints, choices and what is owed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from laydown.cards import Card, card_text
from laydown.engine.actions import (
    Action,
    Call,
    ChooseDealer,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)


def typed(action: Action) -> str:
    """The command that means the action and no other.

    >>> typed(LayOff((20,), "M2")), typed(Meld((52, 47, 48), (46, 47, 48))), typed(Take(1))
    ('l 8H 2', 'm X=8C 9C TC', 'p')
    """
    match action:
        case Draw():
            return "s"
        case Take(count):
            return "p" if count == 1 else f"p{count}"
        case Meld(cards, as_):
            return f"m {_cards(cards, as_)}"
        case LayOff(cards, meld, as_, low):
            return f"l {_cards(cards, as_)}{_meld(meld)}{' low' if low else ''}"
        case RealCard(face, meld):
            return f"real {card_text(face)}{_meld(meld)}"
        case Steal(face, meld):
            return f"steal {card_text(face)}{_meld(meld)}"
        case Split(meld, at):
            return f"split{_meld(meld)} at {at}"
        case Discard(face):
            return f"d {card_text(face)}"
        case Call(cards, meld, hand, as_, low):
            low_end = " low" if low else ""
            return f"call {_cards((*cards, *hand), as_)}{_meld(meld)}{low_end}"
        case Pass():
            return "pass"
        case Decline():
            return "decline"
        case Cut() | ChooseDealer() | Deal() | Reshuffle():
            return ""
        case _:
            assert_never(action)


def _cards(cards: Sequence[Card], as_: Sequence[Card]) -> str:
    return " ".join(
        card_text(face) if face == stands else f"{card_text(face)}={card_text(stands)}"
        for face, stands in zip(cards, as_ or cards, strict=True)
    )


def _meld(meld: str) -> str:
    return f" {meld.removeprefix('M')}" if meld else ""
