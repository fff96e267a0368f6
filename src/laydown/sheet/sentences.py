"""The record of changes, a sentence each: "Ben: round 3, 44 to 54, by Host"."""

from __future__ import annotations

from typing import assert_never

from laydown.sheet.edits import (
    Agreed,
    Begun,
    CameBack,
    CameLate,
    Coloured,
    Ended,
    Entered,
    Marked,
    Named,
    Paused,
    Placed,
    PlayedOn,
    Reopened,
    Resumed,
    Titled,
    Undone,
    WentAway,
    WinnerNamed,
)
from laydown.sheet.entries import Entry
from laydown.sheet.values import NOBODY, Agreement, Cell, Change, Column, Past, Sheet

RANK_NAMES = (
    "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
    "jacks", "queens", "kings",
)  # fmt: skip


def sentence(sheet: Sheet, change: Change, before: object, after: object) -> str:
    """What the change did to the sheet as it was before it, and who did it."""
    return f"{_what(sheet, change, before, after)}, by {change.name}"


def past_sentence(name: str, round_: int, past: Past, earlier: Entry | None) -> str:
    """A line in the history of one cell."""
    told = points_text(past.entry)
    where = f"{name}: round {round_}"
    match past.effect:
        case "same":
            what = f"{where}, {told} again"
        case "rival":
            what = f"{where}, {points_text(earlier)} and {told}: both are kept"
        case "undone":
            what = f"{where}, {points_text(earlier)} back to {told}"
        case _:
            what = f"{where}, {_from_to(earlier, past.entry)}"
    return f"{what}{_because(past.reason)}, by {past.name}"


def points_text(entry: Entry | None) -> str:
    """The points of an entry; a blank is not zero."""
    return "blank" if entry is None else str(entry.points)


def _from_to(before: Entry | None, after: Entry | None) -> str:
    if before is None:
        return points_text(after)
    return f"{before.points} to {points_text(after)}"


def _because(reason: str) -> str:
    return f" ({reason.strip()})" if reason.strip() else ""


def _what(sheet: Sheet, change: Change, before: object, after: object) -> str:
    edit = change.edit
    match edit:
        case Entered():
            assert isinstance(before, Cell)
            assert isinstance(after, Cell)
            where = f"{_name(sheet, edit.column)}: round {edit.round}"
            if len(after.rivals) > len(before.rivals):
                both = f"{points_text(after.entry)} and {points_text(edit.entry)}"
                return f"{where}, {both}: both are kept until somebody chooses"
            return f"{where}, {_from_to(before.entry, edit.entry)}{_because(edit.reason)}"
        case Marked():
            return f"Round {edit.round}: {_mark(sheet, edit)}"
        case Begun():
            return f"Round {edit.round} begins"
        case Named():
            return f"{before} is now called {edit.name}"
        case Coloured():
            return f"{_name(sheet, edit.column)} has another colour"
        case CameLate():
            assert isinstance(after, Column)
            points = f"{after.start} point{'' if abs(after.start) == 1 else 's'}"
            why = {"lowest": ", the lowest total", "average": ", the average"}.get(edit.start, "")
            return f"{edit.name} joins in round {after.since} with {points}{why}"
        case WentAway():
            return f"{_name(sheet, edit.column)} leaves"
        case CameBack():
            return f"{_name(sheet, edit.column)} plays again"
        case Placed():
            return f"{_name(sheet, edit.column)} changes places"
        case Titled():
            return f"The sheet is called {edit.title}" if edit.title else "The sheet has no title"
        case Agreed():
            assert isinstance(after, tuple)
            last = after[-1]
            assert isinstance(last, Agreement)
            return f"Other rules from round {last.since} on{_because(edit.note)}"
        case Paused():
            return "The match is paused"
        case Resumed():
            return "The match goes on"
        case PlayedOn():
            return "The table plays on"
        case WinnerNamed():
            if edit.column == NOBODY:
                return "No winner is named any more"
            return f"{_name(sheet, edit.column)} is named the winner"
        case Ended():
            return "The match is ended"
        case Reopened():
            return "The match is reopened"
        case Undone():
            return _undone(sheet, edit, before, after)
        case _:
            assert_never(edit)


def _undone(sheet: Sheet, edit: Undone, before: object, after: object) -> str:
    target = next(noted for noted in reversed(sheet.changes) if noted.seq == edit.seq)
    if isinstance(before, Cell) and isinstance(after, Cell):
        where = f"{_name(sheet, target.column)}: round {target.round}"
        return f"{where}, {points_text(before.entry)} back to {points_text(after.entry)}"
    return f"Undone: {target.text}"


def _mark(sheet: Sheet, edit: Marked) -> str:
    value = edit.value
    match edit.what:
        case "out":
            if value is None:
                return "who went out is not recorded"
            return "nobody went out" if value == NOBODY else f"{_name(sheet, value)} went out"
        case "rummy":
            return "went rummy" if value else "did not go rummy"
        case "wild":
            if value is None:
                return "the wild rank is not recorded"
            return "no rank is wild" if value == NOBODY else f"{RANK_NAMES[value]} are wild"
        case "dealer":
            if value is None:
                return "the dealer is whose turn it was"
            return f"{_name(sheet, value)} dealt"
        case "struck":
            return "struck out" if value else "counts again"
        case _:
            assert_never(edit.what)


def _name(sheet: Sheet, column: int) -> str:
    return sheet.columns[column].name
