"""Which melds some cards make, and which cards can be laid off where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from laydown.cards import JOKER, Card
from laydown.engine.law import NO_CAP, Law
from laydown.engine.melds import MeldShape, accepts, lay_off, run_span, wilds_refused
from laydown.engine.state import NO_CARD, MeldKind, TableMeld


@lru_cache(maxsize=16384)
def _windows(bits: int) -> tuple[tuple[int, int], ...]:
    """(start, length) of every stretch of three or more set bits, shorter ones first."""
    found = []
    for length in range(3, 14):
        need = (1 << length) - 1
        found += [(start, length) for start in range(15 - length) if bits >> start & need == need]
    return tuple(found)


def mask_of(cards: tuple[Card, ...]) -> int:
    """The faces among the cards as a bit mask."""
    mask = 0
    for face in cards:
        mask |= 1 << face
    return mask


def has_natural_meld(law: Law, mask: int) -> bool:
    """Three of these faces, each standing for itself, make a meld."""
    one = mask & 0x1FFF
    two = mask >> 13 & 0x1FFF
    three = mask >> 26 & 0x1FFF
    four = mask >> 39 & 0x1FFF
    if (one & two & (three | four)) | (three & four & (one | two)):
        return law.cap >= 3 or _slow_natural(law, mask)
    if law.runs:
        for bits in (one, two, three, four):
            if law.ace_high:
                bits |= (bits & 1) << 13
            if bits & bits >> 1 & bits >> 2:
                return law.cap >= 3 or _slow_natural(law, mask)
            if law.corner and bits & 1 and bits >> 12 & 1 and bits >> 1 & 1:
                return law.cap >= 3 or _slow_natural(law, mask)
    return False


def has_meld(law: Law, hand: tuple[Card, ...]) -> bool:
    """Some of these cards make a meld."""
    mask = mask_of(hand)
    if has_natural_meld(law, mask):
        return True
    if law.suits_differ and not mask & law.wild_mask:
        return False
    if law.min_naturals <= 1 and law.cap:
        naturals = [face for face in hand if not law.is_wild[face]]
        wilds = min(len(hand) - len(naturals), law.cap)
        if naturals:
            return wilds >= 2 or _nearly(law, naturals, mask, wilds=wilds)
    return next(melds_in(law, hand), None) is not None


def _nearly(law: Law, naturals: list[Card], mask: int, *, wilds: int) -> bool:
    """Three naturals of a rank where sets ignore suits, or two naturals and a wild, make a meld."""
    ranks: dict[int, int] = {}
    for face in naturals:
        ranks[face % 13] = ranks.get(face % 13, 0) + 1
    if not law.suits_differ and max(ranks.values()) >= 3:
        return True
    if not wilds:
        return False
    mask &= ~law.wild_mask
    for rank, count in ranks.items():
        if count < 2:
            continue
        suits = sum(mask >> suit * 13 + rank & 1 for suit in range(4))
        if suits >= 2 or not law.suits_differ:
            return True
    if not law.runs:
        return False
    ends = 14 if law.ace_high else 13
    for suit in range(4):
        bits = mask >> suit * 13 & 0x1FFF
        if law.ace_high:
            bits |= (bits & 1) << 13
        if law.corner:
            bits |= (bits >> 1 & 1) << 14
            ends = 15
        if not bits & (bits >> 1 | bits >> 2):
            continue
        for start in range(ends - 2):
            held = (bits >> start & 7).bit_count()
            if held >= 2 and all(law.in_pack[suit * 13 + (start + i) % 13] for i in range(3)):
                return True
    return False


def _slow_natural(law: Law, mask: int) -> bool:
    """As :func:`has_natural_meld`, where a cap counts cards of the wild rank too."""
    cards = tuple(face for face in range(JOKER) if mask >> face & 1)
    return next(melds_in(law, cards), None) is not None


def _counts(cards: tuple[Card, ...]) -> dict[Card, int]:
    counts: dict[Card, int] = {}
    for face in cards:
        counts[face] = counts.get(face, 0) + 1
    return counts


def melds_in(
    law: Law,
    cards: tuple[Card, ...],
    must: Card | None = None,
    *,
    shortest: int = 3,
    longest: int = 99,
    owed: frozenset[Card] | None = None,
) -> Iterator[MeldShape]:
    """Every meld the cards can make, short ones with few wilds first within each rank and suit.

    Complete up to exchanging copies, or wilds none of which stands for itself. With `must`, only
    melds with that card among them; with `shortest` and `longest`, none of fewer or of more
    cards; with `owed`, none that a card not owed could be left out of (the cards that are laid to
    pay a debt and no more).
    """
    found = meld_families(law, cards, must, shortest=shortest, longest=longest, owed=owed)
    for family in found:
        yield from family


class Want(NamedTuple):
    """Which melds are looked for: those with a card, of so many cards, without waste."""

    must: Card | None
    shortest: int
    longest: int
    owed: frozenset[Card] | None

    def allows(self, law: Law, names: tuple[Card, ...]) -> bool:
        """A run over these places may be free of waste: each end could be owed, or is needed."""
        if self.owed is None or len(names) == 3 or law.min_naturals > 1:
            return True
        if any(law.is_wild[face] for face in self.owed):
            return True
        return names[0] in self.owed and names[-1] in self.owed

    def takes(self, law: Law, shape: MeldShape) -> bool:
        """No card of the meld that is not owed could be left out."""
        owed = self.owed
        size = len(shape.cards)
        if owed is None or size == 3:
            return True
        naturals = sum(a == b for a, b in zip(shape.cards, shape.stands, strict=True))
        places = (0, size - 1) if shape.kind is MeldKind.RUN else range(size)
        for i in places:
            is_natural = shape.cards[i] == shape.stands[i]
            if shape.cards[i] not in owed and naturals - is_natural >= law.min_naturals:
                return False
        return True


def meld_families(
    law: Law,
    cards: tuple[Card, ...],
    must: Card | None = None,
    *,
    shortest: int = 3,
    longest: int = 99,
    owed: frozenset[Card] | None = None,
) -> list[Iterator[MeldShape]]:
    """As :func:`melds_in`, rank by rank and suit by suit; each family is lazy."""
    counts = _counts(cards)
    wilds = {face: count for face, count in counts.items() if law.is_wild[face]}
    natural_must = must is not None and not law.is_wild[must]
    ranks: Iterable[int] = range(13)
    suits: Iterable[int] = range(4)
    if natural_must and must is not None:
        ranks, suits = (must % 13,), (must // 13,)
    want = Want(must, shortest, longest, owed)
    families = [_sets(law, rank, counts, wilds, want) for rank in ranks if law.in_pack[rank]]
    if law.runs:
        families += [_runs(law, suit, counts, wilds, want) for suit in suits]
    return families


def _fill(
    wilds: dict[Card, int], used: tuple[Card, ...], number: int, must: Card | None
) -> Iterator[tuple[Card, ...]]:
    """Distinct choices of so many wilds besides those used as themselves, in rising order."""
    left: list[Card] = []
    for face, count in sorted(wilds.items()):
        left += [face] * (count - used.count(face))
    seen = set()
    for choice in combinations(left, number):
        if choice in seen or (must is not None and must not in used and must not in choice):
            continue
        seen.add(choice)
        yield choice


def _shape(
    law: Law,
    kind: MeldKind,
    names: tuple[Card, ...],
    pattern: tuple[bool, ...],
    wilds: dict[Card, int],
    want: Want,
) -> Iterator[MeldShape]:
    """The melds in which the names with a True in the pattern are filled by wilds."""
    for cards in _filled(names, pattern, wilds, want.must):
        if wilds_refused(law, cards, names) is None:
            shape = MeldShape(kind, cards, names)
            if want.takes(law, shape):
                yield shape


def _deranged(
    choice: tuple[Card, ...], names: tuple[Card, ...], pattern: tuple[bool, ...]
) -> tuple[Card, ...] | None:
    """The wilds dealt to the open places so that none fills its own, if that is possible."""
    places = [name for name, wild in zip(names, pattern, strict=True) if wild]

    def deal(left: tuple[Card, ...], at: int) -> tuple[Card, ...] | None:
        if at == len(places):
            return ()
        for i, face in enumerate(left):
            if face != places[at] and face not in left[:i]:
                rest = deal(left[:i] + left[i + 1 :], at + 1)
                if rest is not None:
                    return (face, *rest)
        return None

    dealt = deal(choice, 0)
    if dealt is None:
        return None
    filler = iter(dealt)
    return tuple(next(filler) if wild else name for name, wild in zip(names, pattern, strict=True))


def _patterns(held: tuple[bool, ...], most: int) -> Iterator[tuple[bool, ...]]:
    """Which places wilds fill: all that are not held, and any more; fewest wilds first."""
    missing = [i for i, is_held in enumerate(held) if not is_held]
    if len(missing) > most:
        return
    if most == 0:
        yield (False,) * len(held)
        return
    others = [i for i, is_held in enumerate(held) if is_held]
    for extra in range(min(most - len(missing), len(others)) + 1):
        for chosen in combinations(others, extra):
            filled = {*missing, *chosen}
            yield tuple(i in filled for i in range(len(held)))


def _sets(
    law: Law, rank: int, counts: dict[Card, int], wilds: dict[Card, int], want: Want
) -> Iterator[MeldShape]:
    faces = [suit * 13 + rank for suit in range(4)]
    most = min(sum(wilds.values()), law.cap)
    if not law.suits_differ:
        yield from _free_sets(law, rank, faces, counts, wilds, want)
        return
    held_count = sum(face in counts for face in faces)
    if held_count + most < 3 or held_count < law.min_naturals:
        return
    for size in range(want.shortest, min(4, want.longest) + 1):
        for names in combinations(faces, size):
            held = tuple(face in counts for face in names)
            for pattern in _patterns(held, most):
                yield from _shape(law, MeldKind.SET, names, pattern, wilds, want)


def _free_sets(
    law: Law,
    rank: int,
    faces: list[Card],
    counts: dict[Card, int],
    wilds: dict[Card, int],
    want: Want,
) -> Iterator[MeldShape]:
    """Sets that ignore suits: so many cards of the rank, and wilds of other ranks (B-26)."""
    own = [face for face in faces for _ in range(counts.get(face, 0))]
    if len(own) < law.min_naturals:
        return
    others = {face: n for face, n in wilds.items() if face == JOKER or face % 13 != rank}
    most = min(sum(others.values()), law.cap)
    for size in range(want.shortest, min(law.set_max, want.longest) + 1):
        if want.owed is not None and size > 3 and law.min_naturals < 2:
            paying = sum(counts[face] for face in want.owed if face in counts)
            if paying < size:
                return
        for fillers in range(min(most, size) + 1):
            if size - fillers > len(own):
                continue
            for naturals in dict.fromkeys(combinations(own, size - fillers)):
                for choice in _fill(others, (), fillers, None):
                    cards = naturals + choice
                    if want.must is not None and want.must not in cards:
                        continue
                    stands = naturals + (faces[0],) * fillers
                    order = sorted(zip(stands, cards, strict=True))
                    shape = MeldShape(
                        MeldKind.SET,
                        tuple(face for _, face in order),
                        tuple(stand for stand, _ in order),
                    )
                    fits = wilds_refused(law, shape.cards, shape.stands) is None
                    if fits and want.takes(law, shape):
                        yield shape


def _runs(
    law: Law, suit: int, counts: dict[Card, int], wilds: dict[Card, int], want: Want
) -> Iterator[MeldShape]:
    base = suit * 13
    must = want.must
    most = min(sum(wilds.values()), law.cap)
    longest = min(law.run_max, want.longest)
    if not most and not law.corner:
        bits = 0
        for rank in range(13):
            if base + rank in counts:
                bits |= 1 << rank
        if law.ace_high:
            bits |= (bits & 1) << 13
        for start, length in _windows(bits):
            names = tuple(base + (start + i) % 13 for i in range(length))
            if want.shortest <= length <= longest and (must is None or must in names):
                shape = MeldShape(MeldKind.RUN, names, names)
                if wilds_refused(law, names, names) is None and want.takes(law, shape):
                    yield shape
        return
    natural_must = must is not None and not law.is_wild[must]
    for length in range(want.shortest, longest + 1):
        starts = 13 if law.corner else (15 if law.ace_high else 14) - length
        for start in range(starts):
            names = tuple(base + (start + i) % 13 for i in range(length))
            if natural_must and must not in names:
                continue
            held = tuple(name in counts for name in names)
            plain = sum(name in counts and not law.is_wild[name] for name in names)
            if length - plain > most or sum(held) < law.min_naturals:
                continue
            if not all(law.in_pack[name] for name in names) or not want.allows(law, names):
                continue
            for pattern in _patterns(held, most):
                yield from _shape(law, MeldKind.RUN, names, pattern, wilds, want)


# ------------------------------------------------------------------ lay-offs


def layoffs_on(
    law: Law,
    meld: TableMeld,
    hand: tuple[Card, ...],
    must: Card = NO_CARD,
    *,
    shortest: int = 1,
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], bool]]:
    """Every lay-off of cards of the hand on one meld as (cards, as_, low), single cards first.

    Complete as :func:`melds_in` is. With `must`, only those with that card among them; with
    `shortest`, none of fewer cards.
    """
    mask = mask_of(hand)
    taken = accepts(law, meld)
    if not taken.naturals & mask and not (taken.wild and mask & law.wild_mask):
        return  # whatever is laid, some card of it lies next to the meld
    counts = _counts(hand)
    wilds = {face: count for face, count in counts.items() if law.is_wild[face]}
    needed = None if must == NO_CARD else must
    if meld.kind is MeldKind.SET:
        found = _set_layoffs(law, meld, counts, wilds, needed, shortest)
    else:
        found = _run_layoffs(law, meld, counts, wilds, needed, shortest)
    for cards, names, low in found:
        as_ = () if names == cards else names
        if law.cap == NO_CAP or isinstance(
            lay_off(law, meld, cards, as_, low=low, seat=0), TableMeld
        ):
            yield cards, as_, low


def _set_layoffs(
    law: Law,
    meld: TableMeld,
    counts: dict[Card, int],
    wilds: dict[Card, int],
    must: Card | None,
    shortest: int,
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], bool]]:
    rank = meld.stands[0] % 13
    room = law.set_max - len(meld.cards)
    faces = [suit * 13 + rank for suit in range(4) if law.in_pack[suit * 13 + rank]]
    if law.suits_differ:
        free = [face for face in faces if face not in meld.stands]
        for size in range(shortest, min(room, len(free)) + 1):
            for names in combinations(free, size):
                held = tuple(face in counts for face in names)
                for pattern in _patterns(held, sum(wilds.values())):
                    for cards in _filled(names, pattern, wilds, must):
                        yield cards, names, False
        return
    own = [face for face in faces for _ in range(counts.get(face, 0))]
    others = {face: n for face, n in wilds.items() if face == JOKER or face % 13 != rank}
    most = sum(others.values())
    for size in range(shortest, room + 1):
        for fillers in range(min(most, size) + 1):
            if size - fillers > len(own):
                continue
            for naturals in dict.fromkeys(combinations(own, size - fillers)):
                for choice in _fill(others, (), fillers, None):
                    cards = naturals + choice
                    if must is None or must in cards:
                        yield cards, naturals + (faces[0],) * fillers, False


def _run_layoffs(
    law: Law,
    meld: TableMeld,
    counts: dict[Card, int],
    wilds: dict[Card, int],
    must: Card | None,
    shortest: int,
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], bool]]:
    start, end = run_span(meld)
    base = meld.stands[0] // 13 * 13
    most = sum(wilds.values())
    last = 13 if law.ace_high else 12
    for size in range(1, law.run_max - len(meld.cards) + 1):
        arrangements: dict[tuple[Card, ...], list[tuple[Card, ...]]] = {}
        for below in range(size + 1):
            first = start - below
            if not law.corner and (first < 0 or end + size - below > last):
                continue
            places = (*range(first, start), *range(end + 1, end + 1 + size - below))
            names = tuple(base + place % 13 for place in places)
            if all(law.in_pack[name] for name in names):
                arrangements.setdefault(tuple(sorted(names)), []).append(names)
        some = False
        for same in arrangements.values():
            held = tuple(face in counts for face in same[0])
            some = some or len(held) - sum(held) <= most
            if size < shortest:
                continue
            for low, names in enumerate((same[0], same[-1]) if len(same) > 1 else same):
                held = tuple(face in counts for face in names)
                for pattern in _patterns(held, most):
                    for cards in _filled(names, pattern, wilds, must):
                        yield cards, names, bool(low)
        if not some:
            return


def _filled(
    names: tuple[Card, ...], pattern: tuple[bool, ...], wilds: dict[Card, int], must: Card | None
) -> Iterator[tuple[Card, ...]]:
    """The cards for these names where a True in the pattern is filled by a wild."""
    own = tuple(name for name, wild in zip(names, pattern, strict=True) if not wild)
    for choice in _fill(wilds, own, len(names) - len(own), must):
        filler = iter(choice)
        cards = tuple(
            next(filler) if wild else name for name, wild in zip(names, pattern, strict=True)
        )
        if any(c == n for c, n, wild in zip(cards, names, pattern, strict=True) if wild):
            # A wild filling its own place is that card as itself, which another pattern gives;
            # giving it to another place keeps the choice where an order allows it.
            other = _deranged(choice, names, pattern)
            if other is None:
                continue
            cards = other
        yield cards
