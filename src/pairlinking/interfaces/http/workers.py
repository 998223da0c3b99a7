"""Several server processes behind one socket. This process accepts connections and gives each to one of them."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait

from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.http.handover import Taker, handover
from pairlinking.interfaces.http.logs import configure_logs
from pairlinking.interfaces.http.serving import Plan, run_server

__all__ = ["run_workers"]

_LOGGER = logging.getLogger("pairlinking.http")
_LONGEST_DELAY = 60.0  # seconds between two attempts to start a process
_AT_ONCE = 64  # connections that are accepted before processes are checked again
_PAUSE = 0.05  # seconds


def run_workers(plan: Plan, listening: socket.socket, n_workers: int) -> None:
    """Serve with some processes until SIGTERM or SIGINT. One that dies is replaced.

    They map the same files, so that the knowledge base is in memory only once.

    Raises
    ------
    PairLinkingError
        A process died before it was ready, and no other one serves or is starting.
    """
    configure_logs(plan.log_level)
    # A pipe wakes us up whenever a signal comes: a flag alone could be set just before we begin to wait.
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os.write(wake, b"x"))
    listening.setblocking(False)
    crew = _Crew(lambda: _Worker(plan), n_workers)
    while crew.can_serve:
        # Connections wait in the system's backlog while no process can take them.
        sockets = [listening.fileno()] if crew.can_take else []
        found = wait([woken, *sockets, *crew.watched()], crew.seconds_to_wait())
        if woken in found:
            break
        crew.look_after()
        if listening.fileno() in found:
            _accept(listening, crew)
    listening.close()
    crew.stop()
    if not crew.can_serve:
        raise PairLinkingError("A server process died before it was ready; see the log above.")


def _accept(listening: socket.socket, crew: _Crew) -> None:
    """Accept the connections that wait, and give each to the process that has the fewest."""
    for _ in range(_AT_ONCE):
        try:
            connection, _address = listening.accept()
        except BlockingIOError:
            return
        except OSError as error:  # such as too many open files, or a client that is gone
            _LOGGER.warning("cannot accept a connection", extra={"fields": {"reason": error.strerror}})
            time.sleep(_PAUSE)
            return
        with connection:
            crew.give(connection)


class _Crew:
    """The processes that serve, and when missing ones are to be started.

    A process that was ready when it died is replaced at once. For one that was not (it may lack memory or a file at the
    moment), a new one is started after growing delays, as long as others serve or start.
    """

    def __init__(self, start: Callable[[], _Worker], n_workers: int) -> None:
        self._start = start
        self._workers = [start() for _ in range(n_workers)]
        self._due: list[float] = []  # when to start the missing ones
        self._failures = 0  # since one was last ready
        self.can_serve = True

    def watched(self) -> list[int | Connection]:
        """What to wait for: processes that end or become ready, and connections that were closed."""
        return [each for worker in self._workers for each in worker.watched()]

    @property
    def can_take(self) -> bool:
        """Whether one is ready to be given connections."""
        return any(worker.is_ready for worker in self._workers)

    def give(self, connection: socket.socket) -> None:
        """Let the process with the fewest connections serve it, or the next one if that cannot take it."""
        ready = (worker for worker in self._workers if worker.is_ready)
        any(worker.giver.give(connection) for worker in sorted(ready, key=lambda worker: worker.giver.n_open))

    def seconds_to_wait(self) -> float | None:
        """Seconds until a missing process is due; None if none is missing."""
        return max(0.0, min(self._due) - time.monotonic()) if self._due else None

    def look_after(self) -> None:
        """Replace processes that have died, start those that are due, and count connections."""
        for worker in self._workers:
            worker.giver.count_closed()
        ready = [worker for worker in self._workers if worker.becomes_ready()]
        self._failures = 0 if ready else self._failures
        dead = [worker for worker in self._workers if worker.process.exitcode is not None]
        self._workers = [worker for worker in self._workers if worker not in dead]
        for worker in dead:
            worker.giver.close()
            self._failures += not worker.is_ready
            delay = 0.0 if worker.is_ready else min(_LONGEST_DELAY, 2.0 ** (self._failures - 1))
            self._due.append(time.monotonic() + delay)
            fields = {"pid": worker.process.pid, "code": worker.process.exitcode, "next_in_seconds": delay}
            _LOGGER.error("a server process died", extra={"fields": fields})
        self.can_serve = bool(self._workers) or all(worker.is_ready for worker in dead)
        now = time.monotonic()
        if self.can_serve and any(due <= now for due in self._due):
            self._workers += [self._start() for due in self._due if due <= now]
            self._due = [due for due in self._due if due > now]

    def stop(self) -> None:
        """Stop all processes."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()


class _Worker:
    """A process that serves."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self._ready, sender = context.Pipe(duplex=False)
        self.giver, channel = handover()
        self.process = context.Process(target=_work, args=(plan, channel, sender))
        self.process.start()
        sender.close()
        channel.close()
        self.is_ready = False

    def watched(self) -> list[int | Connection]:
        """Its end, connections that it closed, and the pipe through which it reports that it is ready."""
        return [self.process.sentinel, self.giver.fileno(), *(() if self._ready.closed else (self._ready,))]

    def becomes_ready(self) -> bool:
        """Whether it has become ready since the last call."""
        if self._ready.closed or not self._ready.poll():
            return False
        with suppress(EOFError):  # it died before
            self.is_ready = bool(self._ready.recv())
        self._ready.close()
        return self.is_ready


def _work(plan: Plan, channel: socket.socket, sender: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    run_server(plan, Taker(channel), when_ready=lambda: sender.send(True))


def _end_with_parent() -> None:
    """Stop, as if asked to, when the parent process is gone; otherwise this one would run forever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
