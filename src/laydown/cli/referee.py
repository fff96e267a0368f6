"""``laydown referee``: a question about cards on a table, and the answer under its rules."""

from __future__ import annotations

import argparse
import sys

import msgspec

from laydown.cards import card_sign
from laydown.cli.paper import Paper
from laydown.cli.referee_asking import Given, ask_step_by_step, in_time
from laydown.cli.rules import table_rules
from laydown.record.questions import answers
from laydown.referee import Answer, Asked, AskedMeld, BadQuestion, Kind
from laydown.rules.catalogue import OPTIONS
from laydown.rules.errors import BadRules
from laydown.rules.games import DEFAULT, GAMES, game
from laydown.rules.rules import Rules, checked
from laydown.rules.text import rules_text

QUESTIONS = "questions"
KINDS = (*map(str, Kind), QUESTIONS)
MARKS = {"allowed": "✓", "refused": "✗", "answered": "·"}

EXAMPLES = """\
questions:
  meld CARDS                is this a meld?  laydown referee rummy meld Q♠ K♠ A♠
  layoff CARDS onto MELD    may these be laid off there?  layoff 10S onto "7S 8S 9S"
  dig                       may I take from the pile?  dig --pile "9H 2D" --hand "TH JH" --take 2
  discard CARD              may this be discarded?  discard 9H --hand "9H 2S" --took 9H
  hand CARDS                can this hand go out, and what is best to lay?  hand 7S 8S 9S KD
  call CARD onto MELD       may rummy be called?  call 10S onto "7S 8S 9S" --mine "QH QD QC"
  stock                     the stock is empty: what now?  stock --pile "4S JC 9H" --hand "TH JH"
  score                     what do these count?  score --mine "K♠ K♥ K♦" --hand "Q♠ A♥"
  questions                 what people ask most, answered for these rules

Cards are read from whatever text: A♠ 10h jd, 789c, X=8C for a joker as the eight of clubs."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "referee",
        help="settle an argument about cards on the table",
        description="Settle an argument: the verdict, the reason, the clause, what would have to "
        "differ, and what the cards count, under exactly the rules given. Without a question it "
        f"asks step by step. The games are {', '.join(GAMES)}.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "words", nargs="*", metavar="GAME [OPTION=VALUE …] QUESTION CARDS",
        help=f"the game ({DEFAULT.key}), house rules, the question and its cards",
    )  # fmt: skip
    parser.add_argument("--players", type=int, help="how many play (the game's own number)")
    parser.add_argument("--hand", default="", metavar="CARDS", help="the hand, after the draw")
    parser.add_argument(
        "--onto", default="", metavar="MELD", help="the meld that cards are laid off on"
    )
    parser.add_argument(
        "--table", action="append", default=[], metavar="MELD",
        help="another player's meld on the table; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--mine", action="append", default=[], metavar="MELD",
        help="an own meld on the table; may be repeated",
    )  # fmt: skip
    parser.add_argument("--pile", default="", metavar="CARDS", help="the pile, top card last")
    parser.add_argument("--take", type=int, default=0, help="how many cards are taken from it")
    parser.add_argument(
        "--took", default="", metavar="CARDS", help="cards taken from the pile this turn"
    )
    parser.add_argument("--others", default="", metavar="CARDS", help="what the others still hold")
    parser.add_argument("--wild", default="", metavar="RANK", help="the rank wild this round")
    parser.add_argument("--melded", action="store_true", help="an own meld was laid before")
    parser.add_argument("--no-stock", action="store_true", help="the stock is empty")
    parser.add_argument(
        "--ended", choices=("me", "other", "stock"), default="", help="who went out, for a score"
    )
    parser.add_argument("--rummy", action="store_true", help="the whole hand went at once")
    parser.add_argument(
        "--window", choices=("open", "drawn", "own", "out"), default="open",
        help="for a call: the discard lies open, the next player drew, it is one's own, or the "
        "discarder went out",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="plain text without colours")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the answer: 0, or 1 where it is refused, or 2 where the question cannot be read."""
    paper = Paper(plain=args.plain)
    try:
        given = _given(args)
        if not given.kind:
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                raise BadQuestion(f"say what is asked: one of {', '.join(KINDS)}.")
            return ask_step_by_step(given, paper, show)
        rules = checked(table_rules(game(given.game), given.options, players=args.players))
        if given.kind == QUESTIONS:
            _questions(rules, paper, as_json=args.json)
            return 0
        found = in_time(_asked(args, given), rules)
    except (BadRules, BadQuestion) as bad:
        print(f"laydown referee: {bad}", file=sys.stderr)
        return 2
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        show(found, rules, paper)
    return 1 if found.verdict == "refused" else 0


def _given(args: argparse.Namespace) -> Given:
    """The words in their order: perhaps a game, house rules, the question, its cards."""
    words: list[str] = []
    options: list[str] = []
    for word in args.words:
        asked = any(each in KINDS for each in words)
        (options if _is_option(word, asked=asked) else words).append(word)
    key = DEFAULT.key
    if words and words[0] not in KINDS:
        key = game(words.pop(0)).key
    kind = words.pop(0) if words else ""
    if kind and kind not in KINDS:
        raise BadQuestion(f"“{kind[:20]}” is no question: ask one of {', '.join(KINDS)}.")
    before, onto = words, ""
    for word in ("onto", "on", "to"):
        if word in words:
            at = words.index(word)
            before, onto = words[:at], " ".join(words[at + 1 :])
            break
    return Given(key, tuple(options), kind, " ".join(before), onto)


def _is_option(word: str, *, asked: bool) -> bool:
    """A house rule; after the question ``X=8C`` is a wild card with what it stands for."""
    name, equals, _ = word.partition("=")
    return bool(equals) and (not asked or name.lower().replace("-", "_") in OPTIONS)


def _asked(args: argparse.Namespace, given: Given) -> Asked:
    kind = Kind(given.kind)
    onto = given.onto or args.onto
    melds = [AskedMeld(onto)] if onto else []
    melds += [AskedMeld(each) for each in args.table]
    melds += [AskedMeld(each, mine=True) for each in args.mine]
    cards, hand = given.cards, args.hand
    if kind is Kind.HAND:
        cards, hand = "", f"{cards} {hand}"
    return Asked(
        kind=kind,
        cards=cards,
        onto=1 if onto or kind is not Kind.CALL else 0,
        hand=hand,
        melds=tuple(melds),
        pile=args.pile,
        take=args.take,
        took=args.took,
        others=args.others,
        stock=not args.no_stock and kind is not Kind.STOCK,
        wild=args.wild,
        melded=args.melded,
        ended=args.ended,
        rummy=args.rummy,
        window=args.window,
    )


def show(found: Answer, rules: Rules, paper: Paper) -> None:
    """The answer on a terminal."""
    style = {"allowed": "bold green", "refused": "bold red"}.get(found.verdict, "bold")
    paper.write(f"{MARKS[found.verdict]} {found.headline}", style)
    if found.reason:
        paper.write(found.reason)
    for way in found.ways:
        points = f"  {way.points:+d} on the table" if way.points else ""
        paper.write(f"  {way.text}{points}")
        for step in way.steps if len(way.steps) > 1 or way.steps[0].text != way.text else ():
            paper.write(f"    {step.text}")
        for line in way.lines:
            paper.write(f"    {card_sign(line.card)}: {line.points}{line.why and f', {line.why}'}")
    for line in found.lines:
        paper.write(f"  {line.text}")
    for change in found.otherwise:
        if change.option:
            rule = f"  [{change.option}={change.value}]"
            paper.write(f"  Allowed where this is played: {change.text}{rule}", "green")
        else:
            paper.write(f"  Allowed {change.text[:1].lower()}{change.text[1:]}", "green")
    for note in found.notes:
        paper.write(f"  {note}")
    for each in found.impossible:
        paper.write(f"  ! {each}", "yellow")
    for clause in found.clauses:
        paper.write()
        paper.write(f"{clause.number} {clause.title}", "bold")
        for paragraph in clause.text.split("\n\n"):
            paper.write(f"  {paragraph}")
    paper.write()
    paper.write(f"Under these rules: {rules_text(rules)}", "dim")


def _questions(rules: Rules, paper: Paper, *, as_json: bool) -> None:
    """What people ask most, answered for these rules."""
    found = answers(rules)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    topic = ""
    for each in found:
        if each.topic != topic:
            topic = each.topic
            paper.write()
            paper.write(topic, "bold cyan")
        paper.write(f"  {each.question}", "bold")
        paper.write(f"    {each.text} ({each.clause})")
