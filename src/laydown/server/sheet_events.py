"""What is stored of a score sheet: every edit, who may write, and nothing else.

The stream `sheet:ID` begins with :class:`SheetBegun`. Who is there and who is typing is not
stored. `command` is the page's own name for what it asked, kept so that a repeat after a lost line
or a restart is known for what it is.
"""

from __future__ import annotations

import msgspec

from laydown.server.events import Event
from laydown.sheet.edits import Edit


class BegunColumn(msgspec.Struct, frozen=True):
    """A player at the beginning, with the points brought from paper."""

    name: str
    colour: str
    start: int = 0


class SheetBegun(Event, frozen=True, tag="sheet_begun", kw_only=True):
    """A sheet with its agreed rules (JSON). `view` is the token of the viewers' link, which shows
    the sheet and changes nothing."""

    rules: str
    columns: tuple[BegunColumn, ...]
    view: str
    title: str = ""
    dealer: int = -1
    paper: int = 0
    open_end: bool = False
    by_lot: bool = False
    """the server drew the dealer"""


class PersonCame(Event, frozen=True, tag="person_came"):
    """Somebody got a link of their own. `secret` is the SHA-256 of its token, `browser` of the
    browser's key; `column` is -1 for a host who only keeps the score."""

    secret: str
    column: int
    browser: str


class ColumnFreed(Event, frozen=True, tag="column_freed"):
    """The host freed a column: its person's link opens nothing any more."""

    column: int
    command: str = ""
    person: int = -1


class HostAsked(Event, frozen=True, tag="host_asked"):
    """This person wants to keep the sheet in the host's place."""

    person: int
    command: str = ""


class HostAgreed(Event, frozen=True, tag="host_agreed"):
    """This person agrees to that."""

    person: int
    command: str = ""


class HostRefused(Event, frozen=True, tag="host_refused"):
    """This person does not: nobody is asked any more."""

    person: int
    command: str = ""


class SheetHostIs(Event, frozen=True, tag="sheet_host_is"):
    """`host` keeps the sheet now; `person` gave it, -1 where the others agreed."""

    host: int
    person: int = -1
    command: str = ""


class CodeIs(Event, frozen=True, tag="code_is"):
    """The letters to join by are these; empty: nobody may join."""

    code: str
    person: int = -1
    command: str = ""


class Edited(Event, frozen=True, tag="edited"):
    """An edit of the sheet. `name` is who made it, as they were called then; `person` -1 is one
    of a sheet that was put back, known by name alone."""

    person: int
    name: str
    edit: Edit
    command: str = ""


class SheetContinued(Event, frozen=True, tag="sheet_continued"):
    """The same people went on to another sheet."""

    sheet: str
    person: int = -1
    command: str = ""


SheetEvent = (
    SheetBegun
    | PersonCame
    | ColumnFreed
    | HostAsked
    | HostAgreed
    | HostRefused
    | SheetHostIs
    | CodeIs
    | Edited
    | SheetContinued
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[SheetEvent] = msgspec.json.Decoder(SheetEvent)


def encode(event: SheetEvent) -> bytes:
    """The event as it is stored."""
    return _encoder.encode(event)


def decode(body: bytes) -> SheetEvent:
    """A stored event; `msgspec.MsgspecError` if it is none."""
    return _decoder.decode(body)
