"""How much anybody may send: sizes, rates and numbers."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_BODY = 256 * 1024
"""bytes of a request's body"""
MOST_MESSAGE = 16 * 1024
"""bytes of a message on a socket"""
MOST_SOCKETS = 5000
MOST_SOCKETS_A_ROOM = 200
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


class Buckets:
    """A bucket for each sender, the longest unseen forgotten first."""

    def __init__(self, *, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, sender: str) -> bool:
        """One more from this sender is allowed."""
        bucket = self._of.get(sender)
        if bucket is None:
            bucket = self._of[sender] = Bucket(rate=self._rate, burst=self._burst)
        self._of.move_to_end(sender)
        while len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket.take()
