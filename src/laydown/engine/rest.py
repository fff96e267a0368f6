"""What is left of a turn, and what laying cards makes of it."""

from __future__ import annotations

import msgspec

from laydown.cards import JOKER, Card, added, without
from laydown.engine.law import NO_CAP, Law
from laydown.engine.melds import open_wilds, split_id, split_meld, wilds_refused
from laydown.engine.state import NO_CARD, MeldKind, Real, TableMeld
from laydown.rules.options import DeepUse, RealCardForWild


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
    owes_meld: bool = False
    """cards were laid off on the strength of an own meld that must still be found"""
    gained: tuple[Card, ...] = ()
    """wilds stolen since: they cannot be in that meld"""


def may_meld(law: Law, new_melds: int) -> bool:
    """Another new meld is allowed this turn (`melds_per_turn`)."""
    limit = law.rules.melds.melds_per_turn
    return limit is None or new_melds < limit


def only_a_meld_pays(law: Law, rest: Rest, face: Card) -> bool:
    """The owed card is the deep one and only a new meld uses it (`deep_use=meld_only`, B-20)."""
    return face == rest.deep and law.rules.drawing.deep_use is DeepUse.MELD_ONLY


def may_be_real(law: Law, meld: TableMeld, face: Card) -> bool:
    """The card may be laid as the real card for a wild in this run (B-19)."""
    return (
        law.rules.melds.real_card_for_wild is RealCardForWild.RUN_ONLY
        and face != JOKER
        and face in open_wilds(meld)
    )


def may_split(law: Law) -> bool:
    return law.rules.melds.wild_split_at_six and law.cap < NO_CAP


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
        rest.owes_meld,
        rest.gained + gained,
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


def stealers(law: Law, meld: TableMeld, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of the hand that one of the meld's wilds could be stolen with."""
    if meld.cards == meld.stands:
        return ()
    named = {stand for held, stand in zip(meld.cards, meld.stands, strict=True) if held != stand}
    if meld.kind is MeldKind.SET and not law.suits_differ:
        ranks = {stand % 13 for stand in named}
        return tuple(face for face in dict.fromkeys(hand) if face % 13 in ranks)
    return tuple(face for face in dict.fromkeys(hand) if face in named)


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


def with_real(meld: TableMeld, face: Card, seat: int) -> TableMeld:
    """The run with a real card laid before the seat for the wild that stands for it."""
    return msgspec.structs.replace(meld, reals=(*meld.reals, Real(face, seat)))
