"""May this be discarded? What does the whole turn come to?"""

from __future__ import annotations

from laydown.cards import card_sign
from laydown.engine.actions import Discard, Take
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law_of
from laydown.engine.legal import LegalActions
from laydown.engine.melds import takes_card
from laydown.engine.scoring import score
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView
from laydown.record.explain_moves import explain_plan
from laydown.record.explain_scores import signed
from laydown.record.words import counted, signs
from laydown.referee.judgements import Judgement, Way
from laydown.referee.judging_draws import step_of
from laydown.referee.judging_melds import hand_for
from laydown.referee.questions import BadQuestion, Question
from laydown.referee.scenes import before_take, table_for, view_for
from laydown.referee.turns import (
    Outcome,
    best_laying,
    counts_table,
    floating,
    going_out,
    new_lines,
    played,
    wilds_in,
    worth_in_hand,
)
from laydown.rules.catalogue import describe
from laydown.rules.options import GoingRummy, ScoringRule

MOST_IN_HAND = 30
"""More than any deal gives, and a long dig besides."""


def judge_discard(question: Question) -> Judgement:
    """Whether the card may be discarded now, and what it leads to."""
    if len(question.row.cards) != 1:
        raise BadQuestion("Say which one card is discarded.")
    card = question.row.cards[0]
    view = view_for(question, table_for(question), phase=Phase.PLAY, hand=hand_for(question))
    reason = LegalActions(view).why_not(Discard(card))
    notes = _take_was_wrong(question)
    if reason is not None:
        return Judgement(reason=reason, notes=(*notes, *_owed(view)))
    found = played(view, (Discard(card),))
    assert isinstance(found, Outcome)
    way = Way(f"Discard {card_sign(card)}", (step_of(Discard(card), view),), (), (Discard(card),))
    return Judgement(ways=(way,), notes=(*notes, *_discarded(view, found, card)))


def _take_was_wrong(question: Question) -> tuple[str, ...]:
    """The cards said to be taken could not have been taken: the rest is judged all the same."""
    if not question.took:
        return ()
    view = before_take(question, table_for(question))
    reason = LegalActions(view).why_not(Take(len(question.took)))
    if reason is None:
        return ()
    return (
        "That take from the pile would not have been allowed; the rest is judged as if it had.",
    )


def _owed(view: PlayerView) -> tuple[str, ...]:
    if not view.turn.owed:
        return ()
    due = plan(view)
    if isinstance(due, Plan):
        return (f"{explain_plan(due.actions, view.turn.owed, view.melds)}.",)
    return (f"With this hand there is no way to use {signs(view.turn.owed)} any more.",)


def _discarded(view: PlayerView, found: Outcome, card: int) -> tuple[str, ...]:
    """What follows from the discard."""
    if found.is_out:
        return ("It is the last card: whoever discards it goes out, and the round is over.",)
    if found.round.phase is not Phase.CALLING:
        return ()
    law = law_of(view)
    fits = [meld.id for meld in found.round.melds if takes_card(law, meld, card)]
    if fits:
        return (f"It fits {' and '.join(fits)}: another player may call rummy on it.",)
    return ("Another player may be able to call rummy on it.",)


# ------------------------------------------------------------------ the whole turn


def judge_hand(question: Question) -> Judgement:
    """Whether the hand can go out this turn, and else the best that was found to lay."""
    if not question.hand:
        raise BadQuestion("Lay out the hand as it is after the draw.")
    if len(question.hand) > MOST_IN_HAND:
        raise BadQuestion(f"A hand of more than {MOST_IN_HAND} cards is not thought through.")
    view = view_for(question, table_for(question), phase=Phase.PLAY, hand=question.hand)
    if (out := going_out(view)) is not None:
        headline = "Yes: the whole hand goes, and the round is over."
        if out.goes_rummy:
            headline = "Yes, and it is going rummy: the whole hand in one turn."
        return Judgement(
            headline=headline,
            ways=(_turn(view, out),),
            notes=(*_rummy_notes(question, out), *_out_notes(out), *_take_was_wrong(question)),
        )
    if (kept := floating(view)) is not None:
        return Judgement(
            headline="The hand cannot go out, but every card can be laid: the player floats.",
            ways=(_turn(view, kept),),
            notes=(describe(question.rules, "go_out"),),
            asks=True,
        )
    best = best_laying(view)
    reason = _debt(view)
    if reason is not None:
        return Judgement(
            reason=reason, lead="This turn cannot be completed.", notes=_take_was_wrong(question)
        )
    return Judgement(
        headline=_not_out(view, best),
        ways=(_turn(view, best),) if best.actions else (),
        notes=(*_left_notes(view, best), *_take_was_wrong(question)),
        asks=True,
    )


def can_go_out(question: Question) -> bool:
    """The hand can go out this turn."""
    view = view_for(question, table_for(question), phase=Phase.PLAY, hand=question.hand)
    return going_out(view) is not None


def _debt(view: PlayerView) -> Reason | None:
    due = plan(view)
    return None if isinstance(due, Plan) else due.reason


def _turn(view: PlayerView, outcome: Outcome) -> Way:
    steps = tuple(step_of(action, view) for action in outcome.actions)
    lines = new_lines(view, outcome.round)
    text = "Out in one turn" if outcome.is_out else "The best that was found to lay"
    if outcome.floats:
        text = "Lay everything and float"
    return Way(text, steps, lines, outcome.actions)


def _not_out(view: PlayerView, best: Outcome) -> str:
    # With several wilds not every way can be looked at.
    few = wilds_in(law_of(view), view.hand) < 2
    start = "It cannot go out this turn" if few else "No way to go out this turn was found"
    if not best.actions:
        return f"{start}, and nothing of it can be laid."
    return f"{start}: {counted(len(best.hand), 'card')} would stay in hand."


def _left_notes(view: PlayerView, best: Outcome) -> tuple[str, ...]:
    law = law_of(view)
    worth = worth_in_hand(law, best.hand)
    notes = [f"Then in hand: {signs(best.hand)}, worth {worth}; one of them is discarded."]
    if counts_table(law) and law.rules.scoring.scoring is ScoringRule.TABLE_MINUS_HAND:
        points = sum(line.points for line in new_lines(view, best.round))
        notes.append(
            f"If the round ended now this turn would count {signed(points)} on the table"
            f" and {signed(-worth)} in hand: {signed(points - worth)}."
        )
    return tuple(notes)


def _rummy_notes(question: Question, out: Outcome) -> tuple[str, ...]:
    if question.rules.going_out.going_rummy is GoingRummy.OFF:
        return ()
    if out.goes_rummy:
        return (describe(question.rules, "going_rummy"),)
    return ("It is not going rummy: something was laid earlier in this round.",)


def _out_notes(out: Outcome) -> tuple[str, ...]:
    law: Law = law_of(out.round)
    if not counts_table(law):
        return ("Who goes out scores what the others still hold.",)
    mine = score(out.round).table(out.seat)
    return (f"All that lies on the table for this player then counts {mine}.",)
