"""How to lay down a hand: which melds, which lay-offs, in which order, and what is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from laydown.cards import FACES, Card
from laydown.engine.actions import LayOff, Meld, RealCard
from laydown.engine.melds import accepts, lay_off, open_wilds
from laydown.engine.state import MeldKind, TableMeld
from laydown.players.facts import Facts
from laydown.players.knots import best_melds
from laydown.players.shapes import Shape, natural_shapes, wild_shapes, wilds_alone
from laydown.rules.options import RealCardForWild

Step = Meld | LayOff | RealCard


class Layout(NamedTuple):
    """What to lay this turn, in order, and the cards that stay."""

    steps: tuple[Step, ...]
    left: tuple[Card, ...]
    worth: float
    """what laying it is worth, wilds at what they bring beyond being kept"""


class _Desk:
    """A hand and the table while a layout is thought out."""

    def __init__(self, facts: Facts, hand: Iterable[Card]) -> None:
        law = facts.law
        self.facts = facts
        self.law = law
        self.lays = facts.values.lays
        self.held = [0] * FACES
        self.wilds: list[Card] = []
        for face in hand:
            if law.is_wild[face]:
                self.wilds.append(face)
            else:
                self.held[face] += 1
        self.table = list(facts.view.melds)
        self.may_lay_off = facts.may_lay_off
        self.fits = facts.fits_mine
        self.steps: list[Step] = []
        self.worth = 0.0

    def left(self) -> tuple[Card, ...]:
        cards = [face for face in range(52) if self.held[face] for _ in range(self.held[face])]
        return tuple(sorted(cards + self.wilds)) if self.wilds else tuple(cards)

    def shape_worth(self, shape: Shape) -> float:
        """What a shape brings: its naturals, and its wilds beyond what they are kept for."""
        lays = self.lays
        worth = sum(lays[face] for face in shape.naturals) - self.facts.price * len(shape.gaps)
        if shape.has_low_ace and 0 not in shape.gaps:
            worth += self.facts.values.low_ace - lays[shape.faces[0]]
        return worth

    def meld(self, shape: Shape) -> None:
        """Lay the shape as a new meld."""
        self.worth += self.shape_worth(shape)
        cards = list(shape.faces)
        for place in shape.gaps:
            cards[place] = self.wilds.pop(0)
        for face in shape.naturals:
            self.held[face] -= 1
        as_ = shape.faces if shape.gaps else ()
        self.steps.append(Meld(tuple(cards), as_))
        view = self.facts.view
        new = TableMeld(
            f"M{view.laid_melds + len(self.table) - len(view.melds) + 1}",
            shape.kind,
            view.viewer,
            tuple(cards),
            shape.faces,
            (view.viewer,) * len(cards),
        )
        self.table.append(new)
        self.may_lay_off = True
        self._see_fits()

    def _see_fits(self) -> None:
        self.fits = 0
        for each in self.table:
            self.fits |= accepts(self.law, each).naturals

    def add(self, at: int, card: Card, stand: Card, *, low: bool) -> None:
        """Lay one card off on the table meld number `at`."""
        meld = self.table[at]
        as_ = () if card == stand else (stand,)
        longer = lay_off(self.law, meld, (card,), as_, low=low, seat=self.facts.view.viewer)
        assert isinstance(longer, TableMeld)
        self.table[at] = longer
        self.steps.append(LayOff((card,), meld.id, as_, low))
        if self.law.is_wild[card]:
            self.wilds.remove(card)
            self.worth -= self.facts.price
        else:
            self.held[card] -= 1
            low_ace = meld.kind is MeldKind.RUN and card % 13 == 0 and longer.stands[0] % 13 == 0
            self.worth += self.facts.values.low_ace if low_ace else self.lays[card]
        self._see_fits()

    def lay_off_all(self) -> None:
        """Lay off every natural that fits, dearest first, as long as any does."""
        while True:
            fitting = [face for face in range(52) if self.held[face] and self.fits >> face & 1]
            if not fitting:
                return
            face = max(fitting, key=lambda each: (self.lays[each], each))
            at = next(
                i
                for i, meld in enumerate(self.table)
                if accepts(self.law, meld).naturals >> face & 1
            )
            self.add(at, face, face, low=False)

    def lay_reals(self) -> None:
        """Lay real cards before oneself for wilds in runs (B-19)."""
        if self.facts.view.rules.melds.real_card_for_wild is not RealCardForWild.RUN_ONLY:
            return
        for meld in self.facts.view.melds:
            for stand in open_wilds(meld):
                if self.held[stand]:
                    self.held[stand] -= 1
                    self.worth += self.lays[stand]
                    self.steps.append(RealCard(stand, meld.id))


def lay_out(
    facts: Facts,
    hand: tuple[Card, ...],
    *,
    owed: tuple[Card, ...] = (),
    first: Shape | None = None,
) -> Layout:
    """A good way to lay down the hand; `owed` cards are used where that can be seen to work.

    Whether every step is legal is not checked here: the rules in play may want another order.
    """
    best = _lay_out(facts, hand, first)
    missing = _unused(best, owed)
    if not missing or first is not None:
        return best
    seeds = _seeds(facts, hand, missing[0])
    tries = [_lay_out(facts, hand, seed) for seed in seeds]
    paying = [each for each in tries if not _unused(each, owed)]
    return max(paying, key=lambda each: each.worth, default=best)


def pays(layout: Layout, owed: tuple[Card, ...]) -> bool:
    """Every owed card is among the cards the layout puts on the table."""
    return not _unused(layout, owed)


def _unused(layout: Layout, owed: tuple[Card, ...]) -> list[Card]:
    if not owed:
        return []
    missing = list(owed)
    for step in layout.steps:
        for card in (step.card,) if isinstance(step, RealCard) else step.cards:
            if card in missing:
                missing.remove(card)
    return missing


def _lay_out(facts: Facts, hand: tuple[Card, ...], first: Shape | None) -> Layout:
    desk = _Desk(facts, hand)
    if first is not None:
        desk.meld(first)
    for shape in best_melds(facts, desk.held):
        desk.meld(shape)
    desk.lay_off_all()
    desk.lay_reals()
    while desk.wilds and _use_a_wild(desk):
        desk.lay_off_all()
    return Layout(tuple(desk.steps), desk.left(), desk.worth)


def _seeds(facts: Facts, hand: tuple[Card, ...], card: Card) -> list[Shape]:
    """Melds with the card in them, to start a layout from."""
    law = facts.law
    held = [0] * FACES
    wilds = []
    for face in hand:
        if law.is_wild[face]:
            wilds.append(face)
        else:
            held[face] += 1
    if law.is_wild[card]:
        return [*wild_shapes(law, held, len(wilds)), *wilds_alone(law, len(wilds))]
    shapes = [shape for shape in natural_shapes(law, held) if card in shape.faces]
    if wilds:
        shapes += [shape for shape in wild_shapes(law, held, len(wilds)) if card in shape.naturals]
    return shapes


# ------------------------------------------------------------------ wilds


def _use_a_wild(desk: _Desk) -> bool:
    """Use wilds in the best way there is, if that is worth more than keeping them."""
    facts = desk.facts
    best: tuple[float, Shape | None, tuple[int, Card] | None] = (0.0, None, None)
    for shape in wild_shapes(desk.law, desk.held, len(desk.wilds)):
        worth = desk.shape_worth(shape)
        if worth > best[0]:
            best = (worth, shape, None)
    wild = desk.wilds[0]
    for at, meld in enumerate(desk.table if desk.may_lay_off else ()):
        taken = accepts(desk.law, meld)
        if not taken.wild:
            continue
        for stand in range(52):
            if not taken.names >> stand & 1:
                continue
            worth = -facts.price
            if meld.kind is MeldKind.RUN:
                worth += _bridged(desk, meld, stand)
            if worth > best[0]:
                best = (worth, None, (at, stand))
    if best[1] is None and best[2] is None and facts.price < 0:
        for shape in wilds_alone(desk.law, len(desk.wilds)):
            desk.meld(shape)
            return True
    if best[1] is not None:
        desk.meld(best[1])
        return True
    if best[2] is not None:
        at, stand = best[2]
        desk.add(at, wild, stand, low=stand % 13 == 0 and desk.table[at].stands[0] % 13 == 1)
        return True
    return False


def _bridged(desk: _Desk, meld: TableMeld, stand: Card) -> float:
    """What naturals can follow on the run beyond a wild laid as `stand`."""
    law = desk.law
    base = stand // 13 * 13
    start = meld.stands[0] % 13
    end = start + len(meld.stands) - 1
    worth = 0.0
    if stand == base + (end + 1) % 13:
        place = end + 2
        while place <= (13 if law.ace_high else 12) and desk.held[base + place % 13]:
            worth += desk.lays[base + place % 13]
            place += 1
    elif start > 0 and stand == base + start - 1:
        place = start - 2
        while place >= 0 and desk.held[base + place]:
            worth += desk.lays[base + place] if place else desk.facts.values.low_ace
            place -= 1
    return worth
