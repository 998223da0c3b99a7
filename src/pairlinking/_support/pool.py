"""Worker processes with bounded work under way, answers in order, and no orphans."""

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


# Makes a pool of at most so many workers.
Pools: TypeAlias = Callable[[int], Pool]


class WorkerPool:
    """Runs tasks in `workers` processes, or here if there is but one.

    `share` is something large that all tasks need: each process has it once, as `shared`. A fork inherits it; else it
    is pickled.

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
                    f"What the work needs cannot be sent to other processes: {error}. Use workers=1, or functions "
                    "and classes that are defined at the top of a module."
                ) from error
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
                "A worker process was killed, most likely for want of memory. Try again with fewer workers."
            ) from error


def start_method() -> str:
    """How to start a process: a fork is at once ready to work, but copies locks as they are.

    So it is safe only before there are threads.
    """
    return "fork" if threading.active_count() == 1 and os.name == "posix" else "spawn"


def shared() -> Any:
    """What the pool of this worker process shares."""
    return _shared


def _begin(share: Any) -> None:
    global _shared
    _shared = share
    begin_worker()


def begin_worker() -> None:
    """Make this process one that ends with its parent, and never before its work."""
    # Ctrl-C goes to all processes of a terminal; one that ends while it takes a task may leave the others waiting.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()


def _end_with_parent() -> None:
    """A worker must not outlive a killed parent, waiting for work for ever."""
    parent = mp.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
