"""An answer in words: the verdict, the reason, the clause, what would have to differ, the score."""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec

from laydown.cards import Card, cards_text
from laydown.engine.errors import Reason
from laydown.engine.scoring import Line
from laydown.record.clauses import Clause, clauses_for, clauses_in
from laydown.record.explain_scores import WHY_WORDS, explain_line
from laydown.record.refusals import SENTENCES, Told
from laydown.record.tokens import token_text
from laydown.referee.impossible import impossible
from laydown.referee.judgements import Judgement, Step
from laydown.referee.judging import judge
from laydown.referee.otherwise import Otherwise, otherwise
from laydown.referee.questions import Asked, Kind, Question, Row, read_question
from laydown.referee.scenes import ME, NAMES, table_for
from laydown.rules.catalogue import OPTIONS, describe
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game

Verdict = Literal["allowed", "refused", "answered"]

OPTIONS_OF: dict[Kind, tuple[str, ...]] = {
    Kind.MELD: ("sets", "set_identical", "runs", "ace_in_runs"),
    Kind.LAYOFF: ("layoff_targets", "meld_before_layoff"),
    Kind.DIG: ("pile_draw", "deep_use", "deep_timing"),
    Kind.DISCARD: ("redeposit", "go_out"),
    Kind.HAND: ("go_out", "going_rummy"),
    Kind.CALL: ("call_rummy", "call_with_hand", "call_needs_own_meld"),
    Kind.STOCK: ("stock_out",),
    Kind.SCORE: ("scoring", "pip_value", "ten", "ace_in_low_run", "ace_elsewhere_on_table",
                 "ace_in_hand"),
}  # fmt: skip
"""By kind of question, the rules that are quoted with the answer."""


class RuleSaid(msgspec.Struct, frozen=True):
    """A rule in force that has to do with the question."""

    option: str
    sentence: str
    clause: str


class WayTold(msgspec.Struct, frozen=True):
    """One thing that is allowed, step by step, and what it brings on the table."""

    text: str
    steps: tuple[Step, ...]
    lines: tuple[LineTold, ...]
    points: int


class LineTold(msgspec.Struct, frozen=True):
    """One card of a score in words; `seat` 0 is whoever asks."""

    seat: int
    card: Card
    stands: Card
    place: str
    points: int
    text: str
    why: str


class Read(msgspec.Struct, frozen=True):
    """The cards of the question as they were read, as short text."""

    cards: str
    hand: str
    melds: tuple[str, ...]
    pile: str
    took: str
    others: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the referee says."""

    kind: Kind
    verdict: Verdict
    headline: str
    reason: str
    clauses: tuple[Clause, ...]
    ways: tuple[WayTold, ...]
    lines: tuple[LineTold, ...]
    total: int
    otherwise: tuple[Otherwise, ...]
    notes: tuple[str, ...]
    impossible: tuple[str, ...]
    rules: tuple[RuleSaid, ...]
    read: Read


def answer(asked: Asked, rules: Rules) -> Answer:
    """The answer to a question as people put it; `BadQuestion` says what cannot be read."""
    return answer_to(read_question(asked, rules))


def read_back(question: Question) -> Read:
    """The cards of a question as they were read."""
    return Read(
        _row_text(question.row),
        cards_text(question.hand),
        tuple(_row_text(each.row) for each in question.melds),
        cards_text(question.pile),
        cards_text(question.took),
        cards_text(question.others),
    )


def answer_to(question: Question) -> Answer:
    """The answer to a question that has been read."""
    judged = judge(question)
    reason = judged.reason
    said = tuple(
        RuleSaid(name, describe(question.rules, name), OPTIONS[name].clause(question.rules))
        for name in sorted(OPTIONS_OF[question.kind], key=lambda name: name != judged.rule)
    )
    cited = (
        clauses_in(reason.clause)
        if reason is not None
        else clauses_for(said[0].clause, nearest_game(question.rules).clauses)
    )
    return Answer(
        kind=question.kind,
        verdict=_verdict(judged),
        headline=judged.headline or _headline(question, judged),
        reason="" if reason is None else sentence(reason, question.rules),
        clauses=cited,
        ways=tuple(
            WayTold(way.text, way.steps, tuple(map(_line, way.lines)), way.points)
            for way in judged.ways
        ),
        lines=tuple(_line(line) for line in judged.lines if line.seat == ME or line.points),
        total=sum(line.points for line in judged.lines if line.seat == ME),
        otherwise=_nearest_first(otherwise(question), reason)
        if _wants_otherwise(question, judged)
        else (),
        notes=(*judged.notes, *_unclear(question)),
        impossible=impossible(question),
        rules=said,
        read=read_back(question),
    )


def _nearest_first(found: tuple[Otherwise, ...], reason: Reason | None) -> tuple[Otherwise, ...]:
    """What the moment would have to be, then the rule that refused it, then other rules."""
    refused_by = reason.option if reason is not None else ""
    return tuple(sorted(found, key=lambda each: (bool(each.option), each.option != refused_by)))


def sentence(reason: Reason, rules: Rules) -> str:
    """Why it is refused, as a sentence with its clause."""
    clause = f" ({reason.clause})" if reason.clause else ""
    return f"{SENTENCES[reason.why](Told(reason, rules, NAMES))}{clause}."


def _verdict(judged: Judgement) -> Verdict:
    if judged.reason is not None:
        return "refused"
    return "answered" if judged.asks else "allowed"


def _wants_otherwise(question: Question, judged: Judgement) -> bool:
    return judged.reason is not None or (question.kind is Kind.HAND and judged.asks)


def _headline(question: Question, judged: Judgement) -> str:
    yes = judged.reason is None
    if judged.lead:
        return judged.lead
    match question.kind:
        case Kind.MELD:
            if yes and len(judged.ways) > 1:
                return f"Yes, and it can be read in {len(judged.ways)} ways."
            return f"Yes, a {judged.ways[0].text}." if yes else "No, that is no meld."
        case Kind.LAYOFF:
            return "Yes, that may be laid there." if yes else "No, that may not be laid there."
        case Kind.DIG:
            return "Yes, you may take that." if yes else "No, you may not take that."
        case Kind.DISCARD:
            return "Yes, it may be discarded." if yes else "No, it may not be discarded."
        case Kind.HAND:
            return "Yes, it can go out." if yes else "No."
        case Kind.CALL:
            return "Yes, rummy may be called." if yes else "No, that is no call."
        case Kind.STOCK | Kind.SCORE:
            return ""
        case _:
            assert_never(question.kind)


def _line(line: Line) -> LineTold:
    return LineTold(
        line.seat,
        line.card,
        line.stands,
        str(line.place),
        line.points,
        explain_line(line, NAMES),
        WHY_WORDS[line.why],
    )


def _unclear(question: Question) -> tuple[str, ...]:
    """Melds on the table whose wilds nobody named: as which cards they were taken."""
    if question.kind is Kind.MELD or not question.melds:
        return ()
    table = table_for(question)
    wrong = tuple(
        f"Meld {each.number} on the table is left out: {sentence(each.reason, question.rules)}"
        for each in table.wrong
        if question.kind is not Kind.SCORE
    )
    unclear = tuple(
        f"{each.id} could be read in several ways; it is taken as"
        f" {' '.join(token_text(*pair) for pair in zip(each.cards, each.stands, strict=True))}."
        for each in table.melds
        if each.id in table.unclear
    )
    return (*wrong, *unclear)


def _row_text(row: Row) -> str:
    pairs = zip(row.cards, row.stands, row.named, strict=True)
    return " ".join(token_text(card, stands if named else card) for card, stands, named in pairs)
