"""``laydown replay``: step through a record, or write it in another form."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from laydown.cli.paper import Paper
from laydown.cli.stepping import Frame, frames_of, frames_seen, step_through, write_all
from laydown.engine.errors import BadRecord
from laydown.record.files import load_any
from laydown.record.jsonl import dumps
from laydown.record.record import Record
from laydown.record.seats import SeatRecord, dumps_seat, seat_record
from laydown.record.sheets import scores_csv
from laydown.record.textform import to_toml


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "replay",
        help="step through the record of a match",
        description="Step through the record of a match. A damaged record is shown up to the"
        " damage, and the exit status is 1.",
    )
    parser.add_argument("file", type=Path, help="the record: JSON Lines, or the text form (.toml)")
    parser.add_argument("--all", action="store_true", help="print every move instead of stepping")
    parser.add_argument("--plain", action="store_true", help="no colours")
    parser.add_argument("--seat", type=int, metavar="N", help="only what the player in seat N saw")
    parser.add_argument(
        "--as", dest="form", choices=("csv", "jsonl", "toml", "moves"),
        help="print it as a table of scores, a record, the text form, or moves one per line",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay; 1 where the record is damaged, 2 where there is nothing to show."""
    paper = Paper(plain=args.plain)
    try:
        record = load_any(args.file, keep_good=True)
        if args.seat is not None:
            record = _of_seat(record, args.seat)
    except BadRecord as bad:
        print(f"laydown replay: {args.file.name}: {bad}", file=sys.stderr)
        return 1
    except ValueError as bad:
        print(f"laydown replay: {bad}", file=sys.stderr)
        return 2
    if args.form:
        status = _write(record, args.form)
    else:
        frames = _frames(record)
        if args.all or not sys.stdin.isatty():
            write_all(frames, paper)
        else:
            step_through(frames, paper)
        status = 0
    if record.damage is not None:
        print(f"laydown replay: {args.file.name}: {record.damage}", file=sys.stderr)
        print("What comes before it was kept.", file=sys.stderr)
        return 1
    return status


def _of_seat(record: Record | SeatRecord, number: int) -> SeatRecord:
    """The record as the player in the seat, counted from 1, saw it."""
    if isinstance(record, SeatRecord):
        raise ValueError("this is one seat's record already")
    if not 1 <= number <= len(record.header.seats):
        raise ValueError(f"there is no seat {number}: there are {len(record.header.seats)}")
    return seat_record(record, number - 1)


def _frames(record: Record | SeatRecord) -> list[Frame]:
    return frames_of(record) if isinstance(record, Record) else frames_seen(record)


def _write(record: Record | SeatRecord, form: str) -> int:
    from laydown.record.notation import moves_text

    if form == "moves":
        moves = record.moves if isinstance(record, Record) else [s.move for s in record.steps]
        print(moves_text(moves), end="")
    elif isinstance(record, SeatRecord):
        if form != "jsonl":
            print("laydown replay: one seat's record is written as jsonl only", file=sys.stderr)
            return 2
        print(dumps_seat(record), end="")
    elif form == "csv":
        print(scores_csv(record.final(), record.header.seats), end="")
    else:
        print(dumps(record) if form == "jsonl" else to_toml(record), end="")
    return 0
