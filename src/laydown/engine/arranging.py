"""What covering found, laid out: melds and lay-offs in which every wild is named."""

from __future__ import annotations

from typing import NamedTuple

from laydown.cards import Card
from laydown.engine.covering import WILD, Part
from laydown.engine.errors import Reason
from laydown.engine.law import Law
from laydown.engine.melds import MeldShape, accepts, open_wilds, read_meld, run_span
from laydown.engine.rest import Rest
from laydown.engine.state import MeldKind, TableMeld


class LaidOff(NamedTuple):
    """Cards for one meld on the table, below it or above."""

    meld: str
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    below: bool = False


class Layout(NamedTuple):
    """Everything that is to be laid, in this order."""

    melds: tuple[MeldShape, ...]
    reals: tuple[tuple[Card, str], ...]
    layoffs: tuple[LaidOff, ...]


def arranged(law: Law, rest: Rest, parts: list[Part]) -> Layout | None:
    """The parts with wilds of the hand in their places; None where one does not fit."""
    maker = _Maker(law, rest, parts)
    try:
        return maker.layout()
    except _Misfit:
        return None


class _Misfit(Exception):
    """A part that the easier question of covering let through."""


class _Maker:
    def __init__(self, law: Law, rest: Rest, parts: list[Part]) -> None:
        self._law = law
        self._rest = rest
        self._parts = parts
        used = [card for part in parts for card in part.cards if card != WILD]
        hand = [card for card in rest.hand if law.is_wild[card]]
        owed = [card for card in rest.owed if law.is_wild[card]]
        for card in used:
            if law.is_wild[card]:
                hand.remove(card)
                if card in owed:
                    owed.remove(card)
        for card in owed:
            hand.remove(card)
        self._owed = owed
        """wilds that must have a place"""
        self._spare = hand
        self._melds: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = []
        self._reals: list[tuple[Card, str]] = []
        self._layoffs: list[LaidOff] = []

    def layout(self) -> Layout:
        for part in self._parts:
            match part.kind:
                case "run":
                    self._run(part)
                case "sets":
                    self._sets(part)
                case "real":
                    self._real(part.cards[0])
                case _:
                    cards, stands = self._named(part)
                    self._layoffs.append(LaidOff(part.table, cards, stands, part.kind == "down"))
        while self._owed:
            self._sink()
        shapes = []
        for cards, stands in self._melds:
            shape = read_meld(self._law, cards, stands)
            if isinstance(shape, Reason):
                raise _Misfit
            shapes.append(shape)
        return Layout(tuple(shapes), tuple(self._reals), tuple(self._layoffs))

    def _wild(self) -> Card:
        """A wild from the hand, one that is owed as long as there are any."""
        if self._owed:
            return self._owed.pop()
        if not self._spare:
            raise _Misfit
        return self._spare.pop()

    def _named(self, part: Part) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards of a piece of a run and what they stand for, low to high."""
        suit = next(card for card in part.cards if card != WILD) // 13
        stands = tuple(suit * 13 + (part.first + i) % 13 for i in range(len(part.cards)))
        return tuple(self._wild() if c == WILD else c for c in part.cards), stands

    def _run(self, part: Part) -> None:
        cards, stands = self._named(part)
        first = part.first
        while len(cards) < 3:
            cards, stands, first = self._grown(cards, stands, first)
        self._melds.append((cards, stands))

    def _grown(
        self, cards: tuple[Card, ...], stands: tuple[Card, ...], first: int
    ) -> tuple[tuple[Card, ...], tuple[Card, ...], int]:
        """A run with one wild more, above it or else below."""
        law = self._law
        base = stands[0] // 13 * 13
        above = first + len(cards)
        if above <= (13 if law.ace_high else 12):
            name = base + above % 13
            if law.in_pack[name] and name not in stands:
                return (*cards, self._wild()), (*stands, name), first
        name = base + (first - 1) % 13
        if first < 1 or not law.in_pack[name] or name in stands:
            raise _Misfit
        return (self._wild(), *cards), (name, *stands), first - 1

    def _real(self, face: Card) -> None:
        taken = [meld for card, meld in self._reals if card == face]
        for meld in self._rest.melds:
            if face in open_wilds(meld) and meld.id not in taken:
                self._reals.append((face, meld.id))
                return
        raise _Misfit

    # -------------------------------------------------------------- sets

    def _sets(self, part: Part) -> None:
        """The cards of a rank: first those for sets on the table, the rest dealt out evenly."""
        law, rank = self._law, part.first
        by_suit = [[c for c in part.cards if c // 13 == suit] for suit in range(4)]
        for suit, number in enumerate(part.laid):
            for _ in range(number):
                card = by_suit[suit].pop()
                self._layoffs.append(LaidOff(self._table_set(card), (card,), (card,)))
        left = [card for cards in by_suit for card in cards]
        sets: list[list[Card]] = [[] for _ in range(part.number)]
        for i, card in enumerate(left):
            sets[i % part.number].append(card)
        for cards in sets:
            stands = list(cards)
            free = [suit * 13 + rank for suit in range(4) if suit * 13 + rank not in stands]
            while len(cards) < 3:
                stands.append(free.pop() if law.suits_differ else rank)
                cards.append(self._wild())
            self._melds.append((tuple(cards), tuple(stands)))

    def _table_set(self, card: Card) -> str:
        """A set on the table that takes the card beside what is already laid on it."""
        law = self._law
        for meld in self._rest.melds:
            if meld.kind is not MeldKind.SET or not accepts(law, meld).names >> card & 1:
                continue
            laid = [one.cards[0] for one in self._layoffs if one.meld == meld.id]
            if len(meld.cards) + len(laid) < law.set_max and not (
                law.suits_differ and card in laid
            ):
                return meld.id
        raise _Misfit

    # -------------------------------------------------------------- wilds that are left over

    def _sink(self) -> None:
        """A place for one more wild that is owed: in a new meld, or on the table."""
        law = self._law
        wild = self._owed.pop()
        for i, (cards, stands) in enumerate(self._melds):
            for name in self._next_names(stands):
                shape = read_meld(law, (*cards, wild), (*stands, name))
                if not isinstance(shape, Reason):
                    self._melds[i] = (shape.cards, shape.stands)
                    return
        for meld in self._rest.melds:
            if any(one.meld == meld.id for one in self._layoffs):
                continue
            taken = accepts(law, meld)
            if taken.wild:
                name = (taken.names & -taken.names).bit_length() - 1
                below = meld.kind is MeldKind.RUN and self._lies_below(meld, name)
                self._layoffs.append(LaidOff(meld.id, (wild,), (name,), below))
                return
        raise _Misfit

    def _next_names(self, stands: tuple[Card, ...]) -> list[Card]:
        """What one more card of a meld might stand for."""
        law = self._law
        first, last = stands[0], stands[-1]
        rank, base = first % 13, first // 13 * 13
        if first % 13 == last % 13:
            faces = [suit * 13 + rank for suit in range(4)]
            return [f for f in faces if f not in stands] if law.suits_differ else [rank]
        return [base + (last + 1) % 13, base + (rank - 1) % 13]

    def _lies_below(self, meld: TableMeld, name: Card) -> bool:
        return run_span(meld)[0] % 13 == (name + 1) % 13
