"""Finding a match that was not finished, and sitting down to it again."""

from __future__ import annotations

import os
import re
import sys
from datetime import datetime
from pathlib import Path

import msgspec

from laydown.cli.terminal.journal import SEED, InUse, Journal, hold, let_go
from laydown.cli.terminal.news import Step
from laydown.cli.terminal.seating import HUMAN, Seating
from laydown.engine.actions import HOUSE
from laydown.engine.errors import BadRecord
from laydown.engine.match import Match
from laydown.record.jsonl import Loaded, load_all
from laydown.record.writer import resume as go_on
from laydown.rules.rules import Rules

ENDING = ".jsonl"
MOST_LOOKED_AT = 20
"""files of the folder, the newest first, among which an unfinished match is looked for"""


class Resumed(msgspec.Struct, frozen=True):
    """A match to go on with: its seating, its record, and the steps of its round."""

    seating: Seating
    journal: Journal
    match: Match
    steps: tuple[Step, ...]
    remark: str = ""
    """what has to be said first, such as that the file was damaged"""


def folder() -> Path:
    """Where records are kept when nobody says where."""
    if given := os.environ.get("XDG_DATA_HOME"):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".local" / "share"
    return base / "laydown" / "matches"


def new_path(key: str) -> Path:
    """A name for a new record in the folder that no other has."""
    stem = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{key}"
    path = folder() / f"{stem}{ENDING}"
    number = 2
    while path.exists():
        path = folder() / f"{stem}-{number}{ENDING}"
        number += 1
    return path


def unfinished() -> Path | None:
    """The newest record in the folder whose match is not over."""
    try:
        files = sorted(folder().glob(f"*{ENDING}"), key=lambda p: p.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in files[:MOST_LOOKED_AT]:
        if not _is_over(path) and not continued(path).exists() and not _is_played(path):
            return path
    return None


def _is_played(path: Path) -> bool:
    """Whether another table has the record in use."""
    try:
        let_go(hold(path))
    except InUse:
        return True
    return False


def continued(path: Path) -> Path:
    """Where a match goes on whose record was damaged."""
    return path.with_name(f"{path.stem}-continued{path.suffix}")


def _is_over(path: Path) -> bool:
    """Whether the record ends with a winner, or cannot be read at all."""
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - 4096, 0))
            tail = file.read()
    except OSError:
        return True
    return b'"derived":"won"' in tail or not tail.strip()


def sit_down(path: Path, *, seed: int | None = None) -> Resumed:
    """Open a record to go on with it; `BadRecord` where not even its beginning is good.

    A last line that was cut off is dropped (the writer keeps it beside the file). A file that is
    damaged otherwise is left alone: its good part goes on in a new file.
    """
    loaded = load_all(path)
    lock = hold(path)
    remark = ""
    if loaded.record.damage is not None:
        path, remark = _around_damage(path, loaded, loaded.record.damage)
        let_go(lock)
        lock = hold(path)
    header = loaded.record.header
    kinds = header.players or (HUMAN,) * len(header.seats)
    kinds = tuple(kind if kind in _kinds() else "plain" for kind in kinds)
    for said in loaded.record.remarks:
        if seed is None and said.after == 0 and said.text.startswith(SEED):
            number = re.fullmatch(r"-?\d{1,1500}", said.text.removeprefix(SEED), re.ASCII)
            seed = int(number[0]) if number else None
    seating = Seating(header.seats, kinds, title=title_of(header.rules), seed=seed)
    moves = loaded.record.moves
    seating.shuffles = sum(move.seat == HOUSE for move in moves)
    steps = _steps(loaded)
    writer, _ = go_on(path)
    shuffles = len(loaded.record.shuffles)
    journal = Journal(
        path,
        writer,
        moves=len(moves),
        shuffles=shuffles,
        seed="" if seed is None else str(seed),
        lock=lock,
    )
    return Resumed(seating, journal, loaded.final, steps, remark)


def _around_damage(path: Path, loaded: Loaded, damage: BadRecord) -> tuple[Path, str]:
    good = path.read_bytes()
    if b"\n" not in good[loaded.good :]:
        return path, (
            f"The record's last line was cut off (line {damage.line}); "
            f"the {len(loaded.record.moves)} moves before it are all there."
        )
    other = continued(path)
    number = 2
    while other.exists():
        other = path.with_name(f"{path.stem}-continued-{number}{path.suffix}")
        number += 1
    other.write_bytes(good[: loaded.good])
    return other, (
        f"The record is damaged: {damage}. The {len(loaded.record.moves)} moves before that are "
        f"good, and the match goes on from there in {other}. The damaged file stays as it is."
    )


def _steps(loaded: Loaded) -> tuple[Step, ...]:
    """The steps of the round that is being played."""
    steps: list[Step] = []
    before: Match | None = None
    for move, after in loaded.record.positions():
        if move is not None and before is not None:
            steps.append(Step(before, move))
            if len(after.results) > len(before.results):
                steps = []
        before = after
    return tuple(steps)


def _kinds() -> tuple[str, ...]:
    from laydown.players.levels import LEVELS

    return (HUMAN, *LEVELS)


def title_of(rules: Rules) -> str:
    """The title of the game these rules are, or are a house's form of."""
    from laydown.rules.text import nearest_game

    return nearest_game(rules).title
