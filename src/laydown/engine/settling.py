"""Can what is owed this turn still be paid, and how: the one question every check asks.

Owed are cards taken from the pile that must be used, a wild for a split meld, and a card to
discard where the rules want one. The answer is exact: `None` means that no way to complete the
turn exists (clauses.md B-20 … B-24, B-30, B-37).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from laydown.cards import Card
from laydown.engine.actions import LayOff, PlayerAction, RealCard
from laydown.engine.drawing import deep_card_comes_first
from laydown.engine.errors import Reason, Why
from laydown.engine.finding import layoffs_on, mask_of, melds_in
from laydown.engine.law import Law, law_of
from laydown.engine.ledger import Effort, Ledger
from laydown.engine.melds import MeldShape, accepts, takes_card
from laydown.engine.paying import Actions, Payment, meld_action
from laydown.engine.rest import (
    Rest,
    may_be_real,
    may_meld,
    may_split,
    only_a_meld_pays,
)
from laydown.engine.state import MeldKind, TableMeld
from laydown.engine.view import PlayerView
from laydown.rules.options import GoOut, WildSwap


class Plan(msgspec.Struct, frozen=True):
    """One way to pay what is owed; without debts it is empty."""

    actions: tuple[PlayerAction, ...]


class Unpayable(msgspec.Struct, frozen=True):
    """What is owed cannot be paid; the reason names the debt."""

    reason: Reason


def rest_of(law: Law, view: PlayerView) -> Rest:
    """The rest of the viewer's turn in the play phase."""
    turn = view.turn
    return Rest(
        view.hand,
        view.melds,
        turn.owed,
        turn.deep,
        deep_card_comes_first(law, turn),
        turn.barred,
        turn.melds,
        view.melded[view.seat],
        turn.split,
    )


def plan(view: PlayerView) -> Plan | Unpayable:
    """How the viewer, in the play phase of its own turn, can pay what it owes."""
    law = law_of(view)
    rest = rest_of(law, view)
    actions = settle(law, rest)
    return Unpayable(debt(rest)) if actions is None else Plan(actions)


def debt(rest: Rest) -> Reason:
    """The debt that stands in the way of completing this rest of a turn."""
    if rest.owed:
        clause = "B-30" if len(rest.owed) > 1 else "R5-5"
        return Reason(Why.MUST_USE, clause, rest.owed)
    if rest.split:
        return Reason(Why.SPLIT_OWES_WILD, "B-18", meld=rest.split[0])
    if rest.hand:
        return Reason(Why.STUCK_WITH_TAKEN, "B-23", rest.hand)
    return Reason(Why.KEEP_DISCARD, "B-37", option="go_out")


EFFORT_BEFORE_TAKING = 3_000
"""Positions looked at, for all numbers of cards together, before a take from the pile is refused
as unpayable (E-12)."""
EFFORT_IN_PLAY = 16_000
"""The same once the cards are taken: more, so that what was found payable is found again."""


def settle(law: Law, rest: Rest, *, effort: int = EFFORT_IN_PLAY) -> Actions | None:
    """Actions that pay what is owed and leave a turn that can be completed; None if none do."""
    if len(rest.owed) < 2:
        return settle_within(law, rest, Effort(effort))
    return _remembered(law, rest, effort)


@lru_cache(maxsize=1024)
def _remembered(law: Law, rest: Rest, effort: int) -> Actions | None:
    """A screen, a plan and the move itself ask the same of a turn that owes much."""
    return settle_within(law, rest, Effort(effort))


def settle_within(
    law: Law, rest: Rest, effort: Effort, ledger: Ledger | None = None
) -> Actions | None:
    """As :func:`settle`, of an effort that other questions share, and of what they learnt."""
    if not rest.owed and not rest.split:
        return _finish(law, rest)
    if is_simple(law, rest):
        return _settle_one(law, rest)
    return Payment(law, lambda left: _finish(law, left), effort, ledger).find(rest)


def _finish(law: Law, rest: Rest) -> Actions | None:
    """With nothing owed: can the turn end? By a discard, by going out, or by floating."""
    left = len(rest.hand)
    if left > 1:
        return ()  # one of them is not barred, or two of the barred face are held (B-23)
    if left == 0:
        return None if law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED else ()
    if rest.hand[0] != rest.barred:
        return ()
    return settle(law, msgspec.structs.replace(rest, owed=rest.hand))


# ------------------------------------------------------------------ one card owed


def is_simple(law: Law, rest: Rest) -> bool:
    """One card is owed and nothing but using it in the shortest way can help."""
    if len(rest.owed) != 1 or rest.split:
        return False
    melds = law.rules.melds
    face = rest.owed[0]
    return (
        melds.min_naturals <= 1
        and melds.wild_swap is WildSwap.NONE
        and not may_split(law)
        and (rest.has_melded or not melds.meld_before_layoff)
        and not (face == rest.barred and rest.hand.count(face) > 1)
    )


def _settle_one(law: Law, rest: Rest) -> Actions | None:
    face = rest.owed[0]
    if face not in rest.hand:
        return None  # laid off where only a meld pays
    spare = len(rest.hand) - (law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED)
    if spare >= 3 and may_meld(law, rest.new_melds):
        shape = shortest_meld(law, rest.hand, face)
        if shape is not None:
            return (meld_action(shape),)
    if spare < 1 or only_a_meld_pays(law, rest, face):
        return None
    for meld in rest.melds:
        if may_be_real(law, meld, face):
            return (RealCard(face, meld.id),)
        action = shortest_layoff(law, meld, rest.hand, face)
        if action is not None and len(action.cards) <= spare:
            return (action,)
    return None


def shortest_meld(law: Law, hand: tuple[Card, ...], face: Card) -> MeldShape | None:
    """A meld of three of these cards with this one among them."""
    mask = mask_of(hand)
    if not mask & law.wild_mask and law.suits_differ and not law.corner:
        names = _three_naturals(law, mask, face)
        if names is None:
            return None
        kind = MeldKind.SET if names[0] % 13 == names[1] % 13 else MeldKind.RUN
        return MeldShape(kind, names, names)
    return next(melds_in(law, hand, face, longest=3), None)


def _three_naturals(law: Law, mask: int, face: Card) -> tuple[Card, ...] | None:
    rank, base = face % 13, face // 13 * 13
    suits = [suit * 13 + rank for suit in range(4) if mask >> suit * 13 + rank & 1]
    if len(suits) >= 3:
        others = [other for other in suits if other != face]
        return tuple(sorted((face, *others[:2])))
    if not law.runs:
        return None
    bits = mask >> base & 0x1FFF
    if law.ace_high:
        bits |= (bits & 1) << 13
    places = (0, 13) if rank == 0 and law.ace_high else (rank,)
    for place in places:
        for start in range(max(0, place - 2), min(place, 11) + 1):
            if bits >> start & 7 == 7:
                return tuple(base + (start + i) % 13 for i in range(3))
    return None


def shortest_layoff(law: Law, meld: TableMeld, hand: tuple[Card, ...], face: Card) -> LayOff | None:
    """The shortest lay-off on a meld with this card among those laid."""
    taken = accepts(law, meld)
    if taken.naturals >> face & 1:
        return LayOff((face,), meld.id)
    if law.is_wild[face]:
        if not taken.wild:
            return None
        name = (taken.names & -taken.names).bit_length() - 1
        return LayOff((face,), meld.id, (name,))
    if meld.kind is MeldKind.SET or face // 13 != meld.stands[0] // 13 or face in meld.stands:
        return None
    for cards, as_, low in layoffs_on(law, meld, hand, face):
        return LayOff(cards, meld.id, as_, low)
    return None


def is_playable(law: Law, view: PlayerView, face: Card) -> bool:
    """Something on the table could use the card now: a lay-off, or a wild it is real for (B-34).

    A seat that may not lay off yet (`meld_before_layoff`) has no playable card but a real one.
    """
    may_lay = view.melded[view.viewer] or not law.rules.melds.meld_before_layoff
    return any(
        (may_lay and takes_card(law, meld, face)) or may_be_real(law, meld, face)
        for meld in view.melds
    )
