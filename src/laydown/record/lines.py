"""The lines of a record: JSON objects, each known by its first word, read strictly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

import msgspec

from laydown.engine.actions import HOUSE, Move
from laydown.engine.errors import BadRecord
from laydown.record.facts import AnyFact
from laydown.record.notation import action_text, parse_action
from laydown.record.record import Header
from laydown.record.shuffles import Shuffle
from laydown.record.tokens import BadMove
from laydown.rules.errors import BadRules
from laydown.rules.text import read_rules_dict, rules_dict

LONGEST_LINE = 200_000
"""Bytes; a header with the promises of a hundred rounds has a tenth of that."""
VERSION: Final = 1
"""Of the format: what is written, and all that is read."""
MOST_LINES = 1_000_000
LONGEST_NAME = 100
LONGEST_REMARK = 2000

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that would move the cursor, break the line or turn the text around."""


class Stamp(msgspec.Struct, frozen=True):
    """What every version of a header says of itself, whatever else may stand there."""

    format: str
    version: int


class HeaderLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    format: Literal["laydown"]
    version: Literal[1]
    rules: Mapping[str, Mapping[str, Any]]
    seats: tuple[str, ...]
    time: str = ""
    players: tuple[str, ...] = ()
    dealer: int = -1
    seen_by: int | None = None
    shuffles: tuple[Shuffle, ...] = ()


class MoveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move; `do` is the action as notation writes it."""

    seat: int | Literal["house"]
    do: str


class RemarkLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A remark."""

    remark: str


class SeenLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In one seat's record: what changed in its view."""

    see: dict[str, Any]


AnyLine = HeaderLine | MoveLine | RemarkLine | SeenLine | Shuffle | AnyFact

_KINDS: dict[str, msgspec.json.Decoder[AnyLine]] = {
    "format": msgspec.json.Decoder(HeaderLine),
    "seat": msgspec.json.Decoder(MoveLine),
    "remark": msgspec.json.Decoder(RemarkLine),
    "see": msgspec.json.Decoder(SeenLine),
    "shuffle": msgspec.json.Decoder(Shuffle),
    "derived": msgspec.json.Decoder(AnyFact),
}
_ENCODER = msgspec.json.Encoder()
_FIRST_KEY = re.compile(rb'\s*\{\s*"([a-z]{1,20})"\s*:')


def encoded(line: object) -> bytes:
    """The line as it is written, its end included."""
    return _ENCODER.encode(line) + b"\n"


def move_line(move: Move) -> MoveLine:
    """The line of a move."""
    return MoveLine("house" if move.seat == HOUSE else move.seat, action_text(move.action))


def read_move(line: MoveLine, *, at: int) -> Move:
    """The move of a line."""
    seat = HOUSE if line.seat == "house" else line.seat
    try:
        return Move(seat, parse_action(line.do))
    except BadMove as bad:
        raise BadRecord(str(bad), line=at) from None


def header_line(header: Header, shuffles: tuple[Shuffle, ...] = ()) -> HeaderLine:
    """The first line of a record with this header."""
    return HeaderLine(
        format="laydown",
        version=VERSION,
        rules=rules_dict(header.rules),
        seats=header.seats,
        time=header.time,
        players=header.players,
        dealer=header.dealer,
        seen_by=header.seen_by,
        shuffles=shuffles,
    )


def read_header(line: HeaderLine, *, at: int) -> Header:
    """The header of a first line, every part of it checked."""
    try:
        rules = read_rules_dict(line.rules)
    except BadRules as bad:
        raise BadRecord(str(bad), line=at) from None
    for problem in rules.problems():
        raise BadRecord(f"these rules cannot be played: {problem}", line=at)
    seats = rules.setup.players
    if len(line.seats) != seats:
        raise BadRecord(f"{len(line.seats)} names for {seats} seats", line=at)
    if line.players and len(line.players) != seats:
        raise BadRecord(f"{len(line.players)} players for {seats} seats", line=at)
    for name in (*line.seats, *line.players):
        check_text(name, LONGEST_NAME, "a name", at=at)
    for seat in (line.dealer, -1 if line.seen_by is None else line.seen_by):
        if not -1 <= seat < seats:
            raise BadRecord(f"there is no seat {seat}", line=at)
    if line.seen_by == -1:
        raise BadRecord("there is no seat -1", line=at)
    _check_time(line.time, at=at)
    return Header(
        rules=rules,
        seats=line.seats,
        time=line.time,
        players=line.players,
        dealer=line.dealer,
        seen_by=line.seen_by,
    )


def _check_time(time: str, *, at: int) -> None:
    if not time:
        return
    try:
        datetime.fromisoformat(time[:60])
    except ValueError:
        raise BadRecord(f"{time[:60]!r} is no ISO date and time", line=at) from None
    if len(time) > 40:
        raise BadRecord("the time is too long", line=at)


def check_text(text: str, longest: int, what: str, *, at: int) -> None:
    """Refuse text that is too long or could upset a terminal."""
    if len(text) > longest:
        raise BadRecord(f"{what} has {len(text)} characters; {longest} are the most", line=at)
    if _CONTROL.search(text):
        raise BadRecord(f"{what} has control characters", line=at)


def clean_text(text: str, longest: int) -> str:
    """The text as :func:`check_text` lets it pass: cut off, and spaces for control characters."""
    return _CONTROL.sub(" ", text[:longest]).encode("utf-8", "replace").decode()


def read_line(raw: bytes, *, at: int) -> AnyLine:
    """One line; :class:`BadRecord` with its number for anything else than a good one."""
    found = _FIRST_KEY.match(raw)
    decoder = _KINDS.get(found[1].decode()) if found else None
    try:
        line = (decoder or _kind_by_keys(raw)).decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as bad:
        raise BadRecord(_foreign(raw) or _in_words(bad), line=at) from None
    if isinstance(line, RemarkLine):
        check_text(line.remark, LONGEST_REMARK, "a remark", at=at)
    if isinstance(line, Shuffle):
        _check_shuffle(line, at=at)
    if isinstance(line, HeaderLine):
        for shuffle in line.shuffles:
            _check_shuffle(shuffle, at=at)
    return line


def _foreign(raw: bytes) -> str:
    """What to say of a header of another format or version; empty for any other line."""
    try:
        stamp = msgspec.json.decode(raw, type=Stamp)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    if stamp.format != "laydown":
        return f"this is no record of Laydown but of {stamp.format[:30]!r}"
    if stamp.version != VERSION:
        return f"the record is of version {stamp.version}; only version {VERSION} can be read here"
    return ""


def _kind_by_keys(raw: bytes) -> msgspec.json.Decoder[AnyLine]:
    """The kind of a line whose keys stand in another order than that in which they are written."""
    keys = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    for key, decoder in _KINDS.items():
        if key in keys:
            return decoder
    raise ValueError("this is no line of a record")


def _in_words(bad: Exception) -> str:
    if isinstance(bad, RecursionError):
        return "the line is nested too deeply"
    return str(bad)[:300] or "the line cannot be read"


def _check_shuffle(shuffle: Shuffle, *, at: int) -> None:
    if not 1 <= shuffle.shuffle <= MOST_LINES:
        raise BadRecord("shuffles are counted from 1", line=at)
    if not re.fullmatch(r"[0-9a-f]{64}", shuffle.digest):
        raise BadRecord("a promise has 64 hexadecimal digits", line=at)
    if len(shuffle.salt) > 200:
        raise BadRecord("the salt is too long", line=at)


def raw_lines(source: Path | str | bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers, ends included; empty ones are skipped. A path is read as a
    file, text as the record itself. No line is held that is longer than a record's may be."""
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                yield from _bounded(file)
        except OSError as bad:
            raise BadRecord(f"{source} cannot be read: {bad.strerror or bad}") from None
        return
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    yield from _bounded(BytesIO(data))


def _bounded(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    for number in range(1, MOST_LINES + 2):
        raw = file.readline(LONGEST_LINE + 1)
        if not raw:
            return
        if number > MOST_LINES:
            raise BadRecord(f"a record has {MOST_LINES} lines at most", line=number)
        if len(raw) > LONGEST_LINE:
            raise BadRecord(f"the line has more than {LONGEST_LINE} bytes", line=number)
        yield number, raw
