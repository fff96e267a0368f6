"""The score sheet as a value: columns, rows of cells, and every change that made it.

A sheet is the sum of its edits (see :mod:`laydown.sheet.applying`). What follows from it, totals
and dealers and winners, is reckoned anew each time and stands nowhere in it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.rules.rules import Rules
from laydown.sheet.edits import Edit
from laydown.sheet.entries import Entry

NOBODY = -1
MOST_COLUMNS = 24
"""players in a sheet's life, those who left included"""
MOST_AT_TABLE = 8
MOST_ROUNDS = 200

Key = tuple[str | int, ...]
"""What a change touched: `cell`, `row`, `column` or `sheet`, and which of it."""


class Rival(msgspec.Struct, frozen=True):
    """An entry that clashed with what somebody else had entered meanwhile."""

    seq: int
    at: float
    name: str
    entry: Entry | None


class Past(msgspec.Struct, frozen=True):
    """A line in the life of a cell. `effect`: it was entered, said the same as what stood there,
    or stands beside it as a rival."""

    seq: int
    at: float
    by: int
    name: str
    entry: Entry | None
    effect: Literal["entered", "same", "rival", "undone"]
    reason: str = ""


class Cell(msgspec.Struct, frozen=True):
    """One player's round. A blank one is not zero."""

    version: int = 0
    """the `seq` of the change that changed it last"""
    entry: Entry | None = None
    name: str = ""
    """who entered it"""
    at: float = 0.0
    rivals: tuple[Rival, ...] = ()
    history: tuple[Past, ...] = ()
    """everything ever entered here, the oldest first"""

    @property
    def changes(self) -> int:
        """How often it was changed after the first entry."""
        return max(0, sum(past.effect != "same" for past in self.history) - 1)


BLANK = Cell()


class Row(msgspec.Struct, frozen=True):
    """One round. `cells` by column number, as far as any was entered."""

    cells: tuple[Cell, ...] = ()
    out: int | None = None
    """the column that went out, `NOBODY`, or None where nobody recorded it"""
    rummy: int | None = None
    wild: int | None = None
    """the wild rank, 0 ace … 12 king"""
    dealer: int | None = None
    """the column that dealt out of turn"""
    struck: int | None = None
    """kept to be seen, and counts for nothing"""

    def cell(self, column: int) -> Cell:
        """The column's cell."""
        return self.cells[column] if column < len(self.cells) else BLANK

    @property
    def is_struck(self) -> bool:
        """It counts for nothing."""
        return bool(self.struck)

    @property
    def is_blank(self) -> bool:
        """Nothing stands in it."""
        return all(cell.entry is None and not cell.rivals for cell in self.cells)


class Column(msgspec.Struct, frozen=True):
    """A player. `id` is its place in `Sheet.columns` and never changes."""

    id: int
    name: str
    colour: str
    start: int
    """points brought along"""
    since: int = 1
    """the first round that counts"""
    absences: tuple[tuple[int, int], ...] = ()
    """(first round missed, first round there again or 0)"""
    there: bool = True
    """False where their joining was undone"""

    @property
    def left(self) -> bool:
        """They play no more."""
        return bool(self.absences) and self.absences[-1][1] == 0

    def plays(self, round_: int) -> bool:
        """They are expected to play this round."""
        return (
            self.there
            and self.since <= round_
            and not any(
                first <= round_ and (not again or round_ < again) for first, again in self.absences
            )
        )


class Agreement(msgspec.Struct, frozen=True):
    """Rules and the first round they hold for."""

    rules: Rules
    since: int
    note: str = ""
    name: str = ""
    at: float = 0.0


class Course(msgspec.Struct, frozen=True):
    """What the table said of the match as a whole."""

    phase: Literal["open", "paused", "ended"] = "open"
    plays_on: bool = False
    """the table plays on whatever the totals say"""
    winner: int = NOBODY
    """the column that the table named"""
    ended_at: float = 0.0


class Change(msgspec.Struct, frozen=True):
    """An edit with its number in the stream, when and by whom it was made."""

    seq: int
    at: float
    by: int
    """the person's number, `NOBODY` for one who is known by name alone"""
    name: str
    edit: Edit


class Noted(msgspec.Struct, frozen=True):
    """A change as the sheet remembers it: what it touched and what stood there before."""

    seq: int
    at: float
    by: int
    name: str
    edit: Edit
    text: str
    """as a sentence, empty where it changed nothing"""
    key: Key = ()
    before: object = None
    round: int = 0
    column: int = NOBODY


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A score sheet at one `seq`."""

    seq: int
    title: str
    agreements: tuple[Agreement, ...]
    columns: tuple[Column, ...]
    """by number"""
    order: tuple[int, ...]
    """column numbers in seating order"""
    rows: tuple[Row, ...] = ()
    begun: int = 0
    """so many rows have been begun"""
    dealer: int = NOBODY
    """the column that dealt first"""
    paper: int = 0
    """rounds played on paper before"""
    open_end: bool = False
    by_lot: bool = False
    """that dealer was drawn, by nobody at the table"""
    course: Course = Course()
    changes: tuple[Noted, ...] = ()
    """the oldest first"""

    @property
    def rules(self) -> Rules:
        """The rules agreed last."""
        return self.agreements[-1].rules

    def rules_in(self, round_: int) -> Rules:
        """The rules that hold for a round."""
        return next(
            (each.rules for each in reversed(self.agreements) if each.since <= round_),
            self.agreements[0].rules,
        )

    @property
    def seated(self) -> tuple[Column, ...]:
        """Everybody who ever played, in seating order."""
        return tuple(self.columns[i] for i in self.order if self.columns[i].there)

    @property
    def at_table(self) -> tuple[Column, ...]:
        """Those who play now, in seating order."""
        return tuple(column for column in self.seated if not column.left)

    def row(self, round_: int) -> Row:
        """A round, blank where it has not begun."""
        return self.rows[round_ - 1] if 1 <= round_ <= len(self.rows) else Row()

    def is_complete(self, round_: int) -> bool:
        """Everybody who plays it has an entry, and none is in doubt."""
        row = self.row(round_)
        return round_ <= self.begun and all(
            row.cell(column.id).entry is not None and not row.cell(column.id).rivals
            for column in self.seated
            if column.plays(round_)
        )

    def next_round(self) -> int:
        """The round that will be dealt next: the first of the blank ones at the end."""
        number = self.begun
        while number and self.row(number).is_blank and not self.row(number).is_struck:
            number -= 1
        return number + 1


def new_sheet(
    rules: Rules,
    names: tuple[tuple[str, str, int], ...],
    *,
    title: str = "",
    dealer: int = NOBODY,
    paper: int = 0,
    open_end: bool = False,
    by_lot: bool = False,
    seq: int = 0,
) -> Sheet:
    """A blank sheet; `names` are (name, colour, points on paper) in seating order."""
    columns = tuple(Column(i, name, colour, start) for i, (name, colour, start) in enumerate(names))
    return Sheet(
        seq=seq,
        title=title,
        agreements=(Agreement(rules, 1),),
        columns=columns,
        order=tuple(range(len(columns))),
        dealer=dealer if 0 <= dealer < len(columns) else NOBODY,
        paper=paper,
        open_end=open_end,
        by_lot=by_lot,
    )
