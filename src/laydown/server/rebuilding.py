"""Lists made again from the events, as the servers wrote them."""

from __future__ import annotations

import msgspec

from laydown.rules.errors import BadRules
from laydown.server.events import decode
from laydown.server.listings import Restored, rows_after
from laydown.server.replaying import after
from laydown.server.rooms import RoomState
from laydown.server.sheet_events import decode as decode_sheet
from laydown.server.sheet_listings import sheet_rows
from laydown.server.sheet_states import replayed as replayed_sheet
from laydown.server.store import Batch, Row, Store


class Rebuilt(msgspec.Struct):
    """What was rebuilt."""

    rooms: int = 0
    sheets: int = 0
    files: int = 0
    rows: int = 0
    damaged: list[str] = msgspec.field(default_factory=list)
    """streams that could not be read"""


async def rebuild(store: Store) -> Rebuilt:
    """Forget all lists and write them again: rooms and sheets first, then files that were put back.

    A stream that cannot be read is left out and named; the others are rebuilt.
    """
    done = Rebuilt()
    await store.clear_rows()
    for stream in await store.streams("room:"):
        try:
            rows = await _room_rows(store, stream)
        except (msgspec.MsgspecError, BadRules, AssertionError, LookupError):
            done.damaged.append(stream)
            continue
        await store.append_all(Batch("", 0, (), rows))
        done.rooms += 1
        done.rows += len({(row.browser, row.kind, row.key) for row in rows})
    for stream in await store.streams("sheet:"):
        try:
            rows = await _sheet_row(store, stream)
        except (msgspec.MsgspecError, BadRules, AssertionError, LookupError):
            done.damaged.append(stream)
            continue
        await store.append_all(Batch("", 0, (), rows))
        done.sheets += 1
        done.rows += len(rows)
    for stream in await store.streams("mine:"):
        browser = stream.removeprefix("mine:")
        for _, body in await store.read(stream):
            rows = msgspec.json.decode(body, type=Restored).rows(browser)
            await store.append_all(Batch("", 0, (), rows, fresh=True))
            done.files += 1
            done.rows += len(rows)
    return done


async def _room_rows(store: Store, stream: str) -> tuple[Row, ...]:
    """The last state of every row that the room's events wrote."""
    rows: dict[tuple[str, str, str], Row] = {}
    state: RoomState | None = None
    for _, body in await store.read(stream):
        following = after(state, decode(body))
        for row in rows_after(stream.removeprefix("room:"), state, following):
            rows[row.browser, row.kind, row.key] = row
        state = following
    return tuple(rows.values())


async def _sheet_row(store: Store, stream: str) -> tuple[Row, ...]:
    """The rows of a sheet as it is now."""
    events = tuple(decode_sheet(body) for _, body in await store.read(stream))
    state = replayed_sheet(events)
    return () if state is None else sheet_rows(stream.removeprefix("sheet:"), state)
