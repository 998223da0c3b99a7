"""Worker processes with bounded work under way, answers in order, and no orphans."""

from __future__ import annotations

import multiprocessing as mp
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

from pairlinking.errors import PairLinkingError

__all__ = ["WorkerPool"]

T = TypeVar("T")


class WorkerPool:
    """Runs tasks in `workers` processes, or here if there is but one.

    >>> with WorkerPool(1) as pool:
    ...     list(pool.run([dict, list]))
    [{}, []]
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> WorkerPool:
        if self._workers > 1:
            # A fork is at once ready to work, but copies locks as they are: safe only before there are threads.
            method = "fork" if threading.active_count() == 1 and os.name == "posix" else "spawn"
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=mp.get_context(method), initializer=_end_with_parent
            )
            self._executor.submit(int).result()  # fork now, before a reader starts threads
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

    def run(self, tasks: Iterable[Callable[[], T]]) -> Iterator[T]:
        """Results in the order of the tasks, which are taken only a few ahead of those running.

        Raises
        ------
        PairLinkingError
            A process was killed from outside: mostly for want of memory.
        """
        if self._executor is None:
            for task in tasks:
                yield task()
            return
        pending: deque[Future[T]] = deque()
        try:
            for task in tasks:
                pending.append(self._executor.submit(task))
                while len(pending) > self._workers + 1 or (pending and pending[0].done()):
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        except BrokenProcessPool as error:
            raise PairLinkingError(
                "A worker process was killed, most likely for want of memory. Run the same command again with fewer "
                "--workers: it goes on where it stopped."
            ) from error


def _end_with_parent() -> None:
    """A worker must not outlive a killed parent, waiting for work for ever."""
    parent = mp.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
