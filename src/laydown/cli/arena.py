"""``laydown arena``: two kinds of player on the same deals with the seats exchanged."""

from __future__ import annotations

import argparse
import sys

from laydown.lab.arena import compete
from laydown.players.levels import LEVELS
from laydown.rules.errors import BadRules
from laydown.rules.games import DEFAULT
from laydown.rules.text import parse_rules


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("arena", help="measure one kind of player against another")
    parser.add_argument("game", help=f"the game, such as {DEFAULT.key}")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="house rules")
    parser.add_argument("--players", type=int, help="how many seats (the game's own number)")
    parser.add_argument(
        "--levels",
        default="plain,greedy",
        metavar="A,B",
        help=f"the players to compare, from {', '.join(LEVELS)} (default: plain,greedy)",
    )
    parser.add_argument("--deals", type=_count, default=100, help="how many deals (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="for the deals (default: 1)")
    parser.add_argument("--matches", action="store_true", help="whole matches, not single rounds")
    parser.add_argument("--jobs", type=_count, default=1, help="processes (default: 1)")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    """A number from 1 up, as an argument."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number


def run(args: argparse.Namespace) -> int:
    """Play, print two lines of results, and return an exit status."""
    levels = tuple(str(args.levels).split(","))
    unknown = [level for level in levels if level not in LEVELS]
    if unknown or len(set(levels)) != 2 or len(levels) != 2:
        wrong = f"there is no player {unknown[0]!r}" if unknown else "name two different players"
        print(f"{wrong}: --levels takes two of {', '.join(LEVELS)}", file=sys.stderr)
        return 2
    seats = [f"players={args.players}"] if args.players is not None else []
    try:
        rules = parse_rules(" ".join((args.game, *args.options, *seats)))
        problems = rules.problems()
        if problems:
            raise BadRules(" ".join(str(problem) for problem in problems))
    except BadRules as bad:
        print(bad, file=sys.stderr)
        return 2
    found = compete(
        rules,
        levels,
        deals=args.deals,
        seed=args.seed,
        whole=args.matches,
        jobs=args.jobs,
    )
    what, won = ("match", "matches won") if args.matches else ("round", "rounds won")
    first, second = levels
    score, share = found.difference, found.share
    print(
        f"{' '.join((args.game, *args.options))}, {rules.setup.players} players,"
        f" {found.deals} deals with every seating: {first} against {second}"
    )
    print(
        f"  {'score a ' + what:<14}{score.mean:+9.1f}"
        f"   95 % interval {score.low:+.1f} … {score.high:+.1f}"
    )
    print(
        f"  {won:<14}{share.mean:9.1%}"
        f"   95 % interval {max(0.0, share.low):.1%} … {min(1.0, share.high):.1%}"
        f"   ({found.undecided} undecided)"
    )
    return 0
