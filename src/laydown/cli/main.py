"""The command ``laydown``: finds the command's module, and loads no other."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

COMMANDS: dict[str, str] = {
    "play": "laydown.cli.play",
    "serve": "laydown.cli.serve",
    "store": "laydown.cli.store",
    "rules": "laydown.cli.rules",
    "referee": "laydown.cli.referee",
    "print": "laydown.cli.printing",
    "replay": "laydown.cli.replay",
    "cases": "laydown.cli.cases",
    "arena": "laydown.cli.arena",
}
"""By command, the module that declares it with ``add_parser(subparsers)``, which sets `run`."""


def parser(commands: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command line with these commands."""
    whole = argparse.ArgumentParser(
        prog="laydown",
        description="The rummy family: play, read the rules, replay records, check cases.",
        epilog="Without a command, a match is played.",
    )
    whole.add_argument("--version", action="store_true", help="say which version this is")
    subparsers = whole.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in commands:
        importlib.import_module(COMMANDS[command]).add_parser(subparsers)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0, 1 for a failure, 2 for wrong arguments."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["--version"]:
        print(f"laydown {_version()}")
        return 0
    asks = any(word in ("-h", "--help") for word in given[:1])
    if not asks and (not given or given[0].startswith("-")):
        given.insert(0, "play")
    commands = [given[0]] if given[0] in COMMANDS else list(COMMANDS)
    args = _parsed(parser(commands), given)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # whoever read the output has gone; there is nobody to tell
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print()
        return 130
    return status


def _parsed(whole: argparse.ArgumentParser, given: list[str]) -> argparse.Namespace:
    """The arguments; house rules may also come after flags, where argparse looks for none."""
    args, left = whole.parse_known_args(given)
    late = [each for each in left if "=" in each and not each.startswith("-")]
    place = next((each for each in ("options", "words") if hasattr(args, each)), "")
    if left and (late != left or not place):
        whole.error(f"unrecognized arguments: {' '.join(left)}")
    if late:
        setattr(args, place, [*getattr(args, place), *late])
    return args


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("laydown")
    except PackageNotFoundError:
        return "(not installed)"
