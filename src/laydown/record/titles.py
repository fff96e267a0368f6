"""Melds in people's words: whose they are and what they are, instead of the ids of commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from laydown.cards import JOKER, rank_of, suit_of
from laydown.engine.actions import Action, Call, LayOff, RealCard, Split, Steal
from laydown.engine.errors import Reason
from laydown.engine.state import MeldKind, TableMeld
from laydown.record.words import is_you, possessive, rank_letter, rank_plural, row

SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")

A = TypeVar("A", bound=Action)


def meld_title(meld: TableMeld) -> str:
    """What a meld is: ``run 7–10 of hearts``, ``set of sevens``.

    >>> meld_title(TableMeld("M1", MeldKind.RUN, 0, (45, 46, 52), (45, 46, 47), (0, 0, 0)))
    'run 7–9 of clubs'
    """
    if meld.kind is MeldKind.RUN:
        ends = (rank_letter(rank_of(meld.stands[0])), rank_letter(rank_of(meld.stands[-1])))
        return f"run {'–'.join(ends)} of {SUIT_WORDS[suit_of(meld.stands[0])]}"
    ranks = {rank_of(card) for card in meld.stands if card != JOKER}
    return f"set of {rank_plural(ranks.pop())}" if len(ranks) == 1 else "set of jokers"


def meld_titles(melds: Iterable[TableMeld]) -> dict[str, str]:
    """By id, the titles of melds; where one owner has two alike, their cards tell them apart, and
    at last their order."""
    lying = tuple(melds)
    found = {meld.id: meld_title(meld) for meld in lying}
    for more in (
        {meld.id: f" ({row(meld.cards, meld.stands)})" for meld in lying},
        {meld.id: f", the {_ordinal(meld, lying)}" for meld in lying},
    ):
        many = Counter((meld.owner, found[meld.id]) for meld in lying)
        found = {
            meld.id: found[meld.id]
            + (more[meld.id] if many[meld.owner, found[meld.id]] > 1 else "")
            for meld in lying
        }
    return found


def _ordinal(meld: TableMeld, melds: Sequence[TableMeld]) -> str:
    before = melds[: melds.index(meld)]
    alike = sum(
        (other.owner, other.cards, other.stands) == (meld.owner, meld.cards, meld.stands)
        for other in before
    )
    return ("first", "second", "third", "fourth")[min(alike, 3)]


def meld_called(
    meld: str,
    melds: Iterable[TableMeld],
    names: Sequence[str] | None,
    *,
    by: int | None = None,
) -> str:
    """Whose meld and what it is: ``Anna's run 7–10 of hearts``; ``their own`` where Anna acts.

    An id that no meld has is given back as it is.
    """
    lying = tuple(melds)
    owner = next((each.owner for each in lying if each.id == meld), None)
    if owner is None:
        return meld
    whose = possessive(owner, names)
    if owner == by:
        whose = "your own" if is_you(owner, names) else "their own"
    return f"{whose} {meld_titles(lying)[meld]}"


def titled(action: A, melds: Iterable[TableMeld], names: Sequence[str] | None) -> A:
    """The action with words in the place of its meld's id: for sentences, not to be played."""
    if isinstance(action, LayOff | RealCard | Steal | Split | Call) and action.meld:
        return msgspec.structs.replace(action, meld=meld_called(action.meld, melds, names))
    return action


def titled_reason(
    reason: Reason, melds: Iterable[TableMeld], names: Sequence[str] | None
) -> Reason:
    """The reason with words in the place of its meld's id."""
    if not reason.meld:
        return reason
    return msgspec.structs.replace(reason, meld=meld_called(reason.meld, melds, names))
