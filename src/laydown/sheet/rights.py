"""Who may write what on a score sheet, and how an entry is written (clauses.md K5-15, B-50)."""

from __future__ import annotations

from typing import assert_never

from laydown.rules.options import WinnerRule
from laydown.rules.rules import Rules
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
from laydown.sheet.values import NOBODY, Sheet

UNDO_END_SECONDS = 10.0
"""so long anybody may undo *End match*; later it is reopened"""


def may_write(by: int, column: int, *, host: int | None) -> bool:
    """Everybody enters their own column; the host may enter and correct any (K5-15)."""
    return by in (column, host)


def may_end(by: int, *, players: int) -> bool:
    """Ending the match is any player's to do (K5-15)."""
    return 0 <= by < players


def why_not(sheet: Sheet, edit: Edit, *, person: int, column: int, host: bool, at: float) -> str:
    """Why this person may not make the edit; empty where they may. `column` is their own,
    `NOBODY` for none: only the host writes without one."""
    if column == NOBODY and not host:
        return "Only those who play may do this."
    match edit:
        case Entered() | Named() | Coloured() | WentAway() | CameBack():
            own = may_write(column, edit.column, host=column if host else None) or host
            return "" if own else "Everybody enters their own column; the host may enter any."
        case Marked():
            striking = edit.what == "struck" and not host
            return "Only the host strikes out a round." if striking else ""
        case CameLate() | Placed() | Titled() | Agreed():
            return "" if host else "Only the host may do this."
        case Begun() | Paused() | Resumed() | PlayedOn() | WinnerNamed() | Ended() | Reopened():
            return ""
        case Undone():
            return _why_not_undo(sheet, edit.seq, person=person, column=column, host=host, at=at)
        case _:
            assert_never(edit)


def _why_not_undo(
    sheet: Sheet, seq: int, *, person: int, column: int, host: bool, at: float
) -> str:
    for noted in reversed(sheet.changes):
        if noted.seq != seq:
            continue
        if isinstance(noted.edit, Ended):
            late = at > noted.at + UNDO_END_SECONDS
            return "It is too late to undo the end: reopen the match." if late else ""
        if host:
            return ""
        if noted.by != person:
            return "Everybody undoes their own changes; the host may undo any."
        if isinstance(noted.edit, Undone):
            before = noted.edit.seq
            # a file may have been written by anybody: only what came before can be undone
            return "" if before >= seq else _why_not_undo(
                sheet, before, person=person, column=column, host=host, at=at
            )  # fmt: skip
        # what somebody did while they were host is not theirs to undo when they are no longer
        return why_not(sheet, noted.edit, person=person, column=column, host=host, at=at)
    return ""


def entry_text(points: int, *, total: int) -> str:
    """A round's points and the running total they give.

    >>> entry_text(46, total=81)
    '+46 / 81'
    """
    return f"{points:+d} / {total}"


def decides_winner(rules: Rules, *, out: int | None) -> bool:
    """Whether the sheet can name the winner by itself: a rule about who went out needs the seat
    that did, which the sheet only knows where somebody recorded it (B-50)."""
    return rules.match.winner_rule is WinnerRule.HIGHEST or out is not None
