"""Reading case files: each case by itself, so that one bad case spoils no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from laydown.cases.errors import BadCase, cut
from laydown.cases.loading import LARGEST, load
from laydown.cases.schema import Case

SCHEMA_VERSION = 2
REMARKS = ("why", "note", "reason", "source")


class Unread(msgspec.Struct, frozen=True):
    """A case that does not follow the schema, and why."""

    id: str
    problem: str


class CaseFile(msgspec.Struct, frozen=True):
    """The cases of a file in order; those that do not follow the schema stand among them."""

    name: str
    cases: tuple[Case | Unread, ...]


def read_file(path: Path) -> CaseFile:
    """The cases of a file; :class:`BadCase` if it is no case file at all."""
    try:
        if path.stat().st_size > LARGEST * 4:
            raise BadCase("the file is too large for a case file")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as bad:
        raise BadCase(f"cannot be read: {bad.strerror or bad}") from None
    except UnicodeDecodeError:
        raise BadCase("cannot be read: it is not UTF-8 text") from None
    return read_text(text, name=str(path))


def read_text(text: str, *, name: str = "cases") -> CaseFile:
    """The cases that the YAML holds; :class:`BadCase` if it is no case file at all."""
    raw = load(text)
    if not isinstance(raw, dict):
        raise BadCase("this is no case file: it must be a mapping with a list of `cases`")
    unknown = [key for key in raw if key not in ("schema_version", "prepared", "cases", *REMARKS)]
    if unknown:
        raise BadCase(f"this is no case file: unknown key {cut(unknown[0])}")
    version = raw.get("schema_version", SCHEMA_VERSION)
    if version != SCHEMA_VERSION:
        raise BadCase(f"schema_version is {cut(version)}; this runner reads {SCHEMA_VERSION}")
    listed = raw.get("cases")
    if not isinstance(listed, list) or not listed:
        raise BadCase("this is no case file: `cases` must be a list with at least one case")
    cases: list[Case | Unread] = []
    seen: set[str] = set()
    for number, each in enumerate(listed, 1):
        case = _read_case(each, number)
        if case.id in seen:
            case = Unread(case.id, "this id was used before in the file")
        seen.add(case.id)
        cases.append(case)
    return CaseFile(name, tuple(cases))


def _read_case(raw: Any, number: int) -> Case | Unread:
    name = f"case {number}"
    if not isinstance(raw, dict):
        return Unread(name, f"a case must be a mapping, not {cut(raw)}")
    given = raw.get("id")
    if isinstance(given, str | int) and not isinstance(given, bool) and str(given).strip():
        name = str(given).strip()
    else:
        return Unread(name, "a case must have an `id`")
    filled = {key: value for key, value in raw.items() if value is not None}
    try:
        return msgspec.convert({**filled, "id": name}, Case)
    except msgspec.ValidationError as bad:
        return Unread(name, _plain(str(bad)))
    except RecursionError:
        return Unread(name, "the case is nested too deeply")


def _plain(message: str) -> str:
    """A schema error in the words of the file: ``situation.hands: …``."""
    what, _, where = message.rpartition(" - at `")
    if not what:
        return message
    path = where.rstrip("`").removeprefix("$").removeprefix(".")
    if path.startswith("key"):
        return message
    return f"{path}: {what}" if path else what
