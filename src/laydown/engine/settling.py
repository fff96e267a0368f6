"""Can what is owed this turn still be paid, and how: the one question every check asks.

Owed are cards taken from the pile that must be used, a wild for a split meld, and a card to
discard where the rules want one. The answer is exact: `None` means that no way to complete the
turn exists (clauses.md B-20 … B-24, B-30, B-37).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.cards import JOKER, Card, added, without
from laydown.engine.actions import LayOff, Meld, PlayerAction, RealCard, Split, Steal
from laydown.engine.drawing import deep_card_comes_first
from laydown.engine.errors import Reason, Why
from laydown.engine.finding import layoffs_on, mask_of, melds_in
from laydown.engine.law import NO_CAP, Law, law_of
from laydown.engine.melds import (
    MeldShape,
    accepts,
    lay_off,
    open_wilds,
    split_id,
    split_meld,
    takes_card,
    wilds_refused,
)
from laydown.engine.state import NO_CARD, MeldKind, Real, TableMeld
from laydown.engine.view import PlayerView
from laydown.rules.options import DeepUse, GoOut, RealCardForWild, WildSwap


class Rest(msgspec.Struct, frozen=True):
    """What is left of a turn: the hand, the table and what is owed."""

    hand: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    owed: tuple[Card, ...]
    deep: Card
    first: bool
    """the next card laid must be the deep card"""
    barred: Card
    new_melds: int
    has_melded: bool
    split: tuple[str, ...]


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


def settle(law: Law, rest: Rest) -> tuple[PlayerAction, ...] | None:
    """Actions that pay what is owed and leave a turn that can be completed; None if none do."""
    if not rest.owed and not rest.split:
        return _finish(law, rest)
    if len(rest.owed) == 1 and not rest.split and _is_plain(law, rest):
        return _settle_one(law, rest)
    found = _search(law, rest, set(), every=False)
    if found is None and _needs_every(law, rest):
        found = _search(law, rest, set(), every=True)
    return found


def _finish(law: Law, rest: Rest) -> tuple[PlayerAction, ...] | None:
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


def _is_plain(law: Law, rest: Rest) -> bool:
    """One card is owed and nothing but using it in the shortest way can help."""
    melds = law.rules.melds
    face = rest.owed[0]
    return (
        melds.min_naturals <= 1
        and melds.wild_swap is WildSwap.NONE
        and not _may_split(law)
        and (rest.has_melded or not melds.meld_before_layoff)
        and not (face == rest.barred and rest.hand.count(face) > 1)
    )


def _settle_one(law: Law, rest: Rest) -> tuple[PlayerAction, ...] | None:
    face = rest.owed[0]
    spare = len(rest.hand) - (law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED)
    if spare >= 3 and may_meld(law, rest.new_melds):
        shape = shortest_meld(law, rest.hand, face)
        if shape is not None:
            return (meld_action(shape),)
    if spare < 1 or _meld_only(law, rest, face):
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


def meld_action(shape: MeldShape) -> Meld:
    """The action that lays a meld."""
    return Meld(shape.cards, () if shape.cards == shape.stands else shape.stands)


def may_meld(law: Law, new_melds: int) -> bool:
    """Another new meld is allowed this turn (`melds_per_turn`)."""
    limit = law.rules.melds.melds_per_turn
    return limit is None or new_melds < limit


def _meld_only(law: Law, rest: Rest, face: Card) -> bool:
    """The owed card is the deep one and only a new meld uses it (`deep_use=meld_only`, B-20)."""
    return face == rest.deep and law.rules.drawing.deep_use is DeepUse.MELD_ONLY


def may_be_real(law: Law, meld: TableMeld, face: Card) -> bool:
    """The card may be laid as the real card for a wild in this run (B-19)."""
    return (
        law.rules.melds.real_card_for_wild is RealCardForWild.RUN_ONLY
        and face != JOKER
        and face in open_wilds(meld)
    )


def _may_split(law: Law) -> bool:
    return law.rules.melds.wild_split_at_six and law.cap < NO_CAP


# ------------------------------------------------------------------ what an action leaves


def pay(
    law: Law, owed: tuple[Card, ...], deep: Card, cards: tuple[Card, ...], *, new_meld: bool
) -> tuple[tuple[Card, ...], Card]:
    """What is still owed, and the deep card if it still is, once the cards are laid."""
    if not owed and deep == NO_CARD:
        return owed, deep
    unpaid = list(owed)
    meld_only = law.rules.drawing.deep_use is DeepUse.MELD_ONLY
    for face in cards:
        if face == deep and (new_meld or not meld_only):
            deep = NO_CARD
        elif face == deep and unpaid.count(face) < 2:
            continue
        if face in unpaid:
            unpaid.remove(face)
    return tuple(unpaid), deep


def after_laying(
    law: Law,
    rest: Rest,
    cards: tuple[Card, ...],
    melds: tuple[TableMeld, ...],
    *,
    new_meld: bool = False,
    gained: tuple[Card, ...] = (),
    split: tuple[str, ...] | None = None,
) -> Rest:
    """The rest of the turn once these cards have gone from the hand to the table."""
    owed, deep = pay(law, rest.owed, rest.deep, cards, new_meld=new_meld)
    hand = without(rest.hand, cards)
    return Rest(
        added(hand, gained) if gained else hand,
        melds,
        owed,
        deep,
        rest.first and not cards,
        rest.barred,
        rest.new_melds + new_meld,
        rest.has_melded or new_meld,
        rest.split if split is None else split,
    )


def replaced(melds: tuple[TableMeld, ...], meld: TableMeld) -> tuple[TableMeld, ...]:
    """The table with the meld of that id as it now lies."""
    return tuple(meld if other.id == meld.id else other for other in melds)


def steal_from(law: Law, meld: TableMeld, face: Card, seat: int) -> tuple[TableMeld, Card] | None:
    """The meld with the card in a wild's place, and the wild; None where no wild stands for it."""
    for i, (held, stand) in enumerate(zip(meld.cards, meld.stands, strict=True)):
        same = stand == face
        if meld.kind is MeldKind.SET and not law.suits_differ:
            same = stand % 13 == face % 13
        if held == stand or not same or face == JOKER or not law.is_wild[held]:
            continue
        return (
            TableMeld(
                meld.id,
                meld.kind,
                meld.owner,
                (*meld.cards[:i], face, *meld.cards[i + 1 :]),
                (*meld.stands[:i], face, *meld.stands[i + 1 :]),
                (*meld.seats[:i], seat, *meld.seats[i + 1 :]),
                meld.reals,
            ),
            held,
        )
    return None


def halves(
    law: Law, melds: tuple[TableMeld, ...], meld: TableMeld, at: int
) -> tuple[TableMeld, TableMeld] | None:
    """The two halves of a split, where both are melds of three or more (B-18)."""
    if len(meld.cards) < 6 or not 3 <= at <= len(meld.cards) - 3:
        return None
    lower, upper = split_meld(meld, at, split_id(meld, melds))
    for half in (lower, upper):
        if wilds_refused(law, half.cards, half.stands) is not None:
            return None
    return lower, upper


def split_table(
    melds: tuple[TableMeld, ...], meld: TableMeld, parts: tuple[TableMeld, TableMeld]
) -> tuple[TableMeld, ...]:
    """The table with a meld cut in two, the upper half right behind the lower."""
    return tuple(part for other in melds for part in (parts if other.id == meld.id else (other,)))


# ------------------------------------------------------------------ the search


def _needs_every(law: Law, rest: Rest) -> bool:
    """Cards that are not owed may have to be laid first, on their own."""
    melds = law.rules.melds
    wild_held = any(law.is_wild[face] for face in rest.hand)
    return (
        (melds.meld_before_layoff and not rest.has_melded)
        or melds.wild_swap is WildSwap.STEAL
        or _may_split(law)
        or (wild_held and melds.real_card_for_wild is RealCardForWild.RUN_ONLY)
    )


def _search(
    law: Law, rest: Rest, seen: set[Rest], *, every: bool
) -> tuple[PlayerAction, ...] | None:
    """Depth first through the uses of the card that has fewest, or through every action."""
    if not rest.owed and not rest.split:
        return _finish(law, rest)
    if rest in seen:
        return None
    seen.add(rest)
    if law.rules.melds.wild_swap is WildSwap.NONE:  # else a wild laid off may come back
        for face in set(rest.owed):
            if rest.hand.count(face) < rest.owed.count(face):
                return None
    steps = list(_steps(law, rest, None)) if every else _fewest_uses(law, rest)
    for action, then in steps:
        found = _search(law, then, seen, every=every)
        if found is not None:
            return (action, *found)
    return None


def _fewest_uses(law: Law, rest: Rest) -> list[tuple[PlayerAction, Rest]]:
    if not rest.owed:
        return list(_wild_steps(law, rest))
    faces = (rest.deep,) if rest.first and rest.deep in rest.owed else dict.fromkeys(rest.owed)
    best: list[tuple[PlayerAction, Rest]] | None = None
    for face in faces:
        uses = list(_steps(law, rest, face))
        if not uses:
            return []
        if best is None or len(uses) < len(best):
            best = uses
    return best or []


def _wild_steps(law: Law, rest: Rest) -> Iterator[tuple[PlayerAction, Rest]]:
    for face in dict.fromkeys(rest.hand):
        if law.is_wild[face]:
            yield from _steps(law, rest, face)


def _steps(law: Law, rest: Rest, must: Card | None) -> Iterator[tuple[PlayerAction, Rest]]:
    """Every action that lays cards of the hand, with what it leaves; `must` among the cards."""
    needed = rest.deep if rest.first else must
    for action, then in _all_steps(law, rest, needed):
        listed = action.cards if isinstance(action, Meld | LayOff) else (must,)
        if must is None or must in listed:
            yield action, then


def _all_steps(law: Law, rest: Rest, must: Card | None) -> Iterator[tuple[PlayerAction, Rest]]:
    if may_meld(law, rest.new_melds):
        for shape in melds_in(law, rest.hand, must):
            meld = TableMeld(
                f"new{len(rest.melds)}", shape.kind, 0, shape.cards, shape.stands,
                (0,) * len(shape.cards),
            )  # fmt: skip
            yield (
                meld_action(shape),
                after_laying(law, rest, shape.cards, (*rest.melds, meld), new_meld=True),
            )
    may_lay = rest.has_melded or not law.rules.melds.meld_before_layoff
    for meld in rest.melds:
        if may_lay:
            yield from _layoff_steps(law, rest, meld, must)
        yield from _special_steps(law, rest, meld, must, may_lay=may_lay)


def _layoff_steps(
    law: Law, rest: Rest, meld: TableMeld, must: Card | None
) -> Iterator[tuple[PlayerAction, Rest]]:
    found = layoffs_on(law, meld, rest.hand, NO_CARD if must is None else must)
    for cards, as_, low in found:
        longer = lay_off(law, meld, cards, as_, low=low, seat=0)
        if isinstance(longer, Reason):
            continue
        pays = meld.id in rest.split and any(law.is_wild[face] for face in cards)
        yield (
            LayOff(cards, meld.id, as_, low),
            after_laying(
                law, rest, cards, replaced(rest.melds, longer), split=() if pays else None
            ),
        )


def _special_steps(
    law: Law, rest: Rest, meld: TableMeld, must: Card | None, *, may_lay: bool
) -> Iterator[tuple[PlayerAction, Rest]]:
    """Real cards, stolen wilds and splits."""
    melds = law.rules.melds
    faces = tuple(dict.fromkeys(rest.hand)) if must is None else (must,)
    for face in faces:
        if may_be_real(law, meld, face):
            real = with_real(meld, face, 0)
            yield (
                RealCard(face, meld.id),
                after_laying(law, rest, (face,), replaced(rest.melds, real)),
            )
        if may_lay and melds.wild_swap is WildSwap.STEAL:
            stolen = steal_from(law, meld, face, 0)
            if stolen is not None:
                changed, wild = stolen
                yield (
                    Steal(face, meld.id),
                    after_laying(law, rest, (face,), replaced(rest.melds, changed), gained=(wild,)),
                )
    if _may_split(law) and not rest.split:
        for at in range(3, len(meld.cards) - 2):
            parts = halves(law, rest.melds, meld, at)
            if parts is not None:
                yield (
                    Split(meld.id, at),
                    after_laying(
                        law,
                        rest,
                        (),
                        split_table(rest.melds, meld, parts),
                        split=(parts[0].id, parts[1].id),
                    ),
                )


def with_real(meld: TableMeld, face: Card, seat: int) -> TableMeld:
    """The run with a real card laid before the seat for the wild that stands for it."""
    return msgspec.structs.replace(meld, reals=(*meld.reals, Real(face, seat)))


def is_playable(law: Law, view: PlayerView, face: Card) -> bool:
    """Something on the table could use the card now: a lay-off, or a wild it is real for (B-34).

    A seat that may not lay off yet (`meld_before_layoff`) has no playable card but a real one.
    """
    may_lay = view.melded[view.viewer] or not law.rules.melds.meld_before_layoff
    return any(
        (may_lay and takes_card(law, meld, face)) or may_be_real(law, meld, face)
        for meld in view.melds
    )
