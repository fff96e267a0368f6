"""One finished or running score sheet as a file for spreadsheets and as text for a chat.

Everything here is made from names and numbers, so that a sheet kept by hand, a match played at
the table and a file put back from a backup are written alike.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Sequence
from io import StringIO

import msgspec

from laydown.record.sheets import formula_safe
from laydown.record.words import listed

NARROW = 34
"""columns that fit a chat on a phone; longer names are cut to keep to them where possible"""
SHORTEST_NAME = 4
BLANK = "·"


class TallyRound(msgspec.Struct, frozen=True):
    """A row: what each player's round added, None where nothing was entered."""

    points: tuple[int | None, ...]
    dealer: str = ""
    out: str = ""
    """the name of who went out, empty where nobody did or nobody recorded it"""
    struck: bool = False
    """kept to be seen, and counts for nothing"""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """A score sheet: players in seating order, rounds in the order they were played."""

    names: tuple[str, ...]
    rounds: tuple[TallyRound, ...]
    title: str = ""
    starts: tuple[int, ...] = ()
    """what each began with; empty: everybody at zero"""
    sides: tuple[int, ...] = ()
    """whose points count together, by the same number; empty: everybody plays alone"""
    winners: tuple[int, ...] = ()
    outcome: str = ""
    """how it ended in a sentence, where the totals do not say it by themselves"""


def running(tally: Tally) -> tuple[tuple[int, ...], ...]:
    """The totals after every round, those before the first in front.

    >>> running(Tally(names=("Anna", "Ben"), rounds=(TallyRound((35, None)),)))
    ((0, 0), (35, 0))
    """
    totals = list(tally.starts or (0,) * len(tally.names))
    found = [tuple(totals)]
    for row in tally.rounds:
        for at, points in enumerate(row.points):
            totals[at] += 0 if points is None or row.struck else points
        found.append(tuple(totals))
    return tuple(found)


def tally_csv(tally: Tally) -> str:
    """One row for every round: its number, who dealt, who went out, whether it was struck out;
    then a column for every player with the round's points, and one for each running total. What
    was not entered is empty, which is not zero."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    safe = [formula_safe(_one_line(name)) for name in tally.names]
    writer.writerow(
        ("round", "dealer", "out", "struck", *safe, *(f"{name} total" for name in safe))
    )
    before, *after = running(tally)
    if any(before):
        writer.writerow(("start", "", "", "", *("" for _ in safe), *before))
    for number, (row, totals) in enumerate(zip(tally.rounds, after, strict=True), 1):
        start = (number, *(formula_safe(_one_line(name)) for name in (row.dealer, row.out)))
        points = ("" if each is None else each for each in row.points)
        shown = (
            "" if each is None else total for each, total in zip(row.points, totals, strict=True)
        )
        writer.writerow((*start, "yes" if row.struck else "", *points, *shown))
    return out.getvalue()


def tally_text(tally: Tally, *, fenced: bool = True) -> str:
    """The sheet for a chat: the title, a line for each round, the totals, who won or leads.

    Columns are aligned, which needs letters of one width: with `fenced` the table stands between
    lines of three backticks, which most chats show so.
    """
    *_, totals = running(tally)
    names = _fitting([_one_line(name).replace("`", "'") or "?" for name in tally.names], tally)
    rows = [["", *names]]
    if any(tally.starts):
        rows.append(["start", *map(str, tally.starts)])
    for number, row in enumerate(tally.rounds, 1):
        mark = f"({number})" if row.struck else str(number)
        rows.append([mark, *(_points(each) for each in row.points)])
    rows.append(["=", *map(str, totals)])
    table = list(_aligned(rows))
    table.insert(-1, "-" * max(map(_width, table)))
    lines = ["```", *table, "```"] if fenced else table
    title = _one_line(tally.title)
    return "\n".join([*([title] if title else []), *lines, verdict(tally)]) + "\n"


def verdict(tally: Tally) -> str:
    """Who won, or who leads, and by how much.

    >>> verdict(Tally(names=("Anna", "Ben"), rounds=(TallyRound((35, 55)),)))
    'Ben leads with 55, 20 ahead of Anna.'
    """
    if tally.outcome:
        return tally.outcome
    *_, totals = running(tally)
    if not totals:
        return "Nobody has played yet."
    sides = tally.sides or tuple(range(len(totals)))
    together = [
        sum(total for total, other in zip(totals, sides, strict=True) if other == side)
        for side in sides
    ]
    best = max(together)
    first = tally.winners or tuple(at for at, points in enumerate(together) if points == best)
    who = listed([_one_line(tally.names[at]) for at in first])
    others = [at for at in range(len(totals)) if at not in first]
    won = bool(tally.winners)
    verb = ("wins" if won else "leads") if len(first) == 1 else ("win" if won else "lead")
    if not others:
        return f"{who} are level with {best}." if len(first) > 1 else f"{who} has {best}."
    points = max(together[at] for at in first)
    next_best = max(together[at] for at in others)
    behind = listed([_one_line(tally.names[at]) for at in others if together[at] == next_best])
    gap = f", {points - next_best} ahead of {behind}" if points > next_best else ""
    return f"{who} {verb} with {points}{gap}."


def _points(points: int | None) -> str:
    """``+35``, ``-5``, ``0``, or the mark for what was not entered."""
    if points is None:
        return BLANK
    return f"{points:+d}" if points else "0"


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _fitting(names: Sequence[str], tally: Tally) -> list[str]:
    """The names, the longest cut as far as it takes to fit a phone."""
    *_, totals = running(tally)
    least = [len(str(total)) + 1 for total in totals]
    fitted = list(names)

    def widths() -> list[int]:
        return [max(_width(name), size) for name, size in zip(fitted, least, strict=True)]

    while sum(widths()) + 2 * len(names) + 2 > NARROW:
        longest = max(range(len(fitted)), key=lambda at: _width(fitted[at]))
        if _width(fitted[longest]) <= SHORTEST_NAME:
            break
        fitted[longest] = fitted[longest].rstrip("…")[:-1].rstrip() + "…"
    return fitted


def _width(text: str) -> int:
    """How many columns the text takes: wide letters two, marks on a letter none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            " " * (width - _width(cell)) + cell for cell, width in zip(row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()
