"""What a :class:`~laydown.server.wire.State` is made of: the seats, the table, the board, the room.

Nothing a seat may not see is ever put into it: tables are built from its view.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card
from laydown.engine.actions import PlayerAction

# ------------------------------------------------------------------ parts of the state


class Seat(msgspec.Struct, frozen=True):
    """A place at the table, as everybody sees it."""

    name: str
    colour: str
    """one of the named colours of the page"""
    who: Literal["open", "person", "computer"]
    """who plays it now; a person's seat handed over says computer and keeps `owned`"""
    level: str
    """the computer's level, empty for a person"""
    owned: bool
    """a person holds the secret of the seat"""
    present: bool
    ready: bool
    resigned: bool
    away_since: float
    """seconds since the epoch when its person went, 0 while present"""
    votes: tuple[int, ...]
    """the seats that would hand it to a computer while its person is away; two are enough"""
    free: bool
    """anybody may take it now, with POST /api/rooms/ROOM/join"""


class MeldOnTable(msgspec.Struct, frozen=True):
    """A meld as it lies."""

    id: str
    kind: Literal["set", "run"]
    owner: int
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    seats: tuple[int, ...]
    """whom each card counts for"""
    reals: tuple[tuple[Card, int], ...]
    """real cards laid for wilds: (card, seat)"""
    title: str
    """in words: "run 7–10 of hearts" """
    points: tuple[int, ...]
    """what each card counts, empty where the table counts for nobody"""


class Table(msgspec.Struct, frozen=True):
    """A round as one seat sees it, taken field by field from its view."""

    phase: Literal["deal", "draw", "play", "calling", "reshuffle", "over"]
    dealer: int
    seat: int
    """whose turn it is; the discarder while a call is possible"""
    may_act: tuple[int, ...]
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    stock: int
    pile: tuple[Card, ...]
    melds: tuple[MeldOnTable, ...]
    points: tuple[int, ...]
    """by seat, what lies on the table for it in this round"""
    known: tuple[tuple[Card, ...], ...]
    floating: tuple[bool, ...]
    wild_ranks: tuple[int, ...]
    upcards: tuple[Card, ...]
    taken: tuple[Card, ...]
    """cards taken from the pile this turn, deepest first"""
    owed: tuple[Card, ...]
    barred: Card
    """not to be discarded this turn, -1 for none"""
    drew: Card
    """the viewer's own: the card it drew from the stock this turn, -1 for none"""
    stock_rule: str
    """at an empty stock, the rule that now applies; else empty"""
    plan: str
    """what must be used and how, in words; empty without a debt"""
    plan_cards: tuple[Card, ...]


class Offer(msgspec.Struct, frozen=True):
    """An action that is legal now, and what it says on the button."""

    action: PlayerAction
    label: str
    meld: str
    """the meld it goes on, empty for none"""
    points: int
    """what it puts on the table for the viewer"""
    confirm: str
    """a question to ask first, only where it cannot be taken back and ends something"""


class Legal(msgspec.Struct, frozen=True):
    """What the viewer may do, as a screen enables it. Everything offered is legal."""

    kinds: tuple[str, ...]
    takes: tuple[int, ...]
    discards: tuple[Card, ...]
    layoffs: tuple[tuple[str, tuple[Card, ...]], ...]
    """by meld: cards of the hand that fit it alone"""
    can_take_back: bool
    step: str
    """what to do, in a few words: "Draw: stock, or any card of the pile" """
    calls: tuple[Offer, ...]
    """in a call window, a few of them, the best first; Look answers for any chosen cards"""


class Window(msgspec.Struct, frozen=True):
    """A discard open to a call (B-39). `until` is seconds since the epoch, 0 without a limit."""

    mode: Literal["fair", "race", "teacher", "until_next_draw"]
    card: Card
    by: int
    until: float
    answered: bool
    """the viewer has answered"""
    can_take_back: bool
    """the viewer made the discard, and may take it back (teacher)"""


class ScoreLine(msgspec.Struct, frozen=True):
    """A line of the board at a round's end."""

    seat: int
    place: str
    meld: str
    card: Card
    stands: Card
    holder: int
    worth: int
    points: int
    text: str


class RoundBoard(msgspec.Struct, frozen=True):
    """A finished round, card by card."""

    number: int
    """from 1"""
    dealer: int
    ending: str
    """how it ended, as a sentence"""
    out: int
    scores: tuple[int, ...]
    entered: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    """only for the round finished last; empty for earlier ones"""
    text: str
    """what the match's rules make of it: tie, target, who has won"""
    broken: bool
    """broken off, because all others resigned: nothing of it is scored"""


class Room(msgspec.Struct, frozen=True):
    """The room around the match, as everybody in it sees it."""

    id: str
    phase: Literal["lobby", "dealing", "playing", "between", "paused", "over"]
    rules_text: str
    rules_title: str
    rules_notes: tuple[str, ...]
    """the agreed rules that differ from the book, a sentence each"""
    seats: tuple[Seat, ...]
    host: int
    totals: tuple[int, ...]
    target: int
    """0 where the match is not played to a target"""
    goal: str
    """what the match is played to, in words"""
    rounds: tuple[RoundBoard, ...]
    winners: tuple[int, ...]
    result: str
    """once it is over, in words"""
    commitment: str
    """SHA-256 of the salted order of the next deal, or of this one while it is played (hex)"""
    opening: str
    """the salt of the deal finished last (hex), once it is over"""
    ready_until: float
    """the next round begins then whoever is ready, 0 while nobody is"""
    clock: int
    """seconds a turn, 0 for none"""
    turn_until: float
    """when the clock of the turn runs out, 0 without one"""
    days: bool
    """played over days"""
    pace: str
    phrases: tuple[str, ...]
    next_room: str
    """the rematch's room, empty until there is one"""


class News(msgspec.Struct, frozen=True):
    """A public move in words, with what a screen needs to draw it."""

    seq: int
    seat: int
    text: str
    kind: str
    cards: tuple[Card, ...]
    meld: str
    count: int
    undoes: int = 0
    """the `seq` of the move that is taken back by this, 0 for none"""
