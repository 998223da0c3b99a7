"""Several server processes behind one socket. The system gives each connection to one of them."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait

from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.http.logs import configure_logs
from pairlinking.interfaces.http.serving import Plan, run_server

__all__ = ["run_workers"]

_LOGGER = logging.getLogger("pairlinking.http")


def run_workers(plan: Plan, listening: socket.socket, n_workers: int) -> None:
    """Serve with some processes until SIGTERM or SIGINT. One that dies is replaced.

    They map the same files, so that the knowledge base is in memory once.

    Raises
    ------
    PairLinkingError
        A process died before it was ready: another one would, too.
    """
    configure_logs(plan.log_level)
    # A pipe wakes us up whenever the signal comes: a flag alone could be set just before we begin to wait.
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os.write(wake, b"x"))
    workers = {each.sentinel: each for each in (_Worker(plan, listening) for _ in range(n_workers))}
    failed = False
    while not failed and woken not in (ended := wait([woken, *workers])):
        for sentinel in ended:
            dead = workers.pop(sentinel)  # type: ignore[arg-type]
            dead.tell_of_death()
            failed = failed or not dead.was_ready
            if not failed:
                another = _Worker(plan, listening)
                workers[another.sentinel] = another
    for worker in workers.values():
        worker.process.terminate()
    for worker in workers.values():
        worker.process.join()
    if failed:
        raise PairLinkingError("A server process died before it was ready; the log above tells why.")


class _Worker:
    """A process that serves."""

    def __init__(self, plan: Plan, listening: socket.socket) -> None:
        context = get_context("spawn")
        self._ready, told = context.Pipe(duplex=False)
        self.process = context.Process(target=_work, args=(plan, listening, told))
        self.process.start()
        told.close()
        self.sentinel = self.process.sentinel

    @property
    def was_ready(self) -> bool:
        """Of a dead one: whether it had come so far as to serve."""
        try:
            return bool(self._ready.recv())
        except EOFError:
            return False

    def tell_of_death(self) -> None:
        """Log it."""
        fields = {"pid": self.process.pid, "code": self.process.exitcode}
        _LOGGER.error("a server process died", extra={"fields": fields})


def _work(plan: Plan, listening: socket.socket, told: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    run_server(plan, listening, when_ready=lambda: told.send(True))


def _end_with_parent() -> None:
    """Stop as if asked to when the process that started this one is gone: else it would listen for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
