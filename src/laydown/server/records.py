"""A room's finished rounds as a record of the open format."""

from __future__ import annotations

from datetime import UTC, datetime

from laydown.engine.actions import HOUSE, ChooseDealer, Cut, Deal, Move, Reshuffle
from laydown.record.jsonl import dumps
from laydown.record.record import Header, Record
from laydown.record.shuffles import Shuffle, commit
from laydown.server.rooms import RoomState, names_of


def record_text(state: RoomState) -> str:
    """JSON Lines of all moves up to the end of the last finished round, its shuffles opened.

    A match that began with a given dealer (a rematch, a deal played again) says so in its first
    move, as if the dealer had been chosen by chance.
    """
    moves = [each.move for finished in state.kept for each in finished]
    rules = state.rules
    if moves and not isinstance(moves[0].action, Cut | ChooseDealer):
        moves.insert(0, Move(HOUSE, ChooseDealer(state.match.results[0].dealer)))
    orders = [move.action.order for move in moves if isinstance(move.action, Deal | Reshuffle)]
    opened = {one.order: one for one in state.dealt}
    shuffles = tuple(
        Shuffle(i, commit(order, opened[order].salt), opened[order].salt)
        for i, order in enumerate(orders, start=1)
        if order in opened
    )
    header = Header(
        rules=rules,
        seats=names_of(state),
        time=datetime.fromtimestamp(state.opened_at, UTC).isoformat(timespec="seconds"),
        players=tuple(seat.level or "human" for seat in state.seats),
    )
    return dumps(Record(header, tuple(moves), shuffles=shuffles))
