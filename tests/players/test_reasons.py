"""Every ground has its sentence, and every action its instruction and its hint."""

from __future__ import annotations

from typing import get_args

import pytest

from laydown.cards import parse_cards
from laydown.engine.actions import (
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    PlayerAction,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.players.base import Advice
from laydown.players.reasons import SENTENCES, Because, Ground, sentence

NINE, TEN, JACK = parse_cards("9H TH JH")
ACTIONS: dict[type[PlayerAction], tuple[PlayerAction, str, str]] = {
    Draw: (Draw(), "Think of the stock.", "Draw from the stock."),
    Take: (Take(1), "Look at the pile.", "Take the top discard."),
    Decline: (Decline(), "Look at what the pile would cost you.", "Leave the pile alone."),
    Meld: (
        Meld((NINE, TEN, 52), (NINE, TEN, JACK)),
        "Look at your 9♥: what goes with it?",
        "Lay down the run 9♥ 10♥ Joker(J♥).",
    ),
    LayOff: (LayOff((JACK,), "M2"), "Look at M2 on the table.", "Lay off J♥ on M2."),
    RealCard: (
        RealCard(JACK, "M2"),
        "Look at M2 on the table.",
        "Lay J♥ as the real card for the wild in M2.",
    ),
    Steal: (
        Steal(JACK, "M2"),
        "Look at M2 on the table.",
        "Lay J♥ for the wild in M2.",
    ),
    Split: (Split("M2", 3), "Look at M2 on the table.", "Split M2 before its card 4."),
    Discard: (Discard(JACK), "Look at the card that helps you least.", "Discard J♥."),
    Call: (Call((JACK,), "M2"), "Look at the pile.", "Call rummy on J♥ for M2."),
    Pass: (Pass(), "Look at what the pile would cost you.", "Let the discard lie."),
}


def test_every_kind_of_action_is_here() -> None:
    assert set(ACTIONS) == set(get_args(PlayerAction))


@pytest.mark.parametrize("kind", ACTIONS)
def test_three_strengths(kind: type[PlayerAction]) -> None:
    action, look, do = ACTIONS[kind]
    advice = Advice(action, (Ground(Because.FORCED),))
    assert (advice.look, advice.do) == (look, do)
    assert advice.because == f"{do} Nothing else is allowed."


def test_every_ground_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Because)
    for because in Because:
        text = sentence(Ground(because, cards=(NINE,), seat=1, number=2, meld="M1"))
        assert text.endswith(".")
        assert "{" not in text


def test_numbers_are_spoken() -> None:
    assert sentence(Ground(Because.DANGER, number=1)).startswith("Somebody is down to one card,")
    assert sentence(Ground(Because.DANGER, number=2)).startswith("Somebody is down to 2 cards,")
