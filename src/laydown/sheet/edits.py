"""Who may write what on a score sheet, and how an entry is written (clauses.md K5-15, B-50)."""

from __future__ import annotations

from laydown.rules.options import WinnerRule
from laydown.rules.rules import Rules


def may_write(by: int, column: int, *, host: int | None) -> bool:
    """Everybody enters their own column; the host may enter and correct any (K5-15)."""
    return by in (column, host)


def may_end(by: int, *, players: int) -> bool:
    """Ending the match is any player's to do (K5-15)."""
    return 0 <= by < players


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
