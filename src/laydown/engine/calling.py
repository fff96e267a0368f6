"""Calling rummy: who may, on which cards, and what is taken (clauses.md B-39 … B-42)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import msgspec

from laydown.cards import Card, without
from laydown.engine.actions import Call
from laydown.engine.errors import Reason, Why
from laydown.engine.finding import has_meld, layoffs_on, melds_in
from laydown.engine.law import Law, law_of
from laydown.engine.melds import accepts, lay_off, read_meld, takes_card
from laydown.engine.state import Phase, Round, TableMeld
from laydown.engine.view import PlayerView
from laydown.rules.options import CallRummy


class Called(msgspec.Struct, frozen=True):
    """What a call does: the meld as it then lies, and the hand and pile as they then are."""

    meld: TableMeld
    is_new: bool
    hand: tuple[Card, ...]
    pile: tuple[Card, ...]
    above: tuple[Card, ...]
    """cards taken to hand with the called ones (`call_takes_above`)"""


def callers(of: PlayerView | Round) -> tuple[int, ...]:
    """The seats that may call or pass after a discard, in turn order from the discarder.

    Unless the caller's hand may help it depends on public cards alone; where it may, everybody
    who could ever call is asked, or the question would betray a hand (B-39).
    """
    options = of.rules.calling
    if options.call_rummy is CallRummy.OFF or not of.pile:
        return ()
    law = law_of(of)
    if options.call_with_hand:
        fits, makes = True, True
    else:
        open_cards = _open_cards(of)
        fits = any(takes_card(law, meld, face) for meld in of.melds for face in open_cards)
        makes = options.call_rummy is CallRummy.BOARD_AND_PILE and has_meld(law, of.pile)
    if not (fits or makes):
        return ()
    before_layoff = law.rules.melds.meld_before_layoff
    found = []
    for i in range(1, of.players):
        seat = (of.seat + i) % of.players
        if options.call_needs_own_meld and not of.melded[seat]:
            continue
        if makes or not before_layoff or of.melded[seat]:
            found.append(seat)
    return tuple(found)


def _open_cards(of: PlayerView | Round) -> tuple[Card, ...]:
    """The pile cards that may be called: the discard, or every one of them."""
    if of.rules.calling.call_rummy is CallRummy.BOARD_AND_PILE:
        return tuple(dict.fromkeys(of.pile))
    return of.pile[-1:]


def read_call(law: Law, view: PlayerView, call: Call) -> Called | Reason:
    """What the viewer's call would do, or why it may not be made. Going out is asked elsewhere."""
    return _refuse_caller(law, view) or _refuse_cards(law, view, call) or _place(law, view, call)


def _refuse_caller(law: Law, view: PlayerView) -> Reason | None:
    options = law.rules.calling
    if options.call_rummy is CallRummy.OFF:
        return Reason(Why.CALLING_OFF, "R5-14", option="call_rummy")
    if view.phase is not Phase.CALLING:
        return Reason(Why.NO_WINDOW, "B-39")
    if view.viewer == view.seat:
        return Reason(Why.NOT_THE_DISCARDER, "B-39")
    if options.call_needs_own_meld and not view.melded[view.viewer]:
        return Reason(Why.CALL_OWN_MELD, "K5-7", option="call_needs_own_meld")
    if view.viewer not in view.may_act:
        return Reason(Why.NOT_YOUR_TURN, "B-39", seat=view.seat)
    return None


def _refuse_cards(law: Law, view: PlayerView, call: Call) -> Reason | None:
    options = law.rules.calling
    if call.real:
        return Reason(Why.CALL_REAL, "B-19", call.cards, call.meld)
    if not call.cards:
        return Reason(Why.NO_CARDS, "B-39")
    if options.call_rummy is CallRummy.BOARD and call.cards != view.pile[-1:]:
        return Reason(Why.CALL_TOP_ONLY, "B-39", call.cards, option="call_rummy")
    if Counter(call.cards) - Counter(view.pile):
        return Reason(Why.NOT_IN_PILE, "B-39", call.cards)
    if call.hand and not options.call_with_hand:
        return Reason(Why.CALL_NO_HAND, "B-39", call.hand, option="call_with_hand")
    if Counter(call.hand) - Counter(view.hand):
        return Reason(Why.NOT_HELD, "B-23", call.hand)
    if call.meld and len(call.cards) > 1:
        return Reason(Why.CALL_ONE_CARD, "E-4", call.cards)
    return None


def _place(law: Law, view: PlayerView, call: Call) -> Called | Reason:
    seat = view.viewer
    cards = call.cards + call.hand
    if call.meld:
        if law.rules.melds.meld_before_layoff and not view.melded[seat]:
            return Reason(Why.MELD_BEFORE_LAYOFF, "R5-14", cards, option="meld_before_layoff")
        target = next((meld for meld in view.melds if meld.id == call.meld), None)
        if target is None:
            return Reason(Why.NO_SUCH_MELD, "B-29", meld=call.meld)
        placed = lay_off(law, target, cards, call.as_, low=call.low, seat=seat)
    else:
        shape = read_meld(law, cards, call.as_)
        if isinstance(shape, Reason):
            return shape
        placed = TableMeld(
            f"M{view.laid_melds + 1}",
            shape.kind,
            seat,
            shape.cards,
            shape.stands,
            (seat,) * len(shape.cards),
        )
    if isinstance(placed, Reason):
        return placed
    pile, above = _lift(view.pile, call.cards, above=law.rules.calling.call_takes_above)
    hand = tuple(sorted(without(view.hand, call.hand) + above))
    return Called(placed, not call.meld, hand, pile, above)


def _lift(
    pile: tuple[Card, ...], cards: tuple[Card, ...], *, above: bool
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The pile without the called cards, the topmost copy of each, and what came with them."""
    wanted = list(cards)
    lifted = []
    for at in range(len(pile) - 1, -1, -1):
        if pile[at] in wanted:
            wanted.remove(pile[at])
            lifted.append(at)
    deepest = min(lifted)
    rest = tuple(pile[at] for at in range(deepest, len(pile)) if at not in lifted)
    return (pile[:deepest], rest) if above else (pile[:deepest] + rest, ())


def calls(law: Law, view: PlayerView, *, whole: bool = False) -> Iterator[Call]:
    """Every call of the viewer's that places its cards well, lay-offs first. With `whole`, none
    that leaves a card of the hand, or out of a meld one of the pile."""
    open_cards = _open_cards(view)
    helpers = view.hand if law.rules.calling.call_with_hand else ()
    for meld in view.melds:
        for face in open_cards:
            yield from _layoff_calls(law, meld, face)
            if helpers:
                yield from _bridged_calls(law, meld, face, helpers, whole=whole)
    if law.rules.calling.call_rummy is CallRummy.BOARD_AND_PILE:
        sources = view.pile
    else:
        sources = view.pile[-1:]
    if len(sources) + len(helpers) < 3:
        return
    every = tuple(sorted(sources + helpers))
    for shape in melds_in(law, every, shortest=len(every) if whole else 3):
        yield from _meld_calls(shape.cards, shape.stands, sources, helpers)


def _layoff_calls(law: Law, meld: TableMeld, face: Card) -> Iterator[Call]:
    taken = accepts(law, meld)
    if taken.naturals >> face & 1:
        for low in _ends(law, meld, (face,), ()):
            yield Call((face,), meld.id, low=low)
    if law.is_wild[face] and taken.wild:
        for name in range(52):
            if taken.names >> name & 1 and name != face:
                for low in _ends(law, meld, (face,), (name,)):
                    yield Call((face,), meld.id, as_=(name,), low=low)


def _ends(
    law: Law, meld: TableMeld, cards: tuple[Card, ...], as_: tuple[Card, ...]
) -> Iterator[bool]:
    """The values of `low` that place the cards, one where they make no difference."""
    high = lay_off(law, meld, cards, as_, low=False, seat=0)
    if isinstance(high, TableMeld):
        yield False
        if lay_off(law, meld, cards, as_, low=True, seat=0) != high:
            yield True


def _bridged_calls(
    law: Law, meld: TableMeld, face: Card, helpers: tuple[Card, ...], *, whole: bool
) -> Iterator[Call]:
    """Lay-offs of a called card together with cards of the hand."""
    every = tuple(sorted((face, *helpers)))
    shortest = len(every) if whole else 1
    for cards, as_, low in layoffs_on(law, meld, every, must=face, shortest=shortest):
        if len(cards) < 2:
            continue
        at = cards.index(face)
        rest = cards[:at] + cards[at + 1 :]
        if Counter(rest) - Counter(helpers):
            continue
        names = (as_[at], *as_[:at], *as_[at + 1 :]) if as_ else ()
        yield Call((face,), meld.id, rest, names, low)


def _meld_calls(
    cards: tuple[Card, ...],
    stands: tuple[Card, ...],
    sources: tuple[Card, ...],
    helpers: tuple[Card, ...],
) -> Iterator[Call]:
    """Every way to take a meld's cards from the pile and the hand, the pile at least once."""
    pile, hand = Counter(sources), Counter(helpers)
    seen: set[Call] = set()
    choices = [
        [from_pile for from_pile in (True, False) if (pile if from_pile else hand)[face]]
        for face in cards
    ]
    for taken in product(*choices):
        called = tuple(f for f, from_pile in zip(cards, taken, strict=True) if from_pile)
        held = tuple(f for f, from_pile in zip(cards, taken, strict=True) if not from_pile)
        if not called or Counter(called) - pile or Counter(held) - hand:
            continue
        names = tuple(s for s, p in zip(stands, taken, strict=True) if p) + tuple(
            s for s, p in zip(stands, taken, strict=True) if not p
        )
        call = Call(called, "", held, () if names == called + held else names)
        if call not in seen:
            seen.add(call)
            yield call
