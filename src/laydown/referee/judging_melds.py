"""Is this a meld? May these be laid off on that meld?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from laydown.cards import Card
from laydown.engine.actions import LayOff, PlayerAction, RealCard, Steal
from laydown.engine.errors import Why
from laydown.engine.finding import layoffs_on
from laydown.engine.law import Law, law_of
from laydown.engine.legal import LegalActions
from laydown.engine.melds import MeldShape, accepts, lay_off
from laydown.engine.scoring import Line
from laydown.engine.state import MeldKind, Phase, TableMeld
from laydown.engine.view import PlayerView
from laydown.record.explain_moves import explain_action
from laydown.record.words import row as row_text
from laydown.referee.judgements import Judgement, Step, Way
from laydown.referee.questions import BadQuestion, Question, Row
from laydown.referee.readings import readings, reason_against
from laydown.referee.scenes import ME, law_for, spare_cards, table_for, view_for
from laydown.referee.turns import Outcome, counts_table, new_lines, own_lines, played, worth_in_hand
from laydown.rules.catalogue import describe

MOST_WAYS = 12
"""So many ways to read or to lay off wilds are told, the plainest first."""


def judge_meld(question: Question) -> Judgement:
    """Whether the cards make a meld, and every one that they make."""
    law = law_for(question)
    if not question.row.cards:
        raise BadQuestion("Lay down the cards of the meld.")
    shapes = readings(law, question.row)
    if not shapes:
        return Judgement(reason=reason_against(law, question.row))
    return Judgement(
        ways=tuple(_reading(law, shape) for shape in shapes[:MOST_WAYS]),
        notes=_meld_notes(law, question.row.cards, shapes),
        rule="sets" if shapes[0].kind is MeldKind.SET else "runs",
    )


def _reading(law: Law, shape: MeldShape) -> Way:
    text = f"{shape.kind} {row_text(shape.cards, shape.stands)}"
    return Way(text, (Step(text, shape.cards, shape.stands),), _shape_lines(law, shape))


def _shape_lines(law: Law, shape: MeldShape) -> tuple[Line, ...]:
    laid = TableMeld("M1", shape.kind, ME, shape.cards, shape.stands, (ME,) * len(shape.cards))
    return tuple(own_lines(law, (laid,), ME))


def _meld_notes(
    law: Law, cards: tuple[Card, ...], shapes: tuple[MeldShape, ...]
) -> tuple[str, ...]:
    notes = []
    if len(shapes) > 1:
        notes.append("Whoever lays it says which of these it is; it then stays so.")
    elif any(held != stand for held, stand in zip(shapes[0].cards, shapes[0].stands, strict=True)):
        notes.append(describe(law.rules, "wild_named"))
    notes.append(caught_note(law, cards))
    return tuple(notes)


def caught_note(law: Law, cards: tuple[Card, ...]) -> str:
    """What the cards are worth where they are left in hand."""
    worth = worth_in_hand(law, cards)
    if counts_table(law):
        return f"Left in hand at the end of the round they are worth {worth}."
    return (
        f"On the table they count for nobody; left in hand they bring {worth} to whoever goes out."
    )


# ------------------------------------------------------------------ laying off


def judge_layoff(question: Question) -> Judgement:
    """Whether the cards go on the meld, and in which ways."""
    if not question.row.cards:
        raise BadQuestion("Say which cards are laid off.")
    if not question.melds:
        raise BadQuestion("Lay down the meld that they go on.")
    table = table_for(question)
    for wrong in table.wrong:
        if wrong.number == question.onto:
            return Judgement(reason=wrong.reason, lead="That on the table is no meld.")
    meld = table.meld(question.onto)
    if meld is None:
        raise BadQuestion(f"There is no meld number {question.onto} on the table.")
    view = view_for(question, table, phase=Phase.PLAY, hand=hand_for(question))
    legal = LegalActions(view)
    ways, reason = [], None
    for action in _layoffs(law_of(view), meld, question.row):
        refused = legal.why_not(action)
        if refused is None:
            ways.append(laying(view, action))
        elif reason is None or reason.why is Why.NAME_THE_WILD:
            reason = refused
    ways += [laying(view, action) for action in _other_uses(question.row, meld) if action in legal]
    if not ways:
        return Judgement(reason=reason, notes=_elsewhere(question, legal, table.melds))
    return Judgement(ways=tuple(ways[:MOST_WAYS]), notes=_layoff_notes(view, ways))


def hand_for(question: Question) -> tuple[Card, ...]:
    """The hand with what is laid in it. One that was not described has cards to spare."""
    left = list(question.hand)
    missing = []
    for face in question.row.cards:
        if face in left:
            left.remove(face)
        else:
            missing.append(face)
    spare = () if question.hand else spare_cards(question, 2)
    return (*question.hand, *missing, *spare)


def laying(view: PlayerView, action: PlayerAction) -> Way:
    """What an action does, in words and points."""
    text = explain_action(action, view.melds)
    if getattr(action, "low", False):
        text += ", at the low end"
    cards = getattr(action, "cards", None) or (getattr(action, "card", -1),)
    found = played(view, (action,))
    lines = new_lines(view, found.round) if isinstance(found, Outcome) else ()
    stands = getattr(action, "as_", ()) or cards
    return Way(_capital(text), (Step(_capital(text), cards, stands),), lines, (action,))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _layoffs(law: Law, meld: TableMeld, row: Row) -> Iterator[LayOff]:
    """Ways to lay the row off on the meld; where no wild fits, one that says why."""
    free = [
        face
        for face, named in zip(row.cards, row.named, strict=True)
        if law.is_wild[face] and not named
    ]
    if not free:
        yield from _both_ends(law, meld, row.cards, row.as_)
        return
    said = {
        (face, stand)
        for face, stand, named in zip(row.cards, row.stands, row.named, strict=True)
        if named
    }
    whole = (
        found
        for found in layoffs_on(law, meld, tuple(sorted(row.cards)))
        if len(found[0]) == len(row.cards)
    )
    some = False
    for cards, as_, low in islice(whole, MOST_WAYS * 4):
        if said <= set(zip(cards, as_ or cards, strict=True)):
            some = True
            yield LayOff(cards, meld.id, as_, low)
    if not some:
        names = accepts(law, meld).names or 1 << meld.stands[-1]
        name = (names & -names).bit_length() - 1
        stands = tuple(
            name if face in free and not named else stand
            for face, stand, named in zip(row.cards, row.stands, row.named, strict=True)
        )
        yield LayOff(row.cards, meld.id, stands)


def _both_ends(
    law: Law, meld: TableMeld, cards: tuple[Card, ...], as_: tuple[Card, ...]
) -> Iterator[LayOff]:
    yield LayOff(cards, meld.id, as_)
    high = lay_off(law, meld, cards, as_, low=False, seat=ME)
    if isinstance(high, TableMeld) and lay_off(law, meld, cards, as_, low=True, seat=ME) != high:
        yield LayOff(cards, meld.id, as_, low=True)


def _other_uses(row: Row, meld: TableMeld) -> Iterator[PlayerAction]:
    """One card may also be the real card for a wild, or be exchanged for it."""
    if len(row.cards) == 1:
        yield RealCard(row.cards[0], meld.id)
        yield Steal(row.cards[0], meld.id)


def _elsewhere(
    question: Question, legal: LegalActions, melds: tuple[TableMeld, ...]
) -> tuple[str, ...]:
    """Other melds on the table that would take the cards."""
    fits = [
        f"{meld.id} ({row_text(meld.cards, meld.stands)})"
        for meld in melds
        if meld.id != f"M{question.onto}"
        and any(action in legal for action in _layoffs(legal.law, meld, question.row))
    ]
    return (f"It can be laid off on {' and on '.join(fits)}.",) if fits else ()


def _layoff_notes(view: PlayerView, ways: list[Way]) -> tuple[str, ...]:
    notes = []
    if len(ways) > 1:
        notes.append("There is more than one way: whoever lays it off says which.")
    if counts_table(law_of(view)):
        notes.append("What is laid off counts for whoever lays it off, not for the meld's owner.")
    first = played(view, ways[0].actions)
    if isinstance(first, Outcome):
        if first.is_out:
            notes.append("It was the last card: that ends the round.")
        elif first.floats:
            notes.append("It was the last card: the player floats and plays on without cards.")
    return tuple(notes)
