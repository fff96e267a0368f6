"""Counting: how many sequences of legal actions there are from a position, and in which order.

A file per game gives a small position and, for each number of plies, how many sequences of so many
actions there are (fewer where the round ends) and a digest of them as text, in order. A change of
rules shows in the number, a change of order in the digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from laydown.cards import RANKS, parse_cards
from laydown.engine.actions import HOUSE, Move
from laydown.engine.apply import apply
from laydown.engine.dealing import decks_for
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import may_act, view
from laydown.record.notation import action_text
from laydown.rules.text import parse_rules

FOLDER = Path(__file__).parent


class Ply(msgspec.Struct, frozen=True):
    """The sequences of so many actions: how many, and the SHA-256 of their texts, one a line."""

    sequences: int
    digest: str


class Perft(msgspec.Struct, frozen=True):
    """A position in which the first seat is about to draw, and its sequences by number of plies."""

    rules: str
    wild_rank: str
    hands: tuple[str, ...]
    stock: str
    pile: str
    first: tuple[str, ...] = ()
    """the actions of the first ply"""
    plies: tuple[Ply, ...] = ()


def read(path: Path) -> Perft:
    return msgspec.json.decode(path.read_bytes(), type=Perft, strict=True)


def write(path: Path, perft: Perft) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(perft), indent=2) + b"\n")


def start(perft: Perft) -> Round:
    """The position."""
    rules = parse_rules(perft.rules)
    assert not rules.problems()
    players = len(perft.hands)
    assert players == rules.setup.players
    return Round(
        rules=rules,
        players=players,
        dealer=players - 1,
        decks=decks_for(rules),
        phase=Phase.DRAW,
        seat=0,
        hands=tuple(tuple(sorted(parse_cards(hand))) for hand in perft.hands),
        stock=parse_cards(perft.stock),
        pile=parse_cards(perft.pile),
        wild_rank=RANKS.index(perft.wild_rank) if perft.wild_rank else -1,
        known=((),) * players,
        melded=(False,) * players,
        laid=(False,) * players,
        floating=(False,) * players,
    )


def sequences(round_: Round, plies: int) -> Iterator[str]:
    """Every sequence of so many actions, as text; a round that ends sooner says so."""
    if round_.end is not None:
        yield f" end {round_.end.how.value} {round_.end.out}"
        return
    if not plies:
        yield ""
        return
    for seat in may_act(round_):
        assert seat != HOUSE, "no shuffles in a perft position"
        for action in LegalActions(view(round_, seat)):
            text = f" {seat} {action_text(action)};"
            for rest in sequences(apply(round_, Move(seat, action)), plies - 1):
                yield text + rest


def counted(round_: Round, plies: int) -> Ply:
    """The sequences of so many plies, counted and digested."""
    digest = hashlib.sha256()
    number = 0
    for number, line in enumerate(sequences(round_, plies), 1):  # noqa: B007
        digest.update(line.encode() + b"\n")
    return Ply(number, digest.hexdigest())


def computed(perft: Perft, plies: int) -> Perft:
    """The position with its numbers for one to so many plies."""
    round_ = start(perft)
    return msgspec.structs.replace(
        perft,
        first=tuple(line.strip() for line in sequences(round_, 1)),
        plies=tuple(counted(round_, depth) for depth in range(1, plies + 1)),
    )
