"""The messages of the score sheet: strict, typed, and a source of protocol.ts.

A page holds the newest :class:`SheetState` and a queue of edits that it has not yet been told are
stored. It sends each with an id of its own, again after a lost line, so that nothing is entered
twice and nothing is lost. Totals, leaders, dealers and sentences are the server's; the page adds
up what waits in its queue only to show it as waiting.

Nothing of a sheet is shown to whoever only knows its name: the socket takes a person's token or
the token of the viewers' link in its hello, plain requests take either as `Authorization: Bearer
TOKEN`. Beside those described below: GET /api/sheets/SHEET (a :class:`SheetState`),
/api/sheets/SHEET/csv, /text (for a chat), /backup (all edits, without secrets), and POST
/api/sheets/restore, which makes a new sheet of a backup.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.server.wire import In, Out
from laydown.sheet.entries import Entry

# ---------------------------------------------------- a score sheet: from the page


class SheetHello(In, frozen=True, tag="hello"):
    """The first message on a sheet's socket. `token` is a person's secret, or the token of the
    viewers' link. `wall`: it is a wall view, which writes nothing whoever opens it."""

    version: int
    token: str = ""
    wall: bool = False


class Enter(In, frozen=True, tag="enter"):
    """Put an entry into a cell, or blank it (None). `seen` is the `version` of the cell when the
    person began: where somebody else has changed it since to something else, both are kept and
    shown, and the table is asked. `round` counts from 1; the one after the last begins it."""

    id: str
    round: int
    column: int
    entry: Entry | None
    seen: int
    reason: str = ""


class Mark(In, frozen=True, tag="mark"):
    """Record something of a round: who went out (a column, -1 nobody, None not recorded), whether
    by going rummy, its wild rank (0 ace … 12 king, -1 none), who dealt it, or strike the round
    out (it is kept, and counts for nothing). Only what is named changes."""

    id: str
    round: int
    what: Literal["out", "rummy", "wild", "dealer", "strike"]
    value: int | None = None


class NextRound(In, frozen=True, tag="next"):
    """Begin round `round`; nothing happens where it has begun."""

    id: str
    round: int


class Arrange(In, frozen=True, tag="arrange"):
    """About a column: rename or recolour it (own or host), a late joiner (`join`: `start` says
    what they begin with, `points` where chosen), leave, return, move (to place `points`)."""

    id: str
    what: Literal["name", "colour", "join", "leave", "return", "move"]
    column: int = -1
    text: str = ""
    start: Literal["zero", "lowest", "average", "points"] = "zero"
    points: int = 0


class Conduct(In, frozen=True, tag="conduct"):
    """About the sheet: end (anyone) · reopen · continue (play on though it is decided) · winner
    (say who won: `column`) · pause · resume · title (`text`) · agree (change the agreed rules to
    `text`, with a note in `note`; host) · release (host: free a column's seat for another phone) ·
    ask_host (a player wants to be host) · agree_host, refuse_host (to the one who asked) ·
    give_host (host, to the person of `column`) · close_code, open_code (host: nobody, or whoever
    knows the letters, may join; opening makes new letters) · rematch."""

    id: str
    what: Literal[
        "end", "reopen", "continue", "winner", "pause", "resume", "title", "agree", "release",
        "ask_host", "agree_host", "refuse_host", "give_host", "close_code", "open_code",
        "rematch",
    ]  # fmt: skip
    column: int = -1
    text: str = ""
    note: str = ""


class Undo(In, frozen=True, tag="undo"):
    """Undo the edit of this `seq`: what it changed becomes what it was. Refused where that has
    changed again since, with a sentence."""

    id: str
    seq: int


class Typing(In, frozen=True, tag="typing"):
    """The keypad is open on a cell (round 0: it was closed). Not kept."""

    round: int
    column: int = -1


class SheetPing(In, frozen=True, tag="ping"):
    """Answered by :class:`SheetPong`."""


FromSheetPage = (
    SheetHello | Enter | Mark | NextRound | Arrange | Conduct | Undo | Typing | SheetPing
)


# ---------------------------------------------------- a score sheet: parts of the state


class Rival(msgspec.Struct, frozen=True):
    """An entry that clashed with what another had entered meanwhile."""

    entry: Entry | None
    by: str
    at: float


class Cell(msgspec.Struct, frozen=True):
    """One player's round."""

    version: int
    """the `seq` of the edit that changed it last, 0 while nobody has"""
    entry: Entry | None
    """None while it is blank, which is not zero"""
    entered: int | None
    """what it adds to the total: differs from the points where the rules floor scores (B-46)"""
    total: int | None
    """the running total after it, None while it is blank"""
    text: str
    """as people write it: `+46 / 81`"""
    by: str
    at: float
    changes: int
    """how often it was changed after the first entry"""
    rivals: tuple[Rival, ...] = ()
    """where two edited at once: the others' entries, until somebody chooses"""


class SheetRound(msgspec.Struct, frozen=True):
    """A row of the sheet."""

    number: int
    cells: tuple[Cell, ...]
    """by column"""
    dealer: int
    """the column that dealt, -1 where nobody knows"""
    out: int | None
    """the column that went out, -1 nobody, None not recorded"""
    rummy: bool
    wild_rank: int
    struck: bool
    complete: bool
    """every player at the table has an entry"""
    comes_to: int | None = None
    """what the cards of all give who went out, where it is no longer what was entered"""


class Column(msgspec.Struct, frozen=True):
    """A player, in seating order."""

    id: int
    """never changes, whatever the order"""
    name: str
    colour: str
    start: int
    """points brought along: a late joiner's, or from a sheet on paper"""
    since: int
    """the first round that counts for them"""
    left: bool
    claimed: bool
    """somebody holds this column's link"""
    present: bool
    total: int
    carried: int
    """a shortfall kept against later rounds, never negative (B-46)"""
    won: int
    """rounds won, for matches that count them"""
    behind: int
    """points behind the leader after the rounds that are complete, 0 for the leader"""
    needs: int
    """points to the target, 0 where there is none or it is reached"""
    leads: bool
    team: int
    """-1 without teams"""
    typing: int
    """the round they are entering just now, 0 for none"""


class SheetChange(msgspec.Struct, frozen=True):
    """A line of the record of changes: "Ben: round 3, 44 to 54, by Host"."""

    seq: int
    at: float
    by: str
    text: str
    round: int
    column: int
    can_undo: bool


class NextDeal(msgspec.Struct, frozen=True):
    """What is needed for the next round, in words and numbers."""

    round: int
    dealer: int
    starts: int
    cards: int
    """each, 0 where the upcard says"""
    decks: int
    text: str
    """"Carl deals, Anna starts, 7 cards each, 1 pack" """


class Me(msgspec.Struct, frozen=True):
    """Who looks."""

    name: str
    role: Literal["host", "player", "viewer", "wall"]
    column: int
    """the own one, -1 for none"""
    may_write: tuple[int, ...]


class SheetState(Out, frozen=True, tag="sheet"):
    """The whole sheet. Columns are referred to by `Column.id`."""

    seq: int
    id: str
    code: str
    """letters to join by, empty for viewers and once nobody may join"""
    view: str
    """the token of the viewers' link"""
    title: str
    me: Me
    phase: Literal["open", "paused", "decided", "ended"]
    """decided: the rules have a winner, or ask; nothing is banked before `ended`"""
    rules_text: str
    rules_title: str
    rules_notes: tuple[str, ...]
    """what differs from the book"""
    rules_changes: tuple[str, ...]
    """what was changed after the first round, from which round on, by whom and why"""
    goal: str
    paper_rounds: int
    """rounds already played on paper, before round 1 here"""
    columns: tuple[Column, ...]
    rounds: tuple[SheetRound, ...]
    next_deal: NextDeal | None
    outcome: str
    """what the agreed rules make of the totals, in words (target, tie, who must have gone out)"""
    asks: Literal["", "out", "winner"]
    """what the sheet cannot know and asks for (B-50)"""
    winners: tuple[int, ...]
    shared: bool
    two_lines: bool
    """this game scores "on the table - in hand" """
    has_wild_rank: bool
    """a wild rank is chosen each round"""
    on_table: tuple[int, ...]
    """by card (0 … 52), what it counts on the table, to add up while no network is there"""
    in_hand: tuple[int, ...]
    low_ace: int
    host: int
    """the host's column, -1 for a host without one"""
    host_name: str
    host_present: bool
    wants_host: int
    """the column that asks to be host, -1 for none"""
    agreed: tuple[int, ...]
    """the columns that agreed"""
    changes: tuple[SheetChange, ...]
    """the last hundred, the newest first"""
    watchers: int
    ended_at: float
    undo_until: float
    """*End match* can be undone until then; it can be reopened later too"""
    next_sheet: str
    """the rematch, empty until there is one"""
    now: float


# ---------------------------------------------------- a score sheet: from the server


class Stored(Out, frozen=True, tag="stored"):
    """The edit is kept (a repeat is answered alike), and a state that shows it has been sent.
    `clash`: it met another's, both are shown."""

    id: str
    seq: int
    clash: bool = False


class NotStored(Out, frozen=True, tag="not_stored"):
    """The edit was refused and nothing changed. `again`: the server could not, try once more."""

    id: str
    text: str
    again: bool = False


class SheetPong(Out, frozen=True, tag="pong"):
    now: float


class SheetFailed(Out, frozen=True, tag="failed"):
    """The socket is of no use. `final`: do not reconnect."""

    text: str
    final: bool


ToSheetPage = SheetState | Stored | NotStored | SheetPong | SheetFailed


# ---------------------------------------------------- a score sheet: plain requests


class ColumnWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    colour: str = ""
    start: int = 0
    """the running total on paper so far"""


class OpenSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sheets: players in seating order. `mine` is the opener's column, -1 if they only
    keep the score. `dealer` deals first (-1: nobody said, -2: the server draws lots, and tells
    everybody that it did). `rounds` were already played on paper.
    """

    rules: str
    columns: tuple[ColumnWish, ...]
    title: str = ""
    mine: int = 0
    dealer: int = -1
    rounds: int = 0
    open_end: bool = False
    """no target and no number of deals: the table ends it"""
    browser: str = ""


class SheetOpened(msgspec.Struct, frozen=True):
    sheet: str
    token: str
    code: str
    view: str


class SheetDoor(msgspec.Struct, frozen=True):
    """GET /api/sheets/code/CODE, and what a joiner sees first: no scores."""

    sheet: str
    title: str
    rules_title: str
    columns: tuple[tuple[int, str, str, bool], ...]
    """(id, name, colour, taken)"""
    ended: bool


class JoinSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sheets/SHEET/join with the code: take a column, or -1 to watch."""

    code: str
    column: int = -1
    browser: str = ""


class CellHistory(msgspec.Struct, frozen=True):
    """GET /api/sheets/SHEET/cells/ROUND/COLUMN, the newest first."""

    changes: tuple[SheetChange, ...]


class MySheets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sheets/mine, answered by :class:`SheetHistory`; /api/sheets/mine/csv takes the same
    and gives a file for spreadsheets."""

    browser: str


class SheetPlayer(msgspec.Struct, frozen=True):
    """A player of a sheet in the history."""

    name: str
    total: int
    won: bool
    best: int | None
    """the best round, None where nothing was entered"""
    outs: int
    """how often they went out, as far as it was recorded"""
    rounds_won: int
    comeback: int
    """a winner's: the most points they were behind after a round"""
    left: bool
    played: int = 0
    """rounds with an entry"""
    points: int = 0
    """what those rounds scored"""
    aces: int = 0
    """aces left in hand, where the cards were counted"""


class SheetLine(msgspec.Struct, frozen=True):
    """A sheet of this browser, running or ended."""

    sheet: str
    column: int
    """the own place among `players`, -1 for a host without one"""
    title: str
    rules_title: str
    rules_text: str
    phase: Literal["open", "paused", "decided", "ended"]
    players: tuple[SheetPlayer, ...]
    """in seating order"""
    rounds: int
    race: tuple[tuple[int, ...], ...]
    """by round, the running totals"""
    outcome: str
    opened: float
    changed: float
    ended_at: float
    next_sheet: str


class GroupPlayer(msgspec.Struct, frozen=True):
    """One of the people who play together, over all their ended matches."""

    name: str
    wins: int
    best: int | None
    comeback: int
    outs: int
    rounds_won: int
    average: float | None
    """points a round, None where nothing was entered"""
    streak: int
    """matches won in a row up to the last"""
    longest: int
    """the most matches won in a row"""
    aces: int
    """aces left in hand, where the cards were counted"""


class SheetGroup(msgspec.Struct, frozen=True):
    """The same people, whatever the order they sat in."""

    names: tuple[str, ...]
    matches: int
    players: tuple[GroupPlayer, ...]
    """the most wins first"""
    ahead: tuple[tuple[int, ...], ...]
    """by player and other player, how many matches one ended with more points than the other"""
    last: float
    """when they last ended a match"""


class SheetHistory(msgspec.Struct, frozen=True):
    """The sheets of a browser, the newest first, and its groups, the one that played last first."""

    sheets: tuple[SheetLine, ...]
    groups: tuple[SheetGroup, ...]
