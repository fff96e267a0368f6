"""Actions as instructions: what a hint says to do, and where it says to look."""

from __future__ import annotations

from typing import assert_never

from laydown.cards import card_sign
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
from laydown.record.explain_moves import explain_action


def order_words(action: Action) -> str:
    """The action as an instruction, one sentence.

    >>> order_words(Take(3)), order_words(Meld((47, 21, 34)))
    ('Take 3 cards from the pile.', 'Lay down the set 9♣ 9♥ 9♦.')
    """
    match action:
        case Take(1):
            order = "take the top discard"
        case Meld():
            order = f"lay down the {explain_action(action)}"
        case _:
            order = explain_action(action)
    return f"{order[0].upper()}{order[1:]}."


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
