"""Actions as instructions: what a hint says to do, and where it says to look."""

from __future__ import annotations

from typing import assert_never

from laydown.cards import Card, card_sign
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


def signs(cards: tuple[Card, ...]) -> str:
    """Cards as printed, with spaces between.

    >>> signs((0, 35))
    'A♠ 10♦'
    """
    return " ".join(card_sign(face) for face in cards)


def named(cards: tuple[Card, ...], stands: tuple[Card, ...]) -> str:
    """Cards as printed, each wild with the card it stands for.

    >>> named((0, 52, 2), (0, 1, 2))
    'A♠ Joker (as 2♠) 3♠'
    """
    return " ".join(
        card_sign(face) if face == stand else f"{card_sign(face)} (as {card_sign(stand)})"
        for face, stand in zip(cards, stands or cards, strict=True)
    )


def order_words(action: Action) -> str:
    """The action as an instruction, one sentence.

    >>> order_words(Take(3))
    'Take 3 cards from the pile.'
    """
    match action:
        case Draw():
            return "Draw from the stock."
        case Take(count):
            return "Take the top discard." if count == 1 else f"Take {count} cards from the pile."
        case Decline():
            return "Leave the pile alone."
        case Meld(cards, as_):
            return f"Lay down {named(cards, as_)}."
        case LayOff(cards, meld, as_):
            return f"Lay off {named(cards, as_)} on {meld}."
        case RealCard(face, meld):
            return f"Lay {card_sign(face)} as the real card for the wild in {meld}."
        case Steal(face, meld):
            return f"Put {card_sign(face)} in the place of the wild in {meld}."
        case Split(meld, at):
            return f"Split {meld} before its card number {at + 1}."
        case Discard(face):
            return f"Discard {card_sign(face)}."
        case Call(cards, meld, hand, as_):
            where = f" for {meld}" if meld else ""
            return f"Call rummy on {named((*cards, *hand), as_)}{where}."
        case Pass():
            return "Let the discard lie."
        case Cut() | ChooseDealer() | Deal() | Reshuffle():
            return "The house deals."
        case _:
            assert_never(action)


def look_words(action: Action) -> str:
    """Where to look for the action, without giving it away.

    >>> look_words(Take(3))
    'Look at the pile.'
    """
    match action:
        case Draw():
            return "Think of the stock."
        case Take() | Call():
            return "Look at the pile."
        case Decline() | Pass():
            return "Look at what the pile would cost you."
        case Meld(cards):
            return f"Look at your {card_sign(cards[0])}: what goes with it?"
        case LayOff(_, meld) | RealCard(_, meld) | Steal(_, meld) | Split(meld):
            return f"Look at {meld} on the table."
        case Discard():
            return "Look at the card that helps you least."
        case Cut() | ChooseDealer() | Deal() | Reshuffle():
            return "Wait for the house."
        case _:
            assert_never(action)
