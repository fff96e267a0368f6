"""Scores in a file, for a printed sheet: the CSV that sheets are exported as, or plain JSON."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec

from laydown.printing.sheets import Scores

MOST_BYTES = 1_000_000
MOST_PLAYERS = 8
_NOT_PLAYERS = {"round", "dealer", "out", "struck"}
_LARGEST = 10_000_000


class BadScores(ValueError):
    """A file that holds no scores; the message says why."""


class _Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``{"names": [...], "rounds": [[...], ...], "dealers": [...], "starts": [...]}``"""

    names: tuple[str, ...]
    rounds: tuple[tuple[int | None, ...], ...] = ()
    dealers: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()


def read_scores(path: Path) -> tuple[tuple[str, ...], Scores]:
    """The names and what they scored; :class:`BadScores` says what is wrong with the file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadScores(f"{path} is too large for scores")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        raise BadScores(f"{path} cannot be read: {wrong.strerror or wrong}") from None
    except UnicodeDecodeError:
        raise BadScores(f"{path} is no text in UTF-8") from None
    names, scores = _from_json(path, text) if text.lstrip()[:1] == "{" else _from_csv(path, text)
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise BadScores(f"{path} has {len(names)} players; two to {MOST_PLAYERS} are needed")
    for number, row in enumerate(scores.points, 1):
        if len(row) > len(names):
            raise BadScores(f"{path}: round {number} has {len(row)} scores for {len(names)} names")
        if any(each is not None and abs(each) > _LARGEST for each in row):
            raise BadScores(f"{path}: round {number} has a score beyond {_LARGEST}")
    return names, scores


def _from_json(path: Path, text: str) -> tuple[tuple[str, ...], Scores]:
    if '"laydown_sheet"' in text:
        raise BadScores(f"{path} is the backup of a sheet; take the sheet's CSV instead")
    try:
        plain = msgspec.json.decode(text, type=_Plain)
    except msgspec.MsgspecError as wrong:
        raise BadScores(f"{path} holds no scores: {wrong}") from None
    scores = Scores(points=plain.rounds, dealers=plain.dealers, starts=plain.starts)
    return tuple(plain.names), scores


def _from_csv(path: Path, text: str) -> tuple[tuple[str, ...], Scores]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text)) if any(cell.strip() for cell in row)]
    except csv.Error as wrong:
        raise BadScores(f"{path} is no CSV: {wrong}") from None
    if not rows:
        raise BadScores(f"{path} is empty")
    heading = [cell.strip() for cell in rows[0]]
    totals = {f"{name} total" for name in heading}
    columns = [
        at
        for at, name in enumerate(heading)
        if name and name.lower() not in _NOT_PLAYERS and name not in totals
    ]
    names = tuple(heading[at].lstrip("'") for at in columns)
    special = {name.lower(): at for at, name in enumerate(heading)}
    points: list[tuple[int | None, ...]] = []
    dealers: list[int] = []
    struck: list[int] = []
    starts: tuple[int, ...] = ()
    for row in rows[1:]:
        cells = [*row, *[""] * (len(heading) - len(row))]
        if "round" in special and cells[special["round"]].strip().lower() == "start":
            sums = [special.get(f"{heading[at]} total".lower(), at) for at in columns]
            starts = tuple(_number(path, cells[at]) or 0 for at in sums)
            continue
        dealer = cells[special["dealer"]].strip().lstrip("'") if "dealer" in special else ""
        dealers.append(names.index(dealer) if dealer in names else -1)
        if "struck" in special and cells[special["struck"]].strip():
            struck.append(len(points))
        points.append(tuple(_number(path, cells[at]) for at in columns))
    return names, Scores(
        points=tuple(points), dealers=tuple(dealers), starts=starts, struck=tuple(struck)
    )


def _number(path: Path, text: str) -> int | None:
    """``+46`` and ``+46 / 81`` are 46; an empty cell is not zero."""
    first = text.partition("/")[0].strip().replace("−", "-")
    if not first:
        return None
    try:
        return int(first)
    except ValueError:
        raise BadScores(f"{path}: {text.strip()[:30]!r} is no score") from None
