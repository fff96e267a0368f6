"""Requests about rooms: open, look in, join, and what is there after the round."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import Request
from starlette.responses import Response

from laydown.cards import Card
from laydown.engine.actions import Deal, Reshuffle
from laydown.players.levels import LEVELS
from laydown.rules.catalogue import with_options
from laydown.rules.rules import Rules
from laydown.rules.text import rules_json
from laydown.server.controls import dealer_by_chance, sit
from laydown.server.events import RoomEvent, RoomOpened, Sat, SeatPlan
from laydown.server.progress import started
from laydown.server.records import dealer_of, open_round, record_text
from laydown.server.request_wire import Join, Opened, OpenRoom
from laydown.server.requests import (
    BadRequest,
    answered,
    body_of,
    hub_of,
    read_rules,
    room_of_request,
    sender,
)
from laydown.server.rooms import COLOURS
from laydown.server.seats import clean_name, hashed, is_key, new_token
from laydown.server.showing import room_of

MOST_SEATS = 8


@answered
async def open_room(request: Request) -> object:
    """Open a room; who asks gets the first seat wished for."""
    if not hub_of(request).openings.take(sender(request)):
        raise BadRequest("Too many rooms at once; wait a moment.", 429)
    wish = await body_of(request, OpenRoom)
    if len(wish.seats) > MOST_SEATS:
        raise BadRequest(f"A table has {MOST_SEATS} seats at most.")
    found = with_options(read_rules(wish.rules), {"players": len(wish.seats)})
    problems = found.problems()
    if problems:
        raise BadRequest(" ".join(problem.sentence for problem in problems))
    mine = next((i for i, seat in enumerate(wish.seats) if seat.who == "me"), -1)
    if mine < 0:
        raise BadRequest("One of the seats must be yours.")
    if any(seat.who == "computer" and seat.level not in LEVELS for seat in wish.seats):
        raise BadRequest("There is no such computer level.")
    if not 0 <= wish.clock <= 3600:
        raise BadRequest("A clock gives 0 to 3600 seconds a turn.")
    if wish.clock and wish.days:
        raise BadRequest("Play over days has no clock.")
    dealer, orders = await _replayed(request, wish, found)
    if dealer >= 0:
        found = dealer_by_chance(found)
    now = time.time()
    token = new_token()
    seats = tuple(
        SeatPlan("computer", seat.level) if seat.who == "computer" else SeatPlan("open")
        for seat in wish.seats
    )
    opening = RoomOpened(
        now,
        rules=rules_json(found).decode(),
        seats=seats,
        clock=wish.clock,
        days=wish.days,
        dealer=dealer,
        orders=orders,
    )
    host = Sat(
        now,
        mine,
        hashed(token),
        clean_name(wish.name, f"Player {mine + 1}"),
        wish.colour if wish.colour in COLOURS else COLOURS[mine],
        _browser(wish.browser),
    )
    events: list[RoomEvent] = [opening, host]
    if all(seat.who != "open" for seat in wish.seats):
        events.append(started(found, mine, now))
    live = await hub_of(request).open(*events)
    return Opened(live.id, mine, token)


def _browser(key: str) -> str:
    """What is stored of a browser's key, empty for none."""
    return hashed(key) if is_key(key) else ""


async def _replayed(
    request: Request, wish: OpenRoom, found: Rules
) -> tuple[int, tuple[tuple[Card, ...], ...]]:
    """Dealer and shuffles of a finished round that is to be played again."""
    if not wish.replay_of:
        return -1, ()
    name, _, number = wish.replay_of.partition("/")
    live = await hub_of(request).room(name)
    finished = live.state.open_rounds if live is not None else ()
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:6]) <= len(finished)):
        raise BadRequest("There is no such finished round.", 404)
    assert live is not None
    was = dealer_by_chance(live.state.rules).setup
    if was != dealer_by_chance(found).setup:
        raise BadRequest("The same deal needs the same set-up and number of players.")
    at = int(number[:6]) - 1
    actions = [move.action for move, _, _, _ in finished[at].moves]
    orders = tuple(action.order for action in actions if isinstance(action, Deal | Reshuffle))
    return dealer_of(live.state, at), orders


@answered
async def lobby(request: Request) -> object:
    """The room as a spectator sees it."""
    live = await room_of_request(request)
    return room_of(live.id, live.moment(), viewer=-1)


@answered
async def join(request: Request) -> object:
    """Take a free seat."""
    wish = await body_of(request, Join)
    live = await room_of_request(request)
    token = new_token()
    await live.sit(
        lambda moment: sit(
            moment, wish.seat, hashed(token), wish.name, wish.colour, _browser(wish.browser)
        )
    )
    return Opened(live.id, wish.seat, token)


# ------------------------------------------------------------------ after the round


@answered
async def rounds(request: Request) -> object:
    """A round that is over with all hands open, position by position."""
    live = await room_of_request(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(live.state.open_rounds):
        raise BadRequest("That round is not finished.", 404)
    return await asyncio.to_thread(open_round, live.id, live.state, number)


@answered
async def record(request: Request) -> object:
    """The rounds that are over as a record, JSON Lines."""
    live = await room_of_request(request)
    if not live.state.open_rounds:
        raise BadRequest("No round is finished yet.", 404)
    return Response(
        await asyncio.to_thread(record_text, live.state),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="laydown-{live.id}.jsonl"'},
    )
