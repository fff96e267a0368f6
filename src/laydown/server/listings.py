"""What a browser gets to see of its own matches: projections written with the events."""

from __future__ import annotations

from collections import Counter

import msgspec

from laydown.cards import Card
from laydown.engine.actions import LayOff, Meld, RealCard, Take
from laydown.engine.scoring import Place, score
from laydown.server.asking import awaited
from laydown.server.rooms import RoomState, names_of
from laydown.server.showing import phase_of, rules_notes
from laydown.server.store import Row

LEFT = "left"
"""the phase of a match for a browser whose person has no seat there any more"""


class MatchLine(msgspec.Struct, frozen=True):
    """A match in a browser's list."""

    room: str
    seat: int
    title: str
    rules: str
    names: tuple[str, ...]
    phase: str
    totals: tuple[int, ...]
    rounds: int
    won: bool
    resigned: bool
    opened: float
    changed: float
    """when something happened last, to the turn"""
    computers: tuple[str, ...]
    turn: tuple[int, ...] = ()
    """the seats that the match waits for, as this one may know it"""


class RoundLine(msgspec.Struct, frozen=True):
    """A round in a browser's statistics."""

    room: str
    number: int
    seat: int
    title: str
    rules: str
    opponents: tuple[str, ...]
    points: int
    best: bool
    """nobody scored more"""
    out: bool
    digs: int
    dug_points: int
    """what the turns that began with a dig put on the table"""
    at: float
    paid: int = 0
    """digs of which the cards brought more than they cost at the end"""


class Restored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event of a browser's own stream: a kept file was put back."""

    matches: tuple[MatchLine, ...]
    rounds: tuple[RoundLine, ...]

    def rows(self, browser: str) -> tuple[Row, ...]:
        """The rows that are added where there are none."""
        matches = [
            Row(browser, "match", each.room, each.changed, msgspec.json.encode(each))
            for each in self.matches
        ]
        rounds = [
            Row(browser, "round", f"{each.room}/{each.number}", each.at, msgspec.json.encode(each))
            for each in self.rounds
        ]
        return (*matches, *rounds)


def rows_after(room_id: str, before: RoomState | None, now: RoomState) -> tuple[Row, ...]:
    """The rows that change when the room goes from one state to the next, one event later."""
    rows: list[Row] = []
    changed = before is None or _shown(before) != _shown(now)
    at = _changed_at(now)
    for seat, was in enumerate(before.seats if before is not None else ()):
        if was.browser and all(was.browser != who.browser for who in now.seats):
            assert before is not None
            line = msgspec.structs.replace(_match_line(room_id, before, seat, at), phase=LEFT)
            rows.append(Row(was.browser, "match", room_id, at, msgspec.json.encode(line)))
    for seat, who in enumerate(now.seats):
        if not who.browser:
            continue
        if changed or (before is not None and awaited(before, seat) != awaited(now, seat)):
            line = _match_line(room_id, now, seat, at)
            rows.append(Row(who.browser, "match", room_id, at, msgspec.json.encode(line)))
        if before is not None and len(now.match.results) > len(before.match.results):
            told = _round_line(room_id, now, seat)
            key = f"{room_id}/{told.number}"
            rows.append(Row(who.browser, "round", key, told.at, msgspec.json.encode(told)))
    return tuple(rows)


def _changed_at(state: RoomState) -> float:
    """When the match last moved, which is told without a clock so that it can be told again."""
    last = state.moves or state.lately
    return max(state.opened_at, state.ended_at, last[-1].at if last else 0.0)


def _shown(state: RoomState) -> tuple[object, ...]:
    return (
        state.match.totals,
        len(state.match.results),
        phase_of(state),
        state.seats,
    )


def _match_line(room_id: str, state: RoomState, seat: int, at: float) -> MatchLine:
    title, _, _, text = rules_notes(state.rules)
    return MatchLine(
        room=room_id,
        seat=seat,
        title=title,
        rules=text,
        names=names_of(state),
        phase=phase_of(state),
        totals=state.match.totals,
        rounds=len(state.open_rounds),
        won=seat in state.winners,
        resigned=state.seats[seat].resigned,
        opened=state.opened_at,
        changed=at,
        computers=tuple(who.level for who in state.seats),
        turn=awaited(state, seat),
    )


def _round_line(room_id: str, state: RoomState, seat: int) -> RoundLine:
    title, _, _, text = rules_notes(state.rules)
    result = state.match.results[-1]
    digs, points, paid = digs_of(state, seat)
    return RoundLine(
        room=room_id,
        number=len(state.match.results),
        seat=seat,
        title=title,
        rules=text,
        opponents=tuple(
            who.level if not who.owned else who.name
            for i, who in enumerate(state.seats)
            if i != seat
        ),
        points=result.scores[seat],
        best=result.scores[seat] == max(result.scores),
        out=result.end.out == seat,
        digs=digs,
        dug_points=points,
        at=state.lately[-1].at,
        paid=paid,
    )


def digs_of(state: RoomState, seat: int) -> tuple[int, int, int]:
    """How often the seat dug in the round finished last, what those turns laid down, and how many
    of the digs paid: their cards counted for more on the table than was caught of them in hand."""
    assert state.match.last is not None
    lines = score(state.match.last).of(seat)
    own = (Place.TABLE, Place.REAL, Place.HAND)
    left = Counter((line.card, line.points) for line in lines if line.place in own)
    worth = {(line.meld, line.card): line.points for line in lines if line.meld}
    digs = points = paid = 0
    digging = False
    for each in state.lately:
        action = each.move.action
        if each.move.seat != seat:
            digging = False
        elif isinstance(action, Take) and action.count > 1:
            assert each.before.round is not None
            digs, digging = digs + 1, True
            paid += _worth_of(each.before.round.pile[-action.count :], left) > 0
        elif digging and isinstance(action, Meld | LayOff):
            points += sum(value for (_, card), value in worth.items() if card in action.cards)
        elif digging and isinstance(action, RealCard):
            points += sum(value for (_, card), value in worth.items() if card == action.card)
    return digs, points, paid


def _worth_of(taken: tuple[Card, ...], left: Counter[tuple[Card, int]]) -> int:
    """What these cards came to; each line of the score counts for one card. Which of two equal
    cards lies where nobody can tell, so the better line is counted first."""
    total = 0
    for face in taken:
        found = max((line for line in +left if line[0] == face), default=None)
        if found is not None:
            left[found] -= 1
            total += found[1]
    return total
