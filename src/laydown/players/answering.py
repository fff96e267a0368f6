"""A discard lies open to a call: call it, or let it lie."""

from __future__ import annotations

from itertools import islice

from laydown.cards import Card
from laydown.engine.actions import Call, Pass
from laydown.engine.calling import Called, read_call
from laydown.engine.legal import LegalActions
from laydown.players.base import Advice
from laydown.players.facts import Facts
from laydown.players.reasons import Because, Ground
from laydown.players.worth import hand_worth
from laydown.rules.options import CallFollowup

LOOK_AT = 60
"""With wilds in hand there are many calls; lay-offs come first, and so many are looked at."""


def answer(facts: Facts, legal: LegalActions) -> Advice:
    """The call that gains most, or a pass."""
    best: tuple[float, Call] | None = None
    if Call in legal.kinds():
        before = hand_worth(facts, facts.view.hand)
        for call in islice(legal.of(Call), LOOK_AT):
            assert isinstance(call, Call)
            gain = call_gain(facts, call, before)
            if best is None or gain > best[0]:
                best = (gain, call)
    if best is not None and best[0] > 0:
        return Advice(best[1], (Ground(Because.CALL_GAINS, cards=best[1].cards),))
    if best is not None:
        return Advice(Pass(), (Ground(Because.CALL_COSTS),))
    return Advice(Pass(), (Ground(Because.FORCED),))


def call_gain(facts: Facts, call: Call, before: float) -> float:
    """What a call brings: points laid, cards shed, a turn won, less cards taken up."""
    called = read_call(facts.law, facts.view, call)
    assert isinstance(called, Called)
    lays = facts.values.lays
    gain = hand_worth(facts, called.hand) - before
    for face in call.hand:
        gain += lays[face]
    if facts.values.table_counts:
        gain += sum(lays[face] for face in call.cards)
    for face in (*call.cards, *call.hand):
        if facts.law.is_wild[face] and face in call.hand:
            gain -= facts.price
    followup = facts.view.rules.calling.call_followup
    if followup is CallFollowup.DISCARD_IF_POSSIBLE:
        gain += facts.temper.free_discard
    elif followup is CallFollowup.COMPLETE_TURN:
        gain += facts.temper.free_turn
    if not called.hand:
        gain += facts.out_bonus()
    return gain + facts.temper.deny * _top_helps_next(facts, call.cards)


def _top_helps_next(facts: Facts, cards: tuple[Card, ...]) -> float:
    """What the called cards would bring the next player, who gets no chance at them."""
    if facts.view.due not in facts.opponents:
        return 0.0
    return sum(facts.values.lays[face] for face in cards) / len(facts.opponents)
