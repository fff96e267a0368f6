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
from laydown.server.table_wire import Legal, News, Offer, Room, Table, Window

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
    """in a call window: the pile cards to be called, the discard if none is named"""


class Suggest(In, frozen=True, tag="suggest"):
    """Which melds lie in the hand? Also asked in others' turns."""

    id: str
    seq: int


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


FromPage = Hello | Do | Back | Look | Suggest | Why | Hint | Ready | Say | Control | Ping


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


class Suggested(Out, frozen=True, tag="suggested"):
    """Melds that the hand could make. The first `together` of them share no card; the others are
    other ways to use the same cards. Whether one may be laid just now is asked with Look."""

    id: str
    melds: tuple[Offer, ...]
    together: int
    text: str


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


ToPage = State | Done | Refused | Offers | Suggested | Hinted | Said | Pong | Failed
