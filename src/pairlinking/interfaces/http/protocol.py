"""HTTP connections with time limits.

Uvicorn waits without limit for the head of a request, and for a client to read its answer. Here both have a time limit,
and invalid HTTP gets an error of the usual shape.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from pairlinking.interfaces.http.errors import error_content
from pairlinking.interfaces.http.guard import HEAD_BYTES
from pairlinking.interfaces.http.service import WHEN_LOST

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    try:  # faster, where it is installed
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Protocol
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol

__all__ = ["patient_protocol"]

_LAST_SECONDS = 1.0
_HEAD = b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
_REASONS = {400: b"Bad Request", 408: b"Request Timeout"}


def patient_protocol(seconds: float, when_closed: Callable[[], object] = lambda: None) -> type[asyncio.Protocol]:
    """The protocol of a connection whose client may be silent so long: a class, since uvicorn creates the objects.

    `when_closed` is called at the end of each connection.
    """
    return type("PatientProtocol", (_PatientProtocol,), {"seconds": seconds, "when_closed": staticmethod(when_closed)})


class _PatientProtocol(Protocol):
    """A connection with a clock that runs while we wait for the head of a request, or for an answer to be read.

    Attributes
    ----------
    seconds
        How long a client may be silent.
    when_closed
        Called when the connection is closed.
    """

    seconds: float
    when_closed: Callable[[], object]

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self._head_clock: asyncio.TimerHandle | None = None
        self._answer_clock: asyncio.TimerHandle | None = None
        self._is_deaf = self._has_ended = False
        self._refusal = b""  # to be sent after the answers that are in progress
        self._head_bytes = 0
        self._cycles: list[Any] = []  # requests whose answer is not complete yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_clock = self.loop.call_later(self.seconds, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clocks()
        super().connection_lost(exc)
        for cycle in self._cycles:  # all of them: otherwise only the last is notified, and the others keep writing
            cycle.disconnected = True
            cycle.message_event.set()
        if self.cycle is not None and not self.cycle.response_complete:
            cast(dict[str, Any], self.cycle.scope).get(WHEN_LOST, lambda: None)()
        self.when_closed()

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        before = self.cycle
        in_body = before is not None and before.more_body
        super().data_received(data)
        if self._is_deaf:  # since just now: all that remains is to close, for which the clock is running
            return
        if self.cycle is not before or in_body:
            self._head_bytes = 0
        else:  # this is a head, even while the previous request is still being answered
            self._head_bytes += len(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_head_clock()
        elif self._head_clock is None and not self.transport.is_closing():
            self._head_clock = self.loop.call_later(self.seconds, self._head_is_late)
        if self._head_bytes > HEAD_BYTES:  # h11 limits it, httptools does not
            self.send_400_response("The head is too long.")

    def on_headers_complete(self) -> None:
        """Called by httptools, which reads more requests while one is answered."""
        super().on_headers_complete()  # type: ignore[misc]
        self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete] + [self.cycle]

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._answer_clock is None:
            self._watch_answer()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._answer_clock is not None:
            self._answer_clock.cancel()
            self._answer_clock = None

    def _watch_answer(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._answer_clock = self.loop.call_later(self.seconds, self._look_at_answer, left)

    def _look_at_answer(self, left_before: int) -> None:
        if self.transport.get_write_buffer_size() < left_before:
            self._watch_answer()
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "bad-request", f"{msg.rstrip('.')}. Send plain HTTP, with a head of less than 64 kB.")

    def _head_is_late(self) -> None:
        message = f"No complete request arrived within {self.seconds:g} seconds. Send it faster."
        self._refuse(408, "too-slow", message)

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Send an error and close the connection, after the answers that are still due."""
        self._is_deaf = True
        self._stop_head_clock()
        content = error_content(code, message)
        self._refusal = _HEAD % (status, _REASONS[status], len(content)) + content
        queue = getattr(self, "pipeline", ())  # httptools reads requests while others are answered, h11 does not
        if self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete:
            if queue:  # its answer has not begun, and never will
                queue.popleft()
                return
            # The rest of that body will not be read, so whoever waits for it must stop.
            self._refusal = b"" if self.cycle.response_started else self._refusal
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self._end()
        elif self.cycle is None or self.cycle.response_complete:
            self._end()

    def on_response_complete(self) -> None:
        if self._is_deaf and not getattr(self, "pipeline", ()):
            # Not what uvicorn would do next: h11 may have bytes left, and would begin another request.
            self.server_state.total_requests += 1
            self._end()
        else:
            super().on_response_complete()

    def _end(self) -> None:
        if self._has_ended:
            return
        self._has_ended = True
        if not self.transport.is_closing():
            self.transport.write(self._refusal)
            with suppress(OSError):  # the client has just left
                self.transport.write_eof()
            self.flow.resume_reading()
        # Not closed at once: if the client is still sending, it would get a reset, and our error would be lost.
        self._stop_head_clock()
        self._head_clock = self.loop.call_later(_LAST_SECONDS, self._close)

    def _close(self) -> None:
        self.transport.close()  # the rest is still sent, as long as the client reads it
        if self._answer_clock is None and self.transport.get_write_buffer_size():
            self._watch_answer()

    def _stop_head_clock(self) -> None:
        if self._head_clock is not None:
            self._head_clock.cancel()
            self._head_clock = None

    def _stop_clocks(self) -> None:
        self._stop_head_clock()
        if self._answer_clock is not None:
            self._answer_clock.cancel()
