"""A table, and what is known of the cards that might come beside it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from laydown.cards import FACES, JOKER, Card
from laydown.engine.building import RunKey
from laydown.engine.law import NO_CAP, Law
from laydown.engine.melds import accepts, open_wilds, run_span
from laydown.engine.rest import may_split
from laydown.engine.state import MeldKind, TableMeld
from laydown.rules.options import RealCardForWild, WildSwap

PARTS = 12
"""Parts of a wild, where several cards share one."""


class Purse(NamedTuple):
    """What the whole of it may still cost."""

    wilds: int
    """at hand"""
    owed: int
    """wilds owed that have no place yet"""
    kept: bool
    """some card stays in the hand"""
    melds: int
    """new melds that may be laid"""

    def covers(self, other: Purse) -> bool:
        """Nothing fails with this that would succeed with the other."""
        return (
            self.wilds >= other.wilds
            and self.owed <= other.owed
            and self.kept >= other.kept
            and self.melds >= other.melds
        )


class SetWay(NamedTuple):
    """One way to lay so many cards of a rank as sets."""

    wilds: int
    room: int
    """for more wilds"""
    number: int
    laid: tuple[int, ...]


class Effort:
    """How many positions may still be looked at; less than nothing once that has stopped a search
    (E-12)."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


class Ledger:
    """A table, and what is known of positions beside it: several questions may share one.

    Positions are remembered by the cards that are still to be given out, so that what was learnt
    for one number of cards from the pile serves the next.
    """

    def __init__(self, law: Law, melds: tuple[TableMeld, ...]) -> None:
        self.law = law
        self.melds = melds
        self.longest = law.run_max if law.run_max < 13 else 3
        self.need = law.min_naturals if law.min_naturals > 1 else 0
        self.capped = law.cap < NO_CAP
        self.sets = [meld for meld in melds if meld.kind is MeldKind.SET]
        self.runs = [meld for meld in melds if meld.kind is MeldKind.RUN] if law.runs else []
        self.reals = [0] * FACES
        if law.rules.melds.real_card_for_wild is RealCardForWild.RUN_ONLY:
            for meld in melds:
                for face in open_wilds(meld):
                    self.reals[face] += 1
        self.starts: dict[tuple[int, int], list[str]] = {}
        """by suit and place, the runs on the table that begin there"""
        self.uppers: dict[tuple[int, int], list[str]] = {}
        """those that end right below"""
        self.ends: dict[tuple[int, int], list[RunKey]] = {}
        """and what matters of these"""
        for meld in self.runs:
            start, end = run_span(meld)
            suit = meld.stands[0] // 13
            self.starts.setdefault((suit, start), []).append(meld.id)
            self.uppers.setdefault((suit, end + 1), []).append(meld.id)
            own = sum(law.is_wild[c] for c in meld.cards) if self.capped else 0
            length = min(len(meld.cards), self.longest)
            self.ends.setdefault((suit, end + 1), []).append(
                RunKey(length, 0, "table", self.need, own)
            )
        self.takers = frozenset(face for face in range(JOKER) if self._may_take(face))
        """cards that a meld on the table takes as it lies, in a wild's place or once it is split"""
        self.support = [0, 0, 0, 0]
        """by suit, the places of runs on the table that a card may come next to"""
        for meld in self.runs:
            for stand in meld.stands:
                self.support[stand // 13] |= 1 << stand % 13
        self.lost: dict[object, list[Purse]] = {}
        """positions that failed, and with what"""
        self.leasts: dict[object, int] = {}
        """the fewest wilds that one suit still needs"""
        self.ways = lru_cache(maxsize=None)(self._ways)
        self.beginnings = lru_cache(maxsize=None)(self._beginnings)
        self._names: dict[object, int] = {}

    def _may_take(self, face: Card) -> bool:
        """Relaxed: that a wild is needed first, say, is left out."""
        law = self.law
        steals = law.rules.melds.wild_swap is WildSwap.STEAL
        if self.reals[face]:
            return True
        for meld in self.melds:
            of_rank = meld.kind is MeldKind.SET and meld.stands[0] % 13 == face % 13
            if of_rank and (self.set_takes(meld, face) or may_split(law)):
                return True
            if steals and any(
                a != b and (b == face or (of_rank and not law.suits_differ))
                for a, b in zip(meld.cards, meld.stands, strict=True)
            ):
                return True
        return False

    def name(self, of: object) -> int:
        """A number for a value, the same for equal ones."""
        return self._names.setdefault(of, len(self._names))

    def _beginnings(
        self, rank: int, have: tuple[int, ...], wilds: int
    ) -> tuple[frozenset[tuple[int, ...]], tuple[int, ...], int]:
        """How many cards of the first suits of a rank may go to sets, some of the other suits
        following; the most of each suit; and the parts of a wild each costs at the least."""
        some = [
            cards
            for cards in product(*(range(n + 1) for n in have))
            if any(way.wilds <= wilds for way in self.ways(rank, cards))
        ]
        found = frozenset(cards[:n] for cards in some for n in range(1, 5))
        price = min(
            (
                PARTS * min(way.wilds for way in self.ways(rank, cards)) // sum(cards)
                for cards in some
                if any(cards)
            ),
            default=0,
        )
        return found, tuple(max(cards[suit] for cards in some) for suit in range(4)), price

    def _ways(self, rank: int, cards: tuple[int, ...]) -> tuple[SetWay, ...]:
        """The ways to lay so many cards of each suit of a rank in sets, few wilds first."""
        law = self.law
        if not law.in_pack[rank]:
            return (SetWay(0, 0, 0, (0, 0, 0, 0)),)
        tables = [meld for meld in self.sets if meld.stands[0] % 13 == rank]
        per_set = 4 if law.suits_differ else law.set_max
        if law.suits_differ:
            slots = [sum(self.set_takes(m, s * 13 + rank) for m in tables) for s in range(4)]
            room = sum(slots)
        else:
            room = sum(law.set_max - len(meld.cards) for meld in tables)
            slots = [room] * 4
        own = self.capped and law.is_wild[rank]
        found = []
        for laid in product(*(range(min(n, k) + 1) for n, k in zip(cards, slots, strict=True))):
            left = [n - k for n, k in zip(cards, laid, strict=True)]
            total = sum(left)
            if sum(laid) > room:
                continue
            if not total:
                found.append(SetWay(0, room - sum(laid), 0, laid))
                continue
            least = max(left) if law.suits_differ else -(-total // per_set)
            for number in range(max(1, least), total + 1):
                wilds = max(0, 3 * number - total)
                most = per_set * number - total
                if self.capped:
                    most = min(most, law.cap * number - (total if own else 0))
                if wilds > most or total < law.min_naturals * number:
                    continue
                found.append(SetWay(wilds, most - wilds + room - sum(laid), number, laid))
        found.sort(key=lambda way: (way.wilds, way.number))
        return tuple(found)

    def set_takes(self, meld: TableMeld, face: Card) -> bool:
        return bool(accepts(self.law, meld).names >> face & 1)
