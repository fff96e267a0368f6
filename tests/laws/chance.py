"""Random accepted rule sets, and the chance that a round needs, from one seeded generator."""

from __future__ import annotations

import random

from laydown.cards import RANKS
from laydown.rules.catalogue import OPTIONS, Option, replaced
from laydown.rules.games import GAMES
from laydown.rules.kinds import Choices, Number, RankList, RankMap, SeatMap, Switch, Value
from laydown.rules.rules import Rules

NEVER_VARIED = {"players", "seats_from", "seats_to", "target", "deals", "second_pack_from"}
"""Set on purpose below."""


def random_rules(rng: random.Random) -> Rules:
    """A game with some of its options changed, or all of them, that can be played."""
    while True:
        rules = rng.choice(list(GAMES.values())).rules
        names = [name for name in OPTIONS if name not in NEVER_VARIED]
        share = rng.choice([0.0, 0.05, 0.15, 0.3, 0.6])
        values: dict[str, Value] = {
            name: random_value(rng, OPTIONS[name]) for name in names if rng.random() < share
        }
        values |= {
            "players": rng.randint(2, 8),
            "seats_from": 2,
            "seats_to": 8,
            "second_pack_from": None,
        }
        if rng.random() < 0.5:
            values["decks"] = ((2, rng.choice([1, 2])),)
        varied = replaced(rules, values)
        if not varied.problems():
            return varied


def random_value(rng: random.Random, option: Option) -> Value:
    """Some value of an option; of numbers the small ones and those of the games."""
    match option.kind:
        case Choices(of):
            return rng.choice(list(of))
        case Switch():
            return rng.random() < 0.5
        case Number() as number:
            low = range(number.low, min(number.high, number.low + 3) + 1)
            usual = {OPTIONS[option.name].of(each.rules) for each in GAMES.values()}
            few: list[Value] = [*(number.only or low), *sorted(usual, key=str)]
            if number.word:
                few.append(number.word)
            if number.nothing:
                few.append(None)
            return rng.choice(few)
        case SeatMap(low, high):
            most = min(high, rng.choice([3, 7, 13, 20]))
            starts = sorted({2, *rng.sample(range(3, 9), rng.randint(0, 2))})
            return tuple((start, rng.randint(low, most)) for start in starts)
        case RankMap(low, high):
            return tuple(rng.randint(low, min(high, 14)) for _ in RANKS)
        case _:
            assert isinstance(option.kind, RankList), option.name
            chosen = rng.sample(RANKS, rng.choice([0, 0, 1, 1, 2, 5]))
            return "".join(rank for rank in RANKS if rank in chosen)
