"""Whether an edit fits a sheet, whoever makes it: in words where it does not."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from laydown.rules.errors import BadRules
from laydown.rules.rules import Rules
from laydown.rules.text import read_rules_json
from laydown.sheet.arithmetic import LONGEST, MOST_POINTS, Unreadable, read_sum
from laydown.sheet.edits import (
    Agreed,
    Begun,
    CameBack,
    CameLate,
    Coloured,
    Edit,
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
from laydown.sheet.values import (
    MOST_AT_TABLE,
    MOST_COLUMNS,
    MOST_ROUNDS,
    NOBODY,
    Noted,
    Sheet,
)

LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_NOTE = 200
MOST_CARDS = 120
"""cards counted for one player's round: two packs and their jokers are fewer"""

MOST_RIVALS = 24
"""entries that may stand side by side in a cell, one for every phone that could clash"""

_MARKS = {"rummy": range(2), "struck": range(2), "wild": range(NOBODY, 13)}


def misfit(sheet: Sheet, edit: Edit) -> str:
    """Why the edit cannot be made of this sheet; empty where it can."""
    match edit:
        case Entered():
            return (
                _no_column(sheet, edit.column)
                or _no_round(sheet, edit.round)
                or _too_early(sheet, edit.column, edit.round)
                or _too_long(edit.reason, LONGEST_NOTE)
                or entry_trouble(edit.entry)
                or _too_many_rivals(sheet, edit)
            )
        case Marked():
            return _no_round(sheet, edit.round) or _bad_mark(sheet, edit)
        case Begun():
            if sheet.course.phase == "paused":
                return "The match is paused: resume it to play on."
            return _no_round(sheet, edit.round) or (
                "That round has begun." if edit.round <= sheet.begun else ""
            )
        case Named():
            return _no_column(sheet, edit.column) or _bad_name(edit.name)
        case Coloured():
            return _no_column(sheet, edit.column) or _too_long(edit.colour, LONGEST_NAME)
        case CameLate():
            return _no_place(sheet) or _bad_name(edit.name) or _out_of_bounds(edit.points)
        case WentAway():
            return _no_column(sheet, edit.column) or _alone(sheet, edit.column)
        case CameBack():
            return _no_column(sheet, edit.column) or _cannot_return(sheet, edit.column)
        case Placed():
            return _no_column(sheet, edit.column) or (
                "" if 0 <= edit.place < len(sheet.order) else "There is no such place."
            )
        case Titled():
            return _too_long(edit.title, LONGEST_TITLE)
        case Agreed():
            return _bad_agreement(sheet, edit)
        case WinnerNamed():
            return "" if edit.column == NOBODY else _no_column(sheet, edit.column)
        case Undone():
            return why_not_undo(sheet, edit.seq)
        case Paused():
            return "" if sheet.course.phase == "open" else f"The match is {sheet.course.phase}."
        case Resumed():
            return "" if sheet.course.phase == "paused" else "The match is not paused."
        case PlayedOn():
            return _over(sheet)
        case Ended():
            return _over(sheet)
        case Reopened():
            return "" if sheet.course.phase == "ended" else "The match has not ended."
        case _:
            assert_never(edit)


def is_so(sheet: Sheet, edit: Edit) -> bool:
    """What the edit asks for is so already: somebody else was first, and nothing need be said."""
    course = sheet.course
    match edit:
        case Marked():
            return bool(getattr(sheet.row(edit.round), edit.what) == edit.value)
        case Begun():
            return 1 <= edit.round <= sheet.begun
        case Named():
            return not _no_column(sheet, edit.column) and (
                sheet.columns[edit.column].name == edit.name
            )
        case Coloured():
            return not _no_column(sheet, edit.column) and (
                sheet.columns[edit.column].colour == edit.colour
            )
        case Titled():
            return sheet.title == edit.title
        case Agreed():
            return agreed_rules(edit.rules) == sheet.rules
        case Paused():
            return course.phase == "paused"
        case Resumed() | Reopened():
            return course.phase == "open"
        case PlayedOn():
            return course.plays_on and course.phase != "ended"
        case Ended():
            return course.phase == "ended"
        case WinnerNamed():
            return course.winner == edit.column
        case _:
            return False


def why_not_undo(sheet: Sheet, seq: int) -> str:
    """Why a change cannot be undone; empty where it can."""
    later: list[Noted] = []
    for noted in reversed(sheet.changes):
        if noted.seq == seq:
            return _changed_since(noted, later)
        if noted.seq < seq:
            break
        later.append(noted)
    return "There is no such change."


def _changed_since(noted: Noted, later: list[Noted]) -> str:
    if not noted.key:
        return "That changed nothing."
    match noted.key:
        case ("sheet", "begun"):
            again = any(each.key == noted.key or each.round >= noted.round for each in later)
        case ("column", column, "there"):
            again = any(each.key == noted.key or each.column == column for each in later)
        case _:
            again = any(each.key == noted.key for each in later)
    return "That has been changed again since." if again else ""


# ------------------------------------------------------------------ entries


def entry_trouble(entry: Entry | None) -> str:
    """What is wrong with an entry by itself; empty where nothing is."""
    if entry is None:
        return ""
    lines = entry.table is not None or entry.hand is not None
    cards = entry.melded is not None or entry.held is not None
    if bool(entry.text) + lines + cards > 1:
        return "A round is entered in one way: as a number, as two lines or by its cards."
    if entry.total and not entry.text:
        return "The running total is missing."
    if entry.text:
        found = read_sum(entry.text)
        if isinstance(found, Unreadable):
            return found.why
        if found != entry.points and not entry.total:
            return f"{entry.text[:LONGEST]} comes to {found}, not to {entry.points}."
    if lines:
        table, hand = entry.table or 0, entry.hand or 0
        if hand < 0:
            return "What is left in hand is entered as it counts, without a minus."
        bad = _out_of_bounds(table) or _out_of_bounds(hand)
        if bad:
            return bad
        if table - hand != entry.points:
            return f"{table} − {hand} is {table - hand}, not {entry.points}."
    counted = (*(entry.melded or ()), *(entry.held or ()))
    if len(counted) > MOST_CARDS:
        return f"No player has more than {MOST_CARDS} cards."
    if any(not 0 <= each.card <= 52 or not -1 <= each.stands <= 52 for each in counted):
        return "There is no such card."
    return _out_of_bounds(entry.points)


def _too_many_rivals(sheet: Sheet, edit: Entered) -> str:
    """Somebody who has seen them all chooses; others add to them no longer."""
    cell = sheet.row(edit.round).cell(edit.column)
    if edit.seen >= cell.version or len(cell.rivals) < MOST_RIVALS:
        return ""
    return "Too many different scores stand in this cell: look at them, and choose one."


def _out_of_bounds(points: int) -> str:
    if abs(points) <= MOST_POINTS:
        return ""
    return f"A sheet counts up to {MOST_POINTS:,} points, above and below zero."


# ------------------------------------------------------------------ rounds and columns


def _no_column(sheet: Sheet, column: int) -> str:
    there = 0 <= column < len(sheet.columns) and sheet.columns[column].there
    return "" if there else "There is no such player."


def _no_round(sheet: Sheet, round_: int) -> str:
    if not 1 <= round_ <= sheet.begun + 1:
        return "That round has not come yet." if round_ > 0 else "There is no such round."
    if round_ > MOST_ROUNDS:
        return f"A sheet has {MOST_ROUNDS} rounds at most: begin another with the same people."
    if round_ > sheet.begun and sheet.course.phase == "ended":
        return "The match has ended: reopen it to play on."
    return ""


def _too_early(sheet: Sheet, column: int, round_: int) -> str:
    player = sheet.columns[column]
    if round_ >= player.since:
        return ""
    return f"{player.name} joined in round {player.since}, with {player.start} points."


def _bad_mark(sheet: Sheet, edit: Marked) -> str:
    if edit.value is None:
        return ""
    allowed = _MARKS.get(edit.what)
    if allowed is not None:
        return "" if edit.value in allowed else "That cannot be recorded."
    if edit.what == "out" and edit.value == NOBODY:
        return ""
    return _no_column(sheet, edit.value)


def _no_place(sheet: Sheet) -> str:
    if sheet.course.phase == "ended":
        return "The match has ended: reopen it first."
    if len(sheet.at_table) >= MOST_AT_TABLE or len(sheet.columns) >= MOST_COLUMNS:
        return f"{MOST_AT_TABLE} can play at most."
    return ""


def _alone(sheet: Sheet, column: int) -> str:
    if sheet.columns[column].left:
        return f"{sheet.columns[column].name} has left already."
    return "Somebody has to stay." if len(sheet.at_table) == 1 else ""


def _cannot_return(sheet: Sheet, column: int) -> str:
    if not sheet.columns[column].left:
        return f"{sheet.columns[column].name} is playing."
    return f"{MOST_AT_TABLE} can play at most." if len(sheet.at_table) >= MOST_AT_TABLE else ""


def _over(sheet: Sheet) -> str:
    return "The match has ended already." if sheet.course.phase == "ended" else ""


# ------------------------------------------------------------------ names and rules


def _bad_name(name: str) -> str:
    return _too_long(name, LONGEST_NAME) or ("" if name.strip() else "A name is missing.")


def _too_long(text: str, most: int) -> str:
    return f"That is too long: {most} characters at most." if len(text) > most else ""


def _bad_agreement(sheet: Sheet, edit: Agreed) -> str:
    rules = agreed_rules(edit.rules)
    if rules is None:
        return "These rules cannot be read."
    problems = rules.problems()
    if problems:
        return " ".join(problem.sentence for problem in problems)
    begun = any(not row.is_blank for row in sheet.rows)
    if begun and not edit.note.strip():
        return "The rules were agreed before the first round: a note has to say why they change."
    return _too_long(edit.note, LONGEST_NOTE)


@lru_cache(maxsize=64)
def agreed_rules(text: str) -> Rules | None:
    """The rules of a JSON text; None where it is none."""
    try:
        return read_rules_json(text)
    except BadRules:
        return None
