"""What goes on around the cards: call windows, clocks, readiness, hosts, seats, rematches."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache

import pytest
from msgspec.structs import replace
from tests.server.rooms import Room, first_call, order_with_a_call, room

from laydown.engine.actions import (
    Call,
    Decline,
    Discard,
    Draw,
    Pass,
    PlayerAction,
    Take,
)
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import view
from laydown.server import stored
from laydown.server.answers import Answer
from laydown.server.asking import takes_long
from laydown.server.controls import sit
from laydown.server.events import Prepared, RoomEvent, decode
from laydown.server.replaying import replayed
from laydown.server.rooms import RoomState
from laydown.server.seats import hashed
from laydown.server.store import Row
from laydown.server.telling import state_for
from laydown.server.viewers import Viewer

CALLING = "rummy-500-jokers call_rummy=board"


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


@lru_cache
def calling_deal(players: int) -> tuple[tuple[int, ...], int]:
    return order_with_a_call(CALLING, players)


async def to_a_call(table: Room, people: dict[int, Viewer]) -> tuple[int, Call]:
    """Play greedily, passing in every window, until somebody could call."""
    while True:
        await table.greedy(people, until=Phase.CALLING)
        found = first_call(table.state)
        if found is not None:
            return found
        round_ = table.state.match.round
        assert round_ is not None
        for seat in round_.may_call:
            await table.play(people[seat], Pass())


async def everybody(table: Room, seats: int) -> dict[int, Viewer]:
    return {seat: await table.comes(seat) for seat in range(seats)}


# ------------------------------------------------------------------ call windows (B-39)


def test_in_a_fair_window_nobody_sees_an_answer_before_it_closes() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=fair", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            caller, call = await to_a_call(table, people)
            round_ = table.state.match.round
            assert round_ is not None
            (other,) = set(round_.may_call) - {caller}
            before = state_for(table.live.id, table.live.moment(), other, table.state.seq)
            await table.play(people[caller], call)
            shown = state_for(table.live.id, table.live.moment(), other, before.seq)
            assert shown.table == before.table
            assert shown.window == before.window
            assert shown.news == ()
            own = state_for(table.live.id, table.live.moment(), caller, 0)
            assert own.window is not None
            assert own.window.answered
            with pytest.raises(Answer, match="answered already"):
                await table.play(people[caller], Pass())
            await table.play(people[other], Pass())
            assert table.state.match.round is not None
            assert table.phase() is not Phase.CALLING
            told = state_for(table.live.id, table.live.moment(), other, before.seq)
            assert [each.kind for each in told.news if each.seat == caller][-1] == "call"

    run(test)


def test_two_calls_in_a_fair_window_go_by_turn_order_not_by_speed() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=fair", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            caller, call = await to_a_call(table, people)
            round_ = table.state.match.round
            assert round_ is not None
            first, second = round_.may_call
            answers: dict[int, PlayerAction] = {first: Pass(), second: Pass(), caller: call}
            await table.play(people[second], answers[second])
            await table.play(people[first], answers[first])
            order_of = [each.move.seat for each in table.state.moves[-2:]]
            if isinstance(answers[first], Call):
                assert table.state.moves[-1].move.seat == first
            else:
                assert order_of == [first, second]

    run(test)


def test_silence_in_a_fair_window_is_a_pass_after_its_seconds() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=fair", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            await to_a_call(table, people)
            await table.passes(7.9)
            assert table.state.match.round is not None
            assert table.phase() is Phase.CALLING
            await table.passes(0.2)
            assert table.phase() is Phase.DRAW
            assert [each.by for each in table.state.moves[-2:]] == ["clock", "clock"]
            told = state_for(table.live.id, table.live.moment(), 0, table.state.moves[-3].seq)
            assert told.news == ()

    run(test)


def test_an_answer_in_a_fair_window_survives_a_restart() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=fair", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            caller, call = await to_a_call(table, people)
            await table.play(people[caller], call)
            stored = await table.store.read(table.live.stream)
            again = replayed(tuple(decode(body) for _, body in stored))
            assert again == table.state
            assert again.replies[0].seat == caller

    run(test)


def test_a_pause_stops_the_window_and_gives_its_seconds_back() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=fair", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            await to_a_call(table, people)
            await table.passes(5)
            await table.control(people[0], "pause")
            await table.passes(500)
            assert table.state.match.round is not None
            assert table.phase() is Phase.CALLING
            with pytest.raises(Answer, match="paused"):
                await table.play(people[0], Pass())
            await table.control(people[1], "resume")
            await table.passes(2.9)
            assert table.phase() is Phase.CALLING
            await table.passes(0.2)
            assert table.phase() is Phase.DRAW

    run(test)


def test_in_a_race_the_first_call_counts_at_once() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=race", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            caller, call = await to_a_call(table, people)
            await table.play(people[caller], call)
            assert table.state.match.round is not None
            assert table.phase() is not Phase.CALLING
            assert table.state.moves[-1].move.action == call

    run(test)


def test_a_teacher_tells_the_discarder_who_may_take_the_card_back() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(f"{CALLING} call_window=teacher", "", "", "", order=order) as table:
            people = await everybody(table, 3)
            await table.greedy(people, until=Phase.CALLING)
            round_ = table.state.match.round
            assert round_ is not None
            discarder, hand = round_.seat, round_.hands[round_.seat]
            shown = state_for(table.live.id, table.live.moment(), discarder, 0)
            assert shown.window is not None
            assert shown.window.can_take_back
            other = people[round_.may_call[0]]
            with pytest.raises(Answer, match="not called"):
                await table.play(other, Pass())
            with pytest.raises(Answer):
                await table.live.take_back(other, table.state.seq)
            await table.live.take_back(people[discarder], table.state.seq)
            assert table.state.match.round is not None
            assert table.phase() is Phase.PLAY
            assert len(table.state.match.round.hands[discarder]) == len(hand) + 1
            card = table.state.match.round.hands[discarder][0]
            await table.play(people[discarder], Discard(card))
            await table.live.ready(people[discarder])
            assert table.phase() is Phase.DRAW

    run(test)


def test_over_days_the_next_draw_is_everybodys_pass() -> None:
    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(CALLING, "", "", "", order=order, days=True) as table:
            people = await everybody(table, 3)
            await to_a_call(table, people)
            round_ = table.state.match.round
            assert round_ is not None
            await table.passes(50_000)
            assert table.state.match.round is not None
            assert table.phase() is Phase.CALLING
            if round_.due in round_.may_call:
                await table.play(people[round_.due], Pass())
            shown = state_for(table.live.id, table.live.moment(), round_.due, 0)
            assert shown.legal is not None
            assert "draw" in shown.legal.kinds
            await table.play(people[round_.due], Draw())
            assert table.phase() is Phase.PLAY
            assert table.state.moves[-1].move.action == Draw()

    run(test)


def test_over_days_the_next_player_may_still_call_before_drawing() -> None:
    async def test() -> None:
        order, _ = calling_deal(2)
        async with room(f"{CALLING} call_window=until_next_draw", "", "", order=order) as table:
            people = await everybody(table, 2)
            caller, call = await to_a_call(table, people)
            await table.play(people[caller], call)
            assert table.state.moves[-1].move.action == call

    run(test)


# ------------------------------------------------------------------ ready, clock, days


async def finish_round(table: Room, people: dict[int, Viewer]) -> None:
    rounds = len(table.state.match.results)
    mind_rounds = 0
    from laydown.players.levels import player

    mind = player("greedy")
    while len(table.state.match.results) == rounds:
        round_ = table.state.match.round
        assert round_ is not None
        seen = view(round_, round_.seat)
        action = mind.choose(seen, LegalActions(seen))
        await table.play(people[round_.seat], action)  # type: ignore[arg-type]
        mind_rounds += 1
        assert mind_rounds < 1000


def test_the_next_round_begins_when_everybody_present_is_ready() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", "") as table:
            people = await everybody(table, 3)
            await finish_round(table, people)
            promised = table.state.prepared
            assert promised is not None
            await table.passes(1000)
            assert table.state.prepared is promised, "nobody was ready, but the cards were dealt"
            await table.live.ready(people[0])
            await table.live.ready(people[1])
            assert table.state.prepared is promised
            await table.live.leave(people[2])
            assert table.state.prepared is None, "everybody who is here is ready"
            assert table.state.dealt[-1] is promised

    run(test)


def test_the_next_round_begins_half_a_minute_after_the_first_is_ready() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = await everybody(table, 2)
            await finish_round(table, people)
            await table.live.ready(people[1])
            shown = state_for(table.live.id, table.live.moment(), 0, 0)
            assert shown.room.ready_until == table.clock.now + 30
            await table.passes(29.9)
            assert table.state.prepared is not None
            await table.passes(0.2)
            assert table.state.prepared is None
            assert not any(table.state.ready)

    run(test)


def test_the_clock_plays_the_rest_of_a_turn_and_is_not_reset_by_acting() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", clock=20) as table:
            people = await everybody(table, 2)
            round_ = table.state.match.round
            assert round_ is not None
            seat = round_.seat
            await table.passes(15)
            await table.play(people[seat], Draw())
            await table.control(people[seat], "name", text="Slow")
            shown = state_for(table.live.id, table.live.moment(), seat, 0)
            assert shown.room.turn_until == pytest.approx(table.clock.now + 5)
            await table.passes(4.9)
            assert table.state.match.round is not None
            assert table.state.match.round.seat == seat
            await table.passes(0.2)
            for _ in range(200):
                await asyncio.sleep(0.01)
                if table.state.match.round.seat != seat:
                    break
            assert table.state.match.round.seat != seat
            assert table.state.moves[-1].by == "clock"

    run(test)


def test_a_pause_gives_the_clock_its_seconds_back() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", clock=20) as table:
            people = await everybody(table, 2)
            await table.passes(12)
            await table.control(people[0], "pause")
            await table.passes(600)
            await table.control(people[0], "resume")
            shown = state_for(table.live.id, table.live.moment(), 0, 0)
            assert shown.room.turn_until == pytest.approx(table.clock.now + 8)

    run(test)


def test_a_clock_stands_still_while_nobody_is_there() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", clock=20) as table:
            people = await everybody(table, 2)
            for viewer in people.values():
                await table.live.leave(viewer)
            await table.passes(10_000)
            await asyncio.sleep(0.05)
            assert len(table.state.moves) <= 2
            await table.comes(0)
            shown = state_for(table.live.id, table.live.moment(), 0, 0)
            assert shown.room.turn_until == table.clock.now + 20

    run(test)


# ------------------------------------------------------------------ hosts and absent people


def test_the_host_role_passes_to_the_longest_present_after_a_minute() -> None:
    async def test() -> None:
        for started in (True, False):
            async with room("rummy-500", "", "", "", started=started) as table:
                host = await table.comes(0)
                table.clock.now += 1
                await table.comes(2)
                table.clock.now += 1
                await table.comes(1)
                await table.live.leave(host)
                await table.passes(59)
                assert table.state.host == 0
                await table.passes(2)
                assert table.state.host == 2

    run(test)


def test_a_host_who_reloads_the_page_stays_host() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            host = await table.comes(0)
            await table.comes(1)
            await table.live.leave(host)
            await table.passes(30)
            await table.comes(0)
            await table.passes(100)
            assert table.state.host == 0

    run(test)


def test_an_absent_seat_is_handed_over_by_the_host_or_by_two() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", "", "") as table:
            people = await everybody(table, 4)
            await table.live.leave(people[3])
            await table.passes(30)
            with pytest.raises(Answer, match="a minute"):
                await table.control(people[0], "hand_over", seat=3)
            await table.passes(31)
            await table.control(people[1], "hand_over", seat=3)
            assert table.who(3) == "person", "one voice is not enough"
            await table.control(people[1], "hand_over", seat=3)
            assert table.who(3) == "person", "the same voice twice is not two"
            await table.control(people[2], "hand_over", seat=3)
            assert table.who(3) == "computer"
            assert table.state.seats[3].owned
            await table.comes(3)
            assert table.who(3) == "person", "its owner's link takes it back at once"
            await table.live.leave(people[2])
            await table.passes(61)
            await table.control(people[0], "hand_over", seat=2)
            assert table.who(2) == "computer"

    run(test)


def test_over_days_an_absent_seat_waits_a_day() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", days=True) as table:
            people = await everybody(table, 2)
            await table.live.leave(people[1])
            await table.passes(3600 * 23)
            with pytest.raises(Answer, match="a day"):
                await table.control(people[0], "hand_over", seat=1)
            await table.passes(3601)
            await table.control(people[0], "hand_over", seat=1)
            assert table.who(1) == "computer"

    run(test)


def test_who_left_is_replaced_and_the_old_link_opens_nothing() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = await everybody(table, 2)
            seated = people[1]
            await table.control(seated, "leave")
            assert table.who(1) == "computer"

            async def sits(token: str) -> None:
                await table.live.sit(lambda moment: sit(moment, 1, hashed(token), "New", "red", ""))

            with pytest.raises(Answer, match="come back"):
                await sits("mine")
            await table.live.leave(seated)
            await table.passes(61)
            stale = await table.comes(-1)
            old = Viewer(1, 0, hashed("token 1"))
            table.live.viewers.add(old)
            await sits("mine")
            assert table.state.seats[1].name == "New"
            assert table.who(1) == "person"
            assert old.closed
            assert not stale.closed
            with pytest.raises(Answer, match="not yours"):
                await table.control(old, "resign")
            with pytest.raises(Answer, match="taken"):
                await sits("another")
            assert table.live.seat_of(hashed("token 1")) == -1
            assert table.live.seat_of(hashed("mine")) == 1

    run(test)


def test_a_computer_that_thinks_does_not_play_for_the_person_who_came_back() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = await everybody(table, 2)
            round_ = table.state.match.round
            assert round_ is not None
            seat = round_.seat
            await table.control(people[seat], "hand_over", level="greedy")
            await table.control(people[seat], "reclaim")
            await asyncio.sleep(0.1)
            assert table.state.match.round == round_

    run(test)


# ------------------------------------------------------------------ resigning, rematches


def test_the_one_left_when_all_others_resigned_has_won() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", "") as table:
            people = await everybody(table, 3)
            await table.control(people[0], "resign")
            assert table.state.seats[0].resigned
            assert table.who(0) == "computer"
            assert not table.state.is_over
            with pytest.raises(Answer, match="resigned"):
                await table.control(people[0], "reclaim")
            await table.control(people[2], "resign")
            assert table.state.winners == (1,)
            shown = state_for(table.live.id, table.live.moment(), 1, 0)
            assert shown.room.phase == "over"
            assert shown.room.result == "You have won: everybody else has resigned."
            with pytest.raises(Answer, match="No match"):
                await table.play(people[1], Draw())

    run(test)


def test_against_one_computer_resigning_loses() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "greedy") as table:
            me = await table.comes(0)
            await table.control(me, "resign")
            assert table.state.winners == (1,)

    run(test)


def test_partners_win_together_when_the_other_side_resigned() -> None:
    async def test() -> None:
        async with room("rummy-500 teams=pairs", "", "", "", "") as table:
            people = await everybody(table, 4)
            await table.control(people[0], "resign")
            assert not table.state.is_over
            await table.control(people[2], "resign")
            assert table.state.winners == (1, 3)
            shown = state_for(table.live.id, table.live.moment(), 0, 0)
            assert "P1 and P3 have won" in shown.room.result

    run(test)


def test_a_rematch_keeps_people_and_secrets_and_moves_the_deal_on() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", "greedy", clock=30) as table:
            people = await everybody(table, 2)
            with pytest.raises(Answer, match="not over"):
                await table.control(people[0], "rematch")
            await table.control(people[1], "resign")
            await table.control(people[0], "resign")
            assert table.state.is_over
            await table.control(people[1], "rematch")
            name = table.state.next_room
            await table.control(people[0], "rematch")
            assert table.state.next_room == name, "a second wish opens no second room"
            stored = await table.store.read(f"room:{name}")
            fresh = replayed(tuple(decode(body) for _, body in stored))
            assert fresh is not None
            assert fresh.rules == table.state.rules
            assert [seat.secret for seat in fresh.seats] == [
                hashed("token 0"), hashed("token 1"), ""
            ]  # fmt: skip
            assert [seat.who for seat in fresh.seats] == ["person", "person", "computer"]
            assert fresh.seats[2].level == "greedy"
            assert fresh.match.dealer == 1
            assert fresh.clock == 30
            assert fresh.started
            assert fresh.match.totals == (0, 0, 0)

    run(test)


def test_a_promised_shuffle_is_dealt() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = await everybody(table, 2)
            shown = state_for(table.live.id, table.live.moment(), 0, 0)
            stored = [decode(body) for _, body in await table.store.read(table.live.stream)]
            (promised,) = [each for each in stored if isinstance(each, Prepared)]
            assert shown.room.commitment
            assert shown.room.opening == ""
            await finish_round(table, people)
            again = state_for(table.live.id, table.live.moment(), 0, 0)
            assert again.room.opening == promised.salt
            assert again.room.commitment != shown.room.commitment

    run(test)


def test_passes_and_renames_do_not_make_a_position_stale() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = await everybody(table, 2)
            round_ = table.state.match.round
            assert round_ is not None
            seq = table.state.seq
            await table.control(people[1 - round_.seat], "name", text="Other")
            await table.live.do(people[round_.seat], seq, Draw())
            with pytest.raises(Answer, match="moved on"):
                await table.live.do(people[round_.seat], seq, Decline())
            with pytest.raises(Answer, match="ahead"):
                await table.live.do(people[round_.seat], 10_000, Take(1))

    run(test)


def test_a_hard_question_at_one_table_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = await everybody(table, 2)
            others_went_on = threading.Event()
            foreseen = table.live._foreseen

            def slow(events: Sequence[RoomEvent]) -> tuple[RoomState, list[Row]]:
                assert others_went_on.wait(10), "the server stood still"
                return foreseen(events)

            monkeypatch.setattr(stored, "takes_long", lambda _: True)
            monkeypatch.setattr(table.live, "_foreseen", slow)
            round_ = table.state.match.round
            assert round_ is not None
            move = asyncio.create_task(table.play(people[round_.seat], Draw()))
            await asyncio.sleep(0.05)
            others_went_on.set()
            await move
            assert table.state.moves[-1].move.action == Draw()

    run(test)


def test_a_long_pile_at_an_empty_stock_is_the_hard_question() -> None:
    async def test() -> None:
        async with room("rummy-500", *[""] * 6) as table:
            people = await everybody(table, 6)
            while True:
                round_ = table.state.match.round
                assert round_ is not None
                assert takes_long(table.state) == (len(round_.stock) <= 1 and len(round_.pile) > 11)
                if takes_long(table.state):
                    return
                legal = LegalActions(view(round_, round_.seat))
                action = Draw() if Draw() in legal else next(legal.of(Discard))
                await table.play(people[round_.seat], action)

    run(test)


def test_many_wilds_beside_a_pile_that_may_be_called_are_a_hard_question() -> None:
    """In 5000 the wild rank's eight cards may all be in one hand."""

    async def test() -> None:
        rules = "5000 call_rummy=board_and_pile call_with_hand=on"
        async with room(rules, *[""] * 5) as table:
            await everybody(table, 5)
            round_ = table.state.match.round
            assert round_ is not None
            assert round_.wild_rank >= 0
            wild, other = round_.wild_rank, (round_.wild_rank + 1) % 13
            for phase, hand, hard in (
                (Phase.CALLING, (wild, wild, wild + 13, other), True),
                (Phase.CALLING, (wild, other, other, other), False),
                (Phase.PLAY, (wild, wild, wild + 13, other), False),
            ):
                then = replace(round_, phase=phase, hands=((other,),) * 4 + (hand,))
                state = replace(table.state, match=replace(table.state.match, round=then))
                assert takes_long(state) is hard

    run(test)
