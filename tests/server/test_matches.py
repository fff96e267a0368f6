"""Whole matches through the wire, of every game; no page is told what its seat may not see."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from tests.server.people import Inline, Page, plays, serving

from laydown.cards import Card
from laydown.engine.state import Phase, Round
from laydown.record.jsonl import load
from laydown.record.shuffles import commit
from laydown.rules.games import GAMES
from laydown.rules.text import rules_text
from laydown.server.events import Prepared, decode
from laydown.server.live import LiveRoom
from laydown.server.replaying import replayed
from laydown.server.rooms import RoomState
from laydown.server.wire import State


def remember_states(live: LiveRoom) -> dict[int, RoomState]:
    """Every state of the room from now on, by `seq`."""
    states = {live.state.seq: live.state}
    applied = live._applied

    def noted(now: RoomState) -> None:
        states[now.seq] = now
        applied(now)

    live._applied = noted  # type: ignore[method-assign]
    return states


def check_secrets(state: State, room: RoomState) -> None:
    """Every card in the message is one that this viewer may see in this position."""
    round_ = room.match.round
    assert round_ is not None or state.table is None
    if state.table is None:
        return
    if round_ is None or round_.phase is Phase.DEAL:
        round_ = room.match.last
    assert round_ is not None
    table, you = state.table, state.you
    own = round_.hands[you] if you >= 0 else ()
    assert table.hand == own
    assert table.sizes == tuple(map(len, round_.hands))
    assert table.stock == len(round_.stock)
    assert table.pile == round_.pile
    assert [meld.cards for meld in table.melds] == [meld.cards for meld in round_.melds]
    for seat, cards in enumerate(table.known):
        assert not Counter(cards) - Counter(round_.hands[seat])
    assert table.known == round_.known
    public = Counter(round_.pile) + Counter(card for m in round_.melds for card in m.cards)
    for cards in (table.taken, table.owed, (table.barred,)):
        assert all(card in own or card in seen_cards(room, round_) for card in cards if card >= 0)
    if table.drew >= 0:
        assert table.drew in own or table.drew in public
        assert round_.seat == you or round_.phase in (Phase.CALLING, Phase.OVER, Phase.DRAW)
    assert all(card in own for card in table.plan_cards)
    if state.legal is not None:
        assert you >= 0
        assert all(card in own for card in state.legal.discards)
        assert all(card in own for _, cards in state.legal.layoffs for card in cards)
    for told in state.news:
        if told.kind == "draw" and told.seat != you:
            assert told.cards == ()
            assert not re.search("[♠♥♦♣★]", told.text), told.text
        if told.kind == "discard":
            assert len(told.cards) == 1
    for board in state.room.rounds:
        assert board.number <= len(room.match.results)
    ended = room.match.round is None or room.match.round.phase in (Phase.DEAL, Phase.OVER)
    if not ended and room.dealt:
        assert room.dealt[-1].salt not in msgspec.json.encode(state).decode()
    if room.prepared is not None:
        assert room.prepared.salt not in msgspec.json.encode(state).decode()


def seen_cards(room: RoomState, round_: Round) -> set[Card]:
    """What has lain open in this round."""
    cards = set(round_.pile) | {card for meld in round_.melds for card in meld.cards}
    for known in round_.known:
        cards |= set(known)
    return cards


def field_names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from field_names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from field_names(inner)


def check_page(page: Page, states: dict[int, RoomState]) -> None:
    checked = 0
    for state in page.states:
        if state.seq in states:
            check_secrets(state, states[state.seq])
            checked += 1
    assert checked > len(page.states) // 2
    for raw in page.raw:
        names = set(field_names(msgspec.json.decode(raw)))
        assert not names & {"order", "orders", "salt", "secret", "hands", "known_stock", "browser"}


async def played_match(game: str, people: int, computers: int, deals: int) -> None:
    rules = rules_text(GAMES[game].rules, game)
    seats = ["me", *["open"] * (people - 1), *["greedy"] * computers]
    async with serving(chooser=Inline()) as server:
        opened = await server.open(
            f"{rules} deals={deals} match_mode=n_deals tie_rule=shared", *seats
        )
        live = await server.live(opened.room)
        states = remember_states(live)
        tokens = [opened.token]
        for seat in range(1, people):
            joined = await server.join(opened.room, seat, f"P{seat}")
            tokens.append(joined.token)
        async with contextlib_pages(server, opened.room, [*tokens, ""]) as pages:
            if people > 1:
                await pages[0].control("start")
            await asyncio.gather(*(plays(page, live) for page in pages[:-1]))
            await pages[-1].until(lambda page: page.state.room.phase == "over")
            for page in pages:
                check_page(page, states)
            assert all(state.legal is None for state in pages[-1].states)
            assert all(page.state.room.totals == pages[0].state.room.totals for page in pages)
            news = {each.seq: each for state in pages[0].states for each in state.news}
            moves = [seq for kept in live.state.kept for move, by, seq, _ in kept.moves
                     if move.seat >= 0]  # fmt: skip
            told = sum(1 for seq in moves if seq in news)
            assert told >= len(moves) * 0.95, "the news of a page leave out moves"
        stored = await server.hub.store.read(f"room:{opened.room}")
        events = tuple(decode(body) for _, body in stored)
        assert replayed(events) == live.state
        await check_afterwards(server, opened.room, live.state, pages[0].state, events)


async def check_afterwards(
    server: Any, room: str, state: RoomState, shown: State, events: tuple[Any, ...]
) -> None:
    """The record loads and ends as the match did; the shuffles are those that were promised."""
    answer = await server.http.get(f"/api/rooms/{room}/record")
    record = load(answer.text)
    assert record.damage is None
    assert record.final().totals == state.match.totals == shown.room.totals
    promised = {commit(each.order, each.salt) for each in events if isinstance(each, Prepared)}
    for number in range(1, len(state.kept) + 1):
        body = (await server.http.get(f"/api/rooms/{room}/rounds/{number}")).json()
        assert body["positions"]
        assert body["result"]["totals"] == list(shown.room.rounds[number - 1].totals)
        assert body["shuffles"]
        for shuffle in body["shuffles"]:
            assert commit(shuffle["order"], shuffle["salt"]) == shuffle["commitment"]
            assert shuffle["commitment"] in promised
        last = body["positions"][-1]
        assert list(map(len, last["hands"])) == last["table"]["sizes"]
    assert (await server.http.get(f"/api/rooms/{room}/rounds/{number + 1}")).status_code == 404


def contextlib_pages(server: Any, room: str, tokens: list[str]) -> Any:
    import contextlib

    @contextlib.asynccontextmanager
    async def opened() -> Any:
        async with contextlib.AsyncExitStack() as stack:
            yield [await stack.enter_async_context(server.page(room, token)) for token in tokens]

    return opened()


@pytest.mark.parametrize(
    ("game", "people", "computers", "deals"),
    [
        ("rummy", 2, 0, 1),
        ("rummy-500", 1, 1, 2),
        ("rummy-500", 3, 1, 1),
        ("rummy-500-jokers", 2, 1, 1),
        ("5000-rummy", 2, 2, 2),
        ("george", 3, 1, 1),
        ("rummy-500-duel", 2, 0, 1),
    ],
)
def test_a_match_is_played_to_its_end(game: str, people: int, computers: int, deals: int) -> None:
    asyncio.run(played_match(game, people, computers, deals))
