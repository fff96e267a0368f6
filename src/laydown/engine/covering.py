"""Can many owed cards all lie, asked of all of them together.

The cards are gone through rank by rank and suit by suit, and each is given to a run that is being
built, to the sets of its rank, or back to the hand. What is remembered between two cards is small,
so that a position is never looked at twice, and "no" is proved where a search through melds would
try every order. Wilds come in late: a run is built of naturals with gaps, and a wild is paid where
a gap is crossed, or where a run or a set is closed too short.

What is asked is a little easier than the rules: the length of runs, the card that must come first,
an own meld before the first lay-off and the like are left out. So "no" is certain, and what is
found has to be laid out and looked at (`paying` does).
"""

from __future__ import annotations

from typing import NamedTuple

from laydown.cards import FACES, JOKER, Card
from laydown.engine.building import ENOUGH, RunKey, Spot, Step, closing, steps_at
from laydown.engine.law import Law
from laydown.engine.ledger import PARTS, Effort, Ledger, Purse, SetWay
from laydown.engine.rest import Rest, may_split
from laydown.rules.options import GoOut, WildSwap

WILD: Card = -1
"""In what is found: some wild, whichever is at hand."""
NONE = (0, 0, 0, 0)


class Part(NamedTuple):
    """A piece of what was found."""

    kind: str
    """run, up, down, real or sets"""
    table: str
    cards: tuple[Card, ...]
    first: int
    """the place of the first card of a run; the rank of sets"""
    number: int = 0
    """of new sets"""
    laid: tuple[int, ...] = ()
    """by suit, how many cards of the rank go to sets on the table"""


Runs = tuple[tuple[RunKey, ...], ...]


def is_coverable(law: Law, rest: Rest) -> bool:
    """What is owed is a question that :class:`Cover` answers.

    Not where runs go round the corner, wilds are stolen or melds split.
    """
    return not (
        law.corner or rest.split or may_split(law) or law.rules.melds.wild_swap is WildSwap.STEAL
    )


class Follower(NamedTuple):
    """A step, and the position that it leads to."""

    step: Step
    runs: Runs
    in_sets: tuple[int, ...]
    high: tuple[int, ...]
    purse: Purse


class Cover:
    """One question, which gives up where the effort is spent."""

    def __init__(self, ledger: Ledger, rest: Rest, effort: Effort) -> None:
        law = ledger.law
        self._effort = effort
        self._law = law
        self._ledger = ledger
        self._have = [0] * FACES
        for face in rest.hand:
            self._have[face] += 1
        self._owed = [0] * FACES
        for face in rest.owed:
            self._owed[face] += 1
        self._top = 13 if law.ace_high else 12
        self._required = law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED
        limit = law.rules.melds.melds_per_turn
        self._melds = ENOUGH if limit is None else max(0, limit - rest.new_melds)
        self._wilds = sum(n for face, n in enumerate(self._have) if law.is_wild[face])
        self._reserves = law.ace_high and law.runs
        self._path: list[tuple[int, Step | SetWay]] = []

    def _name_what_is_left(self) -> None:
        """Number what is still to be given out at each step, of all suits and of each."""
        have, owed, ledger = self._have, self._owed, self._ledger
        begun = [
            ledger.beginnings(rank, tuple(have[rank:JOKER:13]), self._wilds) for rank in range(13)
        ]
        self._beginnings = [found for found, _, _ in begun]
        self._most = [most for _, most, _ in begun]
        self._prices = [price for _, _, price in begun]
        aces = (*have[0:JOKER:13], *owed[0:JOKER:13])
        left = ledger.name(aces)
        self._left = [left] * 57
        self._left_of = [
            [ledger.name((have[s * 13], owed[s * 13], self._wilds))] * 15 for s in range(4)
        ]
        for at in range(51, -1, -1):
            place, suit = divmod(at, 4)
            face = suit * 13 + place
            left = ledger.name((have[face], owed[face], left))
            self._left[at] = left
            of = self._left_of[suit]
            of[place] = ledger.name(
                (
                    have[face],
                    owed[face],
                    self._most[place][suit],
                    self._prices[place],
                    of[place + 1],
                )
            )

    # -------------------------------------------------------------- a bound

    def is_hopeless(self) -> bool:
        """The cards that need a wild need more than there are; asked under all rules.

        A card without a neighbour needs one wild at least of those beside it, and of four cards
        that have one neighbour each one wild may serve all.
        """
        law, melds = self._law, self._ledger.melds
        wilds = self._wilds
        if law.rules.melds.wild_swap is WildSwap.STEAL:
            wilds += sum(a != b for m in melds for a, b in zip(m.cards, m.stands, strict=True))
        quarters = 0
        for face, owed in enumerate(self._owed):
            if owed and not law.is_wild[face]:
                quarters += owed * self._quarters(face)
                if quarters > 4 * wilds:
                    return True
        return False

    def _quarters(self, face: Card) -> int:
        """Quarters of a wild that the card needs at the least."""
        law, have, ledger = self._law, self._have, self._ledger
        rank, suit = face % 13, face // 13
        held = [have[s * 13 + rank] for s in range(4)]
        number = sum(n > 0 for n in held) if law.suits_differ else sum(held)
        if number >= 3 or face in ledger.takers:
            return 0
        best = 1 if number == 2 else 4
        if not law.runs:
            return best
        bits = ledger.support[suit]
        for other in range(13):
            if have[suit * 13 + other]:
                bits |= 1 << other
        bits &= 0x1FFF
        for start in (rank - 2, rank - 1, rank):
            places = (start, start + 1, start + 2)
            if not law.corner and (start < 0 or start + 2 > self._top):
                if rank or not law.ace_high or start + 2 != 0:
                    continue
                places = (11, 12, 0)
            near = sum(bits >> place % 13 & 1 for place in places)
            if near == 3:
                return 0
            if near == 2:
                best = 1
        return best

    # -------------------------------------------------------------- the search

    def find(self) -> list[Part] | None:
        """The parts that take up everything owed; None where there are none or it gave up."""
        law = self._law
        owed = sum(n for face, n in enumerate(self._owed) if law.is_wild[face])
        owed = max(0, owed - sum(law.run_max - len(meld.cards) for meld in self._ledger.runs))
        purse = Purse(self._wilds, owed, not self._required, self._melds)
        self._name_what_is_left()
        if sum(self._least_of(suit, 0, (), 0) for suit in range(4)) > PARTS * self._wilds:
            return None
        if not self._suit(0, ((), (), (), ()), NONE, NONE, purse):
            return None
        return self._parts()

    def _suit(
        self, at: int, runs: Runs, in_sets: tuple[int, ...], high: tuple[int, ...], purse: Purse
    ) -> bool:
        """Go on with the card of this step: four to a rank, then the aces that lie high."""
        key = (at, self._left[at], runs, in_sets, high)
        lost = self._ledger.lost.get(key)
        if lost is not None and any(other.covers(purse) for other in lost):
            return False
        self._effort.left -= 1
        if self._effort.left < 0:
            return False
        place, suit = divmod(at, 4)
        for step, now, sets, now_high, then in self._followers(at, runs, in_sets, high, purse):
            self._path.append((at, step))
            if suit < 3:
                found = self._suit(at + 1, now, sets, now_high, then)
            elif place == 13:
                found = self._end(now, then)
            else:
                found = self._next_rank(place, now, sets, now_high, then)
            if found:
                return True
            self._path.pop()
            if self._effort.left < 0:
                return False
        if lost is None:
            self._ledger.lost[key] = [purse]
        else:
            lost.append(purse)
        return False

    def _followers(
        self, at: int, runs: Runs, in_sets: tuple[int, ...], high: tuple[int, ...], purse: Purse
    ) -> list[Follower]:
        """What may come of the card of this step, the cheapest first."""
        place, suit = divmod(at, 4)
        face = suit * 13 + place % 13
        is_wild = self._law.is_wild[face]
        four = runs[suit]
        tables = self._ledger.ends.get((suit, place))
        if tables:
            four = (*four, *tables)
        others = sum(
            self._least_of(i, place + (i < suit), runs[i], high[i]) for i in range(4) if i != suit
        )
        if place < 13:
            others += self._prices[place] * sum(in_sets)
        found = []
        for reserved in self._reserved(suit, place):
            spot = self._spot(place, suit, high[suit] if place == 13 else reserved)
            now_high = (*high[:suit], reserved, *high[suit + 1 :]) if reserved else high
            for step in self._steps_of(four, spot, purse.wilds):
                wilds, owed = purse.wilds - step.wilds, purse.owed - step.wilds - step.room
                if is_wild and place < 13:
                    wilds -= step.naturals + reserved
                    owed -= min(step.naturals + reserved, self._owed[face])
                if wilds < 0 or step.melds > purse.melds:
                    continue
                sets = in_sets
                least = others
                if place < 13:
                    sets = (*in_sets[:suit], step.sets, *in_sets[suit + 1 :])
                    if sets[: suit + 1] not in self._beginnings[place]:
                        continue
                    least += self._prices[place] * step.sets
                least += self._least_of(suit, place + 1, step.runs, now_high[suit])
                if least > PARTS * wilds:
                    continue
                kept = purse.kept or step.keeps
                then = Purse(wilds, max(0, owed), kept, _fewer(purse.melds, step.melds))
                now = (*runs[:suit], step.runs, *runs[suit + 1 :])
                cost = least + PARTS * (purse.wilds - wilds)
                found.append((cost, Follower(step, now, sets, now_high, then)))
        found.sort(key=_cost)
        return [follower for _, follower in found]

    def _spot(self, place: int, suit: int, high: int) -> Spot:
        """The copies of the card; `high` of the aces lie high."""
        law, have = self._law, self._have
        face = suit * 13 + place % 13
        is_wild = law.is_wild[face]
        number = high if place == 13 else have[face] - high
        owed = high if place == 13 else 0 if is_wild else max(0, self._owed[face] - high)
        after = (ENOUGH, ENOUGH)
        if not self._wilds:
            after = (self._number(place + 1, suit), self._number(place + 2, suit))

        def joins(on: int) -> int:
            return len(self._ledger.starts.get((suit, place + on), ()))

        return Spot(
            number,
            owed,
            after,
            self._ledger.reals[face] if place < 13 else 0,
            joins(0),
            (joins(1), joins(2)),
            law.in_pack[face],
            is_wild,
            place == 13,
            place == self._top,
        )

    def _number(self, place: int, suit: int) -> int:
        return self._have[suit * 13 + place % 13] if place <= self._top else 0

    def _next_rank(
        self, rank: int, runs: Runs, in_sets: tuple[int, ...], high: tuple[int, ...], purse: Purse
    ) -> bool:
        for way in self._ledger.ways(rank, in_sets):
            if way.wilds > purse.wilds or way.number > purse.melds:
                continue
            then = Purse(
                purse.wilds - way.wilds,
                max(0, purse.owed - way.wilds - way.room),
                purse.kept,
                _fewer(purse.melds, way.number),
            )
            self._path.append((rank, way))
            if rank == 12 and self._top == 12:
                found = self._end(runs, then)
            else:
                found = self._suit(4 * rank + 4, runs, NONE, high, then)
            if found:
                return True
            self._path.pop()
            if self._effort.left < 0:
                return False
        return False

    def _least_of(self, suit: int, place: int, four: tuple[RunKey, ...], high: int) -> int:
        key = (suit, place, self._left_of[suit][place], four, high)
        least = self._ledger.leasts.get(key)
        if least is not None:
            return least
        self._effort.left -= 1
        if self._effort.left < 0:
            return 0
        least = PARTS * ENOUGH
        if place > self._top:
            least = 0
            for run in four:
                price_of = closing(self._law, self._ledger.need, run)
                least += PARTS * (ENOUGH if price_of is None else price_of[0])
        else:
            runs = (*four, *self._ledger.ends.get((suit, place), ()))
            most = self._most[place][suit] if place < 13 else 0
            price = self._prices[place] if place < 13 else 0
            for reserved in self._reserved(suit, place):
                spot = self._spot(place, suit, high if place == 13 else reserved)
                then = reserved if place == 0 else high
                for step in self._steps_of(runs, spot, self._wilds):
                    cost = PARTS * step.wilds + price * step.sets
                    if cost < least and step.sets <= most:
                        more = self._least_of(suit, place + 1, step.runs, then)
                        least = min(least, cost + more)
                        if not least:
                            break
        if self._effort.left >= 0:
            self._ledger.leasts[key] = least
        return least

    def _reserved(self, suit: int, place: int) -> range:
        """How many of the aces may be kept to lie high."""
        return range(self._have[suit * 13] + 1 if place == 0 and self._reserves else 1)

    def _steps_of(self, runs: tuple[RunKey, ...], spot: Spot, wilds: int) -> tuple[Step, ...]:
        return steps_at(self._law, self._ledger.longest, self._ledger.need, wilds, runs, spot)

    def _end(self, runs: Runs, purse: Purse) -> bool:
        """Close every run; nothing may be owed then."""
        left = purse
        for four in runs:
            for run in four:
                cost = closing(self._law, self._ledger.need, run)
                if cost is None or cost[0] > left.wilds or cost[2] > left.melds:
                    return False
                left = Purse(
                    left.wilds - cost[0],
                    max(0, left.owed - cost[0] - cost[1]),
                    left.kept,
                    _fewer(left.melds, cost[2]),
                )
        if not left.kept and not left.wilds:
            return False
        sink = self._law.min_naturals == 0 and self._law.cap >= 3 and left.melds > 0
        return not left.owed or (sink and left.wilds >= 3)

    # -------------------------------------------------------------- what was found

    def _parts(self) -> list[Part]:
        """The path once more, with the cards themselves."""
        parts: list[Part] = []
        open_runs: list[list[_Built]] = [[], [], [], []]
        in_sets: list[Card] = []
        for at, step in self._path:
            if isinstance(step, SetWay):
                if in_sets:
                    cards = tuple(in_sets)
                    parts.append(Part("sets", "", cards, at, step.number, step.laid))
                in_sets = []
                continue
            place, suit = divmod(at, 4)
            face = suit * 13 + place % 13
            in_sets += [face] * step.sets
            parts += [Part("real", "", (face,), place)] * step.reals
            before = open_runs[suit]
            before += [
                _Built(meld, (), place, 0) for meld in self._ledger.uppers.get((suit, place), ())
            ]
            parts += [part for i in step.closed for part in _part(before[i])]
            for i, meld in zip(
                step.joined, self._ledger.starts.get((suit, place), ()), strict=False
            ):
                built = before[i]
                parts.append(Part("down", meld, built.cards + (WILD,) * built.gap, built.first))
            now = []
            for key, origin in zip(step.runs, step.origins, strict=True):
                if origin < 0:
                    now.append(_Built("", (face,), place, 0))
                elif key.gap:
                    now.append(before[origin]._replace(gap=key.gap))
                else:
                    old = before[origin]
                    now.append(
                        _Built(old.table, (*old.cards, *(WILD,) * old.gap, face), old.first, 0)
                    )
            open_runs[suit] = now
        return parts + [part for four in open_runs for run in four for part in _part(run)]


def _cost(follower: tuple[int, Follower]) -> int:
    return follower[0]


def _fewer(melds: int, laid: int) -> int:
    return melds if melds == ENOUGH else melds - laid


class _Built(NamedTuple):
    """A run as it is built, with its cards; a gap not crossed yet is left out."""

    table: str
    cards: tuple[Card, ...]
    first: int
    gap: int


def _part(run: _Built) -> tuple[Part, ...]:
    """The piece that a closed run is."""
    if run.table:
        return (Part("up", run.table, run.cards, run.first),) if run.cards else ()
    return (Part("run", "", run.cards, run.first),)
