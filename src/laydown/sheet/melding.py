"""The melds that cards laid in front of one player seem to form.

At a real table people lay cards; nobody says what is a meld and what was laid off on another's.
The reading found here leaves the fewest cards over, in the fewest melds. What is left over was
laid off elsewhere. Where two readings are as good, an ace lies low in its run; whoever counts
says otherwise with one tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice

import msgspec
from msgspec.structs import replace

from laydown.cards import ACE, JOKER, Card
from laydown.engine.errors import Reason
from laydown.engine.law import Law
from laydown.engine.melds import lay_off, open_wilds, read_meld, run_span
from laydown.engine.scoring import card_points
from laydown.engine.state import NO_CARD, MeldKind, TableMeld
from laydown.sheet.entries import CountedCard

BUDGET = 400
"""positions looked at before the search takes the longest meld that it sees"""
MOST_TRIED = 10_000
"""melds tried in all of them"""
MOST_SETS = 300
"""sets of one card tried, the largest first: two packs never have so many, and a hundred aces
would have more than anybody can count"""
MOST_ASKED = 4
"""aces for which it is asked whether they could lie elsewhere"""


class Group(msgspec.Struct, frozen=True):
    """Cards that form a meld, as places in the row of cards that was read; runs low to high."""

    kind: MeldKind
    at: tuple[int, ...]


class Reading(msgspec.Struct, frozen=True):
    """The cards as read, and the melds among them; what is in no meld was laid off elsewhere."""

    cards: tuple[CountedCard, ...]
    groups: tuple[Group, ...]
    unsure: tuple[int, ...]
    """aces that could as well lie at the other end, or in a set"""

    @property
    def alone(self) -> tuple[int, ...]:
        """The places of the cards in no meld."""
        grouped = {at for group in self.groups for at in group.at}
        return tuple(at for at in range(len(self.cards)) if at not in grouped)


class _Found(msgspec.Struct, frozen=True):
    """A candidate: the places of its cards in order, what each stands for."""

    kind: MeldKind
    at: tuple[int, ...]
    stands: tuple[Card, ...]


_Cost = tuple[int, int, int]
"""cards left over, melds, aces not at the low end"""


@lru_cache(maxsize=512)
def read_table(
    law: Law, cards: tuple[CountedCard, ...], beside: tuple[TableMeld, ...] = ()
) -> Reading:
    """The cards with low aces and wilds named, and the melds they seem to form.

    `beside` are the melds of others, onto which cards in no meld may have been laid.
    """
    search = _Search(law, cards)
    cost, found = search.best()
    found = search.with_wilds(found)
    read = list(cards)
    for group in found:
        for place, (at, stands) in enumerate(zip(group.at, group.stands, strict=True)):
            low = place == 0 and group.kind is MeldKind.RUN and stands % 13 == ACE
            wild = stands if law.is_wild[cards[at].card] else NO_CARD
            read[at] = replace(cards[at], low=low, stands=wild)
    groups = tuple(Group(group.kind, group.at) for group in found)
    grouped = {at for group in groups for at in group.at}
    for at, each in enumerate(cards):
        if at not in grouped and not each.said:
            read[at] = replace(each, low=_lies_low(law, each.card, beside))
    unsure = () if search.gave_up else tuple(_unsure(law, cards, tuple(read), grouped, cost))
    return Reading(tuple(read), groups, unsure)


def can_flip(law: Law, each: CountedCard) -> bool:
    """Whether the card counts differently at the low end of a run."""
    stands = each.stands if each.stands != NO_CARD else each.card
    if not law.runs or stands == JOKER or stands % 13 != ACE:
        return False
    low, _ = card_points(law, each.card, stands, on_table=True, low_ace=True)
    high, _ = card_points(law, each.card, stands, on_table=True, low_ace=False)
    return low != high


def names_for(law: Law, reading: Reading, at: int) -> tuple[Card, ...]:
    """What a wild card at this place may stand for beside the rest of its meld, the present name
    first; alone, one card of every rank where the name decides what it counts."""
    each = reading.cards[at]
    if not law.is_wild[each.card]:
        return ()
    for group in reading.groups:
        if at not in group.at:
            continue
        place = group.at.index(at)
        cards = tuple(reading.cards[i].card for i in group.at)
        stands = [_stands(reading.cards[i]) for i in group.at]
        names = []
        for face in range(JOKER):
            stands[place] = face
            shape = read_meld(law, cards, tuple(stands))
            if not isinstance(shape, Reason) and shape.kind is group.kind:
                names.append(face)
        return _present_first(tuple(names), each.stands)
    if each.card != JOKER or law.rules.scoring.joker_value != "as_represented":
        return ()
    return _present_first(tuple(face for face in range(13) if law.in_pack[face]), each.stands)


def _present_first(names: tuple[Card, ...], now: Card) -> tuple[Card, ...]:
    if now == NO_CARD:
        return names
    return (now, *(face for face in names if face != now))


def _stands(each: CountedCard) -> Card:
    return each.card if each.stands == NO_CARD else each.stands


def as_melds(reading: Reading, owner: int) -> tuple[TableMeld, ...]:
    """The melds of a reading as they would lie on the engine's table."""
    return tuple(
        TableMeld(
            f"{owner}.{number}",
            group.kind,
            owner,
            tuple(reading.cards[at].card for at in group.at),
            tuple(_stands(reading.cards[at]) for at in group.at),
            (owner,) * len(group.at),
        )
        for number, group in enumerate(reading.groups)
    )


def fitting_nowhere(
    law: Law, readings: tuple[Reading, ...], whose: int = 0
) -> tuple[CountedCard, ...]:
    """The cards of one player that are in no meld and could be laid off on none of all these."""
    melds = [meld for owner, reading in enumerate(readings) for meld in as_melds(reading, owner)]
    left = [(owner, at) for owner, reading in enumerate(readings) for at in reading.alone]
    moved = True
    while moved:
        moved = False
        for owner, at in tuple(left):
            if _laid(law, melds, readings[owner].cards[at]):
                left.remove((owner, at))
                moved = True
    return tuple(readings[owner].cards[at] for owner, at in left if owner == whose)


def _laid(law: Law, melds: list[TableMeld], each: CountedCard) -> bool:
    """Lay the card on the first meld that takes it, a wild without a name under any name."""
    names = (_stands(each),) if each.stands != NO_CARD or not law.is_wild[each.card] else None
    for number, meld in enumerate(melds):
        if each.card in open_wilds(meld) and names:
            return True
        for name in names or range(JOKER):
            longer = lay_off(law, meld, (each.card,), (name,), low=each.low, seat=0)
            if not isinstance(longer, Reason):
                melds[number] = longer
                return True
    return False


def _lies_low(law: Law, face: Card, beside: tuple[TableMeld, ...]) -> bool:
    """An ace in no meld that fits only below a two of these melds lies low (B-12)."""
    if face % 13 != ACE or face == JOKER or law.is_wild[face]:
        return False
    low = high = False
    for meld in beside:
        if isinstance(lay_off(law, meld, (face,), (), low=True, seat=0), Reason):
            continue
        is_low = meld.kind is MeldKind.RUN and run_span(meld)[0] == 1
        low, high = low or is_low, high or not is_low
    return low and not high


def _unsure(
    law: Law,
    cards: tuple[CountedCard, ...],
    read: tuple[CountedCard, ...],
    grouped: set[int],
    cost: _Cost,
) -> Iterator[int]:
    """Aces in melds that another reading, as good, puts elsewhere."""
    free = [at for at in sorted(grouped) if not cards[at].said and can_flip(law, read[at])]
    for at in free[:MOST_ASKED]:
        other = replace(read[at], low=not read[at].low, said=True)
        tried = _Search(law, (*cards[:at], other, *cards[at + 1 :])).best()[0]
        if tried[:2] == cost[:2]:
            yield at


class _Search:
    """The best partition of cards into melds, by dynamic programming over what is left."""

    def __init__(self, law: Law, cards: tuple[CountedCard, ...]) -> None:
        self._law = law
        self._cards = cards
        self._named: dict[int, Card] = {}
        self._wilds: list[int] = []
        for at, each in enumerate(cards):
            if each.stands != NO_CARD and law.is_wild[each.card] and each.stands != JOKER:
                self._named[at] = each.stands
            elif law.is_wild[each.card]:
                self._wilds.append(at)
            else:
                self._named[at] = each.card
        self._order = sorted(self._named, key=lambda at: (self._named[at], at))
        self._known: dict[tuple[int, ...], tuple[_Cost, tuple[_Found, ...]]] = {}
        self._looked = 0
        self._tried = 0

    def best(self) -> tuple[_Cost, tuple[_Found, ...]]:
        """The melds of the best partition, and what it costs."""
        return self._from(tuple(self._order), tuple(self._wilds))

    @property
    def gave_up(self) -> bool:
        """There was more to look at than is looked at."""
        return self._looked > BUDGET or self._tried > MOST_TRIED

    def _from(
        self, left: tuple[int, ...], wilds: tuple[int, ...]
    ) -> tuple[_Cost, tuple[_Found, ...]]:
        if not left:
            return (0, 0, 0), ()
        key = (*left, -1, *wilds)
        if key in self._known:
            return self._known[key]
        self._looked += 1
        anchor = left[0]
        found = sorted(self._melds_with(anchor, left, wilds), key=self._eagerness)
        best: tuple[_Cost, tuple[_Found, ...]] | None = None
        for group in found:
            if best is not None and self.gave_up:
                break
            self._tried += 1
            used = set(group.at)
            after = self._from(
                tuple(at for at in left if at not in used),
                tuple(at for at in wilds if at not in used),
            )
            cost = (after[0][0], after[0][1] + 1, after[0][2] + self._high_aces(group))
            if best is None or cost < best[0]:
                best = cost, (group, *after[1])
        if best is None or (best[0][0] > 0 and not self.gave_up):
            after = self._from(left[1:], wilds)
            cost = (after[0][0] + 1, after[0][1], after[0][2])
            if best is None or cost < best[0]:
                best = cost, after[1]
        self._known[key] = best
        return best

    def _eagerness(self, group: _Found) -> tuple[int, int, bool]:
        """Long melds with few wilds first; a wild at the upper end of a run before the lower."""
        wilds = sum(at in self._wilds for at in group.at)
        return -len(group.at), wilds, group.at[0] in self._wilds

    def _high_aces(self, group: _Found) -> int:
        return sum(
            stands % 13 == ACE and not (place == 0 and group.kind is MeldKind.RUN)
            for place, stands in enumerate(group.stands)
        )

    # -------------------------------------------------------------- candidates

    def _melds_with(
        self, anchor: int, left: tuple[int, ...], wilds: tuple[int, ...]
    ) -> Iterator[_Found]:
        if not self._is_low(anchor):
            yield from islice(self._sets(anchor, left, wilds), MOST_SETS)
        if self._law.runs:
            yield from self._runs(anchor, left, wilds)

    def _is_low(self, at: int) -> bool:
        return self._cards[at].said and self._cards[at].low

    def _is_high(self, at: int) -> bool:
        return self._cards[at].said and not self._cards[at].low

    def _checked(self, kind: MeldKind, at: list[int], stands: list[Card]) -> _Found | None:
        """The candidate, where the engine reads it as a meld of this kind."""
        cards = tuple(self._cards[i].card for i in at)
        shape = read_meld(self._law, cards, tuple(stands))
        if isinstance(shape, Reason) or shape.kind is not kind:
            return None
        return _Found(kind, tuple(at), tuple(stands))

    def _sets(self, anchor: int, left: tuple[int, ...], wilds: tuple[int, ...]) -> Iterator[_Found]:
        name = self._named[anchor]
        others = []
        seen = {name}
        for at in left[1:]:
            face = self._named[at]
            if face % 13 != name % 13 or self._is_low(at):
                continue
            if self._law.suits_differ and face in seen:
                continue
            seen.add(face)
            others.append(at)
        for size in range(min(len(others), self._law.set_max - 1), -1, -1):
            for chosen in combinations(others, size):
                row = [anchor, *chosen]
                missing = max(0, 3 - len(row))
                if missing > len(wilds):
                    continue
                stands = [self._named[i] for i in row]
                free = [s for s in range(4) if s * 13 + name % 13 not in stands]
                row += wilds[:missing]
                stands += [suit * 13 + name % 13 for suit in free[:missing]]
                found = self._checked(MeldKind.SET, row, stands)
                if found:
                    yield found

    def _runs(self, anchor: int, left: tuple[int, ...], wilds: tuple[int, ...]) -> Iterator[_Found]:
        name = self._named[anchor]
        suit, rank = name // 13, name % 13
        held: dict[Card, list[int]] = {}
        for at in left:
            held.setdefault(self._named[at], []).append(at)
        last = 13 if self._law.ace_high else 12
        for start in range(13):
            for length in range(min(13, self._law.run_max), 2, -1):
                end = start + length - 1
                if end > last and not self._law.corner:
                    continue
                if (rank - start) % 13 >= length:
                    continue
                names = [suit * 13 + place % 13 for place in range(start, end + 1)]
                found = self._run(names, held, anchor, list(wilds))
                if found:
                    yield found

    def _run(
        self, names: list[Card], held: dict[Card, list[int]], anchor: int, wilds: list[int]
    ) -> _Found | None:
        """A run over these places: the cards that are there, wilds for what is missing."""
        at = []
        for place, name in enumerate(names):
            there = self._fit_for(held.get(name, []), name, low=place == 0, anchor=anchor)
            if there is not None:
                at.append(there)
                continue
            at_end = place in (0, len(names) - 1)
            if not wilds or (at_end and len(names) > 3):
                return None
            own = next((i for i, w in enumerate(wilds) if self._cards[w].card == name), 0)
            at.append(wilds.pop(own))
        if anchor not in at:
            return None
        return self._checked(MeldKind.RUN, at, names)

    def _fit_for(self, held: list[int], name: Card, *, low: bool, anchor: int) -> int | None:
        """A card for a place of a run: the anchor first; an ace only where it was said to lie."""
        fitting = [
            at
            for at in held
            if name % 13 != ACE or (not self._is_high(at) if low else not self._is_low(at))
        ]
        if anchor in fitting:
            return anchor
        return fitting[0] if fitting else None

    # -------------------------------------------------------------- wilds left over

    def with_wilds(self, found: tuple[_Found, ...]) -> tuple[_Found, ...]:
        """The melds, and the wild cards that none of them needs: three or more of one rank are a
        set of their own, others make a meld longer."""
        used = {at for group in found for at in group.at}
        free = [at for at in self._wilds if at not in used]
        groups = list(found)
        by_rank: dict[int, list[int]] = {}
        for at in free:
            if self._cards[at].card != JOKER:
                by_rank.setdefault(self._cards[at].card % 13, []).append(at)
        for same in by_rank.values():
            own = self._checked(MeldKind.SET, same, [self._cards[at].card for at in same])
            if own:
                groups.append(own)
                free = [at for at in free if at not in same]
        for wild in free:
            for number, group in enumerate(groups):
                longer = self._longer(group, wild)
                if longer:
                    groups[number] = longer
                    break
        return tuple(groups)

    def _longer(self, group: _Found, wild: int) -> _Found | None:
        """The meld with the wild at its end, or before its start, or for a missing suit."""
        if group.kind is MeldKind.SET:
            rank = group.stands[0] % 13
            for suit in range(4):
                found = self._checked(
                    group.kind, [*group.at, wild], [*group.stands, suit * 13 + rank]
                )
                if found:
                    return found
            return None
        base = group.stands[0] // 13 * 13
        after = base + (group.stands[-1] % 13 + 1) % 13
        before = base + (group.stands[0] % 13 - 1) % 13
        for at, stands in (
            ([*group.at, wild], [*group.stands, after]),
            ([wild, *group.at], [before, *group.stands]),
        ):
            found = self._checked(group.kind, at, stands)
            # The engine may read an ace at the other end; only the order given is meant.
            if found and self._in_order(stands):
                return found
        return None

    def _in_order(self, stands: list[Card]) -> bool:
        places = [(face - stands[0]) % 13 for face in stands]
        return places == list(range(len(stands)))
