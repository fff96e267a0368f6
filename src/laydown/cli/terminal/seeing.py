"""The scene of a seat at the table: its view, and what the table adds to it."""

from __future__ import annotations

from laydown.cli.terminal.board import aim
from laydown.cli.terminal.news import fresh, names_for, tell
from laydown.cli.terminal.scene import Scene
from laydown.cli.terminal.table import Table
from laydown.cli.terminal.typed import typed
from laydown.engine.actions import (
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.law import law_of
from laydown.engine.legal import LegalActions
from laydown.engine.scoring import table_lines
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView
from laydown.record.explain_moves import explain_plan
from laydown.rules.options import ScoringRule, StockOut

LONGEST_NEWS = 12
"""sentences of what happened that are shown at once; the log has all of them"""

_KEYS: tuple[tuple[type, str, str], ...] = (
    (Draw, "s", "stock"),
    (Take, "p", "top"),
    (Call, "call", "rummy"),
    (Pass, "Enter", "let it lie"),
    (Meld, "m", "meld"),
    (LayOff, "l", "lay off"),
    (RealCard, "real", "card for a wild"),
    (Steal, "steal", "a wild"),
    (Split, "split", "a meld"),
    (Discard, "d", "discard"),
)
"""by kind of action: what is typed, and what it does"""


def scene_of(table: Table, seen: PlayerView, legal: LegalActions) -> Scene:
    """What the viewer is shown now."""
    seat, names = seen.viewer, table.seating.names
    news = tell(table.steps[table.read_to[seat] :], table.match, names, seat)
    left_out = len(news) - LONGEST_NEWS
    if left_out > 0:
        news = (f"({left_out} earlier turns: type log.)", *news[-LONGEST_NEWS:])
    takes: tuple[int, ...] = ()
    if seen.phase is Phase.DRAW:
        takes = tuple(n for n in range(1, len(seen.pile) + 1) if Take(n) in legal)
    return Scene(
        title=table.title,
        aim=aim(table),
        round_number=len(table.match.results) + 1,
        view=seen,
        names=names_for(names, seat),
        totals=table.match.totals,
        on_table=points_on_table(seen),
        takes=takes,
        debt=debt(seen),
        news=(*table.openings, *news, *table.notices),
        fresh=fresh(table.steps, table.match, seat),
        sort=table.sort[seat],
        choices=choices(table, legal, takes),
    )


def points_on_table(seen: PlayerView) -> tuple[int, ...]:
    """What each seat's cards on the table count; empty where the table counts for nobody."""
    if seen.rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
        return ()
    points = [0] * seen.players
    for line in table_lines(law_of(seen), seen.melds):
        points[line.seat] += line.points
    return tuple(points)


def debt(seen: PlayerView) -> str:
    """What must still be used this turn, a way to do it, and what to type for that."""
    if seen.phase is not Phase.PLAY or not (seen.turn.owed or seen.turn.split):
        return ""
    found = plan(seen)
    if not isinstance(found, Plan):
        return ""
    how = ", then ".join(typed(action) for action in found.actions)
    return f"{explain_plan(found.actions, seen.turn.owed, seen.melds)}. Type {how}."


def choices(
    table: Table, legal: LegalActions, takes: tuple[int, ...]
) -> tuple[tuple[str, str], ...]:
    """What may be typed now, and what it does: only what is allowed."""
    kinds = set(legal.kinds())
    found = [(key, what) for kind, key, what in _KEYS if kind in kinds]
    if takes and 1 not in takes:
        found.remove(("p", "top"))
    if deeper := [f"p{take}" for take in takes if take > 1]:
        shown = " ".join(deeper) if len(deeper) < 4 else f"{deeper[0]} … {deeper[-1]}"
        found.append((shown, "dig"))
    if Decline in kinds:
        turned = legal.view.rules.drawing.stock_out is StockOut.RECYCLE
        found.append(("decline", "turn the pile over" if turned else "end the round"))
    if table.may_take_back(legal.view.viewer):
        found.append(("u", "take back"))
    return (*found, ("h", "hint"), ("help", ""))
