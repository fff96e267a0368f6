"""The canonical record: JSON Lines, loaded with every check and written whole."""

from __future__ import annotations

from pathlib import Path

import msgspec

from laydown.engine.actions import Move
from laydown.engine.errors import BadRecord
from laydown.engine.match import Match
from laydown.record.facts import AnyFact, facts_of
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
from laydown.record.record import Header, Record, Remark, Shuffles, begun, played
from laydown.record.shuffles import Shuffle


class Loaded(msgspec.Struct, frozen=True):
    """A record with its last position and the number of bytes that are good."""

    record: Record
    final: Match
    good: int
    offsets: tuple[int, ...]
    """where each move's line begins"""


def load(source: Path | str | bytes, *, keep_good: bool = False) -> Record:
    """The record in a file (a path) or in text, with every move played and every fact checked.

    :class:`BadRecord` says what is wrong and in which line. With `keep_good` a record that is
    damaged after its header is given up to the damage, which is then its `damage`.
    """
    loaded = load_all(source)
    if loaded.record.damage is not None and not keep_good:
        raise loaded.record.damage
    return loaded.record


def load_all(source: Path | str | bytes) -> Loaded:
    """What :func:`load` gives, and where a writer can go on. Raises only without a good header."""
    reading: Reading | None = None
    damage: BadRecord | None = None
    good = 0
    try:
        for number, raw in raw_lines(source):
            if raw.strip():
                line = read_line(raw, at=number)
                if reading is None:
                    reading = Reading.of_header(line, at=number)
                else:
                    reading.take(line, at=number, offset=good)
            good += len(raw)
    except BadRecord as bad:
        if reading is None:
            raise
        damage = bad
    if reading is None:
        raise BadRecord("there is no record here")
    return Loaded(reading.record(damage), reading.match, good, tuple(reading.offsets))


class Reading:
    """A record on its way in: what was read so far, and the position it leads to."""

    def __init__(self, header: Header, shuffles: tuple[Shuffle, ...]) -> None:
        self.header = header
        self.match = begun(header)
        self.offsets: list[int] = []
        self._moves: list[Move] = []
        self._lines: list[int] = []
        self._remarks: list[Remark] = []
        self._facts: list[AnyFact] = []
        self._shuffles = Shuffles(shuffles)

    @classmethod
    def of_header(cls, line: AnyLine, *, at: int) -> Reading:
        """Begin with the first line, which must be a header."""
        if not isinstance(line, HeaderLine):
            raise BadRecord("a record begins with its header", line=at)
        if line.seen_by is not None:
            raise BadRecord("this is one seat's record: it replays to views only", line=at)
        return cls(read_header(line, at=at), line.shuffles)

    def take(self, line: AnyLine, *, at: int, offset: int) -> None:
        """The next line, which begins at this byte."""
        match line:
            case MoveLine():
                self._move(read_move(line, at=at), at, offset)
            case RemarkLine():
                self._remarks.append(Remark(len(self._moves), line.remark))
            case Shuffle():
                self._shuffles.promised(line, line=at)
            case HeaderLine():
                raise BadRecord("a record has one header", line=at)
            case SeenLine():
                raise BadRecord("only one seat's record tells what is seen", line=at)
            case _:
                self._fact(line, at)

    def _move(self, move: Move, at: int, offset: int) -> None:
        after = played(self.header, self.match, move, line=at)
        self._shuffles.made(move, line=at)
        self._facts = list(facts_of(self.match, move, after))
        self.match = after
        self._moves.append(move)
        self._lines.append(at)
        self.offsets.append(offset)

    def _fact(self, fact: AnyFact, at: int) -> None:
        """A derived line must be one of those the last move brought about; some may be missing."""
        if fact not in self._facts:
            told = encoded(fact).decode().strip()
            due = " or ".join(encoded(each).decode().strip() for each in self._facts)
            raise BadRecord(f"{told} does not follow: {due or 'nothing more'} does", line=at)
        del self._facts[: self._facts.index(fact) + 1]

    def record(self, damage: BadRecord | None) -> Record:
        """What was read."""
        return Record(
            self.header,
            tuple(self._moves),
            tuple(self._remarks),
            self._shuffles.known,
            tuple(self._lines),
            damage,
        )


def dumps(record: Record) -> str:
    """The record as JSON Lines; the promises of its shuffles stand in its header."""
    lines = [encoded(header_line(record.header, record.shuffles))]
    remarks = list(record.remarks)
    before: Match | None = None
    for done, (move, match) in enumerate(record.positions()):
        if move is not None and before is not None:
            lines.append(encoded(move_line(move)))
            lines += (encoded(fact) for fact in facts_of(before, move, match))
        lines += (encoded(RemarkLine(each.text)) for each in remarks if each.after == done)
        before = match
    return b"".join(lines).decode()


def save(record: Record, path: Path) -> None:
    """Write the record to a file, whole."""
    path.write_text(dumps(record), encoding="utf-8", newline="\n")
