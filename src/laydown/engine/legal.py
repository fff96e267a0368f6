"""Legality: a question about what the actor can see.

`LegalActions` is asked with ``in`` and ``why_not`` for any action, sensible or not, without
enumerating; iterated it is lazy, ordered, and complete up to interchangeable cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from laydown.cards import JOKER, Card
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
from laydown.engine.calling import calls, read_call
from laydown.engine.drawing import deep_card_comes_first, refuse_draw, refuse_take
from laydown.engine.ending import can_take, rest_after_take, takes
from laydown.engine.errors import Reason, Why
from laydown.engine.finding import has_meld, layoffs_on, mask_of, melds_in
from laydown.engine.law import NO_CAP, Law, law_of
from laydown.engine.melds import MeldShape, accepts, lay_off, open_wilds, read_meld
from laydown.engine.sampling import Digits, pick, sample_meld
from laydown.engine.settling import (
    Plan,
    Rest,
    after_laying,
    debt,
    halves,
    is_playable,
    may_be_real,
    may_meld,
    meld_action,
    plan,
    replaced,
    rest_of,
    settle,
    split_table,
    steal_from,
    with_real,
)
from laydown.engine.state import NO_SEAT, MeldKind, Phase, TableMeld
from laydown.engine.view import PlayerView
from laydown.rules.options import CallFollowup, GoOut, RealCardForWild, WildSwap

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

    # -------------------------------------------------------------- the questions

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is refused; None where it is legal. Any action may be asked about."""
        match action:
            case Cut() | ChooseDealer() | Deal() | Reshuffle():
                return Reason(Why.HOUSE_ONLY, "B-49")
            case Call():
                return self._refuse_call(action)
            case _:
                return self._refuse_actor() or self._refuse_phase(action) or self._refuse(action)

    def __bool__(self) -> bool:
        return bool(self.kinds())

    def __iter__(self) -> Iterator[PlayerAction]:
        for kind in self._phase_kinds():
            yield from self.of(kind)

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of action of which at least one is legal, in the order of iteration."""
        return tuple([kind for kind in self._phase_kinds() if self._some(kind)])

    # -------------------------------------------------------------- who and when

    def _phase_kinds(self) -> tuple[Kind, ...]:
        view = self.view
        if view.viewer not in view.may_act or view.viewer == NO_SEAT:
            return ()
        return _kinds_under(self.law).get(view.phase, ())

    def _refuse_actor(self) -> Reason | None:
        view = self.view
        if view.phase is Phase.OVER:
            return Reason(Why.ROUND_OVER, "BR-8")
        if view.viewer == NO_SEAT or view.viewer not in view.may_act:
            return Reason(Why.NOT_YOUR_TURN, "R5-8", seat=view.seat)
        return None

    def _refuse_phase(self, action: PlayerAction) -> Reason | None:
        phase = self.view.phase
        match action:
            case Draw() | Take() | Decline():
                if phase is Phase.PLAY:
                    return Reason(Why.ALREADY_DRAWN, "BR-4")
                if phase is not Phase.DRAW:
                    return Reason(Why.NOT_YOUR_TURN, "B-39", seat=self.view.seat)
            case Pass():
                if phase is not Phase.CALLING:
                    return Reason(Why.NOTHING_TO_PASS, "B-39")
            case _:
                if phase is Phase.DRAW:
                    return Reason(Why.DRAW_FIRST, "R5-4")
                if phase is not Phase.PLAY:
                    return Reason(Why.NOT_YOUR_TURN, "B-39", seat=self.view.seat)
        return None

    def _refuse(self, action: PlayerAction) -> Reason | None:
        match action:
            case Draw():
                return refuse_draw(self.view)
            case Take():
                return self._refuse_take(action.count)
            case Decline():
                if self.view.stock_size:
                    why = Why.STOCK_ONLY if self.view.turn.stock_only else Why.STOCK_NOT_EMPTY
                    return Reason(why, "B-31")
                return None
            case Meld():
                return self._refuse_meld(action)
            case LayOff():
                return self._refuse_layoff(action)
            case RealCard():
                return self._refuse_real(action)
            case Steal():
                return self._refuse_steal(action)
            case Split():
                return self._refuse_split(action)
            case Discard():
                return self._refuse_discard(action.card)
            case _:
                return None

    # -------------------------------------------------------------- drawing

    def _refuse_take(self, count: int) -> Reason | None:
        law, view = self.law, self.view
        refused = refuse_take(law, view, count)
        if refused is not None or can_take(law, view, count):
            return refused
        rest = rest_after_take(law, view, count)
        deep = view.pile[-count]
        if len(rest.owed) > 1:
            return Reason(Why.NO_USE_FOR_ALL, "B-30", rest.owed, option="empty_stock_use")
        clause = "B-24" if law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED else "B-22"
        return Reason(Why.NO_USE, clause, (deep,), number=count)

    # -------------------------------------------------------------- laying cards

    def _refuse_held(self, cards: tuple[Card, ...]) -> Reason | None:
        hand = self.view.hand
        if len(cards) == 1:
            return None if cards[0] in hand else Reason(Why.NOT_HELD, "B-23", cards)
        if not cards:
            return Reason(Why.NO_CARDS, "BR-5")
        missing = Counter(cards) - Counter(hand)
        if missing:
            return Reason(Why.NOT_HELD, "B-23", tuple(missing.elements()))
        return None

    def _refuse_follow_up(self) -> Reason | None:
        """After a call that leaves only a discard, cards are laid only if the last must be."""
        view = self.view
        if (
            view.turn.due == NO_SEAT
            or self.law.rules.calling.call_followup is not CallFollowup.DISCARD_IF_POSSIBLE
        ):
            return None
        if self._floats() and len(view.hand) == 1:
            return None
        return Reason(Why.FOLLOW_UP_DISCARD, "B-40", option="call_followup")

    def _floats(self) -> bool:
        return self.law.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT

    def _refuse_deep_first(self, cards: tuple[Card, ...]) -> Reason | None:
        turn = self.view.turn
        if deep_card_comes_first(self.law, turn) and turn.deep not in cards:
            return Reason(Why.DEEP_CARD_FIRST, "B-21", (turn.deep,), option="deep_timing")
        return None

    def _refuse_rest(self, rest: Rest) -> Reason | None:
        """A debt that could no longer be paid from this rest of the turn."""
        if len(rest.hand) > 1 and not rest.owed and not rest.split:
            return None
        return None if settle(self.law, rest) is not None else debt(rest)

    def _rest(self) -> Rest:
        return rest_of(self.law, self.view)

    def _refuse_meld(self, action: Meld) -> Reason | None:
        law, view = self.law, self.view
        refused = self._refuse_held(action.cards) or self._refuse_follow_up()
        if refused is not None:
            return refused
        shape = read_meld(law, action.cards, action.as_)
        if isinstance(shape, Reason):
            return shape
        if not may_meld(law, view.turn.melds):
            return Reason(Why.ONE_MELD_A_TURN, "E-8", option="melds_per_turn")
        return self._refuse_deep_first(shape.cards) or self._refuse_shape(shape)

    def _refuse_shape(self, shape: MeldShape) -> Reason | None:
        view = self.view
        turn = view.turn
        if len(view.hand) - len(shape.cards) > 1 and not turn.owed and not turn.split:
            return None
        meld = TableMeld(
            "new", shape.kind, view.seat, shape.cards, shape.stands, (view.seat,) * len(shape.cards)
        )
        return self._refuse_rest(
            after_laying(self.law, self._rest(), shape.cards, (*view.melds, meld), new_meld=True)
        )

    def _target(self, meld_id: str) -> TableMeld | Reason:
        if not meld_id:
            return Reason(Why.NAME_THE_MELD, "B-29")
        for meld in self.view.melds:
            if meld.id == meld_id:
                return meld
        return Reason(Why.NO_SUCH_MELD, "B-29", meld=meld_id[:20])

    def _refuse_laying(self) -> Reason | None:
        if self.law.rules.melds.meld_before_layoff and not self.view.melded[self.view.viewer]:
            return Reason(Why.MELD_BEFORE_LAYOFF, "R5-14", option="meld_before_layoff")
        return None

    def _refuse_layoff(self, action: LayOff) -> Reason | None:
        law, view = self.law, self.view
        refused = self._refuse_held(action.cards) or self._refuse_follow_up()
        if refused is not None:
            return refused
        meld = self._target(action.meld)
        if isinstance(meld, Reason):
            return meld
        refused = self._refuse_laying()
        if refused is not None:
            return refused
        longer = lay_off(law, meld, action.cards, action.as_, low=action.low, seat=view.seat)
        if isinstance(longer, Reason):
            return longer
        refused = self._refuse_deep_first(action.cards)
        if refused is not None:
            return refused
        turn = view.turn
        if len(view.hand) - len(action.cards) > 1 and not turn.owed and not turn.split:
            return None
        pays = meld.id in turn.split and any(law.is_wild[card] for card in action.cards)
        return self._refuse_rest(
            after_laying(
                law,
                self._rest(),
                action.cards,
                replaced(view.melds, longer),
                split=() if pays else None,
            )
        )

    def _refuse_real(self, action: RealCard) -> Reason | None:
        law, view = self.law, self.view
        if law.rules.melds.real_card_for_wild is RealCardForWild.OFF:
            return Reason(Why.REAL_CARD_OFF, "B-19", option="real_card_for_wild")
        card = action.card
        refused = self._refuse_held((card,)) or self._refuse_follow_up()
        if refused is not None:
            return refused
        meld = self._target(action.meld)
        if isinstance(meld, Reason):
            return meld
        if card == JOKER:
            return Reason(Why.REAL_NOT_NATURAL, "B-19", (card,), meld.id)
        if meld.kind is not MeldKind.RUN:
            return Reason(Why.REAL_NOT_IN_RUN, "B-19", (card,), meld.id)
        if not may_be_real(law, meld, card):
            taken = any(real.card == card for real in meld.reals)
            why = Why.REAL_TAKEN if taken else Why.REAL_NO_WILD
            return Reason(why, "B-19", (card,), meld.id)
        return self._refuse_deep_first((card,)) or self._refuse_rest(
            after_laying(
                law, self._rest(), (card,), replaced(view.melds, with_real(meld, card, view.seat))
            )
        )

    def _refuse_steal(self, action: Steal) -> Reason | None:
        law, view = self.law, self.view
        if law.rules.melds.wild_swap is not WildSwap.STEAL:
            return Reason(Why.STEAL_OFF, "B-14", option="wild_swap")
        refused = self._refuse_held((action.card,)) or self._refuse_follow_up()
        if refused is not None:
            return refused
        meld = self._target(action.meld)
        if isinstance(meld, Reason):
            return meld
        refused = self._refuse_laying()
        if refused is not None:
            return refused
        stolen = steal_from(law, meld, action.card, view.seat)
        if stolen is None:
            return Reason(Why.STEAL_NO_WILD, "B-14", (action.card,), meld.id)
        changed, wild = stolen
        return self._refuse_deep_first((action.card,)) or self._refuse_rest(
            after_laying(
                law,
                self._rest(),
                (action.card,),
                replaced(view.melds, changed),
                gained=(wild,),
            )
        )

    def _refuse_split(self, action: Split) -> Reason | None:
        law, view = self.law, self.view
        if not law.rules.melds.wild_split_at_six or law.cap >= NO_CAP:
            return Reason(Why.SPLIT_OFF, "B-18", option="wild_split_at_six")
        refused = self._refuse_follow_up()
        if refused is not None:
            return refused
        meld = self._target(action.meld)
        if isinstance(meld, Reason):
            return meld
        if view.turn.split:
            return Reason(Why.SPLIT_OWES_WILD, "B-18", meld=view.turn.split[0])
        parts = halves(law, view.melds, meld, action.at)
        if parts is None:
            return Reason(Why.SPLIT_TOO_SHORT, "B-18", meld=meld.id, number=action.at)
        rest = after_laying(
            law,
            self._rest(),
            (),
            split_table(view.melds, meld, parts),
            split=(parts[0].id, parts[1].id),
        )
        if settle(law, rest) is not None:
            return None
        return Reason(Why.SPLIT_NO_WILD, "B-18", view.turn.owed, meld.id)

    # -------------------------------------------------------------- the discard and the call

    def _refuse_discard(self, card: Card) -> Reason | None:
        view = self.view
        turn = view.turn
        refused = self._refuse_held((card,))
        if refused is not None:
            return refused
        if turn.owed:
            clause = "B-30" if len(turn.owed) > 1 else "R5-5"
            return Reason(Why.MUST_USE, clause, turn.owed)
        if turn.split:
            return Reason(Why.SPLIT_OWES_WILD, "B-18", meld=turn.split[0])
        if card == turn.barred and view.hand.count(card) < 2:
            return Reason(Why.SAME_CARD_BACK, "B-23", (card,))
        if self._floats() and len(view.hand) == 1 and is_playable(self.law, view, card):
            return Reason(Why.PLAYABLE_LAST, "B-34", (card,), option="go_out")
        return None

    def _refuse_call(self, action: Call) -> Reason | None:
        law, view = self.law, self.view
        if view.phase is Phase.OVER:
            return Reason(Why.ROUND_OVER, "B-39")
        if view.viewer == NO_SEAT:
            return Reason(Why.NOT_YOUR_TURN, "B-39", seat=view.seat)
        called = read_call(law, view, action)
        if isinstance(called, Reason):
            return called
        required = law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED
        if required and action.hand and not called.hand:
            return Reason(Why.KEEP_DISCARD, "B-37", option="go_out")
        return None

    # -------------------------------------------------------------- listing

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
                if not view.melds or self._refuse_laying() is not None or not self._lays_one():
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
                if self._refuse_discard(card) is None:
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
        return Summary(
            kinds=tuple(str(kind.__struct_config__.tag) for kind in self.kinds()),
            takes=takes(law, view) if drawing else (),
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
