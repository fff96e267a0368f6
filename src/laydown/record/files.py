"""Record files of every form: which form a file has is found out from what it holds."""

from __future__ import annotations

from pathlib import Path

from laydown.record.jsonl import load
from laydown.record.lines import HeaderLine, raw_lines, read_line
from laydown.record.record import Record
from laydown.record.seats import SeatRecord, load_seat
from laydown.record.textform import load_toml


def load_any(path: Path, *, keep_good: bool = False) -> Record | SeatRecord:
    """The record in a file: JSON Lines, whole or one seat's, or the text form (``.toml``)."""
    if path.suffix == ".toml":
        return load_toml(path, keep_good=keep_good)
    for number, raw in raw_lines(path):
        if raw.strip():
            line = read_line(raw, at=number)
            if isinstance(line, HeaderLine) and line.seen_by is not None:
                return load_seat(path, keep_good=keep_good)
            break
    return load(path, keep_good=keep_good)
