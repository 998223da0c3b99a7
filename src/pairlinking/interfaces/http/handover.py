"""Passes connections from the process that accepts them to the one that serves them.

If several processes accept from one socket, most connections go to whichever wakes up first, and stay there as long as
clients keep them open. So one process accepts, and gives each connection to the process that has the fewest.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

__all__ = ["Giver", "Taker", "handover"]

_MESSAGE = b"c"
_AT_ONCE = 64  # connections accepted or closed that are handled in one go


def handover() -> tuple[Giver, socket.socket]:
    """Both ends: the giver, and a socket from which the other process makes a `Taker`."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    return Giver(ours), theirs


class Giver:
    """The end that gives connections, and knows how many of them are still open.

    Attributes
    ----------
    n_open
        Connections that the other process has been given and has not closed.
    """

    def __init__(self, channel: socket.socket) -> None:
        channel.setblocking(False)
        self._channel = channel
        self.n_open = 0

    def give(self, connection: socket.socket) -> bool:
        """Hand a connection over; false if the other process is gone, or has not taken the previous ones yet."""
        try:
            socket.send_fds(self._channel, [_MESSAGE], [connection.fileno()])
        except OSError:
            return False
        self.n_open += 1
        return True

    def count_closed(self) -> None:
        """Count the connections that have been closed."""
        with suppress(OSError):  # nothing to read, or the other end is gone
            for _ in range(_AT_ONCE):
                if not self._channel.recv(1):
                    break
                self.n_open -= 1

    def fileno(self) -> int:
        """What to wait for to learn that connections were closed."""
        return self._channel.fileno()

    def close(self) -> None:
        """Give no more connections."""
        self._channel.close()


class Taker:
    """The end that takes connections and serves them."""

    def __init__(self, channel: socket.socket) -> None:
        channel.setblocking(False)
        self._channel = channel
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        """Serve the connections that arrive, in the running loop."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._channel.fileno(), self._take, loop, make_protocol)

    def _take(self, loop: asyncio.AbstractEventLoop, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        for _ in range(_AT_ONCE):
            try:
                message, descriptors, _, _ = socket.recv_fds(self._channel, 1, 1)
            except OSError:
                return
            if not message:  # the other process is gone, and this one will end as well
                loop.remove_reader(self._channel.fileno())
                return
            for each in descriptors:
                task = loop.create_task(self._serve(loop, make_protocol, socket.socket(fileno=each)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _serve(
        self, loop: asyncio.AbstractEventLoop, make_protocol: Callable[[], asyncio.Protocol], taken: socket.socket
    ) -> None:
        try:
            taken.setblocking(False)
            await loop.connect_accepted_socket(make_protocol, taken)
        except OSError:  # the client is gone already
            taken.close()
            self.closed()

    def closed(self) -> None:
        """Report that a connection was closed."""
        with suppress(OSError):  # the other end is gone
            self._channel.send(_MESSAGE)

    def stop(self) -> None:
        """Take no more connections."""
        asyncio.get_running_loop().remove_reader(self._channel.fileno())
