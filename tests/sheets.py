"""Score sheets for tests: people who write on them one after another."""

from __future__ import annotations

from msgspec.structs import replace

from laydown.rules.text import parse_rules
from laydown.sheet.applying import apply
from laydown.sheet.deciding import Verdict, verdict
from laydown.sheet.edits import Edit, Entered, Marked
from laydown.sheet.entries import Entry
from laydown.sheet.fitting import misfit
from laydown.sheet.reckoning import account
from laydown.sheet.values import Change, Noted, Sheet, new_sheet


class Paper:
    """A sheet that edits are made on; the clock goes on by a second with each."""

    def __init__(self, rules: str, *names: str, dealer: int = 0, open_end: bool = False) -> None:
        people = tuple((name, "blue", 0) for name in names)
        read = parse_rules(rules)
        read = replace(read, setup=replace(read.setup, players=len(names)))
        self.sheet: Sheet = new_sheet(read, people, dealer=dealer, open_end=open_end)

    def do(self, edit: Edit, by: int = 0) -> Noted:
        """Make an edit that must fit."""
        assert misfit(self.sheet, edit) == ""
        return self.store(edit, by)

    def store(self, edit: Edit, by: int = 0) -> Noted:
        """Make an edit whether it fits or not."""
        seq = self.sheet.seq + 1
        self.sheet = apply(
            self.sheet, Change(seq, float(seq), by, self.sheet.columns[by].name, edit)
        )
        return self.sheet.changes[-1]

    def enter(
        self, round_: int, column: int, points: int | None, *, by: int | None = None, seen: int = -1
    ) -> Noted:
        """Enter points as the column's own person, having seen the cell as it is."""
        seen = self.sheet.row(round_).cell(column).version if seen < 0 else seen
        entry = None if points is None else Entry(points)
        return self.do(Entered(round_, column, entry, seen), column if by is None else by)

    def play(self, *points: int, out: int | None = None) -> None:
        """Enter a whole round, by column."""
        number = self.sheet.begun + 1
        for column, each in enumerate(points):
            self.enter(number, column, each)
        if out is not None:
            self.do(Marked(number, "out", out))

    def texts(self, round_: int) -> tuple[str, ...]:
        """What the cells of a round come to: (added, total) as people write it."""
        sums = account(self.sheet).cells[round_ - 1]
        return tuple("" if e.entered is None else f"{e.entered:+d} / {e.total}" for e in sums)

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals as they stand."""
        return account(self.sheet).totals

    @property
    def verdict(self) -> Verdict:
        """Where the match stands."""
        return verdict(self.sheet)
