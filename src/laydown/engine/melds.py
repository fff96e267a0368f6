"""What a meld is, and what fits one."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from laydown.cards import ACE, FACES, JOKER, Card
from laydown.engine.errors import Reason, Why
from laydown.engine.law import NO_CAP, Law
from laydown.engine.state import MeldKind, TableMeld


class MeldShape(msgspec.Struct, frozen=True):
    """A valid meld: its kind, its cards and what they stand for, runs low to high."""

    kind: MeldKind
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]


def read_meld(law: Law, cards: tuple[Card, ...], as_: tuple[Card, ...] = ()) -> MeldShape | Reason:
    """The meld these cards make, or why they make none. Whether they are held is not asked."""
    stands = _read_names(law, cards, as_)
    if isinstance(stands, Reason):
        return stands
    if len(cards) < 3:
        return Reason(Why.TOO_FEW, "BR-5", cards, number=3 - len(cards))
    rank = stands[0] % 13
    if all(face % 13 == rank for face in stands):
        shape = _read_set(law, cards, stands)
    else:
        shape = _read_run(law, cards, stands)
    if isinstance(shape, Reason):
        return shape
    return wilds_refused(law, shape.cards, shape.stands) or shape


def _read_names(
    law: Law, cards: tuple[Card, ...], as_: tuple[Card, ...]
) -> tuple[Card, ...] | Reason:
    """What each card stands for; or that a wild is unnamed, or that a name cannot be."""
    if not cards:
        return Reason(Why.NO_CARDS, "BR-5")
    if as_ and len(as_) != len(cards):
        return Reason(Why.NAME_THE_WILD, "RJ-3", cards)
    stands = as_ or cards
    for face, stand in zip(cards, stands, strict=True):
        if not (0 <= face < FACES and 0 <= stand < FACES):
            return Reason(Why.NOT_HELD, "B-23")
        if stand == JOKER:
            return Reason(Why.NAME_THE_WILD, "RJ-3", (face,))
        if not law.in_pack[face]:
            return Reason(Why.NO_SUCH_CARD, "B-26", (face,))
        if stand == face:
            continue
        if not law.is_wild[face]:
            return Reason(Why.NOT_WILD, "RJ-3", (face, stand))
        if not law.in_pack[stand]:
            return Reason(Why.NO_SUCH_CARD, "B-26", (stand,))
    return stands


def wilds_refused(law: Law, cards: tuple[Card, ...], stands: tuple[Card, ...]) -> Reason | None:
    """A cap on wilds, or a least number of naturals, that the cards do not keep (B-17, B-18)."""
    if law.cap < NO_CAP and sum(law.is_wild[face] for face in cards) > law.cap:
        return Reason(
            Why.TOO_MANY_WILDS, "B-18", cards, number=law.cap, option="max_wilds_per_meld"
        )
    if law.min_naturals:
        naturals = sum(a == b for a, b in zip(cards, stands, strict=True))
        if naturals < law.min_naturals:
            return Reason(
                Why.TOO_FEW_NATURALS, "B-17", cards, number=law.min_naturals, option="min_naturals"
            )
    return None


def _read_set(law: Law, cards: tuple[Card, ...], stands: tuple[Card, ...]) -> MeldShape | Reason:
    if not law.suits_differ:
        # The suit named is free and ignored (B-26): a card of the rank is simply itself.
        rank = stands[0] % 13
        stands = tuple(
            face if face != JOKER and face % 13 == rank else stand
            for face, stand in zip(cards, stands, strict=True)
        )
    elif len(set(stands)) < len(stands):
        return Reason(Why.SAME_SUIT_TWICE, "B-27", stands, option="set_identical")
    if len(cards) > law.set_max:
        return Reason(Why.TOO_MANY, "B-26", cards, number=law.set_max, option="sets")
    order = sorted(zip(stands, cards, strict=True))
    return MeldShape(
        MeldKind.SET, tuple(face for _, face in order), tuple(stand for stand, _ in order)
    )


def _read_run(law: Law, cards: tuple[Card, ...], stands: tuple[Card, ...]) -> MeldShape | Reason:
    suit = stands[0] // 13
    ranks = [face % 13 for face in stands]
    if any(face // 13 != suit for face in stands):
        one_rank_off = len(set(ranks)) == 2 and len(ranks) > 2
        why = Why.MIXED_RANKS if one_rank_off else Why.MIXED_SUITS
        return Reason(why, "BR-5", stands)
    if not law.runs:
        return Reason(Why.NO_RUNS, "GE-1", cards, option="runs")
    if len(set(ranks)) < len(ranks):
        return Reason(Why.SAME_CARD_TWICE, "B-28", stands)
    if len(ranks) > law.run_max:
        return Reason(Why.TOO_MANY, "B-28", cards, number=law.run_max)
    start = _run_start(law, ranks)
    if start < 0:
        return _not_a_run(ranks, stands)
    places = {rank: (rank - start) % 13 for rank in ranks}
    order = sorted(range(len(ranks)), key=lambda i: places[ranks[i]])
    return MeldShape(MeldKind.RUN, tuple(cards[i] for i in order), tuple(stands[i] for i in order))


def _run_start(law: Law, ranks: list[int]) -> int:
    """The rank a run of these ranks starts with, -1 if it is none.

    The order given decides where two are possible (A 2 … K or 2 … K A), else the ace is low.
    """
    length = len(ranks)
    starts = [start for start in range(13) if _is_run(law, start, length, set(ranks))]
    if not starts:
        return -1
    if ranks[0] in starts and all(ranks[i] == (ranks[0] + i) % 13 for i in range(length)):
        return ranks[0]
    return starts[0]


def _is_run(law: Law, start: int, length: int, ranks: set[int]) -> bool:
    if not law.corner and start + length > (14 if law.ace_high else 13):
        return False
    return ranks == {(start + i) % 13 for i in range(length)}


def _not_a_run(ranks: list[int], stands: tuple[Card, ...]) -> Reason:
    around = {(rank - ranks[0]) % 13 for rank in ranks}
    if ACE in ranks and any(
        {(start + i) % 13 for i in range(len(ranks))} == set(ranks) for start in range(13)
    ):
        if 1 in ranks and 12 in ranks:
            return Reason(Why.CORNER, "B-28", stands, option="ace_in_runs")
        return Reason(Why.ACE_NOT_HIGH, "BR-5", stands, option="ace_in_runs")
    return Reason(Why.NOT_IN_A_ROW, "BR-5", stands, number=len(around))


def lay_off(
    law: Law,
    meld: TableMeld,
    cards: tuple[Card, ...],
    as_: tuple[Card, ...],
    *,
    low: bool,
    seat: int,
) -> TableMeld | Reason:
    """The meld with the cards added to it for this seat, or why they do not fit."""
    stands = _read_names(law, cards, as_)
    if isinstance(stands, Reason):
        return stands
    if meld.kind is MeldKind.SET:
        longer = _longer_set(law, meld, cards, stands, seat)
    else:
        longer = _longer_run(law, meld, cards, stands, low=low, seat=seat)
    if isinstance(longer, Reason):
        return longer
    return wilds_refused(law, longer.cards, longer.stands) or longer


def _longer_set(
    law: Law, meld: TableMeld, cards: tuple[Card, ...], stands: tuple[Card, ...], seat: int
) -> TableMeld | Reason:
    rank = meld.stands[0] % 13
    if any(face % 13 != rank for face in stands):
        return Reason(Why.DOES_NOT_FIT, "BR-6", cards, meld.id)
    if not law.suits_differ:
        stands = tuple(
            face if face != JOKER and face % 13 == rank else stand
            for face, stand in zip(cards, stands, strict=True)
        )
    elif len({*meld.stands, *stands}) < len(meld.stands) + len(stands):
        return Reason(Why.SAME_SUIT_TWICE, "B-27", stands, meld.id, option="set_identical")
    if len(meld.cards) + len(cards) > law.set_max:
        return Reason(Why.TOO_MANY, "B-26", cards, meld.id, number=law.set_max, option="sets")
    return TableMeld(
        meld.id,
        meld.kind,
        meld.owner,
        meld.cards + cards,
        meld.stands + stands,
        meld.seats + (seat,) * len(cards),
        meld.reals,
    )


def _longer_run(
    law: Law,
    meld: TableMeld,
    cards: tuple[Card, ...],
    stands: tuple[Card, ...],
    *,
    low: bool,
    seat: int,
) -> TableMeld | Reason:
    suit = meld.stands[0] // 13
    if any(face // 13 != suit for face in stands):
        return Reason(Why.DOES_NOT_FIT, "BR-6", cards, meld.id)
    count = len(stands)
    if len(meld.cards) + count > law.run_max:
        return Reason(Why.TOO_MANY, "B-28", cards, meld.id, number=law.run_max)
    by_rank = {face % 13: i for i, face in enumerate(stands)}
    if len(by_rank) < count:
        return Reason(Why.SAME_CARD_TWICE, "B-28", stands, meld.id)
    start, end = run_span(meld)
    belows = range(count, -1, -1) if low else range(count + 1)
    for below in belows:
        first, last = start - below, end + count - below
        if not law.corner and (first < 0 or last > (13 if law.ace_high else 12)):
            continue
        under = [by_rank.get(place % 13) for place in range(first, start)]
        over = [by_rank.get(place % 13) for place in range(end + 1, last + 1)]
        if None in under or None in over:
            continue
        lower = [i for i in under if i is not None]
        upper = [i for i in over if i is not None]
        return TableMeld(
            meld.id,
            meld.kind,
            meld.owner,
            (*(cards[i] for i in lower), *meld.cards, *(cards[i] for i in upper)),
            (*(stands[i] for i in lower), *meld.stands, *(stands[i] for i in upper)),
            (*(seat,) * len(lower), *meld.seats, *(seat,) * len(upper)),
            meld.reals,
        )
    return Reason(Why.DOES_NOT_FIT, "BR-6", cards, meld.id)


def run_span(meld: TableMeld) -> tuple[int, int]:
    """First and last place of a run: an ace is place 0 or 13; corner runs pass 13."""
    start = meld.stands[0] % 13
    return start, start + len(meld.stands) - 1


class Accepts(msgspec.Struct, frozen=True):
    """What one meld takes as it lies, as bit masks of faces.

    `naturals` may be laid as themselves; where `wild` is True, a wild may stand for any of
    `names`.
    """

    naturals: int
    names: int
    wild: bool


@lru_cache(maxsize=65536)
def accepts(law: Law, meld: TableMeld) -> Accepts:
    """The faces that can be laid on a meld one at a time."""
    names = 0
    if meld.kind is MeldKind.SET:
        if len(meld.cards) < law.set_max:
            rank = meld.stands[0] % 13
            for suit in range(4):
                face = suit * 13 + rank
                if law.in_pack[face] and not (law.suits_differ and face in meld.stands):
                    names |= 1 << face
    elif len(meld.cards) < law.run_max:
        start, end = run_span(meld)
        suit = meld.stands[0] // 13
        places = []
        if law.corner or start > 0:
            places.append(start - 1)
        if law.corner or end < (13 if law.ace_high else 12):
            places.append(end + 1)
        for place in places:
            face = suit * 13 + place % 13
            if law.in_pack[face]:
                names |= 1 << face
    naturals = names
    wild = names != 0
    if law.cap < NO_CAP and sum(law.is_wild[face] for face in meld.cards) >= law.cap:
        naturals &= ~law.wild_mask
        wild = False
    return Accepts(naturals, names, wild)


def takes_card(law: Law, meld: TableMeld, face: Card) -> bool:
    """The card could be laid on the meld as it lies, under some name."""
    taken = accepts(law, meld)
    if law.is_wild[face] and taken.wild:
        return True
    return bool(taken.naturals >> face & 1)


@lru_cache(maxsize=65536)
def open_wilds(meld: TableMeld) -> tuple[Card, ...]:
    """The cards that wilds stand for in a run and for which no real card lies yet (B-19)."""
    if meld.kind is not MeldKind.RUN or meld.cards == meld.stands:
        return ()
    taken = [real.card for real in meld.reals]
    return tuple(
        stand
        for held, stand in zip(meld.cards, meld.stands, strict=True)
        if held != stand and stand not in taken
    )


def split_meld(meld: TableMeld, at: int, new_id: str) -> tuple[TableMeld, TableMeld]:
    """The two halves of a meld cut before card number `at`; reals stay with their wilds."""
    lower, upper = meld.stands[:at], meld.stands[at:]
    return (
        TableMeld(
            meld.id,
            meld.kind,
            meld.owner,
            meld.cards[:at],
            lower,
            meld.seats[:at],
            tuple(real for real in meld.reals if real.card in lower),
        ),
        TableMeld(
            new_id,
            meld.kind,
            meld.owner,
            meld.cards[at:],
            upper,
            meld.seats[at:],
            tuple(real for real in meld.reals if real.card in upper),
        ),
    )


def split_id(meld: TableMeld, melds: tuple[TableMeld, ...]) -> str:
    """The id of the upper half: ``b`` added, as often as it takes to be new."""
    taken = {other.id for other in melds}
    new = meld.id + "b"
    while new in taken:
        new += "b"
    return new
