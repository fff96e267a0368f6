"""The worked round of the printed rules: drawn, then counted in a table, all by the engine."""

from __future__ import annotations

from collections.abc import Iterator

from laydown.engine.scoring import Line, Place
from laydown.engine.state import MeldKind, TableMeld
from laydown.record.example import Example, Step, example
from laydown.record.explain_scores import signed
from laydown.record.page import Paragraph, Shown
from laydown.record.questions.base import hand_counts_against, table_counts
from laydown.record.words import does, listed, possessive, rank_plural, row, seat_name, signs
from laydown.rules.options import NegativeScores, Teams
from laydown.rules.rules import Rules
from laydown.rules.worked import WorkedRound

Row = tuple[str, ...]


def worked_round(rules: Rules, worked: WorkedRound) -> Iterator[Paragraph]:
    """Who lies where, the melds, the count, and what it teaches."""
    shown = example(rules, worked)
    names = shown.names
    start = f"{listed(names)} are playing"
    if shown.wild_rank >= 0:
        start += f", and {rank_plural(shown.wild_rank)} are wild"
    yield Paragraph(text=f"{start}. {does(shown.end.out, names, 'go out')}.")
    yield Paragraph(shown=tuple(_drawn(meld, names) for meld in shown.melds))
    yield Paragraph(rows=(_heading(shown), *_rows(shown), _sum(shown)))
    pairs = " ".join(_pairs(shown))
    if pairs:
        yield Paragraph(text=pairs)
    short = " ".join(_shortfalls(shown))
    if short:
        yield Paragraph(text=short)
    lesson = " ".join(_lessons(shown))
    if lesson:
        yield Paragraph(text=lesson)


def _drawn(meld: TableMeld, names: tuple[str, ...]) -> Shown:
    kind = "run" if meld.kind is MeldKind.RUN else "set"
    laid = [at for at, seat in enumerate(meld.seats) if seat != meld.owner]
    by: dict[int, list[int]] = {}
    for at in laid:
        by.setdefault(meld.seats[at], []).append(meld.cards[at])
    more = "".join(
        f"; {signs(cards)} laid off by {_who(seat, names)}" for seat, cards in by.items()
    )
    caption = f"{_capital(possessive(meld.owner, names))} {kind}{more}"
    return Shown(meld.cards, meld.stands, caption, lifted=tuple(laid))


def _who(seat: int, names: tuple[str, ...]) -> str:
    name = seat_name(seat, names)
    return "you" if name == "You" else name


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _heading(shown: Example) -> Row:
    return ("cards", "points", *shown.names)


def _rows(shown: Example) -> Iterator[Row]:
    """What each step and each hand counts, in the column of the seat it counts for."""
    lines = shown.score.lines
    if table_counts(shown.rules):
        for seat in range(len(shown.names)):
            for step in shown.steps:
                if step.seat == seat:
                    yield _row(shown, _step_words(shown, step), _lines_of(lines, step), seat)
    for seat, hand in enumerate(shown.hands):
        if not hand:
            continue
        held = [line for line in lines if line.place is Place.HAND and line.seat == seat]
        taken = [line for line in lines if line.place is Place.TAKEN and line.holder == seat]
        words = f"{does(seat, shown.names, 'hold')} {row(hand)}"
        if taken:
            yield _row(shown, words, taken, shown.end.out)
        elif any(line.points for line in held):
            yield _row(shown, words, held, seat)
        else:
            yield (words, "not counted", *("" for _ in shown.names))


def _step_words(shown: Example, step: Step) -> str:
    if not step.is_new:
        return f"{row(step.cards)} laid off"
    kind = next(meld.kind for meld in shown.melds if meld.id == step.meld)
    return f"{'run' if kind is MeldKind.RUN else 'set'} {row(step.cards, step.stands)}"


def _lines_of(lines: tuple[Line, ...], step: Step) -> list[Line]:
    """The lines of the step's cards, in its order; each face lies once in a meld."""
    on = {line.card: line for line in lines if line.meld == step.meld}
    return [on[card] for card in step.cards]


def _row(shown: Example, words: str, lines: list[Line], seat: int) -> Row:
    points = " + ".join(str(line.worth) for line in lines)
    total = sum(line.points for line in lines)
    return (words, points, *(str(total) if at == seat else "" for at in range(len(shown.names))))


def _sum(shown: Example) -> Row:
    return ("the round", "", *(signed(total) for total in shown.score.totals))


def _pairs(shown: Example) -> Iterator[str]:
    """What partners score together (R5-15)."""
    if shown.rules.setup.teams is Teams.PAIRS:
        names, totals = shown.names, shown.score.totals
        for first in (0, 1):
            both = listed((names[first], names[first + 2]))
            yield f"{both} are partners: {signed(totals[first] + totals[first + 2])}."


def _shortfalls(shown: Example) -> Iterator[str]:
    """What is entered for a round below zero where the sheet knows none (B-46)."""
    values = shown.rules.scoring
    if values.negative_scores is NegativeScores.SHEET_FLOOR_ZERO and hand_counts_against(
        shown.rules
    ):
        for name, total in zip(shown.names, shown.score.totals, strict=True):
            if total < 0:
                yield f"{name} enters 0 and has {-total} taken off the next round."


def _lessons(shown: Example) -> Iterator[str]:
    """What the numbers show about these rules."""
    names, out = shown.names, shown.end.out
    for seat in range(len(names)):
        laid = [step for step in shown.steps if not step.is_new and step.seat == seat]
        elsewhere = [
            card
            for step in laid
            for card in step.cards
            if any(meld.id == step.meld and meld.owner != seat for meld in shown.melds)
        ]
        if elsewhere and table_counts(shown.rules):
            one = len(elsewhere) == 1
            yield (
                f"{signs(elsewhere)} {'counts' if one else 'count'} for {_who(seat, names)} though"
                f" {'it lies' if one else 'they lie'} on another's meld."
            )
    if not table_counts(shown.rules):
        yield "What lies on the table counts for nobody."
    gone = shown.counted(going_rummy=True).total(out)
    if gone != shown.score.total(out):
        yield (
            f"Had {_who(out, names)} laid down the whole hand in one turn, with nothing laid"
            f" before, it would have been going rummy: {signed(gone)}."
        )
