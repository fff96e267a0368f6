"""Asking for a question step by step, on a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec

from laydown.cli.paper import Paper
from laydown.referee import Answer, Asked, AskedMeld, BadQuestion, Kind, answer
from laydown.rules.catalogue import with_options
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES, game
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules, checked

Show = Callable[[Answer, Rules, Paper], None]


class Given(msgspec.Struct, frozen=True):
    """What the command line said: the game, house rules, the question, its cards and where to."""

    game: str
    options: tuple[str, ...] = ()
    kind: str = ""
    cards: str = ""
    onto: str = ""


WORDS: dict[Kind, str] = {
    Kind.MELD: "Is this a meld?",
    Kind.LAYOFF: "May these be laid off there?",
    Kind.DIG: "May I take from the pile?",
    Kind.DISCARD: "May this be discarded?",
    Kind.HAND: "Can this hand go out?",
    Kind.CALL: "May rummy be called?",
    Kind.STOCK: "What now that the stock is empty?",
    Kind.SCORE: "What do these cards count?",
}

FIELDS: dict[Kind, tuple[tuple[str, str], ...]] = {
    Kind.MELD: (("cards", "The cards"),),
    Kind.LAYOFF: (("cards", "The cards to lay off"), ("melds", "The meld they go on")),
    Kind.DIG: (
        ("pile", "The pile, its top card last"),
        ("hand", "The hand before the draw"),
        ("melds", "A meld on the table"),
        ("take", "How many cards to take (nothing: every number)"),
    ),
    Kind.DISCARD: (
        ("cards", "The card to discard"),
        ("hand", "The hand after the draw"),
        ("took", "Cards taken from the pile this turn (nothing: drawn from the stock)"),
        ("melds", "A meld on the table"),
    ),
    Kind.HAND: (("hand", "The hand after the draw"), ("melds", "A meld on the table")),
    Kind.CALL: (
        ("cards", "The discard"),
        ("melds", "A meld on the table"),
        ("hand", "The caller's hand"),
    ),
    Kind.STOCK: (
        ("pile", "The pile, its top card last"),
        ("hand", "The hand of the player to draw"),
        ("melds", "A meld on the table"),
    ),
    Kind.SCORE: (("mine", "A meld of yours on the table"), ("hand", "The cards left in hand")),
}
"""What is asked for, by kind of question; melds until nothing is typed."""


PATIENCE = 20.0
"""seconds for one question: with many wilds there can be too much to look at"""


def in_time(asked: Asked, rules: Rules) -> Answer:
    """The answer; `BadQuestion` where it takes too long to find, or cannot be read."""
    found: list[Answer | Exception] = []

    def look() -> None:
        try:
            found.append(answer(asked, rules))
        except Exception as wrong:  # raised again where it is waited for
            found.append(wrong)

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(PATIENCE)
    match found:
        case [Exception() as wrong]:
            raise wrong
        case [Answer() as told]:
            return told
        case _:
            raise BadQuestion("that takes too long to look through: ask with fewer cards.")


def ask_step_by_step(given: Given, paper: Paper, show: Show) -> int:
    """Ask until the questions are over; 0 at the end of the input."""
    try:
        rules = _rules(given, paper)
        while True:
            kind = _kind(paper)
            if kind is None:
                return 0
            _one(kind, rules, paper, show)
    except EOFError:
        paper.line()
        return 0


def _typed(prompt: str) -> str:
    return input(f"{prompt}: ").strip()


def _rules(given: Given, paper: Paper) -> Rules:
    paper.write(f"The games: {', '.join(GAMES)}.")
    while True:
        line = _typed(f"Game and house rules (nothing: {' '.join((given.game, *given.options))})")
        name, *options = line.split() if line else (given.game, *given.options)
        try:
            stray = next((each for each in options if "=" not in each), "")
            if stray:
                raise BadRules(f"{stray[:40]!r} is no option: write it as queen_of_spades=40")
            values = dict(each.split("=", 1) for each in options)
            return checked(with_options(game(name).rules, values))
        except BadRules as bad:
            paper.write(str(bad), "red")


def _kind(paper: Paper) -> Kind | None:
    paper.line()
    for number, words in enumerate(WORDS.values(), 1):
        paper.write(f"  {number}  {words}")
    kinds = list(WORDS)
    while True:
        line = _typed("Which question (nothing: leave)").lower()
        if not line or line in ("q", "quit", "exit"):
            return None
        if line.isdecimal() and 1 <= int(line) <= len(kinds):
            return kinds[int(line) - 1]
        if line in tuple(kinds):
            return Kind(line)
        paper.write(f"Type a number from 1 to {len(kinds)}.", "red")


def _one(kind: Kind, rules: Rules, paper: Paper, show: Show) -> None:
    fields: dict[str, str] = {}
    melds: list[AskedMeld] = []
    if rules.setup.deal_mode is DealMode.UPCARD:
        fields["wild"] = _typed("The wild rank this round (nothing: none)")
    for name, prompt in FIELDS[kind]:
        if name in ("melds", "mine"):
            melds += _melds(kind, prompt, mine=name == "mine")
        else:
            fields[name] = _typed(prompt)
            while name == "take" and fields[name] and not fields[name].isdecimal():
                paper.write("Type a number, or nothing.", "red")
                fields[name] = _typed(prompt)
    take = fields.pop("take", "")
    asked = Asked(
        kind=kind,
        melds=tuple(melds),
        stock=kind is not Kind.STOCK,
        take=int(take) if take.isdecimal() else 0,
        **fields,  # type: ignore[arg-type]  # all of these are text
    )
    try:
        show(in_time(asked, rules), rules, paper)
    except BadQuestion as bad:
        paper.write(str(bad), "red")


def _melds(kind: Kind, prompt: str, *, mine: bool) -> list[AskedMeld]:
    melds: list[AskedMeld] = []
    while True:
        again = "Another meld" if melds else prompt
        line = _typed(f"{again} (nothing: no more{'' if mine else '; mine: before your own'})")
        if not line:
            return melds
        own = line.lower().startswith("mine:")
        melds.append(AskedMeld(line[5:] if own else line, mine=mine or own))
        if kind is Kind.LAYOFF:
            return melds
