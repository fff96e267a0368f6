"""When a round ends by itself, before the seat on turn does anything."""

from __future__ import annotations

from laydown.engine.drawing import ending_on_decline, idle_limit, owed_after_take, refuse_take
from laydown.engine.law import Law, law_of
from laydown.engine.rest import Rest
from laydown.engine.settling import EFFORT_BEFORE_TAKING, settle
from laydown.engine.state import NO_CARD, End, Ending
from laydown.engine.view import PlayerView
from laydown.rules.options import DeepTiming


def can_take(law: Law, view: PlayerView, count: int) -> bool:
    """So many cards may be taken from the pile: nothing forbids it and all debts can be paid."""
    if refuse_take(law, view, count) is not None:
        return False
    if count == 1 and len(view.hand) and not owed_after_take(law, view, count)[0]:
        return True  # another card can be discarded, or two of this one are held
    rest = rest_after_take(law, view, count)
    return settle(law, rest, effort=EFFORT_BEFORE_TAKING) is not None


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
