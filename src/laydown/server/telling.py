"""What has happened, in words for one viewer; and the whole position as it is sent to a page."""

from __future__ import annotations

from collections.abc import Iterator

from laydown.cards import Card
from laydown.engine.actions import HOUSE, Draw, Pass, Take
from laydown.engine.law import law_of
from laydown.engine.scoring import table_lines
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView
from laydown.record.explain_moves import explain_move
from laydown.server.answers import names_seen
from laydown.server.asking import (
    acting_view,
    can_take_back,
    can_take_back_discard,
    has_replied,
    may_play,
    round_view,
    window_mode,
)
from laydown.server.presence import Moment
from laydown.server.progress import window_until
from laydown.server.rooms import Played, RoomState, Undone
from laydown.server.showing import room_of
from laydown.server.table_wire import News, Window
from laydown.server.tables import legal_of, table_counts, table_of
from laydown.server.wire import State

MOST_NEWS = 60
"""So many of the last moves are told on reconnecting."""


def state_for(room_id: str, moment: Moment, seat: int, since: int) -> State:
    """The whole position for one seat (-1 for a spectator), with the moves after `since`."""
    state = moment.state
    round_ = state.match.round
    seen = acting_view(state, seat)
    names = names_seen(state, seat)
    table, legal = None, None
    if seen is not None:
        table = table_of(seen, names, drew=drew(state, seat) if seat >= 0 else -1)
        if may_play(state, seat):
            legal = legal_of(seen, names, can_take_back=can_take_back(state, seat))
    elif state.match.last is not None:
        table = table_of(round_view(state.match.last, seat), names)
    return State(
        seq=state.seq,
        you=seat,
        room=room_of(room_id, moment, viewer=seat),
        table=table,
        legal=legal,
        window=_window(moment, round_, seat),
        news=news(state, seat, since),
        now=moment.at,
    )


def _window(moment: Moment, round_: Round | None, seat: int) -> Window | None:
    state = moment.state
    if round_ is None or round_.phase is not Phase.CALLING or state.is_over:
        return None
    return Window(
        mode=window_mode(state).value,  # type: ignore[arg-type]  # the values are the same
        card=round_.pile[-1],
        by=round_.seat,
        until=window_until(moment),
        answered=has_replied(state, seat) or _has_passed(state, seat),
        can_take_back=seat >= 0 and can_take_back_discard(state, seat),
    )


def _has_passed(state: RoomState, seat: int) -> bool:
    for each in reversed(state.moves):
        if not isinstance(each.move.action, Pass):
            return False
        if each.move.seat == seat:
            return True
    return False


def drew(state: RoomState, seat: int) -> Card:
    """The card the seat drew from the stock this turn, its own to know; -1 for none."""
    for each in reversed(state.moves):
        if each.move.seat != seat:
            return -1
        if isinstance(each.move.action, Draw) and each.before.round is not None:
            return each.before.round.stock[0]
    return -1


def news(state: RoomState, seat: int, since: int) -> tuple[News, ...]:
    """What happened after event number `since` in words, as this viewer may know it."""
    names = names_seen(state, seat)
    fresh = [each for each in _told(state, since) if each[0] > since][-MOST_NEWS:]
    return tuple(
        _news(seq, each, after, seat, names, undone=undone) for seq, each, after, undone in fresh
    )


Told = tuple[int, Played, Round | None, bool]
"""(`seq`, the move, the round after it, whether this is its taking back)"""


def _told(state: RoomState, since: int) -> Iterator[Told]:
    """Moves and take-backs of this round and of the one before, in the order of their `seq`."""
    found: list[Told] = []
    if state.lately and state.lately[-1].seq > since:
        found += moves_told(state.lately, state.match.last, since)
    found += moves_told(state.moves, state.match.round, since)
    found += (_undone(each) for each in state.undone if each.seq > since)
    yield from sorted(found, key=lambda told: told[0])


def _undone(each: Undone) -> Told:
    return each.seq, each.what, each.what.before.round, True


def moves_told(played: tuple[Played, ...], last: Round | None, since: int = 0) -> Iterator[Told]:
    """People's moves after `since` with the round after each; `last` follows the last move."""
    first = len(played)
    while first and played[first - 1].seq > since:
        first -= 1
    for at, each in enumerate(played[first:], start=first):
        if each.move.seat == HOUSE or _is_silent(each):
            continue
        ends = at + 1 == len(played)
        yield each.seq, each, last if ends else played[at + 1].before.round, False


def _is_silent(each: Played) -> bool:
    """A pass that nobody made: time or the next draw made it."""
    return isinstance(each.move.action, Pass) and each.by in ("clock", "house")


def _news(
    seq: int,
    each: Played,
    after: Round | None,
    seat: int,
    names: tuple[str, ...],
    *,
    undone: bool,
) -> News:
    action = each.move.action
    before_round = each.before.round
    before = None if before_round is None else round_view(before_round, seat)
    cards = tuple(getattr(action, "cards", ())) or (
        (action.card,) if hasattr(action, "card") else ()
    )
    if isinstance(action, Take) and before is not None:
        cards = before.pile[len(before.pile) - action.count :]
    seen = None if after is None or undone else round_view(after, seat)
    text = explain_move(each.move, names, before=before, after=seen, ids=False)
    kind = str(type(action).__struct_config__.tag)
    gained = _gained(before, seen, each.move.seat)
    if gained:
        text += f" (+{gained})"
    if undone:
        text, kind = f"Taken back: {text}", "back"
    elif each.by == "clock":
        text += " (the clock ran out)"
    return News(
        seq=seq,
        seat=each.move.seat,
        text=text,
        kind=kind,
        cards=cards,
        meld=getattr(action, "meld", ""),
        count=len(cards),
        undoes=each.seq if undone else 0,
    )


def _gained(before: PlayerView | None, after: PlayerView | None, seat: int) -> int:
    """What the move put on the table for its seat, 0 where the table counts for nobody."""
    if before is None or after is None or before.melds == after.melds:
        return 0
    if not table_counts(after.rules):
        return 0
    law = law_of(after)
    was, now = (
        sum(line.points for line in table_lines(law, view.melds) if line.seat == seat)
        for view in (before, after)
    )
    return max(0, now - was)
