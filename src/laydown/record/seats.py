"""One seat's record: what that seat saw and nothing else, written from its views."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from laydown.cards import FACES
from laydown.engine.actions import Move, public
from laydown.engine.errors import BadRecord
from laydown.engine.match import Match
from laydown.engine.view import PlayerView, view
from laydown.record.facts import AnyFact, facts_of, round_after, seen_fact
from laydown.record.lines import (
    AnyLine,
    HeaderLine,
    MoveLine,
    RemarkLine,
    SeenLine,
    encoded,
    header_line,
    move_line,
    raw_lines,
    read_header,
    read_line,
    read_move,
)
from laydown.record.record import Header, Record, Remark

_TOLD_BY_HEADER = ("rules", "viewer")


class Step(msgspec.Struct, frozen=True):
    """A move as it was public, what the seat knew to follow from it, and what it then saw.

    `seen` is None while no round is on.
    """

    move: Move
    facts: tuple[AnyFact, ...] = ()
    seen: PlayerView | None = None


class SeatRecord(msgspec.Struct, frozen=True):
    """What one seat saw of a match. It leads to views only, never to a position."""

    header: Header
    steps: tuple[Step, ...] = ()
    remarks: tuple[Remark, ...] = ()
    damage: BadRecord | None = None

    def views(self) -> Iterator[tuple[Move, PlayerView | None]]:
        """Every move with the view after it."""
        for step in self.steps:
            yield step.move, step.seen


def seat_record(record: Record, seat: int) -> SeatRecord:
    """What the seat saw of the match in the record."""
    if not 0 <= seat < len(record.header.seats):
        raise ValueError(f"there is no seat {seat}")
    header = msgspec.structs.replace(record.header, seen_by=seat)
    steps: list[Step] = []
    before: Match | None = None
    for move, match in record.positions():
        if move is not None and before is not None:
            facts = tuple(seen_fact(fact, seat) for fact in facts_of(before, move, match))
            round_ = round_after(before, match)
            seen = None if round_ is None else view(round_, seat)
            steps.append(Step(public(move), facts, seen))
        before = match
    return SeatRecord(header, tuple(steps))


def dumps_seat(record: SeatRecord) -> str:
    """The seat's record as JSON Lines; each view as what changed in it since the one before."""
    lines = [encoded(header_line(record.header))]
    lines += (encoded(RemarkLine(each.text)) for each in record.remarks if each.after == 0)
    last: dict[str, Any] = {}
    for done, step in enumerate(record.steps, 1):
        lines.append(encoded(move_line(step.move)))
        lines += (encoded(fact) for fact in step.facts)
        if step.seen is not None:
            fields = _fields(step.seen)
            changed = {
                name: value for name, value in fields.items() if (name, value) not in last.items()
            }
            lines.append(encoded(SeenLine(changed)))
            last = fields
        lines += (encoded(RemarkLine(each.text)) for each in record.remarks if each.after == done)
    return b"".join(lines).decode()


def _fields(seen: PlayerView) -> dict[str, Any]:
    """The view field by field as JSON carries it, without what the header tells."""
    return {
        name: msgspec.to_builtins(getattr(seen, name))
        for name in seen.__struct_fields__
        if name not in _TOLD_BY_HEADER
    }


def load_seat(source: Path | str | bytes, *, keep_good: bool = False) -> SeatRecord:
    """A seat's record from a file (a path) or text; errors as for a whole record."""
    reading: _Reading | None = None
    damage: BadRecord | None = None
    try:
        for number, raw in raw_lines(source):
            if not raw.strip():
                continue
            line = read_line(raw, at=number)
            if reading is None:
                reading = _Reading(line, number)
            else:
                reading.take(line, number)
    except BadRecord as bad:
        if reading is None or not keep_good:
            raise
        damage = bad
    if reading is None:
        raise BadRecord("there is no record here")
    return SeatRecord(reading.header, tuple(reading.steps), tuple(reading.remarks), damage)


class _Reading:
    """A seat's record on its way in."""

    def __init__(self, line: AnyLine, at: int) -> None:
        if not isinstance(line, HeaderLine):
            raise BadRecord("a record begins with its header", line=at)
        if line.seen_by is None:
            raise BadRecord("this is a whole record, not one seat's", line=at)
        self.header = read_header(line, at=at)
        self.steps: list[Step] = []
        self.remarks: list[Remark] = []
        self._last: dict[str, Any] = {}

    def take(self, line: AnyLine, at: int) -> None:
        """The next line."""
        match line:
            case MoveLine():
                self.steps.append(Step(self._read_move(line, at)))
            case SeenLine():
                self._last = {**self._last, **line.see}
                self._change(at, seen=self._view(at))
            case RemarkLine():
                self.remarks.append(Remark(len(self.steps), line.remark))
            case HeaderLine():
                raise BadRecord("a record has one header", line=at)
            case _ if isinstance(line, AnyFact):
                self._change(at, facts=(*self.steps[-1].facts, line) if self.steps else ())
            case _:
                raise BadRecord("a seat's record has no such line", line=at)

    def _read_move(self, line: MoveLine, at: int) -> Move:
        move = read_move(line, at=at)
        if not -1 <= move.seat < len(self.header.seats):
            raise BadRecord(f"there is no seat {move.seat}", line=at)
        if public(move) != move:
            raise BadRecord("a seat does not see the order of a shuffle", line=at)
        return move

    def _change(self, at: int, **changes: object) -> None:
        if not self.steps:
            raise BadRecord("a move comes first", line=at)
        self.steps[-1] = msgspec.structs.replace(self.steps[-1], **changes)

    def _view(self, at: int) -> PlayerView:
        told = {"rules": self.header.rules, "viewer": self.header.seen_by}
        if not self._last.keys() <= set(PlayerView.__struct_fields__) - set(_TOLD_BY_HEADER):
            raise BadRecord("the view has an unknown field", line=at)
        try:
            seen = msgspec.convert({**self._last, **told}, PlayerView)
        except (msgspec.ValidationError, RecursionError) as bad:
            raise BadRecord(f"the view cannot be read: {bad}"[:300], line=at) from None
        problem = _problem(seen)
        if problem:
            raise BadRecord(f"the view makes no sense: {problem}", line=at)
        return seen


def _problem(seen: PlayerView) -> str:
    """What no view can be, so that readers need not fear it; empty where nothing is wrong."""
    seats = seen.rules.setup.players
    by_seat = (seen.sizes, seen.known, seen.melded, seen.laid, seen.floating)
    if seen.players != seats or any(len(each) != seats for each in by_seat):
        return f"it is not of {seats} seats"
    if len(seen.hand) != seen.sizes[seen.viewer]:
        return "the hand and its size differ"
    melds = seen.melds
    if any(not len(m.cards) == len(m.stands) == len(m.seats) for m in melds):
        return "a meld is uneven"
    numbers = {*seen.sizes, seen.stock_size}
    seats_named = {seen.dealer, seen.seat, seen.due, *seen.may_act, *(m.owner for m in melds)}
    seats_named |= {seat for meld in melds for seat in meld.seats}
    faces = {*seen.hand, *seen.pile, *seen.upcards, *seen.known_stock, *seen.turn.taken}
    faces |= {*seen.turn.owed, *(card for cards in seen.known for card in cards)}
    faces |= {card for meld in melds for card in (*meld.cards, *meld.stands)}
    faces |= {real.card for meld in melds for real in meld.reals}
    if any(not 0 <= card < FACES for card in faces):
        return "it has a card that does not exist"
    if any(not -1 <= seat < seats for seat in seats_named):
        return "it names a seat that does not exist"
    if any(not 0 <= number <= 4 * FACES for number in numbers):
        return "a size is out of bounds"
    return ""
