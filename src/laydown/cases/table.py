"""The melds on a case's table."""

from __future__ import annotations

import re

from laydown.cases.errors import BadCase, cut
from laydown.cases.schema import Case, GivenMeld
from laydown.cases.seats import Seats
from laydown.cases.tokens import read_card, read_tokens
from laydown.engine.errors import Reason
from laydown.engine.law import Law
from laydown.engine.melds import read_meld
from laydown.engine.state import Real, TableMeld


def melds_of(case: Case, seats: Seats, facts: Law) -> tuple[TableMeld, ...]:
    """The melds as the engine has them; :class:`BadCase` where one cannot lie there."""
    here = case.situation
    melds = tuple(_meld(each, seats, facts) for each in here.melds)
    if len({meld.id for meld in melds}) < len(melds):
        raise BadCase("two melds have the same id")
    reals: dict[str, list[Real]] = {meld.id: [] for meld in melds}
    for given in here.reals:
        meld = next((each for each in melds if each.id == given.to), None)
        if meld is None:
            raise BadCase(f"reals: there is no meld {cut(given.to)}")
        face = read_card(given.card)
        pairs = zip(meld.cards, meld.stands, strict=True)
        if not any(card != stands == face for card, stands in pairs):
            raise BadCase(f"reals: no wild stands for {given.card} in {meld.id}")
        reals[given.to].append(Real(face, seats.seat(given.by)))
    return tuple(
        TableMeld(
            meld.id,
            meld.kind,
            meld.owner,
            meld.cards,
            meld.stands,
            meld.seats,
            tuple(reals[meld.id]),
        )
        for meld in melds
    )


def number_of_melds(melds: tuple[TableMeld, ...]) -> int:
    """So many melds have been laid that the next one's id is new."""
    numbers = [int(found[1]) for each in melds if (found := re.fullmatch(r"M(\d{1,6})b*", each.id))]
    return max([len(melds), *numbers])


def _meld(given: GivenMeld, seats: Seats, facts: Law) -> TableMeld:
    owner = seats.seat(given.owner)
    tokens = read_tokens(given.cards)
    cards = tuple(token.card for token in tokens)
    shape = read_meld(facts, cards, tuple(token.stands for token in tokens))
    if isinstance(shape, Reason):
        raise BadCase(f"{given.id} ({cut(given.cards)}) is no meld: {shape.why} ({shape.clause})")
    if given.kind is not None and shape.kind != given.kind:
        raise BadCase(f"{given.id} is a {shape.kind}, not a {given.kind}")
    credit = [owner if not each.credit else seats.seat(each.credit) for each in tokens]
    taken: list[int] = []
    for card, stands in zip(shape.cards, shape.stands, strict=True):
        # The engine may put the cards in another order: each keeps its own credit.
        at = next(
            i
            for i, each in enumerate(tokens)
            if i not in taken and each.card == card and stands in (each.stands, card)
        )
        taken.append(at)
    return TableMeld(
        given.id,
        shape.kind,
        owner,
        shape.cards,
        shape.stands,
        tuple(credit[at] for at in taken),
    )
