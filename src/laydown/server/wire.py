"""Every message between the page and the server: strict, typed, and the source of protocol.ts.

Cards are faces (see :mod:`laydown.cards`). The page holds no rules: it shows a :class:`State`,
asks about selections (:class:`Look`, answered by :class:`Offers`) and sends actions that it was
offered. Nothing a seat may not see is ever put into a message: tables are built from its view.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card
from laydown.engine.actions import PlayerAction

WIRE_VERSION = 1


class In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """A message from the page."""


class Out(msgspec.Struct, frozen=True, tag_field="is"):
    """A message from the server."""


# ------------------------------------------------------------------ from the page


class Hello(In, frozen=True, tag="hello"):
    """The first message on a socket: who is here, and the last `seq` shown (0 for none).

    `token` is the secret of a seat; without one the page watches as a spectator.
    """

    version: int
    token: str = ""
    seq: int = 0


class Do(In, frozen=True, tag="do"):
    """Play this action on the position of `seq`. `id` is the page's own; a repeat is answered
    as the first was."""

    id: str
    seq: int
    action: PlayerAction


class Back(In, frozen=True, tag="back"):
    """Take back the own last action of this turn (B-49)."""

    id: str
    seq: int


class Look(In, frozen=True, tag="look"):
    """What could be done with these cards of the hand, or with so many cards of the pile?"""

    id: str
    seq: int
    cards: tuple[Card, ...] = ()
    take: int = 0
    pile: tuple[Card, ...] = ()
    """in a call window: the pile cards to be called"""


class Why(In, frozen=True, tag="why"):
    """Why is this action refused?"""

    id: str
    seq: int
    action: PlayerAction


class Hint(In, frozen=True, tag="hint"):
    """A hint: 1 look here, 2 do this, 3 do this because."""

    id: str
    seq: int
    strength: Literal[1, 2, 3]


class Ready(In, frozen=True, tag="ready"):
    """Ready for the match or for the next round; in a teacher's window, the discard stays."""

    id: str


class Say(In, frozen=True, tag="say"):
    """One of the quick phrases or emotes, by its key."""

    id: str
    phrase: str


class Control(In, frozen=True, tag="control"):
    """Something about the room rather than the cards.

    `what`: start (host) · pause · resume · hand_over (the own `seat` to a computer of `level`, or
    an absent person's: by the host at once, else by two) · reclaim (the own seat from a computer)
    · resign · rematch · leave · kick (host: open a seat again before the start) · level (host:
    an open seat becomes a computer's, or open again with `text` "open") · name (`text`).
    """

    id: str
    what: Literal[
        "start", "pause", "resume", "hand_over", "reclaim", "resign", "rematch", "leave", "kick",
        "level", "name",
    ]  # fmt: skip
    seat: int = -1
    level: str = ""
    text: str = ""


class Ping(In, frozen=True, tag="ping"):
    """Answered by :class:`Pong`: the page is still there."""


FromPage = Hello | Do | Back | Look | Why | Hint | Ready | Say | Control | Ping


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
    """in a call window"""


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


# ------------------------------------------------------------------ from the server


class State(Out, frozen=True, tag="state"):
    """The whole position. `news` are the public moves since the last state sent to this socket
    (or since the `seq` named in Hello)."""

    seq: int
    you: int
    """the viewer's seat, -1 for a spectator"""
    room: Room
    table: Table | None
    legal: Legal | None
    window: Window | None
    news: tuple[News, ...]
    now: float


class Done(Out, frozen=True, tag="done"):
    """The command was stored and applied."""

    id: str
    seq: int


class Refused(Out, frozen=True, tag="refused"):
    """The command was refused; nothing changed."""

    id: str
    text: str
    clause: str
    option: str
    """the house rule that could change it, empty if there is none"""


class Offers(Out, frozen=True, tag="offers"):
    """What can be done with the selection; if nothing, `missing` says what it lacks."""

    id: str
    seq: int
    offers: tuple[Offer, ...]
    missing: str
    preview: str
    """for a take: what is taken, what must be used, what it costs if caught"""


class Hinted(Out, frozen=True, tag="hinted"):
    """A hint in words, and the cards and the meld it points at."""

    id: str
    text: str
    cards: tuple[Card, ...]
    meld: str
    place: str
    """stock, pile, meld, hand or empty"""
    action: PlayerAction | None


class Said(Out, frozen=True, tag="said"):
    """Somebody used a quick phrase."""

    seat: int
    phrase: str


class Pong(Out, frozen=True, tag="pong"):
    now: float


class Failed(Out, frozen=True, tag="failed"):
    """The socket is of no use: a bad message, an unknown room or token, too many messages."""

    text: str
    final: bool
    """True: do not reconnect"""


ToPage = State | Done | Refused | Offers | Hinted | Said | Pong | Failed


# ------------------------------------------------------------------ plain requests


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: Literal["me", "open", "computer"]
    level: str = "plain"


class OpenRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms: the first seat wished for `me` is the host's."""

    rules: str
    """in the short text form, or JSON"""
    seats: tuple[SeatWish, ...]
    name: str = ""
    colour: str = ""
    browser: str = ""
    """the browser's secret key, for its list of matches and its statistics"""
    clock: int = 0
    """seconds a turn, 0 for none"""
    days: bool = False
    """played over days: longer waits before a seat is handed over"""
    replay_of: str = ""
    """`ROOM/N`: play the deal of round N of a finished match again"""


class Opened(msgspec.Struct, frozen=True):
    room: str
    seat: int
    token: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms/ROOM/join"""

    seat: int
    name: str
    colour: str = ""
    browser: str = ""


class RulesQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules: `text` and then `values` by option name."""

    text: str
    values: dict[str, str | int | bool | None] = {}


class RulesAnswer(msgspec.Struct, frozen=True):
    text: str
    title: str
    values: dict[str, str]
    """every option's value as text"""
    sentences: dict[str, str]
    """every option's value in force, as a sentence"""
    differs: tuple[tuple[str, str], ...]
    """(option, sentence) where it differs from the book"""
    problems: tuple[tuple[str, tuple[str, ...]], ...]
    """(sentence, options): why it cannot be played"""
    remarks: tuple[tuple[str, tuple[str, ...]], ...]
    """(sentence, options): what has no effect"""


class Fault(msgspec.Struct, frozen=True):
    """The body of every refused request."""

    error: str
