"""What people and strangers send: repeats, stale commands, garbage, floods, megabytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest
import websockets
from tests.server.people import Page, Server, serving

from laydown.engine.actions import Decline, Discard, Draw, LayOff, Meld, PlayerAction, Take
from laydown.engine.legal import LegalActions
from laydown.engine.view import view
from laydown.server.answers import Answer
from laydown.server.limits import (
    MOST_MESSAGE,
    MOST_WATCHERS_A_ROOM,
    Buckets,
    Counts,
    sender_of,
)
from laydown.server.playing import MOST_TAKEN_BACK
from laydown.server.seats import clean_name, hashed
from laydown.server.viewers import Viewer
from laydown.server.wire import (
    Back,
    Control,
    Do,
    Done,
    Hint,
    Hinted,
    Look,
    Offers,
    Ping,
    Pong,
    Refused,
    Said,
    Say,
    Why,
)


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


async def two(server: Server, rules: str = "rummy-500") -> tuple[str, str, str]:
    """A started room of two people: its name and their tokens."""
    opened = await server.open(rules, "me", "open")
    joined = await server.join(opened.room, 1, "Ben")
    async with server.page(opened.room, opened.token) as page:
        await page.control("start")
        await page.until(lambda page: page.state.table is not None)
    return opened.room, opened.token, joined.token


def on_turn(pages: list[Page]) -> tuple[Page, Page]:
    """Whose turn it is, and the other."""
    first, second = pages
    return (first, second) if first.state.legal is not None else (second, first)


def test_moves_out_of_turn_stale_and_repeated() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        live = await server.live(room)
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            actor, other = on_turn([a, b])
            refused = await other.do(Draw())
            assert isinstance(refused, Refused)
            assert "turn" in refused.text
            seq = actor.state.seq
            await actor.send(Do("same", seq, Draw()))
            await actor.send(Do("same", seq, Draw()))
            await actor.answer("same")
            await actor.send(Ping())
            await actor.until(lambda page: any(isinstance(m, Pong) for m in page.messages))
            answers = [m for m in actor.messages if getattr(m, "id", "") == "same"]
            assert len(answers) == 2
            assert answers[0] == answers[1]
            assert isinstance(answers[0], Done)
            draws = [each for each in live.state.moves if each.move.action == Draw()]
            assert len(draws) == 1
            stale = await actor.do(Discard(actor.state.table.hand[0]), seq)  # type: ignore[union-attr]
            assert isinstance(stale, Refused)
            assert "moved on" in stale.text

    run(test)


def test_a_repeat_on_another_socket_and_after_a_restart_is_the_same_command(
    tmp_path: Any,
) -> None:
    async def test() -> None:
        database = str(tmp_path / "x.sqlite3")
        async with serving(database) as server:
            room, mine, theirs = await two(server)
            async with server.page(room, mine) as a, server.page(room, theirs) as b:
                actor, _ = on_turn([a, b])
                token, seq = actor.token, actor.state.seq
                await actor.send(Do("once", seq, Draw()))
                assert isinstance(await actor.answer("once"), Done)
            async with server.page(room, token) as again:
                await again.send(Do("once", seq, Draw()))
                assert isinstance(await again.answer("once"), Done)
        async with serving(database) as server:
            async with server.page(room, token) as after:
                await after.send(Do("once", seq, Draw()))
                assert isinstance(await after.answer("once"), Done)
            live = await server.live(room)
            assert sum(each.move.action == Draw() for each in live.state.moves) == 1

    asyncio.run(test())


def test_what_was_taken_may_be_put_back_and_a_draw_may_not() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            actor, other = on_turn([a, b])
            before = actor.state.table
            assert before is not None
            seen = actor.state.seq
            await actor.do(Take(1))
            await actor.until(lambda page: page.state.legal and page.state.legal.can_take_back)
            taken = actor.state.seq
            await other.send(Back("no", taken))
            assert isinstance(await other.answer("no"), Refused)
            await actor.send(Back("back", taken))
            assert isinstance(await actor.answer("back"), Done)
            await actor.until(lambda page: page.state.table == before)
            await other.until(lambda page: page.state.seq > taken)
            kinds = [each.kind for state in other.states for each in state.news]
            assert kinds[-2:] == ["take", "back"]
            stale = await actor.do(Discard(before.hand[0]), taken)
            assert isinstance(stale, Refused), "what was taken back is gone"
            assert seen < actor.state.seq
            await actor.do(Draw())
            await actor.until(lambda page: page.state.table and page.state.table.drew >= 0)
            await actor.send(Back("again", actor.state.seq))
            refused = await actor.answer("again")
            assert isinstance(refused, Refused)
            assert refused.clause == "B-49"

    run(test)


def test_nobody_gets_in_with_a_wrong_token_and_spectators_only_look() -> None:
    async def test(server: Server) -> None:
        room, _, _ = await two(server)
        other_room, foreign, _ = await two(server)
        assert other_room != room
        for token in (foreign, "0" * 32, "' OR 1=1", "x" * 3000):
            address = f"{server.base.replace('http', 'ws')}/ws/{room}"
            async with websockets.connect(address) as line:
                await line.send(json.dumps({"is": "hello", "version": 1, "token": token}))
                told = json.loads(await line.recv())
                assert told["is"] == "failed"
                assert told["final"] is True
        async with server.page(room) as watcher:
            assert watcher.state.you == -1
            assert watcher.state.table is not None
            assert watcher.state.table.hand == ()
            assert watcher.state.legal is None
            for message in (
                Do("a", watcher.state.seq, Draw()),
                Back("b", watcher.state.seq),
                Look("c", watcher.state.seq, (1,)),
                Hint("d", watcher.state.seq, 3),
                Say("e", "hello"),
                Control("f", "pause"),
                Control("g", "resign"),
                Control("h", "rematch"),
                Why("i", watcher.state.seq, Draw()),
            ):
                await watcher.send(message)
                assert isinstance(await watcher.answer(message.id), Refused), message
        live = await server.live(room)
        assert not live.state.paused

    run(test)


def test_one_seat_on_two_sockets_sees_the_same_and_stays_present() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        async with server.page(room, theirs) as other:
            async with server.page(room, mine) as phone:
                async with server.page(room, mine) as desk:
                    actor = phone if phone.state.legal is not None else other
                    await actor.do(Draw())
                    await desk.until(lambda page: page.state.seq == actor.state.seq)
                    await phone.until(lambda page: page.state.seq == actor.state.seq)
                    assert desk.state.table == phone.state.table
                await other.send(Ping())
                await other.until(lambda page: isinstance(page.messages[-1], Pong))
                assert other.state.room.seats[0].present
            await other.until(lambda page: not page.state.room.seats[0].present)

    run(test)


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "\x00\xff",
    '{"is":"do"}',
    '{"is":"nothing"}',
    '{"is":"do","id":"x","seq":1,"action":{"type":"deal","order":[1,2]}}',
    '{"is":"do","id":"x","seq":1,"action":{"type":"draw"},"more":1}',
    '{"is":"do","id":"x","seq":"1","action":{"type":"draw"}}',
    '{"is":"do","id":"x","seq":1e400,"action":{"type":"draw"}}',
    '{"is":"do","id":"x","seq":123456789012345678901234567890,"action":{"type":"draw"}}',
    '{"is":"say","id":"x","phrase":"\\ud800"}',
    '{"is":"look","id":"x","seq":1,"cards":' + "[" * 3000 + "]" * 3000 + "}",
    '{"is":"look","id":"x","seq":1,"cards":[' + "1," * 6000 + "1]}",
    '{"is":"control","id":"x","what":"kick","seat":-1}',
    '{"is":"control","id":"x","what":"explode"}',
]


def test_garbage_is_refused_and_too_much_of_it_closes_the_socket() -> None:
    async def test(server: Server) -> None:
        room, mine, _ = await two(server)
        live = await server.live(room)
        seq = live.state.seq
        address = f"{server.base.replace('http', 'ws')}/ws/{room}"
        for text in NONSENSE:
            async with server.page(room, mine) as page:
                await page.line.send(text)
                await page.until(lambda page: any(isinstance(m, Refused) for m in page.messages))
        async with websockets.connect(address) as line:
            await line.send("what?")
            assert json.loads(await line.recv())["is"] == "failed"
        async with server.page(room, mine) as page:
            for _ in range(8):
                await page.line.send("{}")
            await page.until_closed()
            assert page.failed.final
        assert live.state.seq == seq

    run(test)


def test_senseless_actions_get_a_reason_and_never_a_fault() -> None:
    faces = (-1, 0, 12, 52, 53, 99, -(2**40), 2**40)
    actions: list[PlayerAction] = [
        *(Discard(face) for face in faces),
        *(Meld((face, face, face)) for face in faces),
        *(LayOff((face,), "M1") for face in faces),
        *(Take(count) for count in (-5, 0, 54, 10**9)),
        Meld(tuple(range(53)) * 20),
        Meld((), (1, 2, 3)),
        Meld((1, 2, 3), (-5,)),
        LayOff((1,), "M" * 200),
        LayOff((1,), "<b>M1</b>"),
        Decline(),
    ]

    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            actor, _ = on_turn([a, b])
            for number, action in enumerate(actions):
                await asyncio.sleep(0.06)
                await actor.send(Do(f"n{number}", actor.state.seq, action))
                refused = await actor.answer(f"n{number}")
                assert isinstance(refused, Refused)
                assert "went wrong" not in refused.text, action
            for cards in ((99,), (-1,), tuple(range(30))):
                await actor.send(Look("look" + str(cards[0]), actor.state.seq, cards))
                assert isinstance(await actor.answer("look" + str(cards[0])), Refused)
            look = await actor.ask(Look("far", actor.state.seq, (), 10**9), Offers)
            assert look.offers == ()
            assert look.missing

    run(test)


def test_megabytes_and_floods_close_the_socket_and_harm_nobody() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        async with server.page(room, theirs) as other:
            async with server.page(room, mine) as page:
                big = json.dumps({"is": "say", "id": "x" * MOST_MESSAGE, "phrase": "hello"})
                await page.line.send(big)
                await page.until(lambda page: any(isinstance(m, Refused) for m in page.messages))
            async with server.page(room, mine) as page:
                await page.line.send("x" * 1_000_000)
                await page.until_closed()
            async with server.page(room, mine) as page:
                try:
                    for _ in range(400):
                        await page.send(Ping())
                except websockets.ConnectionClosed:
                    pass
                await page.until_closed()
                assert not page.failed.final
            await other.send(Ping())
            await other.until(lambda page: isinstance(page.messages[-1], Pong))
        answer = await server.http.post("/api/rooms", content=b"[" * 10_000_000)
        assert answer.status_code == 413
        answer = await server.http.post("/api/rooms", content=b"[" * 100_000)
        assert answer.status_code == 400

    run(test)


def test_phrases_are_few_and_not_too_many() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            await a.send(Say("1", "hello"))
            await b.until(lambda page: Said(0, "hello") in page.messages)
            await a.send(Say("2", "<script>"))
            assert isinstance(await a.answer("2"), Refused)
            for number in range(20):
                await a.send(Say(f"s{number}", "ouch"))
            assert isinstance(await a.answer("s19"), Refused)
            said = [each for each in b.messages if isinstance(each, Said)]
            assert len(said) < 15

    run(test)


def test_a_page_that_reads_nothing_holds_nobody_up() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        reader, writer = await asyncio.open_connection(*_host(server))
        writer.write(
            f"GET /ws/{room} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "\r\n".encode()
        )
        await writer.drain()
        assert b"101" in await reader.readline()
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            actor, _ = on_turn([a, b])
            async with asyncio.timeout(5):
                assert isinstance(await actor.do(Draw()), Done)
        writer.close()

    run(test)


def _host(server: Server) -> tuple[str, int]:
    host, port = server.base.removeprefix("http://").split(":")
    return host, int(port)


def test_a_page_of_another_site_may_neither_ask_nor_connect() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "me", "plain")
        headers = {"origin": "https://elsewhere.example"}
        answer = await server.http.post("/api/rules", content=b"{}", headers=headers)
        assert answer.status_code == 403
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(
                f"{server.base.replace('http', 'ws')}/ws/{opened.room}",
                origin=websockets.Origin("https://elsewhere.example"),
            )

    run(test)


def test_a_far_address_is_limited_sooner_than_this_machine() -> None:
    buckets = Buckets(rate=0.001, burst=5)
    assert sum(buckets.take("203.0.113.9") for _ in range(50)) == 5
    assert sum(buckets.take("203.0.113.10") for _ in range(50)) == 5
    assert sum(buckets.take("127.0.0.1") for _ in range(200)) == 100
    counts = Counts(2)
    assert [counts.add("203.0.113.9") for _ in range(3)] == [True, True, False]
    counts.remove("203.0.113.9")
    assert counts.add("203.0.113.9")
    assert sender_of("2001:db8::1") == sender_of("2001:db8::2")
    assert sender_of("2001:db8::1") != sender_of("2001:db8:0:1::1")


def test_rooms_are_opened_one_after_another_by_strangers() -> None:
    async def test(server: Server) -> None:
        transport = httpx.ASGITransport(app=_app(server), client=("203.0.113.9", 1234))
        body = {"rules": "rummy-500", "seats": [{"who": "me"}, {"who": "open"}]}
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as far:
            answers = [await far.post("/api/rooms", json=body) for _ in range(34)]
        assert [answer.status_code for answer in answers[:30]] == [200] * 30
        assert answers[-1].status_code == 429

    run(test)


def _app(server: Server) -> Any:
    from tests.server.people import Inline

    from laydown.server.app import application

    app = application("sqlite://", chooser=Inline())
    app.state.hub = server.hub
    return app


def test_watchers_cannot_fill_a_room_so_that_its_people_stay_outside() -> None:
    async def test(server: Server) -> None:
        room, mine, _ = await two(server)
        live = await server.live(room)
        for _ in range(MOST_WATCHERS_A_ROOM):
            await live.enter(Viewer(-1, 0))
        address = f"{server.base.replace('http', 'ws')}/ws/{room}"
        async with websockets.connect(address) as line:
            await line.send(json.dumps({"is": "hello", "version": 1}))
            assert "full" in json.loads(await line.recv())["text"]
        async with server.page(room, mine) as page:
            assert page.state.you == 0

    run(test)


def test_taking_back_comes_to_an_end() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        live = await server.live(room)
        round_ = live.state.match.round
        assert round_ is not None
        token = (mine, theirs)[round_.seat]
        viewer = Viewer(round_.seat, 0, hashed(token))
        for _ in range(MOST_TAKEN_BACK):
            await live.do(viewer, live.state.seq, Take(1))
            await live.take_back(viewer, live.state.seq)
        await live.do(viewer, live.state.seq, Take(1))
        with pytest.raises(Answer, match="enough"):
            await live.take_back(viewer, live.state.seq)

    run(test)


def test_hints_come_in_three_strengths_and_only_to_who_acts() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            actor, other = on_turn([a, b])
            seq = actor.state.seq
            first, second, third = [
                await actor.ask(Hint(f"h{strength}", seq, strength), Hinted)
                for strength in (1, 2, 3)
            ]
            assert first.action is None
            assert first.cards == ()
            assert second.action is not None
            assert third.text.startswith(second.text)
            assert len(third.text) > len(second.text)
            assert isinstance(await actor.do(second.action), Done)
            await other.send(Hint("h", other.state.seq, 3))
            assert isinstance(await other.answer("h"), Refused)

    run(test)


def test_look_offers_exactly_what_is_legal() -> None:
    async def test(server: Server) -> None:
        room, mine, theirs = await two(server)
        live = await server.live(room)
        async with server.page(room, mine) as a, server.page(room, theirs) as b:
            actor, _ = on_turn([a, b])
            await actor.do(Draw())
            await actor.until(lambda page: page.state.legal and page.state.legal.discards)
            round_ = live.state.match.round
            assert round_ is not None
            legal = LegalActions(view(round_, actor.state.you))
            assert actor.state.table is not None
            for card in dict.fromkeys(actor.state.table.hand):
                found = await actor.ask(Look(f"l{card}", actor.state.seq, (card,)), Offers)
                assert all(offer.action in legal for offer in found.offers)
                assert any(offer.action == Discard(card) for offer in found.offers)
            two_cards = actor.state.table.hand[:2]
            nothing = await actor.ask(Look("two", actor.state.seq, two_cards), Offers)
            assert nothing.offers == ()
            assert nothing.missing

    run(test)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann \t\n  Bee ", "Ann Bee"),
        ("", "Player 1"),
        ("\u202eevil\u202c", "evil"),
        ("x" * 99, "x" * 24),
        ("<img src=x onerror=1>", "<img src=x onerror=1>"),
        ("Zoë 🃏 王", "Zoë 🃏 王"),
        ("\u0000\u0007", "Player 1"),
        ("a" + "\u0301" * 50, "\u00e1\u0301"),
    ],
)
def test_names_are_plain_text(given: str, shown: str) -> None:
    assert clean_name(given, "Player 1") == shown


def test_names_travel_as_they_are_and_are_told_apart() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "me", "open", "open", name="<b>Zoë</b> 🃏")
        await server.join(opened.room, 1, "<b>Zoë</b> 🃏")
        async with server.page(opened.room, opened.token) as page:
            names = [seat.name for seat in page.state.room.seats]
            assert names[:2] == ["<b>Zoë</b> 🃏", "<b>Zoë</b> 🃏 2"]
            assert isinstance(await page.control("name", text=" A  B "), Done)
            await page.until(lambda page: page.state.room.seats[0].name == "A B")

    run(test)


def test_every_message_is_strict() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"is":"ping","more":1}', type=Ping)
