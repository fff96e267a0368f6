"""``laydown rules``: the rules of a table on one page, with a worked example."""

from __future__ import annotations

import argparse
import sys

from laydown.cli.paper import Paper
from laydown.record.compared import Comparison, compared
from laydown.record.page import Rulebook
from laydown.record.pagetext import paragraph_lines, plain_text, table_lines
from laydown.record.rulebook import rulebook
from laydown.rules.catalogue import with_options
from laydown.rules.errors import BadRules
from laydown.rules.games import DEFAULT, GAMES, Game, game
from laydown.rules.rules import Rules, checked
from laydown.rules.text import parse_rules, rules_json, rules_text

MOST_NAME = 24
"""letters of a rule set that stand before each of its sentences"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "rules",
        help="print the rules of a game with the house rules of a table",
        description="Print the rules of exactly the options given, with a worked example. "
        f"The games are {', '.join(GAMES)}.",
    )
    parser.add_argument("game", nargs="?", default=DEFAULT.key, help=f"the game ({DEFAULT.key})")
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE", help="house rules")
    parser.add_argument("--players", type=int, help="how many play (the game's own number)")
    parser.add_argument(
        "--option", nargs="+", action="extend", default=[], metavar="OPTION=VALUE",
        help="house rules too, as for laydown play",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="plain text without colours")
    parser.add_argument("--json", action="store_true", help="every option and its value, as JSON")
    parser.add_argument(
        "--against", metavar="RULES",
        help="what differs from other rules, in sentences: a game, with house rules in quotes",
    )  # fmt: skip
    parser.add_argument("--short", action="store_true", help="the rules in one line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the page; 2 where there are no such rules or they cannot be played."""
    try:
        chosen = game(args.game)
        rules = checked(table_rules(chosen, (*args.options, *args.option), players=args.players))
        others = checked(parse_rules(args.against)) if args.against else None
    except BadRules as bad:
        print(f"laydown rules: {bad}", file=sys.stderr)
        return 2
    paper = Paper(plain=args.plain)
    if args.json:
        print(rules_json(rules).decode(), end="")
    elif others is not None:
        _contrast(compared(rules, others), paper)
    elif args.short:
        print(rules_text(rules, chosen.key))
    elif paper.plain:
        for line in plain_text(rulebook(rules, chosen), width=paper.width).splitlines():
            paper.line(line)
    else:
        _show(rulebook(rules, chosen), paper)
    return 0


def table_rules(chosen: Game, options: tuple[str, ...], *, players: int | None) -> Rules:
    """The game's rules with these options, each written ``name=value``."""
    values: dict[str, object] = {}
    for given in options:
        name, equals, value = given.partition("=")
        if not equals:
            raise BadRules(f"{given[:40]!r} is no option: write it as queen_of_spades=40")
        if name in values:
            raise BadRules(f"{name} is given twice")
        values[name] = value
    if players is not None:
        values.setdefault("players", players)
    return with_options(chosen.rules, values)


def _contrast(found: Comparison, paper: Paper) -> None:
    """Every difference: what it is about, and what either side says."""
    names = (found.a.text, found.b.text)
    wide = max(map(len, names)) <= MOST_NAME
    first, second = names if wide else ("these", "those")
    paper.write(f"{found.a.text}, and {found.b.text}:", "bold cyan")
    if not found.groups:
        paper.write("These are the same rules.")
    for _, some in found.groups:
        for each in some:
            paper.line()
            paper.write(each.question, "bold")
            paper.write(f"  {first}: {each.a}")
            paper.write(f"  {second}: {each.b}")


def _show(book: Rulebook, paper: Paper) -> None:
    """The page in colours: headings stand out, and so do house rules."""
    paper.line(book.title, "bold cyan")
    paper.write(book.blurb, "italic")
    for section in book.sections:
        paper.line()
        paper.line(section.title, "bold cyan")
        for paragraph in section.paragraphs:
            if paragraph.rows:
                for number, line in enumerate(table_lines(paragraph.rows)):
                    paper.line(f"  {line}", "" if number else "bold")
            elif paragraph.shown or paragraph.pairs:
                for line in paragraph_lines(paragraph, paper.width):
                    paper.line(line)
            elif paragraph.house:
                paper.write(f"★ {paragraph.text}", "yellow")
            else:
                paper.write(f"{paragraph.title} {paragraph.text}".strip())
