"""``laydown print``: the rules or a score sheet as a file to print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import get_args

from laydown.cli.rules import table_rules
from laydown.cli.scores import BadScores, read_scores
from laydown.engine.dealing import next_dealer
from laydown.printing.content import Document, Paper
from laydown.printing.files import CannotPrint, data_of, write
from laydown.printing.sheets import ROUNDS, Scores, for_players, rules_document, sheet
from laydown.rules.errors import BadRules
from laydown.rules.games import DEFAULT, GAMES, game
from laydown.rules.rules import checked

MOST_ROUNDS = 200
LONGEST_NAME = 40


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "print",
        help="print the rules or a score sheet to a file",
        description="Write the rules of a table, or a score sheet with the rules on its back, to"
        " an HTML or PDF file that prints on one or two pages."
        f" The games are {', '.join(GAMES)}.",
    )
    parser.add_argument("what", choices=("rules", "sheet"), help="what to print")
    parser.add_argument("game", nargs="?", default=DEFAULT.key, help=f"the game ({DEFAULT.key})")
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE", help="house rules")
    parser.add_argument("--players", type=int, help="how many play (the game's own number)")
    parser.add_argument("--names", default="", help="their names in seating order: Anna,Ben")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"rows of the score sheet ({ROUNDS})"
    )
    parser.add_argument("--dealer", default="", metavar="NAME", help="who deals the first round")
    parser.add_argument(
        "--scores", type=Path, metavar="FILE",
        help="fill the sheet from a sheet's CSV, or from JSON with names and rounds",
    )  # fmt: skip
    parser.add_argument("--paper", choices=get_args(Paper), default="a4", help="its size (a4)")
    parser.add_argument(
        "--option", nargs="+", action="extend", default=[], metavar="OPTION=VALUE",
        help="house rules too, as for laydown play",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE",
        help="a file that ends in .html or .pdf; - for HTML on the standard output",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file; 2 where the wish makes no sense, 1 where it could not be written."""
    try:
        document = _document(args)
        if args.output == "-":
            sys.stdout.buffer.write(data_of(document, ".html"))
            return 0
        write(document, Path(args.output))
    except (BadRules, BadScores) as bad:
        print(f"laydown print: {bad}", file=sys.stderr)
        return 2
    except CannotPrint as cannot:
        print(f"laydown print: {cannot}", file=sys.stderr)
        return 2 if cannot.usage else 1
    return 0


def _document(args: argparse.Namespace) -> Document:
    chosen = game(args.game)
    if args.what == "rules":
        for name in ("names", "dealer", "scores"):
            if getattr(args, name):
                raise BadRules(f"--{name} is for a score sheet, not for the rules")
        rules = checked(table_rules(chosen, (*args.options, *args.option), players=args.players))
        return rules_document(rules, game=chosen, paper=args.paper)
    names = tuple(name.strip() for name in args.names.split(",")) if args.names else ()
    scores = Scores()
    if args.scores:
        found, scores = read_scores(args.scores)
        if names and len(names) != len(found):
            raise BadScores(f"{args.scores} has {len(found)} players, --names has {len(names)}")
        names = names or found
    _check_names(names)
    if not 1 <= args.rounds <= MOST_ROUNDS:
        raise BadScores(f"--rounds must be from 1 to {MOST_ROUNDS}")
    rules = table_rules(
        chosen, (*args.options, *args.option), players=args.players or len(names) or None
    )
    if names and args.players and len(names) > args.players:
        raise BadScores(f"there are {len(names)} names for {args.players} players")
    rules = checked(rules if args.players else for_players(rules, len(names)) if names else rules)
    if args.dealer:
        if args.dealer not in names:
            raise BadScores(f"--dealer must be one of --names: {', '.join(names) or 'none given'}")
        dealers, seat = [], names.index(args.dealer)
        for _ in range(max(args.rounds, len(scores.points))):
            dealers.append(seat)
            seat = next_dealer(rules, seat)
        scores = Scores(
            points=scores.points,
            dealers=tuple(dealers),
            starts=scores.starts,
            struck=scores.struck,
        )
    return sheet(
        rules, game=chosen, names=names, scores=scores, rounds=args.rounds, paper=args.paper
    )


def _check_names(names: tuple[str, ...]) -> None:
    for name in names:
        if not name:
            raise BadScores("a name is empty")
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadScores(f"{name[:LONGEST_NAME]!r} is no name for a head of a column")
    if len(set(names)) < len(names):
        raise BadScores("two players have the same name")
