"""Requests of one browser about its own matches and statistics, and those about health."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from laydown.server.listings import LEFT, MatchLine, Restored, RoundLine
from laydown.server.requests import BadRequest, answered, body_of, hub_of
from laydown.server.seats import hashed, is_key, is_room
from laydown.server.store import Batch, Conflict


class Browser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    browser: str


class Backup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    browser: str
    matches: tuple[MatchLine, ...]
    rounds: tuple[RoundLine, ...]


MOST_LINES = 1000
"""lines of a file that is put back at once"""


def _key(browser: str) -> str:
    if not is_key(browser):
        raise BadRequest("That is no browser key.")
    return hashed(browser)


async def _mine(request: Request, browser: str) -> tuple[list[MatchLine], list[RoundLine]]:
    store = hub_of(request).store
    key = _key(browser)
    found = [
        msgspec.json.decode(row.body, type=MatchLine) for row in await store.rows(key, "match")
    ]
    matches = [each for each in found if each.phase != LEFT]
    played = [
        msgspec.json.decode(row.body, type=RoundLine) for row in await store.rows(key, "round")
    ]
    return matches, played


@answered
async def mine(request: Request) -> object:
    """This browser's matches and rounds, and who is there in those that are live here."""
    matches, played = await _mine(request, (await body_of(request, Browser)).browser)
    hub = hub_of(request)
    here = {each.room: hub.here(each.room) for each in matches if each.phase != "over"}
    return {"matches": matches, "rounds": played, "here": {k: v for k, v in here.items() if v}}


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
    if len(kept.matches) + len(kept.rounds) > MOST_LINES:
        raise BadRequest("That is too much for one request: send it in parts.", 413)
    rooms = [each.room for each in kept.matches] + [each.room for each in kept.rounds]
    if not all(map(is_room, rooms)):
        raise BadRequest("That file names rooms that cannot be.")
    put = Restored(kept.matches, kept.rounds)
    store, stream = hub_of(request).store, f"mine:{key}"
    for _ in range(4):
        seq = len(await store.read(stream))
        batch = Batch(stream, seq, (msgspec.json.encode(put),), put.rows(key), fresh=True)
        try:
            await store.append_all(batch)
        except Conflict:
            continue
        return {"matches": len(kept.matches), "rounds": len(kept.rounds)}
    raise BadRequest("Another page is putting a file back; try again.", 409)


# ------------------------------------------------------------------ health


@answered
async def live(_request: Request) -> object:
    """The process answers."""
    return {"ok": True}


@answered
async def ready(request: Request) -> object:
    """The database answers."""
    if not await hub_of(request).store.answers():
        raise BadRequest("The database does not answer.", 503)
    return {"ok": True}
