"""A random round as text: every accessor of the engine at every step.

A field of the acting seat's view is printed when it differs from what was printed last.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
from tests.laws.walks import random_move

from laydown.engine.actions import HOUSE
from laydown.engine.dealing import new_round
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.scoring import score
from laydown.engine.settling import plan
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView, may_act, open_view, view
from laydown.record.notation import action_text
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules, rules_text

FOLDER = Path(__file__).parent
FIRST = 4
"""So many of the legal actions are printed."""


def playthrough(rules: Rules, seed: int) -> str:
    """The round that this seed plays, step by step."""
    return "\n".join(lines(rules, seed)) + "\n"


def again(path: Path) -> str:
    """The text that a file should hold, from the rules and the seed in its first lines."""
    head = path.read_text("utf-8").splitlines()[:2]
    rules, seed = (line.split(": ", 1)[1] for line in head)
    return playthrough(parse_rules(rules), int(seed))


def lines(rules: Rules, seed: int) -> Iterator[str]:
    yield f"rules: {rules_text(rules)}"
    yield f"seed: {seed}"
    rng = random.Random(seed)
    round_ = new_round(rules, rng.randrange(rules.setup.players))
    shown: dict[str, str] = {}
    step = 0
    while round_.phase is not Phase.OVER:
        yield ""
        yield f"== {step}"
        yield from position(round_, shown)
        move = random_move(round_, rng)
        who = "house" if move.seat == HOUSE else str(move.seat)
        yield f"-> {who}: {action_text(move.action)}"
        round_ = play(round_, move)
        step += 1
    yield ""
    yield "== over"
    yield from fields(view(round_, None), shown)
    opened = open_view(round_)
    yield f"hands: {plain(opened.hands)}"
    yield f"stock: {plain(opened.stock)}"
    scored = score(round_)
    for line in scored.lines:
        yield f"line: {plain(line)}"
    for seat in range(round_.players):
        table, hand, total = scored.table(seat), scored.in_hand(seat), scored.total(seat)
        yield f"seat {seat}: table {table}, in hand {hand}, score {total}"
    yield f"totals: {plain(scored.totals)}"


def position(round_: Round, shown: dict[str, str]) -> Iterator[str]:
    """What those who may act see, and may do."""
    seats = may_act(round_)
    if seats == (HOUSE,):
        yield from fields(view(round_, None), shown)
        return
    for seat in seats:
        seen = view(round_, seat)
        yield from fields(seen, shown)
        legal = LegalActions(seen)
        yield f"kinds: {' '.join(kind.__name__ for kind in legal.kinds())}"
        for action in islice(legal, FIRST):
            yield f"  {action_text(action)}"
        for kind in legal.kinds():
            yield f"  sample {action_text(legal.sample(kind, 12345))}"
        yield f"summary: {plain(legal.summary())}"
        if seen.phase is Phase.PLAY:
            yield f"plan: {plain(plan(seen))}"


def fields(seen: PlayerView, shown: dict[str, str]) -> Iterator[str]:
    """The fields of a view that differ from those printed last; the rules are in the first line."""
    for name in seen.__struct_fields__:
        if name == "rules":
            continue
        text = plain(getattr(seen, name))
        if shown.get(name) != text:
            shown[name] = text
            yield f"{name}: {text}"


def plain(value: object) -> str:
    return msgspec.json.encode(value).decode()
