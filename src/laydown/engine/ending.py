"""When a round ends by itself, before the seat on turn does anything."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from laydown.engine.drawing import ending_on_decline, idle_limit, owed_after_take, refuse_take
from laydown.engine.law import Law, law_of
from laydown.engine.ledger import Effort, Ledger
from laydown.engine.rest import Rest
from laydown.engine.settling import EFFORT_BEFORE_TAKING, is_simple, settle, settle_within
from laydown.engine.state import NO_CARD, NO_SEAT, End, Ending
from laydown.engine.view import PlayerView
from laydown.rules.options import DeepTiming

EFFORT_FOR_EACH = 200
"""The least that is looked at for one number, as long as there is effort left."""


def can_take(law: Law, view: PlayerView, count: int) -> bool:
    """So many cards may be taken from the pile: nothing forbids it and all debts can be paid."""
    if refuse_take(law, view, count) is not None:
        return False
    if count == 1 and len(view.hand) and not owed_after_take(law, view, count)[0]:
        return True  # another card can be discarded, or two of this one are held
    rest = rest_after_take(law, view, count)
    if not rest.owed or is_simple(law, rest):
        return settle(law, rest) is not None
    return _digs_of(view).can(count)


class Digs:
    """For every number of cards of one pile, whether what is owed could be paid.

    The numbers are gone through from the top of the pile, and share what they learn and one
    effort, so that an answer hangs on the view alone and not on what was asked before it.
    """

    def __init__(self, law: Law, view: PlayerView) -> None:
        self._law = law
        self._view = view
        self._ledger = Ledger(law, view.melds)
        self._left = EFFORT_BEFORE_TAKING
        self._answers: list[bool] = []

    def can(self, count: int) -> bool:
        while len(self._answers) < count:
            self._answers.append(self._ask(len(self._answers) + 1))
        return self._answers[count - 1]

    def _ask(self, count: int) -> bool:
        law, view = self._law, self._view
        if refuse_take(law, view, count) is not None:
            return False
        share = max(EFFORT_FOR_EACH, self._left // (len(view.pile) + 1 - count))
        effort = Effort(min(share, self._left))
        found = settle_within(law, rest_after_take(law, view, count), effort, self._ledger)
        self._left -= share - max(0, effort.left)
        return found is not None


def _digs_of(view: PlayerView) -> Digs:
    """The digs of a view, remembered for a while: they are asked for again and again."""
    return _digs(
        msgspec.structs.replace(
            view,
            dealer=0,
            may_act=(),
            sizes=(),
            upcards=(),
            known=(),
            known_stock=(),
            laid=(),
            due=NO_SEAT,
            recycles=0,
            idle_recycles=0,
            idle_turns=0,
            laid_melds=0,
            voids=0,
        )
    )


@lru_cache(maxsize=32)
def _digs(view: PlayerView) -> Digs:
    return Digs(law_of(view), view)


def rest_after_take(law: Law, view: PlayerView, count: int) -> Rest:
    """The rest of the turn once so many cards are taken."""
    owed, deep = owed_after_take(law, view, count)
    taken = view.pile[len(view.pile) - count :]
    return Rest(
        tuple(sorted(view.hand + taken)),
        view.melds,
        owed,
        deep,
        deep != NO_CARD and law.rules.drawing.deep_timing is DeepTiming.IMMEDIATE,
        taken[0] if count == 1 else NO_CARD,
        0,
        view.melded[view.seat],
        (),
    )


def takes(law: Law, view: PlayerView) -> tuple[int, ...]:
    """How many cards may be taken from the pile, in every legal number."""
    return tuple(count for count in range(1, len(view.pile) + 1) if can_take(law, view, count))


def end_before_draw(view: PlayerView) -> End | None:
    """The round's end, if the seat due to draw meets it (clauses.md B-31, B-33, B-36)."""
    if view.idle_turns and view.idle_turns >= idle_limit(view):
        return End(Ending.LOOP_GUARD)
    if view.stock_size:
        return None
    if not view.pile:
        return End(Ending.STOCK_EXHAUSTED)
    how = ending_on_decline(view)
    if how is None:
        return None
    law = law_of(view)
    for count in range(1, len(view.pile) + 1):
        if can_take(law, view, count):
            return None
    return End(how)
