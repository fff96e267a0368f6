"""How much anybody may send: sizes, rates and numbers."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

MOST_BODY = 256 * 1024
"""bytes of a request's body"""
MOST_MESSAGE = 16 * 1024
"""bytes of a message on a socket"""
MOST_SOCKETS = 5000
MOST_WATCHERS_A_ROOM = 200
MOST_SOCKETS_A_SEAT = 12
MOST_SOCKETS_AN_ADDRESS = 250
LAST_WORDS_SECONDS = 2.0
"""so long the server tries to say why it closes a socket"""
MOST_BAD_MESSAGES = 5
"""A socket that sends more nonsense than this is closed."""
NEAR = 20
"""This machine may do so many times what another address may: a proxy or a test runs there."""
HEAD_SECONDS = 10.0
"""The head of a request has arrived by then, or the connection is closed."""
BODY_SECONDS = 30.0
"""The body of a request has arrived by then, or the request is refused."""
HELLO_SECONDS = 10.0
"""A socket that has not said hello by then is closed."""


class Bucket:
    """So many actions a second, with a burst."""

    __slots__ = ("burst", "full", "left", "rate")

    def __init__(self, *, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left = burst
        self.full = time.monotonic()

    def take(self) -> bool:
        """One more is allowed."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.full) * self.rate)
        self.full = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def has(self) -> bool:
        """One more would be allowed."""
        return self.left + (time.monotonic() - self.full) * self.rate >= 1


class Buckets:
    """A bucket for each sender, the longest unseen forgotten first."""

    def __init__(self, *, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, sender: str) -> bool:
        """One more from this sender is allowed."""
        bucket = self._of.get(sender)
        if bucket is None:
            more = NEAR if is_near(sender) else 1
            bucket = Bucket(rate=self._rate * more, burst=self._burst * more)
            self._of[sender] = bucket
        self._of.move_to_end(sender)
        while len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket.take()


class Guesses:
    """Wrong guesses at a secret that is short: so many from one sender, and so many from all
    together, which then only stop those who have guessed wrong before."""

    def __init__(self, *, rate: float, burst: float, all_rate: float, all_burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._all = Bucket(rate=all_rate, burst=all_burst)

    def may(self, sender: str) -> bool:
        """This sender may try."""
        own = self._of.get(sender)
        return own is None or (own.has() and self._all.has())

    def wrong(self, sender: str) -> None:
        """This sender has guessed wrong."""
        more = NEAR if is_near(sender) else 1
        own = self._of.setdefault(sender, Bucket(rate=self._rate, burst=self._burst * more))
        self._of.move_to_end(sender)
        while len(self._of) > 10_000:
            self._of.popitem(last=False)
        own.take()
        self._all.take()


def is_near(sender: str) -> bool:
    """The address is this machine's own."""
    return sender == "::1" or sender.startswith("127.")


def sender_of(address: str) -> str:
    """Whom to count as one: an IPv4 address, or the first half of an IPv6 one, which one
    household has to itself."""
    if ":" not in address or is_near(address):
        return address
    try:
        return str(ipaddress.IPv6Network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


class Counts:
    """How many are open at once, by sender."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, int] = {}
        self.total = 0

    def add(self, sender: str) -> bool:
        """One more, unless there are too many."""
        count = self._of.get(sender, 0)
        if count >= self._most * (NEAR if is_near(sender) else 1) or self.total >= MOST_SOCKETS:
            return False
        self._of[sender] = count + 1
        self.total += 1
        return True

    def remove(self, sender: str) -> None:
        """One less."""
        self.total -= 1
        self._of[sender] -= 1
        if not self._of[sender]:
            del self._of[sender]
