"""What a set and a run are, written a second time from the clauses.

Nothing of the engine is used here: a judge that shared code with the accused would be no judge.
A combination is a list of pairs (card, what it stands for).
"""

from __future__ import annotations

from typing import NamedTuple

from laydown.cards import JOKER, RANKS, Card
from laydown.rules.options import AceInRuns, Sets
from laydown.rules.options import Melds as MeldRules

Pair = tuple[Card, Card]
ACE, TWO = 0, 1


class Facts(NamedTuple):
    """All that decides what a meld is: the meld rules, the pack and which cards are wild."""

    rules: MeldRules
    decks: int
    wild_rank: int
    twos_wild: bool
    removed: frozenset[int]


def ranks_in(text: str) -> frozenset[int]:
    """The ranks named in a list such as ``2`` or ``2,3``."""
    return frozenset(RANKS.index(letter) for letter in text if letter in RANKS)


def is_wild(facts: Facts, card: Card) -> bool:
    """A joker, a card of the named wild rank, a two where twos are permanently wild."""
    if card == JOKER:
        return True
    return card % 13 == facts.wild_rank or (facts.twos_wild and card % 13 == TWO)


def may_stand(facts: Facts, card: Card, stand: Card) -> bool:
    """Only a wild stands for another card, and only for one the pack has (B-26)."""
    if not 0 <= stand < JOKER or stand % 13 in facts.removed:
        return False
    return card == stand or is_wild(facts, card)


def as_lying(facts: Facts, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """The pairs of a set as they count: where a set ignores suits, the suit named for a wild is
    ignored (B-26), so that a card of the set's own rank is simply itself."""
    if not facts.rules.set_identical:
        return pairs
    return tuple(
        (card, card if card != JOKER and card % 13 == stand % 13 else stand)
        for card, stand in pairs
    )


def wilds_are_fine(facts: Facts, pairs: tuple[Pair, ...]) -> bool:
    """Under a cap every wild counts, also at its own rank (B-18); one standing for itself is a
    natural where naturals are counted (B-17)."""
    cap = facts.rules.max_wilds_per_meld
    wilds = sum(is_wild(facts, card) for card, _ in pairs)
    naturals = sum(card == stand for card, stand in pairs)
    return (cap is None or wilds <= cap) and naturals >= facts.rules.min_naturals


def is_set(facts: Facts, pairs: tuple[Pair, ...]) -> bool:
    """Three or more of a rank, of different suits unless a set may repeat a card (B-26, B-27)."""
    stands = [stand for _, stand in pairs]
    most = 4 if facts.rules.sets is Sets.FOUR else 4 * facts.decks
    return (
        3 <= len(pairs) <= most
        and all(may_stand(facts, *pair) for pair in pairs)
        and len({stand % 13 for stand in stands}) == 1
        and (facts.rules.set_identical or len(set(stands)) == len(stands))
        and wilds_are_fine(facts, as_lying(facts, pairs))
    )


def run_orders(facts: Facts, pairs: tuple[Pair, ...]) -> list[tuple[Pair, ...]]:
    """Every way to lay the pairs as a run, low to high; none if they are no run.

    Ranks are counted 0 (ace) to 12 (king); 13 is the ace above the king, and beyond it lies what
    only a corner run reaches. Thirteen cards at most, so no rank twice (B-28).
    """
    if not facts.rules.runs or not 3 <= len(pairs) <= min(13, facts.rules.run_max):
        return []
    if not all(may_stand(facts, *pair) for pair in pairs) or not wilds_are_fine(facts, pairs):
        return []
    if len({stand // 13 for _, stand in pairs}) != 1:
        return []
    by_rank = {stand % 13: (card, stand) for card, stand in pairs}
    if len(by_rank) != len(pairs):
        return []
    match facts.rules.ace_in_runs:
        case AceInRuns.LOW:
            highest = 12
        case AceInRuns.HIGH_OR_LOW:
            highest = 13
        case AceInRuns.CORNER:
            highest = 24
    orders = []
    for start in range(13):
        ranks = range(start, start + len(pairs))
        if ranks[-1] <= highest and all(rank % 13 in by_rank for rank in ranks):
            orders.append(tuple(by_rank[rank % 13] for rank in ranks))
    return orders


def grown_run(
    facts: Facts, lying: tuple[Pair, ...], new: tuple[Pair, ...]
) -> list[tuple[Pair, ...]]:
    """The runs that the new cards make of the one that lies there, whose cards stay in a row."""
    orders = run_orders(facts, (*lying, *new))
    size = len(lying)
    return [
        order
        for order in orders
        if any(order[at : at + size] == lying for at in range(len(order) - size + 1))
    ]
