"""Who is there, how long the table waits for whom, and the moment that decisions are made in."""

from __future__ import annotations

import msgspec

from laydown.server.rooms import RoomState


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """How long the table waits, in seconds."""

    window: float = 8.0
    """a discard lies open to a call in live play"""
    teacher: float = 20.0
    """the discarder may take back a discard that somebody could call"""
    rival: float = 3.0
    """a computer waits before it calls where the first call counts"""
    ready: float = 30.0
    """the next round begins after the first is ready"""
    away: float = 60.0
    """a person is away before the host's role passes and the seat can be handed over"""
    away_over_days: float = 86_400.0
    retry: float = 2.0
    """what goes by itself is tried again after the store failed"""


class Presence:
    """The people whose pages are open, here or on another server of the same rooms."""

    def __init__(self, seats: int, now: float) -> None:
        self.sockets = [0] * seats
        self.here_since = [0.0] * seats
        self.away_since = [now] * seats
        self.since = now
        """when the room was opened here, or somebody came to it while nobody was there"""
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        """by other server: when it told, and the seats present there"""
        self.votes: dict[int, set[int]] = {}
        """by absent seat: who wants it handed over"""

    def is_present(self, seat: int) -> bool:
        """The seat's page is open."""
        return self.sockets[seat] > 0 or any(seat in told for _, told in self.elsewhere.values())

    def here(self) -> frozenset[int]:
        """The seats whose pages are open on this server."""
        return frozenset(seat for seat, count in enumerate(self.sockets) if count)

    def anybody(self) -> bool:
        """Some seat's page is open."""
        return any(self.is_present(seat) for seat in range(len(self.sockets)))

    def came(self, seat: int, now: float) -> None:
        """A page of this seat was opened here."""
        if not self.anybody():
            self.since = now
        if not self.is_present(seat):
            self.here_since[seat] = now
        self.sockets[seat] += 1
        self.away_since[seat] = 0.0
        self.votes.pop(seat, None)

    def went(self, seat: int, now: float) -> None:
        """A page of this seat was closed here."""
        self.sockets[seat] -= 1
        if not self.is_present(seat):
            self.away_since[seat] = now
            for votes in self.votes.values():
                votes.discard(seat)

    def told(self, server: str, seats: frozenset[int], now: float) -> bool:
        """Another server says which seats are present there; True if that is new."""
        before = [self.is_present(seat) for seat in range(len(self.sockets))]
        if not any(before) and seats:
            self.since = now
        self.elsewhere[server] = (now, seats)
        self._changed(before, now)
        return before != [self.is_present(seat) for seat in range(len(self.sockets))]

    def forget_servers(self, before: float, now: float) -> None:
        """Servers that have not told anything since `before` are gone, and their people."""
        was = [self.is_present(seat) for seat in range(len(self.sockets))]
        for server, (at, _) in list(self.elsewhere.items()):
            if at < before:
                del self.elsewhere[server]
        self._changed(was, now)

    def _changed(self, before: list[bool], now: float) -> None:
        for seat, was in enumerate(before):
            is_ = self.is_present(seat)
            if is_ and not was:
                self.here_since[seat], self.away_since[seat] = now, 0.0
                self.votes.pop(seat, None)
            elif was and not is_:
                self.away_since[seat] = now

    def replaced(self, seat: int, now: float) -> None:
        """Another person holds the seat now."""
        self.away_since[seat] = 0.0 if self.is_present(seat) else now
        self.here_since[seat] = now
        self.votes.pop(seat, None)


class Moment(msgspec.Struct, frozen=True):
    """What a decision rests on: the room, who is there, the time, and how long the table waits."""

    state: RoomState
    presence: Presence
    timing: Timing
    at: float

    def away_seconds(self) -> float:
        """How long a person may be away before the seat can be handed over."""
        return self.timing.away_over_days if self.state.days else self.timing.away

    def away_until(self, seat: int) -> float:
        """When the absent person's seat can be handed over; 0 for one who is here."""
        if self.presence.is_present(seat) or not self.presence.away_since[seat]:
            return 0.0
        return self.presence.away_since[seat] + self.away_seconds()

    def is_away(self, seat: int) -> bool:
        """The seat's person has been away for long enough to hand it over."""
        until = self.away_until(seat)
        return bool(until) and self.at >= until

    def others(self, seat: int) -> list[int]:
        """Other people of the table who are here, the longest there first."""
        people = [
            i
            for i, each in enumerate(self.state.seats)
            if each.owned and i != seat and not each.resigned and self.presence.is_present(i)
        ]
        return sorted(people, key=lambda i: self.presence.here_since[i])
