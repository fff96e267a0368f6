"""``laydown play``: a match at the terminal, new or resumed."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from laydown.rules.games import DEFAULT, GAMES, game

if TYPE_CHECKING:
    from laydown.cli.terminal.console import Console
    from laydown.cli.terminal.table import Table
    from laydown.rules.rules import Rules

SLOWEST = 10.0
"""seconds that a computer player may be made to wait before a move"""


class Refused(Exception):
    """The match cannot be played as it was asked for; the message says why."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against the computer, or several people at one keyboard.",
        epilog="Type help at the table for what can be typed there.",
    )
    parser.add_argument("game", nargs="?", default="", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="house rules")
    parser.add_argument("--players", type=int, metavar="N", help="how many seats")
    parser.add_argument(
        "--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE",
        help="house rules too, such as go_out=discard_required queen_of_spades=40",
    )  # fmt: skip
    parser.add_argument(
        "--target", type=int, metavar="N", help="points that the match is played to"
    )
    parser.add_argument(
        "--level", default="plain", metavar="LEVEL",
        help="computer players: random, greedy or plain (the default); a,b,c for one each",
    )  # fmt: skip
    parser.add_argument(
        "--human", type=int, default=1, metavar="N",
        help="how many people play at this keyboard (default: 1; 0 to watch)",
    )  # fmt: skip
    parser.add_argument("--names", default="", metavar="A,B,…", help="names in seat order")
    parser.add_argument("--seed", type=int, metavar="N", help="makes the whole match reproducible")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where to write the record")
    parser.add_argument(
        "--resume", nargs="?", type=Path, const=Path(), metavar="FILE",
        help="go on with a match: that of the record, or the last unfinished one",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="sentences only, for screen readers")
    parser.add_argument(
        "--four-colour", "--four-color", action="store_true", help="a colour for every suit"
    )
    parser.add_argument(
        "--pace", type=float, default=0.0, metavar="SECONDS",
        help="a pause after every move of a computer player",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the match is over or somebody leaves; 2 where it cannot be begun."""
    from laydown.cli.terminal.console import Console, Manner
    from laydown.cli.terminal.journal import InUse
    from laydown.cli.terminal.person import person
    from laydown.cli.terminal.table import Leave
    from laydown.engine.errors import BadRecord
    from laydown.rules.errors import BadRules

    pace = min(max(args.pace, 0.0), SLOWEST) if args.pace == args.pace else 0.0
    console = Console(Manner(plain=args.plain, four_colour=args.four_colour, pace=pace))
    try:
        table = _sit_down(args, console)
    except (Refused, BadRules, BadRecord, InUse) as bad:
        print(f"laydown play: {bad}", file=sys.stderr)
        return 2
    except OSError as bad:
        where = f" {bad.filename}" if bad.filename else ""
        why = bad.strerror or bad
        print(f"laydown play: the record{where} cannot be used: {why}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):
        print()
        return 0
    try:
        table.run(person)
    except (Leave, EOFError):
        return _leave(table, 0)
    except KeyboardInterrupt:
        return _leave(table, 130)
    finally:
        table.journal.close()
    return 0


def _command() -> str:
    """What Laydown is started with; `run.py`, which installs it off the PATH, says so."""
    return os.environ.get("LAYDOWN_COMMAND") or "laydown"


def _leave(table: Table, status: int) -> int:
    """Say where the match is kept and how to go on with it."""
    from laydown.cli.terminal.resume import folder

    path = table.journal.path
    print()
    table.console.say("The match is saved as it stands. To go on with it:")
    which = "" if path.parent == folder() else f" {shlex.quote(str(path))}"
    print(f"  {_command()} play --resume{which}", flush=True)
    return status


def _sit_down(args: argparse.Namespace, console: Console) -> Table:
    from laydown.cli.terminal import resume

    _sort_out(args)
    notices: list[str] = []
    if args.resume is not None:
        path = args.resume if args.resume != Path() else resume.unfinished()
        if path is None:
            raise Refused(f"there is no unfinished match in {resume.folder()}")
        return _resumed(path, args, console)
    if args.record is None and (waiting := resume.unfinished()) is not None:
        asked = (
            args.game or None,
            args.players,
            args.seed,
            args.target,
            *args.option,
            args.names or None,
        )
        if any(value is not None for value in asked) or args.human != 1:
            notices.append(
                f"An unfinished match is kept: {_command()} play --resume goes on with it."
            )
        elif console.yes(f"{_waiting(waiting)} Go on with it?", default=True):
            return _resumed(waiting, args, console)
    return _new(args, console, notices)


def _sort_out(args: argparse.Namespace) -> None:
    """The game and the house rules, in whatever order they were given."""
    words = [word for word in (args.game, *args.options, *args.option) if word]
    games = [word for word in words if "=" not in word]
    if len(games) > 1:
        raise Refused(f"name one game, and house rules as name=value: {' '.join(games)[:60]}")
    args.game = games[0] if games else ""
    args.option = [word for word in words if "=" in word]


def _waiting(path: Path) -> str:
    """Which match is not finished, in a sentence."""
    from datetime import datetime

    from laydown.cli.terminal.resume import title_of
    from laydown.engine.errors import BadRecord
    from laydown.record.jsonl import load_all
    from laydown.record.words import listed

    when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    try:
        found = load_all(path)
    except BadRecord as bad:
        return f"The record of a match of {when:%d %B, %H:%M} is damaged ({bad})."
    header = found.record.header
    return (
        f"{title_of(header.rules)} of {when:%d %B, %H:%M} is not finished: "
        f"{listed(header.seats)}, round {len(found.final.results) + 1}."
    )


def _resumed(path: Path, args: argparse.Namespace, console: Console) -> Table:
    from laydown.cli.terminal import resume
    from laydown.cli.terminal.table import Table

    found = resume.sit_down(path, seed=args.seed)
    table = Table(console, found.seating, found.journal, found.match)
    table.steps = list(found.steps)
    if found.remark:
        table.openings.append(found.remark)
    table.remember()
    return table


def _new(args: argparse.Namespace, console: Console, notices: list[str]) -> Table:
    from datetime import datetime

    from laydown.cli.terminal import resume
    from laydown.cli.terminal.journal import Journal
    from laydown.cli.terminal.seating import HUMAN, Seating, seat_names
    from laydown.cli.terminal.table import Table
    from laydown.engine.match import new_match
    from laydown.record.record import Header

    chosen = game(args.game or DEFAULT.key)
    rules = _rules(args, chosen.key, notices)
    players = rules.setup.players
    if not 0 <= args.human <= players:
        raise Refused(f"--human {args.human}: this table has {players} seats")
    kinds = (HUMAN,) * args.human + _levels(args.level, players - args.human)
    given = args.names.split(",") if args.names else []
    try:
        names = seat_names(given, players=players, humans=args.human)
    except ValueError as bad:
        raise Refused(f"--names: {bad}") from None
    header = Header(
        rules=rules,
        seats=names,
        time=datetime.now().astimezone().isoformat(timespec="seconds"),
        players=kinds,
    )
    path = args.record or resume.new_path(chosen.key)
    seed = "" if args.seed is None else str(args.seed)
    try:
        journal = Journal.new(path, header, seed=seed)
    except FileExistsError:
        if not path.exists():  # a file stands where a folder would have to be
            raise
        raise Refused(
            f"{path} exists already and is not overwritten: --resume {path} goes on with it, or "
            "name another file"
        ) from None
    seating = Seating(names, kinds, title=chosen.title, seed=args.seed)
    table = Table(console, seating, journal, new_match(rules))
    table.openings = notices
    return table


def _rules(args: argparse.Namespace, key: str, notices: list[str]) -> Rules:
    from laydown.rules.text import parse_rules

    words = [key, *args.option]
    if args.players is not None:
        words.append(f"players={args.players}")
    if args.target is not None:
        words.append(f"target={args.target}")
    rules = parse_rules(" ".join(words))
    if problems := rules.problems():
        raise Refused("these rules cannot be played: " + " ".join(map(str, problems)))
    notices += [f"Note: {remark}" for remark in rules.remarks(game(key).rules)]
    return rules


def _levels(text: str, seats: int) -> tuple[str, ...]:
    from laydown.players.levels import LEVELS

    levels = [word.strip().lower() for word in text.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise Refused(f"--level {level[:30]}: the levels are {', '.join(LEVELS)}")
    if len(levels) not in (1, seats) and seats:
        raise Refused(f"--level names {len(levels)} players for {seats} seats of the computer")
    return tuple(levels[0] if len(levels) == 1 else levels[at] for at in range(seats))
