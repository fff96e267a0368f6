"""The facts about cards that one deal's rules come down to."""

from __future__ import annotations

from functools import lru_cache

from laydown.cards import FACES, JOKER
from laydown.engine.state import Round
from laydown.engine.view import PlayerView
from laydown.rules.options import AceInRuns, Sets, Teams
from laydown.rules.pack import jokers_a_deck, ranks_left, twos_wild
from laydown.rules.rules import Rules

NO_CAP = 99


class Law:
    """The facts about cards and melds that one deal's rules come down to.

    Compared by identity: :func:`law_of` hands out one for equal rules, packs and wild rank.
    """

    __slots__ = (
        "ace_high",
        "cap",
        "copies",
        "corner",
        "decks",
        "in_pack",
        "is_wild",
        "min_naturals",
        "rules",
        "run_max",
        "runs",
        "set_max",
        "suits_differ",
        "wild_mask",
        "wild_rank",
    )

    def __init__(self, rules: Rules, decks: int, wild_rank: int) -> None:
        melds = rules.melds
        self.rules = rules
        self.decks = decks
        self.wild_rank = wild_rank
        self.copies = face_counts(rules, decks)
        self.in_pack = tuple(count > 0 for count in self.copies)
        wild_ranks = {wild_rank} if wild_rank >= 0 else set()
        if twos_wild(rules):
            wild_ranks.add(1)
        self.is_wild = tuple(face == JOKER or face % 13 in wild_ranks for face in range(FACES))
        self.wild_mask = sum(1 << face for face in range(FACES) if self.is_wild[face])
        self.set_max = 4 * decks if melds.sets is Sets.FOUR_A_DECK else 4
        self.suits_differ = not melds.set_identical
        self.runs = melds.runs
        self.ace_high = melds.ace_in_runs is not AceInRuns.LOW
        self.corner = melds.ace_in_runs is AceInRuns.CORNER
        self.run_max = melds.run_max
        self.cap = NO_CAP if melds.max_wilds_per_meld is None else melds.max_wilds_per_meld
        self.min_naturals = melds.min_naturals


@lru_cache(maxsize=4096)
def face_counts(rules: Rules, decks: int) -> tuple[int, ...]:
    """How many of each face the shuffled pack holds, the joker last."""
    left = ranks_left(rules)
    ranks = [decks if rank in left else 0 for rank in range(13)]
    return (*(ranks * 4), jokers_a_deck(rules) * decks)


@lru_cache(maxsize=4096)
def _law(rules: Rules, decks: int, wild_rank: int) -> Law:
    return Law(rules, decks, wild_rank)


def law_of(of: PlayerView | Round) -> Law:
    """The law of the deal that a view or a round belongs to."""
    return _law(of.rules, of.decks, of.wild_rank)


def law(rules: Rules, *, decks: int, wild_rank: int = -1) -> Law:
    """The law of a deal from so many packs with this rank wild (-1: none)."""
    return _law(rules, decks, wild_rank)


def partner_of(rules: Rules, seat: int) -> int:
    """The seat opposite, where partners play; else -1 (R5-15)."""
    return (seat + 2) % 4 if rules.setup.teams is Teams.PAIRS else -1
