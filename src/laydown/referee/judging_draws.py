"""May so many cards be taken from the pile? What happens with the stock empty?"""

from __future__ import annotations

from laydown.cards import Card, card_sign
from laydown.engine.actions import Move, PlayerAction, Take
from laydown.engine.apply import apply
from laydown.engine.drawing import ending_on_decline
from laydown.engine.ending import end_before_draw, rest_after_take, takes
from laydown.engine.law import law_of
from laydown.engine.legal import LegalActions
from laydown.engine.settling import settle
from laydown.engine.state import Ending, Phase
from laydown.engine.view import PlayerView
from laydown.engine.view import view as view_of
from laydown.record.explain_moves import explain_action, explain_plan
from laydown.record.explain_scores import ENDINGS
from laydown.record.words import counted, row, signs
from laydown.referee.judgements import Judgement, Step, Way
from laydown.referee.questions import BadQuestion, Question
from laydown.referee.scenes import table_for, view_for
from laydown.referee.turns import (
    best_laying,
    new_lines,
    started,
    worth_in_hand,
)
from laydown.rules.catalogue import describe

FEWEST_LOOKED_AT = 12
"""Of a pile so deep at most, every depth is looked at where no depth is asked about."""


def draw_view(question: Question) -> PlayerView:
    """The moment before the draw."""
    return view_for(question, table_for(question), phase=Phase.DRAW, hand=question.hand)


def judge_dig(question: Question) -> Judgement:
    """Whether so many cards may be taken, what must be used then, and what it comes to."""
    if not question.pile:
        raise BadQuestion("Lay out the pile, its top card last.")
    view = draw_view(question)
    if not question.take:
        return _every_depth(view)
    if not 1 <= question.take <= len(view.pile):
        raise BadQuestion(f"The pile has {counted(len(view.pile), 'card')}: say how many to take.")
    reason = LegalActions(view).why_not(Take(question.take))
    if reason is not None:
        return Judgement(reason=reason, notes=_other_depths(view, question.take))
    way, notes = _taking(view, question.take, deeply=True)
    return Judgement(ways=(way,), notes=(*notes, *_other_depths(view, question.take)))


def may_take(question: Question) -> bool:
    """The take that is asked about is allowed; any take, where none is named."""
    view = draw_view(question)
    if not question.take:
        return bool(takes(law_of(view), view))
    return Take(question.take) in LegalActions(view)


def _every_depth(view: PlayerView) -> Judgement:
    counts = takes(law_of(view), view)
    if not counts:
        reason = LegalActions(view).why_not(Take(min(2, len(view.pile))))
        return Judgement(reason=reason, lead="Nothing of this pile may be taken.")
    ways = [_taking(view, count, deeply=False)[0] for count in counts[:FEWEST_LOOKED_AT]]
    return Judgement(headline="You may take:", ways=tuple(ways), asks=True)


def _other_depths(view: PlayerView, count: int) -> tuple[str, ...]:
    others = [each for each in takes(law_of(view), view) if each != count]
    if not others:
        return ()
    named = [f"{each} ({card_sign(view.pile[-each])} the deepest)" if each > 1 else "the top card"
             for each in others]  # fmt: skip
    return (f"Allowed as well: {', '.join(named)}.",)


def _taking(view: PlayerView, count: int, *, deeply: bool) -> tuple[Way, tuple[str, ...]]:
    """A legal take: what it brings, what must be used, and what the best turn then lays."""
    law = law_of(view)
    taken = view.pile[len(view.pile) - count :]
    text = f"Take {row(taken)}" if count > 1 else f"Take {card_sign(taken[0])}, the top card"
    steps = [Step(text, taken, taken)]
    rest = rest_after_take(law, view, count)
    actions: tuple[PlayerAction, ...] = ()
    notes = []
    if rest.owed:
        actions = settle(law, rest) or ()
        notes.append(f"{explain_plan(actions, rest.owed, view.melds)}.")
    elif count == 1:
        notes.append(
            f"{card_sign(taken[0])} may simply be kept, but it may not be discarded this turn."
        )
    if not deeply:
        steps += _steps(view, actions)
        return Way(text, tuple(steps)), tuple(notes)
    after = view_of(apply(started(view), Move(view.viewer, Take(count))), view.viewer)
    best = best_laying(after)
    steps += _steps(after, best.actions)
    left = tuple(face for face in taken if face in best.hand)
    notes.append(_cost(view, left))
    lines = new_lines(after, best.round)
    return Way(text, tuple(steps), lines, (Take(count), *best.actions)), tuple(notes)


def _cost(view: PlayerView, left: tuple[Card, ...]) -> str:
    law = law_of(view)
    if not left:
        return "Laid down so, none of the cards taken stays in hand."
    return (
        f"Laid down so, {signs(left)} of the cards taken {'stay' if len(left) > 1 else 'stays'} in"
        f" hand, worth {worth_in_hand(law, left)} if the round ends before"
        f" {'they are' if len(left) > 1 else 'it is'} used."
    )


def _steps(view: PlayerView, actions: tuple[PlayerAction, ...]) -> list[Step]:
    """Actions in words, each with its cards."""
    return [step_of(action, view) for action in actions]


def step_of(action: PlayerAction, view: PlayerView) -> Step:
    """An action in words, with its cards."""
    text = explain_action(action, view.melds)
    cards = tuple(getattr(action, "cards", ())) or (
        (action.card,) if hasattr(action, "card") else ()
    )
    return Step(text[:1].upper() + text[1:], cards, tuple(getattr(action, "as_", ())) or cards)


# ------------------------------------------------------------------ the stock is empty


def judge_stock(question: Question) -> Judgement:
    """What the player to draw may do with the stock empty, and what happens otherwise."""
    view = draw_view(question)
    rule = describe(question.rules, "stock_out")
    if view.stock_size:
        return Judgement(
            headline="There are cards in the stock, so the round goes on.", notes=(rule,), asks=True
        )
    end = end_before_draw(view)
    if end is not None:
        told = f"The round is over at once: {_ended(end.how)}."
        return Judgement(headline=told, notes=(rule, *_unusable(view)), asks=True)
    counts = takes(law_of(view), view)
    ways = tuple(_taking(view, count, deeply=False)[0] for count in counts[:FEWEST_LOOKED_AT])
    may = (
        f"The player to draw may take {listed_counts(counts)}, or decline."
        if counts
        else ("Nothing of the pile can be taken, so the player to draw declines.")
    )
    return Judgement(headline=may, ways=ways, notes=(_declined(view), rule), asks=True)


def listed_counts(counts: tuple[int, ...]) -> str:
    """Numbers of cards that may be taken, in words."""
    named = ["the top card" if each == 1 else counted(each, "card") for each in counts]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def _ended(how: Ending) -> str:
    return ENDINGS[how].format(name="somebody")


def _unusable(view: PlayerView) -> tuple[str, ...]:
    """Why nothing of the pile helps."""
    if not view.pile:
        return ("There is no pile to take from either.",)
    return ("Nothing that could be taken from the pile can be used as it must be.",)


def _declined(view: PlayerView) -> str:
    how = ending_on_decline(view)
    if how is None:
        turned = len(view.pile) - (1 if view.rules.drawing.recycle_keep_top else 0)
        return (
            f"Who declines turns the pile over: its {counted(turned, 'card')} are the new stock,"
            " and the draw is then from there."
        )
    return f"Who declines ends the round: {_ended(how)}."
