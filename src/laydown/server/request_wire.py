"""The bodies of plain requests and of their answers."""

from __future__ import annotations

from typing import Literal

import msgspec

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
