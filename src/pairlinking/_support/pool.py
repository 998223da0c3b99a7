"""Worker processes with a bounded number of tasks in progress, answers in order, and no orphans."""

from __future__ import annotations

import multiprocessing as mp
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, Protocol, TypeAlias, TypeVar

from pairlinking.errors import PairLinkingError

__all__ = ["Pool", "Pools", "WorkerPool", "begin_worker", "shared", "start_method"]

T = TypeVar("T")

_shared: Any = None


class Pool(Protocol):
    """Runs tasks somewhere else."""

    def __enter__(self) -> Pool: ...
    def __exit__(self, *_: object) -> None: ...
    def run(self, tasks: Iterable[Callable[[], T]]) -> Iterator[T]:
        """Results in the order of the tasks."""


# Makes a pool of at most this many workers.
Pools: TypeAlias = Callable[[int], Pool]


class WorkerPool:
    """Runs tasks in `workers` processes, or in this one if `workers` is 1.

    `share` is something large that all tasks need: each process has it once, as `shared`. A forked process inherits
    it; otherwise it is pickled.

    >>> with WorkerPool(1) as pool:
    ...     list(pool.run([dict, list]))
    [{}, []]
    """

    def __init__(self, workers: int, *, share: Any = None) -> None:
        self._workers = workers
        self._share = share
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> WorkerPool:
        if self._workers > 1:
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=mp.get_context(start_method()), initializer=_begin, initargs=(self._share,)
            )
            try:
                self._executor.submit(int).result()  # fork now, before a reader starts threads
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                self._executor.shutdown(cancel_futures=True)
                raise PairLinkingError(
                    f"The data for the work cannot be sent to other processes: {error}. Use workers=1, or functions "
                    "and classes defined at the top level of a module."
                ) from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

    def run(self, tasks: Iterable[Callable[[], T]]) -> Iterator[T]:
        """Results in the order of the tasks; only a few tasks are taken ahead of those running.

        Raises
        ------
        PairLinkingError
            A process was killed from outside, mostly because memory ran out.
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
                "A worker process was killed, most likely because memory ran out. Try again with fewer workers."
            ) from error


def start_method() -> str:
    """How to start a process: a fork is ready at once, but copies locks in whatever state they are.

    So it is safe only while there are no other threads.
    """
    return "fork" if threading.active_count() == 1 and os.name == "posix" else "spawn"


def shared() -> Any:
    """The object that the pool shares with this worker process."""
    return _shared


def _begin(share: Any) -> None:
    global _shared
    _shared = share
    begin_worker()


def begin_worker() -> None:
    """Make this process exit with its parent, and ignore Ctrl-C."""
    # Ctrl-C reaches all processes of a terminal; one that exits while taking a task may leave the others waiting.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()


def _end_with_parent() -> None:
    """Keep a worker from outliving a killed parent, waiting forever for work."""
    parent = mp.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
