"""What is stored of a room: every change to its match and its seats, and nothing else.

A room is its events in order; opening it replays them. What was acknowledged survives a killed
server, so a secret answer in a call window and being ready are events too; presence and phrases
are not. `command` is the page's own name for what it asked, kept so that a repeat after a lost
line or a restart is known for what it is.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card
from laydown.engine.actions import Action, PlayerAction


class Event(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """Something that happened in a room; `at` is seconds since the epoch."""

    at: float


class SeatPlan(msgspec.Struct, frozen=True):
    """How a seat starts: a person's to take, or a computer's of a level."""

    who: Literal["open", "computer"]
    level: str = ""


class RoomOpened(Event, frozen=True, tag="opened", kw_only=True):
    """A room with its agreed rules, which are stored as JSON."""

    rules: str
    seats: tuple[SeatPlan, ...]
    clock: int = 0
    days: bool = False
    dealer: int = -1
    """the first dealer where that is fixed (a rematch, a deal played again)"""
    orders: tuple[tuple[Card, ...], ...] = ()
    """shuffles fixed beforehand: the same deal played again"""


class Sat(Event, frozen=True, tag="sat"):
    """A person took a seat. `secret` is the SHA-256 of the seat's token, `browser` of its key."""

    seat: int
    secret: str
    name: str
    colour: str
    browser: str


class Stood(Event, frozen=True, tag="stood"):
    """Before the start a seat was given up, or opened again by the host."""

    seat: int


class Planned(Event, frozen=True, tag="planned"):
    """Before the start an open seat became a computer's (of this level), or open again ("")."""

    seat: int
    level: str


class Named(Event, frozen=True, tag="named"):
    seat: int
    name: str


class Started(Event, frozen=True, tag="started"):
    """The match began: open seats are computers now."""

    dealer: int = -1
    """the host's seat where the host deals first"""


class Prepared(Event, frozen=True, tag="prepared"):
    """The next shuffle, drawn and promised before it is dealt. Secret until its round is over."""

    order: tuple[Card, ...]
    salt: str


class Moved(Event, frozen=True, tag="moved"):
    """A move. A deal's order stands in the `Prepared` before it."""

    seat: int
    action: Action
    by: Literal["person", "computer", "house", "clock"]
    command: str = ""


class Answered(Event, frozen=True, tag="answered"):
    """In a fair window a seat called or passed; nobody else knows before it closes (B-39)."""

    seat: int
    action: PlayerAction
    by: Literal["person", "computer"]
    command: str = ""


class TookBack(Event, frozen=True, tag="took_back"):
    """The seat on turn undid its last action (B-49), or in teacher mode its discard."""

    seat: int
    command: str = ""


class IsReady(Event, frozen=True, tag="ready"):
    """The seat's person is ready for the match or the next round, or lets a discard lie."""

    seat: int
    command: str = ""


class HandedOver(Event, frozen=True, tag="handed_over"):
    """A computer of this level plays the seat from now on."""

    seat: int
    level: str
    why: Literal["asked", "away", "resigned"]


class Reclaimed(Event, frozen=True, tag="reclaimed"):
    """The seat's own person plays it again."""

    seat: int


class HostIs(Event, frozen=True, tag="host_is"):
    seat: int


class Paused(Event, frozen=True, tag="paused"):
    seat: int


class Resumed(Event, frozen=True, tag="resumed"):
    seat: int


class Continued(Event, frozen=True, tag="continued"):
    """A rematch was opened in this room."""

    room: str


RoomEvent = (
    RoomOpened
    | Sat
    | Stood
    | Planned
    | Named
    | Started
    | Prepared
    | Moved
    | Answered
    | TookBack
    | IsReady
    | HandedOver
    | Reclaimed
    | HostIs
    | Paused
    | Resumed
    | Continued
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[RoomEvent] = msgspec.json.Decoder(RoomEvent)


def encode(event: RoomEvent) -> bytes:
    """The event as it is stored."""
    return _encoder.encode(event)


def decode(body: bytes) -> RoomEvent:
    """A stored event; `msgspec.MsgspecError` if it is none."""
    return _decoder.decode(body)
