"""A room's finished rounds: as a record of the open format, and position by position."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from laydown.cards import Card
from laydown.engine.actions import HOUSE, Action, ChooseDealer, Cut, Deal, Move, Reshuffle
from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.match import RoundResult
from laydown.record.explain_moves import explain_move
from laydown.record.jsonl import dumps
from laydown.record.notation import move_text
from laydown.record.record import Header, Record, Remark
from laydown.record.shuffles import Shuffle, commit
from laydown.rules.options import FirstDealer
from laydown.rules.rules import Rules
from laydown.server.asking import round_view
from laydown.server.rooms import RoomState, names_of
from laydown.server.showing import broken_text, result_of, rules_notes
from laydown.server.table_wire import Table
from laydown.server.tables import table_of
from laydown.server.telling import moves_told


def record_text(state: RoomState) -> str:
    """JSON Lines of all moves of the rounds that are over, their shuffles opened.

    A match that began with a given dealer (a rematch, a deal played again) says so in its first
    move, as if chance had found the dealer. A round broken off ends where it was left, and a
    remark says why.
    """
    moves = [move for each in state.open_rounds for move, _, _, _ in each.moves]
    given = bool(moves) and state.dealer >= 0
    if given:
        moves.insert(0, Move(HOUSE, found_dealer(state.rules, state.dealer)))
    orders = [move.action.order for move in moves if isinstance(move.action, Deal | Reshuffle)]
    opened = {one.order: one for one in state.dealt}
    shuffles = tuple(
        Shuffle(i, commit(order, opened[order].salt), opened[order].salt)
        for i, order in enumerate(orders, start=1)
        if order in opened
    )
    by_host = state.rules.setup.first_dealer is FirstDealer.HOST
    header = Header(
        rules=state.rules,
        seats=names_of(state),
        time=datetime.fromtimestamp(state.opened_at, UTC).isoformat(timespec="seconds"),
        players=tuple(seat.level or "human" for seat in state.seats),
        dealer=dealer_of(state, 0) if by_host else -1,
    )
    return dumps(Record(header, tuple(moves), _remarks(state, len(moves), given), shuffles))


def dealer_of(state: RoomState, index: int) -> int:
    """The dealer of a round that is over, by its index."""
    if index < len(state.match.results):
        return state.match.results[index].dealer
    assert state.match.round is not None
    return state.match.round.dealer


def found_dealer(rules: Rules, dealer: int) -> Action:
    """The house's move by which chance would have found this first dealer."""
    if rules.setup.first_dealer is not FirstDealer.CUT_LOW:
        return ChooseDealer(dealer)
    pack = [face for face in pack_of(rules, decks_for(rules)) if face < 52]
    low = min(pack, key=lambda face: face % 13)
    higher = [face for face in pack if face % 13 > low % 13]
    return Cut(tuple(low if i == dealer else higher[i] for i in range(rules.setup.players)))


def _remarks(state: RoomState, moves: int, given: bool) -> tuple[Remark, ...]:  # noqa: FBT001
    """What was taken back, and who resigned."""
    names, shift = names_of(state), int(given)
    told = [
        Remark(each.after + shift, f"{names[each.what.move.seat]} took back:"
               f" {move_text(each.what.move)}")
        for each in state.undone
        if each.after + shift <= moves
    ]  # fmt: skip
    if state.broken is not None:
        return (*told, Remark(moves, f"{broken_text(state, names)} {result_of(state, names)}"))
    told += [
        Remark(moves, f"{names[i]} resigned; the computer played on.")
        for i, seat in enumerate(state.seats)
        if seat.resigned
    ]
    return tuple(told)


class Position(msgspec.Struct, frozen=True):
    """A position of a finished round, all hands open."""

    seat: int
    text: str
    table: Table
    hands: tuple[tuple[Card, ...], ...]


class Opening(msgspec.Struct, frozen=True):
    """A shuffle opened: anybody can check that it is the one that was promised."""

    order: tuple[Card, ...]
    salt: str
    commitment: str


class OpenRound(msgspec.Struct, frozen=True):
    """GET /api/rooms/ROOM/rounds/N"""

    room: str
    number: int
    title: str
    rules: str
    notes: tuple[str, ...]
    names: tuple[str, ...]
    result: RoundResult | None
    """None for a round that was broken off"""
    positions: tuple[Position, ...]
    shuffles: tuple[Opening, ...]


def open_round(room_id: str, state: RoomState, number: int) -> OpenRound:
    """Every position of a round that is over with all hands, and its shuffles opened."""
    rounds = state.open_rounds
    played = rounds[number - 1].played()
    scored = number <= len(state.kept)
    ended = (rounds[number].begun if number < len(rounds) else state.match).last
    if not scored:
        ended = state.match.round
    names = names_of(state)
    told = {}
    for seq, each, after, _ in moves_told(played, ended):
        before = each.before.round
        told[seq] = explain_move(
            each.move,
            names,
            before=None if before is None else round_view(before, -1),
            after=None if after is None else round_view(after, -1),
            ids=False,
        )
    positions = []
    for at, each in enumerate(played):
        round_ = played[at + 1].before.round if at + 1 < len(played) else ended
        if round_ is None or not any(round_.hands) or isinstance(each.move.action, Cut):
            continue
        table = table_of(round_view(round_, -1))
        text = told.get(each.seq, "The cards are dealt.")
        positions.append(Position(each.move.seat, text, table, round_.hands))
    orders = [each.move.action.order for each in played
              if isinstance(each.move.action, Deal | Reshuffle)]  # fmt: skip
    title, notes, _, text = rules_notes(state.rules)
    return OpenRound(
        room=room_id,
        number=number,
        title=title,
        rules=text,
        notes=notes,
        names=names,
        result=state.match.results[number - 1] if scored else None,
        positions=tuple(positions),
        shuffles=tuple(
            Opening(one.order, one.salt, commit(one.order, one.salt))
            for one in state.dealt
            if one.order in orders
        ),
    )
