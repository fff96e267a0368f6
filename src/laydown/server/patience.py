"""HTTP as uvicorn speaks it, but nobody may take for ever over a question: half a request holds a
socket for a few seconds and no longer."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from laydown.server import limits


class Impatient(H11Protocol):
    """A connection that is closed when the head of a request does not arrive in time, the first
    one as well as those after it. How long a body may take is the reader's business."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come, and may be expected to say what for."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        if self._late is None and not self._is_answering():
            self._expect()
        super().data_received(data)
        if self._is_answering() or self.transport.is_closing():
            self._arrived()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is the socket's life, which has limits of its own."""
        self._arrived()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._arrived()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _expect(self) -> None:
        self._late = self.loop.call_later(limits.HEAD_SECONDS, self._give_up)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        self.transport.close()
