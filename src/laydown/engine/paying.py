"""The search for a way to pay what is owed, where more than the shortest use of one card counts.

Only cards that pay, or without which what pays would not lie, are laid: whatever else a turn
could do, it can do afterwards. What may have to come first without paying anything is looked for
where the rules have it: a stolen wild, a split, an own meld before the first lay-off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec.structs import replace

from laydown.cards import Card, without
from laydown.engine.actions import LayOff, Meld, PlayerAction, RealCard, Split, Steal
from laydown.engine.arranging import LaidOff, Layout, arranged
from laydown.engine.covering import Cover, is_coverable
from laydown.engine.errors import Reason
from laydown.engine.finding import layoffs_on, melds_in
from laydown.engine.law import Law
from laydown.engine.ledger import Effort, Ledger
from laydown.engine.melds import MeldShape, lay_off
from laydown.engine.rest import (
    Rest,
    after_laying,
    halves,
    may_be_real,
    may_meld,
    may_split,
    only_a_meld_pays,
    replaced,
    split_table,
    steal_from,
    stealers,
    with_real,
)
from laydown.engine.state import NO_CARD, MeldKind, TableMeld
from laydown.rules.options import RealCardForWild, WildSwap

Actions = tuple[PlayerAction, ...]
Step = tuple[PlayerAction, Rest]
Finish = Callable[[Rest], Actions | None]


FEW = 3
"""So many owed cards, and no wild beside them, are soon tried in every way."""
STEP = 3
"""What a step of this search costs, beside a position that covering looks at."""


class Unsure:
    """Covering could not say; the search must."""


def meld_action(shape: MeldShape) -> Meld:
    """The action that lays a meld."""
    return Meld(shape.cards, () if shape.cards == shape.stands else shape.stands)


class Payment:
    """One search; `finish` says how a turn that owes nothing more is completed.

    It gives up after so many steps looked at (E-12). From a position on the way it found it looks
    at nothing that it did not look at before, so what was payable stays so while it is paid as
    planned; a meld that is moved to the front of the plan (`meld_before_layoff`) is the exception,
    for which the greater effort in play leaves room.
    """

    def __init__(
        self, law: Law, finish: Finish, effort: Effort, ledger: Ledger | None = None
    ) -> None:
        self._law = law
        self._ledger = ledger
        self._finish = finish
        self._effort = effort
        self._seen: set[tuple[object, ...]] = set()
        melds = law.rules.melds
        self._steals = melds.wild_swap is WildSwap.STEAL
        self._steals_anywhere = False
        self._splits = may_split(law)
        self._reals = melds.real_card_for_wild is RealCardForWild.RUN_ONLY
        self._meld_first = melds.meld_before_layoff

    def find(self, rest: Rest) -> Actions | None:
        """Actions that pay everything and leave a turn that can be completed; None if none do.

        Wilds are stolen first and then no more: to lay a wild and take it back with a natural is
        to lay the natural. Only a split asks for a wild itself, which may then be stolen back.
        """
        found = self._find(rest, stealing=self._steals)
        if found is None and self._steals and self._splits:
            self._steals_anywhere = True
            self._seen.clear()
            found = self._find(rest, stealing=True)
        return found

    def _find(self, rest: Rest, *, stealing: bool) -> Actions | None:
        if not rest.owed and not rest.split:
            return self._close(rest)
        key = (stealing, _position(rest))
        if key in self._seen:
            return None
        self._seen.add(key)
        if self._is_much(rest):
            covered = self._covered(rest)
            if not isinstance(covered, Unsure):
                return covered
        if self._effort.left < 0:
            return None
        for action, then, still in self._steps(rest, stealing=stealing):
            self._effort.left -= STEP
            if self._effort.left < 0:
                return None
            found = self._find(then, stealing=still)
            if found is not None:
                return self._in_order(rest, action, found)
        return None

    def _is_much(self, rest: Rest) -> bool:
        """Too much is owed to be paid card by card without looking at all of it."""
        few = len(rest.owed) <= FEW and not any(self._law.is_wild[face] for face in rest.hand)
        return len(rest.owed) > 1 and not few

    def _covered(self, rest: Rest) -> Actions | Unsure | None:
        """All that is owed, asked at once: None is certain, and so is what could be laid out."""
        ledger = self._ledger
        if ledger is None or ledger.melds != rest.melds:
            ledger = Ledger(self._law, rest.melds)
        cover = Cover(ledger, rest, self._effort)
        if cover.is_hopeless():
            return None
        if not is_coverable(self._law, rest):
            return Unsure()
        parts = cover.find()
        if parts is None:
            return Unsure() if self._effort.left < 0 else None
        layout = arranged(self._law, rest, parts)
        found = None if layout is None or rest.first else self._laid_out(rest, layout)
        return Unsure() if found is None else found

    def _laid_out(self, rest: Rest, layout: Layout) -> Actions | None:
        """The actions of a layout, if they can be done and the turn can be completed then."""
        actions: list[PlayerAction] = []
        for shape in layout.melds:
            actions.append(meld_action(shape))
            rest = self._melded(rest, shape)
        for face, target in layout.reals:
            meld = next(each for each in rest.melds if each.id == target)
            actions.append(RealCard(face, target))
            melds = replaced(rest.melds, with_real(meld, face, 0))
            rest = after_laying(self._law, rest, (face,), melds)
        for laid in layout.layoffs:
            if self._meld_first and not rest.has_melded:
                return None
            step = self._laid_one(rest, laid)
            if step is None:
                return None
            actions.append(step[0])
            rest = step[1]
        if rest.owed or (rest.deep != NO_CARD and rest.first):
            return None
        found = self._close(rest)
        return None if found is None else (*actions, *found)

    def _laid_one(self, rest: Rest, laid: LaidOff) -> Step | None:
        """One lay-off at the end of the meld it is meant for."""
        meld = next(each for each in rest.melds if each.id == laid.meld)
        as_ = () if laid.cards == laid.stands else laid.stands
        for low in (False, True):
            longer = lay_off(self._law, meld, laid.cards, as_, low=low, seat=0)
            if isinstance(longer, Reason):
                return None
            below = longer.stands[: len(laid.stands)] == laid.stands
            if meld.kind is MeldKind.SET or below == laid.below:
                then = after_laying(self._law, rest, laid.cards, replaced(rest.melds, longer))
                return LayOff(laid.cards, meld.id, as_, low), then
        return None

    def _in_order(self, rest: Rest, action: PlayerAction, found: Actions) -> Actions:
        """A meld on whose strength cards were laid off goes first."""
        if self._meld_first and not rest.has_melded and not isinstance(action, Meld):
            for i, later in enumerate(found):
                if isinstance(later, Meld):
                    return (later, action, *found[:i], *found[i + 1 :])
        return (action, *found)

    def _close(self, rest: Rest) -> Actions | None:
        """Complete the turn; where a meld is owed to lay-offs, with the shortest there is."""
        if not rest.owes_meld:
            return self._finish(rest)
        if not may_meld(self._law, rest.new_melds):
            return None
        pool = list(rest.hand)
        for wild in rest.gained:
            if wild in pool:
                pool.remove(wild)
        for shape in sorted(
            melds_in(self._law, tuple(pool), owed=frozenset()), key=lambda each: len(each.cards)
        ):
            found = self._finish(replace(self._melded(rest, shape), owes_meld=False))
            if found is not None:
                return (meld_action(shape), *found)
        return None

    # -------------------------------------------------------------- steps

    def _steps(self, rest: Rest, *, stealing: bool) -> Iterator[tuple[PlayerAction, Rest, bool]]:
        """What may be done next, and whether wilds may still be stolen after it."""
        if rest.first:
            for action, then in self._uses(rest, rest.deep, stealing=stealing):
                yield action, then, stealing
            for action, then in self._splits_for(rest, (rest.deep,)):
                yield action, then, stealing
            return
        if stealing:
            for action, then in self._stolen(rest):
                yield action, then, True
        after = stealing and self._steals_anywhere
        for action, then in self._payments(rest, stealing=after):
            yield action, then, after

    def _payments(self, rest: Rest, *, stealing: bool) -> Iterator[Step]:
        """Uses of the card with fewest, or of every card where one may open a way for another."""
        faces = tuple(dict.fromkeys(rest.owed))
        wild_held = any(self._law.is_wild[face] for face in rest.hand)
        one_at_a_time = not (stealing or rest.split or (self._reals and wild_held))
        if len(faces) == 1 or not one_at_a_time:
            for face in faces:
                yield from self._uses(rest, face, stealing=stealing)
            yield from self._wilds_for_split(rest)
        else:
            yield from self._fewest(rest, faces)
        yield from self._splits_for(rest, faces)

    def _fewest(self, rest: Rest, faces: tuple[Card, ...]) -> list[Step]:
        best: list[Step] | None = None
        for face in faces:
            uses = list(islice(self._uses(rest, face, stealing=False), max(0, self._effort.left)))
            self._effort.left -= STEP * len(uses)
            if not uses:
                return []
            if best is None or len(uses) < len(best):
                best = uses
        return best or []

    def _uses(self, rest: Rest, face: Card, *, stealing: bool) -> Iterator[Step]:
        """Every way to lay the card that wastes no other."""
        if face not in rest.hand:
            return
        owed = frozenset(rest.owed)
        if may_meld(self._law, rest.new_melds):
            for shape in melds_in(self._law, rest.hand, face, owed=owed):
                yield meld_action(shape), self._melded(rest, shape)
        if only_a_meld_pays(self._law, rest, face) and rest.owed.count(face) < 2:
            return
        for meld in rest.melds:
            yield from self._laid_off(rest, meld, face, owed)
            if may_be_real(self._law, meld, face):
                real = with_real(meld, face, 0)
                yield (
                    RealCard(face, meld.id),
                    after_laying(self._law, rest, (face,), replaced(rest.melds, real)),
                )
            if stealing:
                yield from self._steal(rest, meld, face)

    def _melded(self, rest: Rest, shape: MeldShape) -> Rest:
        meld = TableMeld(
            f"new{len(rest.melds)}",
            shape.kind,
            0,
            shape.cards,
            shape.stands,
            (0,) * len(shape.cards),
        )
        then = after_laying(self._law, rest, shape.cards, (*rest.melds, meld), new_meld=True)
        if rest.owes_meld and _holds(rest, shape.cards):
            return replace(then, owes_meld=False)
        return then

    def _laid_off(
        self, rest: Rest, meld: TableMeld, face: Card, owed: frozenset[Card]
    ) -> Iterator[Step]:
        if not self._may_lay_off(rest):
            return
        for cards, as_, low in layoffs_on(self._law, meld, rest.hand, face):
            longer = lay_off(self._law, meld, cards, as_, low=low, seat=0)
            if isinstance(longer, Reason) or not _is_tight(meld, longer, owed | {face}):
                continue
            pays = meld.id in rest.split and any(self._law.is_wild[card] for card in cards)
            then = after_laying(
                self._law,
                rest,
                cards,
                replaced(rest.melds, longer),
                split=() if pays else None,
            )
            yield LayOff(cards, meld.id, as_, low), self._on_trust(then)

    def _may_lay_off(self, rest: Rest) -> bool:
        """Nothing is laid off before an own meld; that meld may be found later, and laid first."""
        if not self._meld_first or rest.has_melded:
            return True
        return not rest.first and may_meld(self._law, rest.new_melds)

    def _on_trust(self, then: Rest) -> Rest:
        if self._meld_first and not then.has_melded:
            return replace(then, owes_meld=True)
        return then

    # -------------------------------------------------------------- what may have to come first

    def _stolen(self, rest: Rest) -> Iterator[Step]:
        for meld in rest.melds:
            for face in stealers(self._law, meld, rest.hand):
                yield from self._steal(rest, meld, face)

    def _steal(self, rest: Rest, meld: TableMeld, face: Card) -> Iterator[Step]:
        if not self._may_lay_off(rest):
            return
        stolen = steal_from(self._law, meld, face, 0)
        if stolen is None:
            return
        changed, wild = stolen
        then = after_laying(self._law, rest, (face,), replaced(rest.melds, changed), gained=(wild,))
        yield Steal(face, meld.id), self._on_trust(then)

    def _wilds_for_split(self, rest: Rest) -> Iterator[Step]:
        """A wild for one of the halves of a split meld."""
        if not rest.split:
            return
        owed = frozenset(rest.owed)
        for meld in rest.melds:
            if meld.id in rest.split:
                for face in dict.fromkeys(rest.hand):
                    if self._law.is_wild[face] and face not in rest.owed:
                        yield from self._laid_off(rest, meld, face, owed)

    def _splits_for(self, rest: Rest, faces: tuple[Card, ...]) -> Iterator[Step]:
        """Splits that make a place for one of the owed cards."""
        if not self._splits or rest.split or not self._may_lay_off(rest):
            return
        if not any(self._law.is_wild[card] for card in rest.hand):
            return
        wanted = [face for face in faces if not only_a_meld_pays(self._law, rest, face)]
        for meld in rest.melds if wanted else ():
            for at in range(3, len(meld.cards) - 2):
                parts = halves(self._law, rest.melds, meld, at)
                if parts is None or not any(
                    next(layoffs_on(self._law, half, rest.hand, face), None) is not None
                    for half in parts
                    for face in wanted
                    if face in rest.hand
                ):
                    continue
                yield (
                    Split(meld.id, at),
                    after_laying(
                        self._law,
                        rest,
                        (),
                        split_table(rest.melds, meld, parts),
                        split=(parts[0].id, parts[1].id),
                    ),
                )


def _position(rest: Rest) -> tuple[object, ...]:
    """What matters of the rest of a turn, the order in which melds were laid left out."""
    table = sorted((meld.stands, meld.cards, meld.id in rest.split, len(meld.reals))
                   for meld in rest.melds)  # fmt: skip
    return (
        rest.hand,
        rest.owed,
        rest.deep,
        rest.first,
        rest.new_melds,
        rest.has_melded,
        rest.owes_meld,
        tuple(sorted(rest.gained)),
        tuple(table),
    )


def _holds(rest: Rest, cards: tuple[Card, ...]) -> bool:
    """The cards were all in the hand before any wild was stolen."""
    pool = list(rest.hand)
    for wild in rest.gained:
        if wild in pool:
            pool.remove(wild)
    try:
        without(tuple(pool), cards)
    except ValueError:
        return False
    return True


def _is_tight(before: TableMeld, after: TableMeld, owed: frozenset[Card]) -> bool:
    """The outermost cards laid at each end are owed; on a set, all of them."""
    if before.kind is MeldKind.SET:
        return all(card in owed for card in after.cards[len(before.cards) :])
    start = next(
        i
        for i in range(len(after.cards) - len(before.cards) + 1)
        if after.cards[i : i + len(before.cards)] == before.cards
        and after.stands[i : i + len(before.cards)] == before.stands
    )
    below = start > 0 and after.cards[0] not in owed
    end = start + len(before.cards)
    above = end < len(after.cards) and after.cards[-1] not in owed
    return not below and not above
