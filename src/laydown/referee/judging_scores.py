"""What do these cards count, on the table and in hand?"""

from __future__ import annotations

from laydown.cards import Card
from laydown.engine.law import Law
from laydown.engine.melds import MeldShape
from laydown.engine.scoring import RoundScore, score_parts
from laydown.engine.state import NO_SEAT, End, Ending, TableMeld
from laydown.record.explain_scores import signed
from laydown.record.words import signs
from laydown.referee.judgements import Judgement
from laydown.referee.questions import BadQuestion, LaidRow, Question, Row
from laydown.referee.readings import readings
from laydown.referee.scenes import ME, OTHER, law_for, single
from laydown.rules.catalogue import describe


def judge_score(question: Question) -> Judgement:
    """The score of a round, or of some cards, line by line."""
    law = law_for(question)
    laid = (*question.melds, *((LaidRow(question.row, mine=True),) if question.row.cards else ()))
    if not laid and not question.hand and not question.others:
        raise BadQuestion("Lay out cards on the table, in hand or in the other hands.")
    melds, loose = _melds(law, laid)
    found = score_parts(
        question.rules,
        decks=law.decks,
        wild_rank=question.wild_rank,
        melds=melds,
        hands=_hands(question),
        end=_end(question),
    )
    return Judgement(
        headline=_headline(found, question),
        lines=found.lines,
        notes=(*loose, *_notes(question, found)),
        asks=True,
    )


def _hands(question: Question) -> tuple[tuple[Card, ...], ...]:
    seats = question.rules.setup.players
    mine = () if question.ended == "me" else question.hand
    others = () if question.ended == "other" and seats < 3 else question.others
    rest = ((),) * (seats - 2)
    if question.ended == "other" and seats > 2:
        return (mine, (), others, *rest[1:])
    return (mine, others, *rest)


def _end(question: Question) -> End:
    match question.ended:
        case "me":
            return End(Ending.OUT, ME, question.rummy)
        case "other":
            return End(Ending.OUT, OTHER, question.rummy)
        case "stock":
            return End(Ending.STOCK_EXHAUSTED)
        case _:
            # Who went out is not said: somebody did who has no part in these cards.
            return End(Ending.OUT, NO_SEAT)


def _melds(law: Law, laid: tuple[LaidRow, ...]) -> tuple[tuple[TableMeld, ...], tuple[str, ...]]:
    """The melds; cards that make none are counted one by one, and that is said."""
    melds: list[TableMeld] = []
    loose: list[str] = []
    for each in laid:
        seat = ME if each.mine else OTHER
        shapes = readings(law, each.row)
        if shapes:
            melds.append(_meld(shapes[0], len(melds) + 1, seat))
            continue
        loose.append(_loose(each.row))
        for face, stands in zip(each.row.cards, each.row.stands, strict=True):
            melds.append(single(face, stands, len(melds) + 1, seat))
    return tuple(melds), tuple(loose)


def _meld(shape: MeldShape, number: int, seat: int) -> TableMeld:
    return TableMeld(
        f"M{number}", shape.kind, seat, shape.cards, shape.stands, (seat,) * len(shape.cards)
    )


def _loose(row: Row) -> str:
    return f"{signs(row.cards)}: no meld as they lie, so each is counted for itself, aces as high."


def _headline(found: RoundScore, question: Question) -> str:
    mine = found.total(ME)
    if question.ended == "other":
        return f"You score {signed(mine)}, whoever went out {signed(found.total(OTHER))}."
    return f"You score {signed(mine)}."


def _notes(question: Question, found: RoundScore) -> tuple[str, ...]:
    notes = [describe(question.rules, "scoring")]
    table, held = found.table(ME), found.in_hand(ME)
    if table and held and question.ended != "me":
        notes.insert(0, f"On the table {table}, in hand {held}.")
    if question.ended == "me" and question.hand:
        notes.append("Who goes out holds no card: the hand is left out of the count.")
    return tuple(notes)
