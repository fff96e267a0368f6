"""A room while somebody is in it: commands are validated, stored, applied, and shown."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING

import msgspec

from laydown.engine.actions import (
    HOUSE,
    Call,
    Deal,
    Draw,
    Move,
    Pass,
    PlayerAction,
    Reshuffle,
    Take,
)
from laydown.engine.apply import apply
from laydown.engine.errors import Reason
from laydown.engine.legal import LegalActions
from laydown.engine.match import why_not_match
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView, view
from laydown.lab.house import House
from laydown.record.explain_reasons import explain_reason
from laydown.rules.options import CallWindow
from laydown.server.events import (
    HandedOver,
    HostIs,
    Moved,
    Paused,
    Planned,
    Prepared,
    Reclaimed,
    Resumed,
    RoomEvent,
    Started,
    Stood,
    TookBack,
    encode,
)
from laydown.server.rooms import (
    RoomState,
    after,
    can_take_back,
    can_take_back_discard,
    names_of,
    waits_for_shuffle,
)
from laydown.server.showing import Presence, drew, names_seen, news, room_of
from laydown.server.store import Conflict, Row, Store, StoreFailed
from laydown.server.tables import legal_of, table_of
from laydown.server.wire import Refused, State, Window

if TYPE_CHECKING:
    from laydown.server.computers import Computers

WINDOW_SECONDS = 8.0
"""How long a discard lies open to a call in live play."""
READY_SECONDS = 30.0
"""The next round begins so long after the first is ready."""
AWAY_SECONDS = 60.0
"""So long away, and the host's role passes and a seat may be handed over."""
AWAY_SECONDS_OVER_DAYS = 86_400.0
KEPT_REPLIES = 400

Projection = Callable[[str, RoomState, RoomState], Sequence[Row]]
"""The rows of lists that change with an event: (room, before, after)."""


class Answer(Exception):
    """A command refused: its text, clause and option, for :class:`Refused`."""

    def __init__(self, text: str, clause: str = "", option: str = "") -> None:
        super().__init__(text)
        self.text, self.clause, self.option = text, clause, option


class Viewer:
    """One socket in a room: whose eyes, what was last sent, and a queue of one message."""

    def __init__(self, seat: int, since: int) -> None:
        self.seat = seat
        self.since = since
        self.fresh = asyncio.Event()
        self.stale = True
        """what was last sent is not the whole truth any more"""
        self.replies: asyncio.Queue[msgspec.Struct] = asyncio.Queue(maxsize=64)
        self.closed = False

    def reply(self, message: msgspec.Struct) -> None:
        """Queue an answer; a page that does not read is let go."""
        try:
            self.replies.put_nowait(message)
        except asyncio.QueueFull:
            self.closed = True
        self.fresh.set()


class LiveRoom:
    """The one place where a room's events are made on this server."""

    def __init__(
        self,
        room_id: str,
        store: Store,
        computers: Computers,
        state: RoomState,
        projection: Projection,
    ) -> None:
        self.id = room_id
        self.state = state
        self.viewers: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.touched = time.time()
        seats = len(state.seats)
        now = time.time()
        self.presence = Presence([0] * seats, [now] * seats, [False] * seats)
        self.answers: dict[int, PlayerAction] = {}
        self.window_until = 0.0
        self.window_seq = 0
        self.ready_until = 0.0
        self.turn_until = 0.0
        self.turn_seq = -1
        self._store = store
        self._computers = computers
        self._project = projection
        self._house = House(SystemRandom())
        self._replies: OrderedDict[tuple[int, str], msgspec.Struct] = OrderedDict()
        self._thinking: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._votes: dict[int, set[int]] = {}

    # -------------------------------------------------------------- events

    @property
    def stream(self) -> str:
        """The room's stream in the store."""
        return f"room:{self.id}"

    async def record(self, *events: RoomEvent) -> None:
        """Store events and apply them; the lock is held. On a conflict, catch up and refuse."""
        now = self.state
        for event in events:
            now = after(now, event)
        rows = self._project(self.id, self.state, now)
        try:
            await self._store.append(
                self.stream, self.state.seq, [encode(event) for event in events], rows
            )
        except Conflict:
            await self.catch_up()
            raise Answer("Somebody else was first; the table has moved on.") from None
        except StoreFailed as failed:
            raise Answer(
                f"The server could not store this ({failed}). Nothing has changed."
            ) from failed
        self._applied(now)

    def _applied(self, now: RoomState) -> None:
        before, self.state = self.state, now
        if len(now.match.results) != len(before.match.results):
            self.presence.ready = [False] * len(now.seats)
            self.ready_until = 0.0

    async def catch_up(self) -> None:
        """Apply what other servers have stored."""
        from laydown.server.events import decode

        for _, body in await self._store.read(self.stream, self.state.seq):
            self._applied(after(self.state, decode(body)))
        self.show()

    # -------------------------------------------------------------- who is there

    def seat_of(self, secret: str) -> int:
        """The seat that this hashed token opens, -1 for none."""
        if not secret:
            return -1
        for i, seat in enumerate(self.state.seats):
            if seat.secret and secrets.compare_digest(seat.secret, secret):
                return i
        return -1

    async def enter(self, viewer: Viewer) -> None:
        """A page has come."""
        async with self.lock:
            self.viewers.add(viewer)
            self.touched = time.time()
            if viewer.seat >= 0:
                self.presence.sockets[viewer.seat] += 1
                self.presence.away_since[viewer.seat] = 0.0
                self._votes.pop(viewer.seat, None)
            await self._advance()
        self.show()

    async def leave(self, viewer: Viewer) -> None:
        """A page has gone."""
        async with self.lock:
            if viewer not in self.viewers:
                return
            self.viewers.discard(viewer)
            self.touched = time.time()
            if viewer.seat >= 0:
                self.presence.sockets[viewer.seat] -= 1
                if not self.presence.sockets[viewer.seat]:
                    self.presence.away_since[viewer.seat] = time.time()
            self._set_timer()
        self.show()

    @property
    def away_seconds(self) -> float:
        """How long a person may be away before the seat can be handed over."""
        return AWAY_SECONDS_OVER_DAYS if self.state.days else AWAY_SECONDS

    def is_away(self, seat: int) -> bool:
        """The seat's person has been away for long enough to hand it over."""
        since = self.presence.away_since[seat]
        return (
            not self.presence.sockets[seat]
            and since > 0
            and time.time() - since >= self.away_seconds
        )

    # -------------------------------------------------------------- showing

    def show(self) -> None:
        """Tell every page that there is something new to look at."""
        for viewer in self.viewers:
            viewer.stale = True
            viewer.fresh.set()

    def state_for(self, viewer: Viewer) -> State:
        """The whole position for one page, with the moves since the last one it was sent."""
        seat, state = viewer.seat, self.state
        round_ = state.match.round
        table, legal, window = None, None, None
        if round_ is not None and round_.hands[0] + round_.pile + round_.stock:
            seen = self._view(round_, seat)
            table = table_of(seen, drew=drew(state, seat) if seat >= 0 else -1)
            if self._may_play(seat):
                legal = legal_of(
                    self.acting_view(round_, seat), can_take_back=can_take_back(state, seat)
                )
            window = self._window(seat)
        elif state.match.last is not None:
            table = table_of(self._view(state.match.last, seat))
        shown = State(
            seq=state.seq,
            you=seat,
            room=room_of(self.id, state, self.presence, viewer=seat, ready_until=self.ready_until),
            table=table,
            legal=legal,
            window=window,
            news=news(state, seat, viewer.since),
            now=time.time(),
        )
        viewer.since = state.seq
        return shown

    def _view(self, round_: Round, seat: int) -> PlayerView:
        return view(round_, None if seat < 0 else seat)

    def acting_view(self, round_: Round, seat: int) -> PlayerView:
        """The view to ask for legality: over days the next player's draw is everybody's pass."""
        return self._view(self._after_passes(round_, seat), seat)

    def _after_passes(self, round_: Round, seat: int) -> Round:
        if (
            round_.phase is Phase.CALLING
            and self._mode is CallWindow.UNTIL_NEXT_DRAW
            and seat == round_.due
            and seat not in round_.may_call
        ):
            for other in round_.may_call:
                round_ = apply(round_, Move(other, Pass()))
        return round_

    @property
    def _mode(self) -> CallWindow:
        mode = self.state.rules.calling.call_window
        if self.state.days and mode is not CallWindow.TEACHER:
            return CallWindow.UNTIL_NEXT_DRAW
        return mode

    def _window(self, seat: int) -> Window | None:
        round_ = self.state.match.round
        if round_ is None or round_.phase is not Phase.CALLING:
            return None
        return Window(
            mode=self._mode.value,  # type: ignore[arg-type]
            card=round_.pile[-1],
            by=round_.seat,
            until=self.window_until,
            answered=seat in self.answers,
        )

    def _may_play(self, seat: int) -> bool:
        state = self.state
        return (
            seat >= 0
            and state.started
            and not state.paused
            and not state.is_over
            and state.seats[seat].who == "person"
            and seat not in self.answers
            and not (self._mode is CallWindow.TEACHER and self._calling)
        )

    @property
    def _calling(self) -> bool:
        round_ = self.state.match.round
        return round_ is not None and round_.phase is Phase.CALLING

    # -------------------------------------------------------------- commands

    def remembered(self, seat: int, command: str) -> msgspec.Struct | None:
        """The answer already given to this command."""
        return self._replies.get((seat, command))

    def remember(self, seat: int, command: str, answer: msgspec.Struct) -> None:
        """Keep the answer for a repeat."""
        self._replies[(seat, command)] = answer
        while len(self._replies) > KEPT_REPLIES:
            self._replies.popitem(last=False)

    def refusal(self, reason: Reason, seat: int, command: str = "") -> Refused:
        """A refusal of the rules as a message."""
        text = explain_reason(reason, self.state.rules, names_seen(self.state, seat))
        return Refused(command, text, reason.clause, reason.option)

    def check_current(self, seq: int) -> None:
        """Refuse a command about a position that is gone; passes of others do not matter."""
        if seq > self.state.seq:
            raise Answer("This page is ahead of the table: reload it.")
        for each in reversed(self.state.moves):
            if each.seq <= seq:
                return
            if not isinstance(each.move.action, Pass):
                raise Answer("The table has moved on; look again.")
        if self.state.kept and self.state.kept[-1][-1].seq > seq:
            raise Answer("The table has moved on; look again.")

    async def do(self, seat: int, seq: int, action: PlayerAction) -> None:
        """A person's action, validated on the caught-up state."""
        async with self.lock:
            self.check_current(seq)
            state = self.state
            if seat < 0:
                raise Answer("Spectators do not play.")
            if not state.started or state.is_over:
                raise Answer("No match is being played here.")
            if state.paused:
                raise Answer("The match is paused.")
            if state.seats[seat].who != "person":
                raise Answer("A computer plays this seat; take it back first.")
            if self._calling and await self._answer(seat, action):
                pass
            else:
                await self._move(seat, action)
            await self._advance()
        self.show()

    async def _move(self, seat: int, action: PlayerAction) -> None:
        round_ = self.state.match.round
        passes: list[RoomEvent] = []
        now = time.time()
        if round_ is not None and round_.phase is Phase.CALLING:
            passed = self._after_passes(round_, seat)
            if passed is not round_ and isinstance(action, Draw | Take):
                passes = [Moved(now, other, Pass(), "clock") for other in round_.may_call]
                reason = LegalActions(view(passed, seat)).why_not(action)
            else:
                reason = why_not_match(self.state.match, Move(seat, action))
        else:
            reason = why_not_match(self.state.match, Move(seat, action))
        if reason is not None:
            refused = self.refusal(reason, seat)
            raise Answer(refused.text, refused.clause, refused.option)
        await self.record(*passes, Moved(now, seat, action, "person"))

    async def _answer(self, seat: int, action: PlayerAction) -> bool:
        """In a fair window an answer is kept unseen until all are in (B-39)."""
        round_ = self.state.match.round
        if round_ is None or self._mode is not CallWindow.FAIR:
            return False
        reason = why_not_match(self.state.match, Move(seat, action))
        if reason is not None:
            refused = self.refusal(reason, seat)
            raise Answer(refused.text, refused.clause, refused.option)
        if seat in self.answers:
            raise Answer("You have answered already.")
        self.answers[seat] = action
        return True

    async def take_back(self, seat: int, seq: int) -> None:
        """Undo the own last action of this turn."""
        async with self.lock:
            self.check_current(seq)
            teacher = self._mode is CallWindow.TEACHER and can_take_back_discard(self.state, seat)
            if seat < 0 or not (can_take_back(self.state, seat) or teacher):
                raise Answer(
                    "There is nothing to take back: a draw from the stock, a discard, a call and"
                    " other players' moves stay (B-49).",
                    "B-49",
                    "" if self.state.rules.match.take_back else "take_back",
                )
            await self.record(TookBack(time.time(), seat))
            await self._advance()
        self.show()

    async def ready(self, seat: int) -> None:
        """Ready for the next round; in a teacher's window, the discard stays."""
        async with self.lock:
            if seat < 0:
                raise Answer("Spectators need not be ready.")
            if self._calling and self._mode is CallWindow.TEACHER:
                self.window_until = time.time()
            self.presence.ready[seat] = True
            if not self.ready_until:
                self.ready_until = time.time() + READY_SECONDS
            await self._advance()
        self.show()

    # -------------------------------------------------------------- the room itself

    async def control(self, seat: int, what: str, target: int, level: str, text: str) -> None:
        """Something about the room; each refusal says why."""
        async with self.lock:
            if seat < 0:
                raise Answer("Only those at the table may do this.")
            for event in self._controlled(seat, what, target, level, text):
                await self.record(event)
            await self._advance()
        self.show()

    def _controlled(
        self, seat: int, what: str, target: int, level: str, text: str
    ) -> Sequence[RoomEvent]:
        from laydown.players.levels import LEVELS
        from laydown.server.events import Named
        from laydown.server.seats import clean_name

        state, now = self.state, time.time()
        if level and level not in LEVELS:
            raise Answer(f"There is no computer level {level[:20]!r}.")
        if target != -1 and not 0 <= target < len(state.seats):
            raise Answer("There is no such seat.")
        level = level or "plain"
        match what:
            case "name":
                return [Named(now, seat, clean_name(text, state.seats[seat].name))]
            case "start":
                self._need_host(seat)
                if state.started:
                    raise Answer("The match has begun.")
                return [Started(now)]
            case "level":
                self._need_host(seat)
                if state.started or state.seats[target].owned:
                    raise Answer("Only an open seat can be given to a computer here.")
                return [Planned(now, target, "" if text == "open" else level)]
            case "kick":
                self._need_host(seat)
                if state.started or target == seat:
                    raise Answer("A seat can be opened again only before the match begins.")
                return [Stood(now, target)]
            case "leave":
                if not state.started:
                    if seat == state.host and self._others(seat):
                        return [HostIs(now, self._others(seat)[0]), Stood(now, seat)]
                    return [Stood(now, seat)]
                return [HandedOver(now, seat, level, "asked")]
            case _:
                return self._controlled_in_play(seat, what, target, level)

    def _controlled_in_play(
        self, seat: int, what: str, target: int, level: str
    ) -> Sequence[RoomEvent]:
        state, now = self.state, time.time()
        if not state.started or (state.is_over and what != "rematch"):
            raise Answer("No match is being played here.")
        match what:
            case "pause":
                return [] if state.paused else [Paused(now, seat)]
            case "resume":
                return [Resumed(now, seat)] if state.paused else []
            case "resign":
                if state.seats[seat].resigned:
                    raise Answer("You have resigned already.")
                return [HandedOver(now, seat, level, "resigned")]
            case "reclaim":
                if state.seats[seat].resigned:
                    raise Answer("A seat that was resigned stays with the computer.")
                return [Reclaimed(now, seat)] if state.seats[seat].level else []
            case "hand_over":
                return self._hand_over(seat, seat if target == -1 else target, level)
            case _:
                raise Answer("That cannot be done here.")

    def _hand_over(self, seat: int, target: int, level: str) -> Sequence[RoomEvent]:
        now = time.time()
        if self.state.seats[target].who != "person":
            raise Answer("A computer plays that seat already.")
        if target == seat:
            return [HandedOver(now, seat, level, "asked")]
        if not self.is_away(target):
            wait = "a day" if self.state.days else "a minute"
            raise Answer(f"A seat can be handed over when its player has been away for {wait}.")
        votes = self._votes.setdefault(target, set())
        votes.add(seat)
        if seat == self.state.host or len(votes) >= 2:
            return [HandedOver(now, target, level, "away")]
        return []

    def _need_host(self, seat: int) -> None:
        if seat != self.state.host:
            raise Answer(f"Only the host, {names_of(self.state)[self.state.host]}, may do this.")

    def _others(self, seat: int) -> list[int]:
        """Other people of the table, those present first, the longest there before others."""
        people = [i for i, each in enumerate(self.state.seats) if each.owned and i != seat]
        return sorted(people, key=lambda i: not self.presence.sockets[i])

    # -------------------------------------------------------------- what goes by itself

    async def _advance(self) -> None:
        """Do whatever the match waits for that no person has to do; the lock is held."""
        for _ in range(64):
            event = self._next_event()
            if event is None:
                break
            await self.record(*event)
        self._think()
        self._set_timer()

    def _next_event(self) -> Sequence[RoomEvent] | None:
        state, now = self.state, time.time()
        if not state.started or state.paused or state.is_over:
            return None
        if self._host_is_gone():
            others = [i for i in self._others(state.host) if self.presence.sockets[i]]
            if others:
                return [HostIs(now, others[0])]
        round_ = state.match.round
        if round_ is None:
            return [Moved(now, HOUSE, self._house.answer(state.match).action, "house")]
        if waits_for_shuffle(state):
            return self._shuffle(round_)
        if round_.phase is Phase.CALLING:
            return self._close_window(round_)
        if self.turn_until and now >= self.turn_until and self.turn_seq == state.seq:
            self.turn_until = 0.0
            self._ask(round_.seat, "plain", "clock")
        return None

    def _shuffle(self, round_: Round) -> Sequence[RoomEvent] | None:
        state, now = self.state, time.time()
        if state.prepared is None:
            order = state.orders[0] if state.orders else None
            if order is None:
                action = self._house.answer_round(round_).action
                assert isinstance(action, Deal | Reshuffle)
                order = action.order
            return [Prepared(now, order, secrets.token_hex(16))]
        if round_.phase is Phase.RESHUFFLE:
            return [Moved(now, HOUSE, Reshuffle(()), "house")]
        if state.match.results and not round_.voids and not self._all_ready():
            return None
        self.ready_until = 0.0
        return [Moved(now, HOUSE, Deal(()), "house")]

    def _all_ready(self) -> bool:
        """Everybody present is ready, or half a minute has passed since the first was."""
        if self.ready_until and time.time() >= self.ready_until:
            return True
        waiting = [
            i
            for i, seat in enumerate(self.state.seats)
            if seat.who == "person" and self.presence.sockets[i] and not self.presence.ready[i]
        ]
        return bool(self.ready_until) and not waiting

    def _host_is_gone(self) -> bool:
        since = self.presence.away_since[self.state.host]
        return (
            not self.presence.sockets[self.state.host]
            and since > 0
            and time.time() - since >= AWAY_SECONDS
        )

    # -------------------------------------------------------------- call windows

    def _close_window(self, round_: Round) -> Sequence[RoomEvent] | None:
        """The answers of a window once it closes; None while it is open."""
        now = time.time()
        if self.window_seq != self._window_start():
            self.window_seq = self._window_start()
            self.answers.clear()
            over_days = self._mode is CallWindow.UNTIL_NEXT_DRAW
            people_may = any(self.state.seats[i].who == "person" for i in round_.may_call)
            seconds = WINDOW_SECONDS if people_may or self._mode is CallWindow.TEACHER else 3600.0
            self.window_until = 0.0 if over_days else now + seconds
        if self._mode is CallWindow.TEACHER:
            told = self.state.seats[round_.seat].who == "person"
            if told and now < self.window_until:
                return None
            return [Moved(now, i, Pass(), "clock") for i in round_.may_call]
        waiting = [i for i in round_.may_call if i not in self.answers]
        late = bool(self.window_until) and now >= self.window_until
        if waiting and not late:
            return None
        events: list[RoomEvent] = []
        for seat in round_.may_call:
            action = self.answers.get(seat, Pass())
            by = "computer" if self.state.seats[seat].level else "person"
            events.append(
                Moved(now, seat, action, by if seat in self.answers else "clock")  # type: ignore[arg-type]
            )
            if isinstance(action, Call):
                break
        self.answers.clear()
        return events

    def _window_start(self) -> int:
        """The event that opened the window: the last move that is no pass."""
        for each in reversed(self.state.moves):
            if not isinstance(each.move.action, Pass):
                return each.seq
        return 0

    # -------------------------------------------------------------- computers

    def _think(self) -> None:
        """Ask the computers whose seats may act."""
        state = self.state
        round_ = state.match.round
        if not state.started or state.paused or state.is_over or round_ is None:
            return
        seats: tuple[int, ...] = ()
        if round_.phase in (Phase.DRAW, Phase.PLAY):
            seats = (round_.seat,)
        elif round_.phase is Phase.CALLING and self._mode is not CallWindow.TEACHER:
            seats = tuple(i for i in round_.may_call if i not in self.answers)
        for seat in seats:
            if state.seats[seat].level:
                self._ask(seat, state.seats[seat].level, "computer")

    def _ask(self, seat: int, level: str, by: str) -> None:
        if self._thinking.get(seat) == self.state.seq:
            return
        self._thinking[seat] = self.state.seq
        task = asyncio.create_task(self._play_for(seat, level, by, self.state.seq))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play_for(self, seat: int, level: str, by: str, seq: int) -> None:
        round_ = self.state.match.round
        assert round_ is not None
        seed = int(self.id.encode().hex(), 16) % 2**31 + seat
        action = await self._computers.choose(level, seed, view(round_, seat))
        async with self.lock:
            current = self.state.match.round
            stale = current is None or (
                self.state.seq != seq
                and not (current.phase is Phase.CALLING and seat in current.may_call)
            )
            if stale or self.state.paused or self.state.is_over:
                return
            if why_not_match(self.state.match, Move(seat, action)) is not None:
                return
            try:
                if self._calling and self._mode is not CallWindow.RACE:
                    self.answers[seat] = action
                else:
                    await self.record(Moved(time.time(), seat, action, by))  # type: ignore[arg-type]
                await self._advance()
            except Answer:
                self._thinking.pop(seat, None)
        self.show()

    # -------------------------------------------------------------- time

    def _set_timer(self) -> None:
        """Wake up when something is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        state, now = self.state, time.time()
        self._set_clock()
        due = [
            moment
            for moment in (self.ready_until, self.window_until if self._calling else 0.0,
                           self.turn_until)
            if moment
        ]  # fmt: skip
        since = self.presence.away_since[state.host]
        if state.started and not state.is_over and since and self.viewers:
            due.append(since + AWAY_SECONDS)
        later = [moment for moment in due if moment > now - 1]
        if later:
            delay = max(0.02, min(later) - now + 0.02)
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _set_clock(self) -> None:
        state = self.state
        round_ = state.match.round
        person = (
            state.clock
            and state.started
            and not state.paused
            and not state.is_over
            and round_ is not None
            and round_.phase in (Phase.DRAW, Phase.PLAY)
            and state.seats[round_.seat].who == "person"
        )
        if not person:
            self.turn_until = 0.0
        elif self.turn_seq != state.seq:
            self.turn_until = time.time() + state.clock
        self.turn_seq = state.seq

    def _wake(self) -> None:
        task = asyncio.create_task(self._tick())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tick(self) -> None:
        async with self.lock:
            try:
                await self._advance()
            except Answer:
                return
        self.show()

    async def close(self) -> None:
        """Stop thinking and timing."""
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
