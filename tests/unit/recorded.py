"""Random matches as records, for the tests of records."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from laydown.engine.actions import Move
from laydown.engine.match import Match, new_match
from laydown.lab.drive import play_out
from laydown.lab.house import House
from laydown.players.uniform import Uniform
from laydown.record.record import Header, Record
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules

NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Flora", "Gus", "Hanna")

TABLES = (
    "rummy players=3",
    "rummy players=2 recycle_shuffle=true recycle_limit=1 target=30",
    "rummy-500 players=2",
    "rummy-500 players=4 teams=pairs call_rummy=board_and_pile go_out=discard_required",
    "rummy-500-jokers players=5 wild_swap=steal call_rummy=board",
    "5000-rummy players=4 permanent_wilds=twos+jokers max_wilds_per_meld=1 wild_split_at_six=true",
    "george players=3",
    "rummy-500-duel",
)
"""All games, and between them every kind of action."""


def played(rules: Rules, *, seed: int, rounds: int) -> tuple[Record, tuple[Match, ...]]:
    """A match of so many rounds at most, and every position of it, the first one included."""
    positions: list[Match] = []
    moves: list[Move] = []

    def note(match: Match, move: Move) -> None:
        positions.append(match)
        moves.append(move)

    seats = rules.setup.players
    players = [Uniform(seed=seed * 100 + seat) for seat in range(seats)]
    house = House(Random(seed))
    final = play_out(new_match(rules), players, house, max_rounds=rounds, on_move=note)
    header = Header(
        rules=rules,
        seats=NAMES[:seats],
        time="2024-05-01T20:15:00+02:00",
        players=("uniform",) * seats,
    )
    return Record(header, tuple(moves)), (*positions, final)


@lru_cache(maxsize=32)
def table(text: str, *, seed: int = 1, rounds: int = 2) -> tuple[Record, tuple[Match, ...]]:
    """A match under the rules that the text says."""
    return played(parse_rules(text), seed=seed, rounds=rounds)
