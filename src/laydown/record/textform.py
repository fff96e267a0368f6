"""The readable text form, ``.rummy.toml``: the header as keys, the moves as short entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from laydown.engine.errors import BadRecord
from laydown.engine.match import Match
from laydown.record.facts import facts_of
from laydown.record.jsonl import Reading
from laydown.record.lines import (
    LONGEST_REMARK,
    HeaderLine,
    RemarkLine,
    check_text,
    header_line,
    move_line,
)
from laydown.record.record import Record
from laydown.record.short import ShortReader, entries
from laydown.record.tokens import BadMove

LONGEST = 4_000_000
"""Characters; a match of sixty rounds has a tenth of that."""
SUFFIX = ".rummy.toml"


def to_toml(record: Record) -> str:
    """The record as text that people read and write; loading it leads to the same positions."""
    told = msgspec.to_builtins(header_line(record.header, record.shuffles))
    rules = told.pop("rules")
    if told["seen_by"] is None:
        del told["seen_by"]
    told["actions"] = list(_actions(record))
    told["rules"] = {
        group: {name: "none" if value is None else value for name, value in options.items()}
        for group, options in rules.items()
    }
    return tomli_w.dumps(told)


def _actions(record: Record) -> Iterator[str]:
    before: Match | None = None
    for done, (move, match) in enumerate(record.positions()):
        if move is not None and before is not None:
            yield from entries(move, facts_of(before, move, match))
        for remark in record.remarks:
            if remark.after == done:
                yield f"# {remark.text}"
        before = match


def from_toml(text: str, *, keep_good: bool = False) -> Record:
    """The record of such text, every move played and every claim checked.

    :class:`BadRecord` with the line, where it can be told. Commentary after `` # `` becomes
    remarks. With `keep_good` what comes before the first bad entry is kept.
    """
    told = _parsed(text)
    actions = told.pop("actions", None)
    if not isinstance(actions, list) or not all(isinstance(each, str) for each in actions):
        raise BadRecord("a record in text form has a list of actions, each of them text")
    try:
        header = msgspec.convert(told, HeaderLine)
    except (msgspec.ValidationError, RecursionError) as bad:
        raise BadRecord(str(bad)[:300]) from None
    reading = Reading.of_header(header, at=0)
    damage: BadRecord | None = None
    reader = ShortReader()
    for entry, line in zip(actions, _lines_of(text, actions), strict=True):
        try:
            _take(reading, reader, entry, line)
        except BadRecord as bad:
            damage = bad
            break
        except BadMove as bad:
            damage = BadRecord(str(bad), line=line)
            break
    if damage is not None and not keep_good:
        raise damage
    return reading.record(damage)


def _take(reading: Reading, reader: ShortReader, entry: str, line: int) -> None:
    body, comment = _parted(entry)
    if body:
        move, facts = reader.read(body)
        if move is not None:
            reading.take(move_line(move), at=line, offset=0)
        for fact in facts:
            reading.take(fact, at=line, offset=0)
    if comment:
        check_text(comment, LONGEST_REMARK, "a remark", at=line)
        reading.take(RemarkLine(comment), at=line, offset=0)


def _parted(entry: str) -> tuple[str, str]:
    """The entry and its commentary."""
    pieces = re.split(r"(?:^|\s)#(?:\s|$)", entry, maxsplit=1)
    return pieces[0].strip(), pieces[1].strip() if len(pieces) > 1 else ""


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadRecord(f"{len(text)} characters are too many for a record")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        found = re.search(r"at line (\d+)", str(bad))
        raise BadRecord(str(bad)[:300], line=int(found[1]) if found else 0) from None
    except RecursionError:
        raise BadRecord("the text is nested too deeply") from None
    except ValueError as bad:
        raise BadRecord(str(bad)[:300]) from None


def _lines_of(text: str, actions: list[str]) -> Iterator[int]:
    """The line in which each entry stands; 0 where it is not written as it reads."""
    at, line = text.find("actions"), 0
    counted = 0
    for entry in actions:
        found = text.find(entry, max(at, 0))
        if found < 0:
            yield 0
            continue
        line += text.count("\n", counted, found)
        at, counted = found + len(entry), found
        yield line + 1


def load_toml(path: Path, *, keep_good: bool = False) -> Record:
    """The record in a file in text form."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
        text = data.decode("utf-8-sig")
    except OSError as bad:
        raise BadRecord(f"{path} cannot be read: {bad.strerror or bad}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not text in UTF-8") from None
    return from_toml(text, keep_good=keep_good)
