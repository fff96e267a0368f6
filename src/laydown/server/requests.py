"""Plain requests: the catalogue, rules, rooms, replays, lists and statistics."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from laydown.engine.actions import HOUSE, Deal, Reshuffle
from laydown.engine.view import view
from laydown.players.levels import LEVELS
from laydown.record.rulebook import rulebook
from laydown.record.shuffles import commit
from laydown.rules.catalogue import GROUPS, OPTIONS, describe, with_options
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES
from laydown.rules.options import Choice
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules, read_rules_json, rules_json, rules_text
from laydown.server.events import RoomOpened, Sat, SeatPlan, Started
from laydown.server.hub import Hub, playable
from laydown.server.limits import MOST_BODY, Buckets
from laydown.server.listings import MatchLine, RoundLine
from laydown.server.live import Answer, LiveRoom
from laydown.server.rooms import COLOURS, RoomState, names_of
from laydown.server.seats import clean_name, hashed, is_key, new_token
from laydown.server.showing import news, room_of, rules_notes
from laydown.server.store import Row, StoreFailed
from laydown.server.tables import table_of
from laydown.server.wire import Fault, Join, Opened, OpenRoom, RulesAnswer, RulesQuestion

T = TypeVar("T")

_openings = Buckets(rate=0.5, burst=30)


class BadRequest(Exception):
    """A request refused: the words and the status."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.text, self.status = text, status


def answered(function: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """An endpoint whose refusals and faults are answered in words."""

    async def serve(request: Request) -> Response:
        try:
            return reply(await function(request))
        except BadRequest as bad:
            return reply(Fault(bad.text), bad.status)
        except BadRules as bad:
            return reply(Fault(str(bad)), 400)
        except Answer as refused:
            return reply(Fault(refused.text), 409)
        except StoreFailed as failed:
            return reply(Fault(f"The server could not store this ({failed})."), 503)

    return serve


def reply(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    if isinstance(value, Response):
        return value
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def body_of(request: Request, type_: type[T]) -> T:
    """The body, strictly read and not too long."""
    size = 0
    pieces = []
    async for piece in request.stream():
        size += len(piece)
        if size > MOST_BODY:
            raise BadRequest("That is too much for one request.", 413)
        pieces.append(piece)
    try:
        return msgspec.json.decode(b"".join(pieces), type=type_)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as bad:
        raise BadRequest(f"The request could not be read: {str(bad)[:200]}") from None


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def _room(request: Request) -> LiveRoom:
    live = await _hub(request).room(request.path_params["room"])
    if live is None:
        raise BadRequest("There is no such room.", 404)
    return live


def read_rules(text: str) -> Rules:
    """Rules from the short text or from JSON."""
    if len(text) > 20_000:
        raise BadRules("these rules are too long")
    return read_rules_json(text) if text.lstrip().startswith("{") else parse_rules(text)


# ------------------------------------------------------------------ rules


@answered
async def catalogue(_request: Request) -> object:
    """The games and every option as it is declared."""
    return {
        "games": [
            {
                "key": each.key,
                "title": each.title,
                "blurb": each.blurb,
                "rules": rules_text(each.rules, each.key),
                "players": [each.rules.setup.seats_from, each.rules.setup.seats_to],
            }
            for each in GAMES.values()
        ],
        "levels": list(LEVELS),
        "groups": list(GROUPS),
        "options": [_declared(name) for name in OPTIONS],
    }


def _declared(name: str) -> dict[str, object]:
    option = OPTIONS[name]
    fallback = option.fallback
    values: list[dict[str, str]] = []
    if isinstance(fallback, Choice):
        values = [
            {"value": str(member), "sentence": member.sentence, "clause": member.clause}
            for member in type(fallback)
        ]
    elif isinstance(fallback, bool):
        values = [
            {"value": text, "sentence": option.kind.says(value), "clause": option.about.clause}
            for text, value in (("on", True), ("off", False))
        ]
    return {
        "name": name,
        "group": option.group,
        "label": option.about.label,
        "question": option.about.question,
        "clause": option.about.clause,
        "kind": type(option.kind).__name__.lower(),
        "values": values,
        "allowed": option.kind.allowed,
        "offered": [option.kind.text(value) for value in option.about.offered],
        "fallback": option.kind.text(fallback),
    }


@answered
async def rules(request: Request) -> object:
    """What a rule set says: problems, remarks, and what differs from the book."""
    asked = await body_of(request, RulesQuestion)
    found = with_options(read_rules(asked.text), asked.values)
    title, notes, _, text = rules_notes(found)
    return RulesAnswer(
        text=text,
        title=title,
        values={name: option.text_of(found) for name, option in OPTIONS.items()},
        sentences={name: describe(found, name) for name in OPTIONS},
        differs=tuple(("", note) for note in notes),
        problems=tuple((p.sentence, tuple(p.options)) for p in found.problems()),
        remarks=tuple((r.sentence, tuple(r.options)) for r in found.remarks()),
    )


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


@answered
async def rulebook_page(request: Request) -> object:
    """The printed rules of a rule set."""
    return rulebook(read_rules((await body_of(request, Text)).text))


# ------------------------------------------------------------------ rooms


@answered
async def open_room(request: Request) -> object:
    """Open a room; who asks gets the first seat wished for."""
    sender = request.client.host if request.client else ""
    if not _openings.take(sender):
        raise BadRequest("Too many rooms at once; wait a moment.", 429)
    wish = await body_of(request, OpenRoom)
    found = read_rules(wish.rules)
    found = with_options(found, {"players": len(wish.seats)})
    problems = playable(found)
    if problems:
        raise BadRequest(" ".join(problems))
    mine = next((i for i, seat in enumerate(wish.seats) if seat.who == "me"), -1)
    if mine < 0:
        raise BadRequest("One of the seats must be yours.")
    if any(seat.who == "computer" and seat.level not in LEVELS for seat in wish.seats):
        raise BadRequest("There is no such computer level.")
    if not 0 <= wish.clock <= 3600:
        raise BadRequest("A clock gives 0 to 3600 seconds a turn.")
    dealer, orders = await _replayed(request, wish, found)
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
    events: list[Any] = [opening, _sat(now, mine, token, wish.name, wish.colour, wish.browser)]
    if all(seat.who != "open" for seat in wish.seats):
        events.append(Started(now))
    live = await _hub(request).open(*events)
    return Opened(live.id, mine, token)


def _sat(now: float, seat: int, token: str, name: str, colour: str, browser: str) -> Sat:
    return Sat(
        now,
        seat,
        hashed(token),
        clean_name(name, f"Player {seat + 1}"),
        colour if colour in COLOURS else COLOURS[seat],
        hashed(browser) if is_key(browser) else "",
    )


async def _replayed(
    request: Request, wish: OpenRoom, found: Rules
) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Dealer and shuffles of a finished round that is to be played again."""
    if not wish.replay_of:
        return -1, ()
    name, _, number = wish.replay_of.partition("/")
    live = await _hub(request).room(name)
    if live is None or not number.isdecimal() or not 1 <= int(number) <= len(live.state.kept):
        raise BadRequest("There is no such finished round.", 404)
    if live.state.rules.setup != found.setup:
        raise BadRequest("The same deal needs the same set-up and number of players.")
    moves = live.state.kept[int(number) - 1]
    orders = tuple(
        each.move.action.order for each in moves if isinstance(each.move.action, Deal | Reshuffle)
    )
    return live.state.match.results[int(number) - 1].dealer, orders


@answered
async def lobby(request: Request) -> object:
    """The room as a spectator sees it."""
    live = await _room(request)
    return room_of(live.id, live.state, live.presence, viewer=-1, ready_until=0.0)


@answered
async def join(request: Request) -> object:
    """Take an open seat."""
    wish = await body_of(request, Join)
    live = await _room(request)
    token = new_token()
    async with live.lock:
        state = live.state
        if not 0 <= wish.seat < len(state.seats):
            raise BadRequest("There is no such seat.")
        if state.is_over:
            raise BadRequest("That match is over.", 409)
        seat = state.seats[wish.seat]
        if seat.owned and not live.is_away(wish.seat):
            raise BadRequest("That seat is taken.", 409)
        if seat.owned and not seat.level:
            raise BadRequest("Hand the seat to a computer first; then it can be replaced.", 409)
        if state.started and not seat.level:
            raise BadRequest("That seat is taken.", 409)
        now = time.time()
        await live.record(_sat(now, wish.seat, token, wish.name, wish.colour, wish.browser))
    live.show()
    return Opened(live.id, wish.seat, token)


# ------------------------------------------------------------------ after the round


@answered
async def rounds(request: Request) -> object:
    """A finished round with all hands open, position by position."""
    live = await _room(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(live.state.kept):
        raise BadRequest("That round is not finished.", 404)
    return open_round(live.id, live.state, number)


def open_round(room_id: str, state: RoomState, number: int) -> dict[str, object]:
    """Every position of a finished round with all hands, and its shuffles opened."""
    moves = state.kept[number - 1]
    told = {each.seq: each.text for each in news(_as_of(state, number), -1, 0)}
    positions = []
    for at, each in enumerate(moves):
        round_ = moves[at + 1].before.round if at + 1 < len(moves) else None
        if round_ is None or not round_.hands[0] + round_.pile:
            continue
        positions.append(
            {
                "seat": each.move.seat,
                "text": told.get(each.seq, "The cards are dealt."),
                "table": table_of(view(round_, None)),
                "hands": round_.hands,
            }
        )
    orders = [
        each.move.action.order
        for each in moves
        if each.move.seat == HOUSE and isinstance(each.move.action, Deal | Reshuffle)
    ]
    shuffles = [
        {"order": one.order, "salt": one.salt, "commitment": commit(one.order, one.salt)}
        for one in state.dealt
        if one.order in orders
    ]
    title, notes, _, text = rules_notes(state.rules)
    return {
        "room": room_id,
        "number": number,
        "title": title,
        "rules": text,
        "notes": notes,
        "names": names_of(state),
        "result": state.match.results[number - 1],
        "positions": positions,
        "shuffles": shuffles,
    }


def _as_of(state: RoomState, number: int) -> RoomState:
    """The state with this round as the one finished last, to tell its moves."""
    return msgspec.structs.replace(state, kept=state.kept[:number], moves=())


@answered
async def record(request: Request) -> object:
    """The finished rounds as a record, JSON Lines."""
    from laydown.server.records import record_text

    live = await _room(request)
    if not live.state.kept:
        raise BadRequest("No round is finished yet.", 404)
    return Response(
        record_text(live.state),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="laydown-{live.id}.jsonl"'},
    )


# ------------------------------------------------------------------ what is mine


class Browser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    browser: str


class Backup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    browser: str
    matches: tuple[MatchLine, ...]
    rounds: tuple[RoundLine, ...]


def _key(browser: str) -> str:
    if not is_key(browser):
        raise BadRequest("That is no browser key.")
    return hashed(browser)


async def _mine(request: Request, browser: str) -> tuple[list[MatchLine], list[RoundLine]]:
    store = _hub(request).store
    key = _key(browser)
    matches = [
        msgspec.json.decode(row.body, type=MatchLine) for row in await store.rows(key, "match")
    ]
    played = [
        msgspec.json.decode(row.body, type=RoundLine) for row in await store.rows(key, "round")
    ]
    return matches, played


@answered
async def mine(request: Request) -> object:
    """This browser's matches and rounds."""
    matches, played = await _mine(request, (await body_of(request, Browser)).browser)
    return {"matches": matches, "rounds": played}


@answered
async def backup(request: Request) -> object:
    """Matches and rounds as a file to keep."""
    browser = (await body_of(request, Browser)).browser
    matches, played = await _mine(request, browser)
    return Backup(browser, tuple(matches), tuple(played))


@answered
async def restore(request: Request) -> object:
    """Put a kept file's matches and rounds back; what is there already stays."""
    kept = await body_of(request, Backup)
    key = _key(kept.browser)
    rows = [
        Row(key, "match", each.room, each.changed, msgspec.json.encode(each))
        for each in kept.matches
    ] + [
        Row(key, "round", f"{each.room}/{each.number}", each.at, msgspec.json.encode(each))
        for each in kept.rounds
    ]
    await _hub(request).store.append("", 0, [], rows)
    return {"matches": len(kept.matches), "rounds": len(kept.rounds)}


# ------------------------------------------------------------------ health


@answered
async def live(_request: Request) -> object:
    """The process answers."""
    return {"ok": True}


@answered
async def ready(request: Request) -> object:
    """The database answers."""
    if not await _hub(request).store.answers():
        raise BadRequest("The database does not answer.", 503)
    return {"ok": True}
