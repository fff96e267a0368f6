"""Legality: a question about what the actor can see.

`LegalActions` is asked with ``in`` and ``why_not`` for any action, sensible or not, without
enumerating; iterated it is lazy, ordered, and complete up to interchangeable cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from laydown.cards import Card
from laydown.engine.actions import (
    Action,
    Call,
    ChooseDealer,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    PlayerAction,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.engine.calling import calls
from laydown.engine.ending import can_take, takes
from laydown.engine.errors import Reason, Why
from laydown.engine.finding import has_meld, layoffs_on, mask_of, melds_in
from laydown.engine.law import NO_CAP, Law, law_of
from laydown.engine.melds import accepts, open_wilds
from laydown.engine.paying import meld_action
from laydown.engine.refusals import (
    refuse_action,
    refuse_actor,
    refuse_call,
    refuse_discard,
    refuse_laying,
    refuse_phase,
)
from laydown.engine.rest import may_meld
from laydown.engine.sampling import Digits, pick, sample_meld
from laydown.engine.settling import Plan, plan
from laydown.engine.state import NO_SEAT, Phase, TableMeld
from laydown.engine.view import PlayerView
from laydown.rules.options import RealCardForWild, WildSwap

Kind = type[PlayerAction]


@lru_cache(maxsize=4096)
def _kinds_under(law: Law) -> dict[Phase, tuple[Kind, ...]]:
    """The kinds of action each phase may have under these rules, in the order of listing."""
    melds = law.rules.melds
    playing: list[Kind] = [Meld, LayOff]
    if melds.real_card_for_wild is not RealCardForWild.OFF:
        playing.append(RealCard)
    if melds.wild_swap is not WildSwap.NONE:
        playing.append(Steal)
    if melds.wild_split_at_six and law.cap < NO_CAP:
        playing.append(Split)
    return {
        Phase.DRAW: (Draw, Take, Decline),
        Phase.PLAY: (*playing, Discard),
        Phase.CALLING: (Call, Pass),
    }


class Summary(msgspec.Struct, frozen=True):
    """What a screen enables: everything here is legal as it stands."""

    kinds: tuple[str, ...]
    """tags of the kinds of which some action is legal"""
    takes: tuple[int, ...]
    """how many cards may be taken from the pile"""
    discards: tuple[Card, ...]
    layoffs: tuple[tuple[str, tuple[Card, ...]], ...]
    """by meld id: the cards of the hand that may be laid off on it alone, under some name"""
    owed: tuple[Card, ...]
    plan: tuple[PlayerAction, ...]
    """one way to pay what is owed"""


class LegalActions:
    """The actions that the viewer of a view may take now."""

    __slots__ = ("law", "view")

    def __init__(self, view: PlayerView) -> None:
        self.view = view
        self.law: Law = law_of(view)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is refused; None where it is legal. Any action may be asked about."""
        match action:
            case Cut() | ChooseDealer() | Deal() | Reshuffle():
                return Reason(Why.HOUSE_ONLY, "B-49")
            case Call():
                return refuse_call(self.law, self.view, action)
            case _:
                return (
                    refuse_actor(self.view)
                    or refuse_phase(self.view, action)
                    or refuse_action(self.law, self.view, action)
                )

    def __bool__(self) -> bool:
        return bool(self.kinds())

    def __iter__(self) -> Iterator[PlayerAction]:
        for kind in self._phase_kinds():
            yield from self.of(kind)

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of action of which at least one is legal, in the order of iteration."""
        return tuple([kind for kind in self._phase_kinds() if self._some(kind)])

    def _phase_kinds(self) -> tuple[Kind, ...]:
        view = self.view
        if view.viewer not in view.may_act or view.viewer == NO_SEAT:
            return ()
        return _kinds_under(self.law).get(view.phase, ())

    def of(self, kind: Kind) -> Iterator[PlayerAction]:
        """Every legal action of one kind, lazily and in order."""
        if kind not in self._phase_kinds():
            return
        for action in self._candidates(kind):
            if self.why_not(action) is None:
                yield action

    def _candidates(self, kind: Kind) -> Iterator[PlayerAction]:
        law, view = self.law, self.view
        if kind is Draw:
            yield Draw()
        elif kind is Take:
            yield from (Take(count) for count in range(1, len(view.pile) + 1))
        elif kind is Decline:
            yield Decline()
        elif kind is Pass:
            yield Pass()
        elif kind is Discard:
            yield from (Discard(card) for card in dict.fromkeys(view.hand))
        elif kind is Call:
            yield from calls(law, view)
        elif kind is Meld:
            yield from (meld_action(shape) for shape in melds_in(law, view.hand))
        else:
            for meld in view.melds:
                yield from self._candidates_on(kind, meld)

    def _candidates_on(self, kind: Kind, meld: TableMeld) -> Iterator[PlayerAction]:
        hand = self.view.hand
        if kind is LayOff:
            for cards, as_, low in layoffs_on(self.law, meld, hand):
                yield LayOff(cards, meld.id, as_, low)
        elif kind is RealCard:
            yield from (RealCard(card, meld.id) for card in open_wilds(meld) if card in hand)
        elif kind is Steal:
            yield from (Steal(card, meld.id) for card in dict.fromkeys(hand))
        elif kind is Split:
            yield from (Split(meld.id, at) for at in range(3, len(meld.cards) - 2))

    def _some(self, kind: Kind) -> bool:
        """Some action of the kind is legal, without listing where that can be helped."""
        law, view = self.law, self.view
        turn = view.turn
        if kind is Draw:
            return view.stock_size > 0
        if kind is Decline:
            return not view.stock_size
        if kind is Pass:
            return True
        if kind is Take:
            return any(can_take(law, view, count) for count in range(1, len(view.pile) + 1))
        if view.phase is Phase.PLAY:
            spare = len(view.hand)
            free = not turn.owed and not turn.split and turn.due == NO_SEAT
            if kind is RealCard and not any(map(open_wilds, view.melds)):
                return False
            if kind is Discard and free and spare > 1:
                return True
            if kind is Meld and spare < 3:
                return False
            if kind is Meld:
                if not may_meld(law, turn.melds) or not has_meld(law, view.hand):
                    return False
                if free and spare > 4 and law.min_naturals < 2:
                    return True
            if kind is LayOff:
                if not view.melds or refuse_laying(law, view) is not None or not self._lays_one():
                    return False
                if free and spare > 2:
                    return True
        return next(self.of(kind), None) is not None

    def _lays_one(self) -> bool:
        """Some card of the hand could be laid off alone as the table lies."""
        law = self.law
        mask = mask_of(self.view.hand)
        has_wild = bool(mask & law.wild_mask)
        for meld in self.view.melds:
            taken = accepts(law, meld)
            if taken.naturals & mask or (has_wild and taken.wild):
                return True
        return False

    def sample(self, kind: Kind, number: int) -> PlayerAction:
        """One legal action of a kind that has some; every one is given for some `number` >= 0.

        Nothing is listed, since named wilds make lists long. `ValueError` if there is none.
        """
        law, view = self.law, self.view
        if kind is Draw:
            return Draw()
        digits = Digits(number)
        if kind is Discard:
            if view.phase is Phase.PLAY and view.viewer == view.seat and view.hand:
                hand = view.hand
                card = hand[digits.below(len(hand))]
                if refuse_discard(law, view, card) is None:
                    return Discard(card)
        elif kind is Take and view.pile and kind in self._phase_kinds():
            size = len(view.pile)
            first = digits.below(size)
            for i in range(size):
                count = (first + i) % size + 1
                if can_take(law, view, count):
                    return Take(count)
        elif kind is Meld and kind in self._phase_kinds():
            for shape in sample_meld(law, view.hand, digits):
                action = meld_action(shape)
                if self.why_not(action) is None:
                    return action
        found = pick(self.of(kind), digits)
        if found is None:
            raise ValueError(f"no {kind.__name__} is legal here")
        return found

    def summary(self) -> Summary:
        """What a screen needs to enable, mark and pin."""
        law, view = self.law, self.view
        on_turn = bool(self._phase_kinds())
        playing = on_turn and view.phase is Phase.PLAY
        drawing = on_turn and view.phase is Phase.DRAW
        settled = plan(view) if playing else None
        depths = takes(law, view) if drawing else ()
        some = [k for k in self._phase_kinds() if (depths if k is Take else self._some(k))]
        return Summary(
            kinds=tuple(str(kind.__struct_config__.tag) for kind in some),
            takes=depths,
            discards=tuple(
                card for card in dict.fromkeys(view.hand) if playing and Discard(card) in self
            ),
            layoffs=tuple((meld.id, self._layable(meld)) for meld in view.melds if playing),
            owed=view.turn.owed if playing else (),
            plan=settled.actions if isinstance(settled, Plan) else (),
        )

    def _layable(self, meld: TableMeld) -> tuple[Card, ...]:
        found = []
        for card in dict.fromkeys(self.view.hand):
            for cards, as_, low in layoffs_on(self.law, meld, (card,)):
                if LayOff(cards, meld.id, as_, low) in self:
                    found.append(card)
                    break
        return tuple(found)
