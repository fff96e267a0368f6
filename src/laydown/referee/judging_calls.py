"""May rummy be called on a discard?"""

from __future__ import annotations

from itertools import islice

import msgspec

from laydown.cards import Card
from laydown.engine.actions import Call
from laydown.engine.errors import Reason
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView
from laydown.referee.judgements import Judgement
from laydown.referee.judging_melds import MOST_WAYS, laying
from laydown.referee.questions import BadQuestion, Question
from laydown.referee.scenes import table_for, view_for
from laydown.rules.catalogue import describe

MOST_CALLS = 400
"""So many calls of the same cards are looked through."""


def judge_call(question: Question) -> Judgement:
    """Whether the cards may be called, by a player with this hand, and where they then go."""
    pile = question.pile
    wanted = question.row.cards
    if not pile and wanted:
        question = _on_pile(question)
        pile = question.pile
    if not pile:
        raise BadQuestion("Say which card was discarded.")
    view = view_for(question, table_for(question), phase=Phase.CALLING, hand=question.hand)
    legal = LegalActions(view)
    cards = wanted or pile[-1:]
    # Only calls of these cards are looked for, though the whole pile lies open.
    narrow = LegalActions(msgspec.structs.replace(view, pile=cards))
    found = [
        action
        for action in islice(narrow.of(Call), MOST_CALLS)
        if isinstance(action, Call)
        and _is_about(action, cards)
        and _is_onto(action, question)
        and action in legal
    ]
    if found:
        return Judgement(
            ways=tuple(laying(view, action) for action in found[:MOST_WAYS]),
            notes=(
                describe(question.rules, "call_followup"),
                describe(question.rules, "call_resume"),
            ),
        )
    return Judgement(reason=_refused(view, legal, cards, question))


def _on_pile(question: Question) -> Question:
    """Where only the discard is named, it lies on the pile alone."""
    return msgspec.structs.replace(question, pile=question.row.cards)


def _is_about(call: Call, cards: tuple[Card, ...]) -> bool:
    return sorted(call.cards) == sorted(cards)


def _is_onto(call: Call, question: Question) -> bool:
    """On the meld that is named; any meld, or a new one, where none of that number lies there."""
    if not 1 <= question.onto <= len(question.melds):
        return True
    return call.meld in ("", f"M{question.onto}")


def _refused(
    view: PlayerView, legal: LegalActions, cards: tuple[Card, ...], question: Question
) -> Reason | None:
    """The nearest refusal: of laying the card on a meld, else of melding it."""
    number = question.onto if 1 <= question.onto <= len(question.melds) else 1
    target = next((meld.id for meld in view.melds if meld.id == f"M{number}"), "")
    return legal.why_not(Call(cards, target)) or legal.why_not(Call(cards, ""))
