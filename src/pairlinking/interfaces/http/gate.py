"""How many requests are worked on at a time, how many wait, and for how long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Generic, TypeVar, cast

from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.settings import Settings

__all__ = ["LONG", "Gate"]

T = TypeVar("T")

LONG = 8_000  # bytes of a request whose work counts as long: dozens of mentions
_RETRY = {"Retry-After": "1"}


class Gate:
    """Runs jobs in a few threads, and turns away those that are too many.

    Short jobs run one after the other, and long ones in threads of their own, so that none has to wait for a long one.
    More threads for short jobs would not make them faster: Python runs one at a time, and switching costs time.
    """

    def __init__(self, settings: Settings) -> None:
        seconds, waiting = settings.request_seconds, settings.waiting
        self._short = _Line(1, waiting, seconds)
        self._long = _Line(settings.jobs - 1, waiting, seconds) if settings.jobs > 1 else self._short
        self._batches = _Line(1, settings.batches, seconds, patient=True)

    @property
    def inside(self) -> int:
        """Jobs that run or wait."""
        return sum(line.inside for line in {self._short, self._long, self._batches})

    async def run(self, job: Callable[[], T], size: int = 0) -> T:
        """What the job returns or raises; `ApiError` 503 if the queue is full, 504 if it takes too long.

        `size` is that of the request in bytes, or a comparable number.
        """
        return await (self._short if size < LONG else self._long).run(job)

    async def run_in_batch(self, job: Callable[[], T]) -> T:
        """Like `run`, for one document of a batch: it waits as long as needed, and only its own work has a time limit.

        Each batch has one document here at a time, so batches take turns, and short requests never wait for them.
        """
        return await self._batches.run(job)

    def close(self) -> None:
        """Start no more jobs."""
        for line in {self._short, self._long, self._batches}:
            line.close()


class _Line:
    """Some threads, and the jobs that wait for them. If the line is full, or too slow, a job is turned away.

    A job that exceeds its time limit cannot be stopped. Its client gets an answer, and its thread stays occupied until
    it ends, so that time limits never pile up work.
    """

    def __init__(self, threads: int, waiting: int, seconds: float, *, patient: bool = False) -> None:
        self._seconds, self._most, self._is_patient = seconds, threads + waiting, patient
        # Jobs wait in a queue of the threads, not in the event loop: a thread takes the next one at once, however busy
        # the loop is with turning others away.
        self._jobs: SimpleQueue[_Entry[Any] | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name="job", daemon=True) for _ in range(threads)]
        self._has_begun = False
        self.inside = 0

    async def run(self, job: Callable[[], T]) -> T:
        if self.inside >= self._most:
            raise ApiError(
                503, "busy", f"{self.inside} requests are already in progress. Try again in a second.", None, _RETRY
            )
        if not self._has_begun:
            self._has_begun = True
            for each in self._threads:
                each.start()
        loop = asyncio.get_running_loop()
        entry = _Entry(job, loop, self)
        self.inside += 1
        if not self._is_patient:
            entry.clock = loop.call_later(self._seconds, self._is_late, entry)
        self._jobs.put(entry)
        return await entry.future

    def leave(self, entry: _Entry[T], result: T | None, error: BaseException | None) -> None:
        """Give a result to the client if it still waits for it; runs in the event loop."""
        self.inside -= 1
        if entry.clock is not None:
            entry.clock.cancel()
        if entry.future.done():
            return
        if error is None:
            entry.future.set_result(cast(T, result))
        else:
            entry.future.set_exception(error)

    def begins(self, entry: _Entry[T]) -> None:
        """Start the time limit of a patient job when it begins; runs in the event loop."""
        if not entry.future.done():
            entry.clock = asyncio.get_running_loop().call_later(self._seconds, self._is_late, entry)

    def _is_late(self, entry: _Entry[T]) -> None:
        if entry.future.done():
            return
        if entry.take() is not None:
            message = f"The server was busy for {self._seconds:g} seconds. Try again later."
            self.leave(entry, None, ApiError(503, "busy", message, None, _RETRY))
            return
        message = f"Linking takes more than {self._seconds:g} seconds. Send less text, or use a faster method."
        entry.future.set_exception(ApiError(504, "timeout", message))

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job = entry.take()
            if job is not None:
                entry.run(job, reports=self._is_patient)

    def close(self) -> None:
        for _ in self._threads:
            self._jobs.put(None)


class _Entry(Generic[T]):
    """A job in the line. Threads and the event loop may both reach for it; one of them gets it."""

    __slots__ = ("_job", "_line", "_loop", "clock", "future")

    def __init__(self, job: Callable[[], T], loop: asyncio.AbstractEventLoop, line: _Line) -> None:
        self._job, self._loop, self._line = [job], loop, line
        self.future: asyncio.Future[T] = loop.create_future()
        self.clock: asyncio.TimerHandle | None = None

    def take(self) -> Callable[[], T] | None:
        """The job, for the first caller only; a job whose client has given up is not run."""
        try:
            return self._job.pop()  # atomic
        except IndexError:
            return None

    def run(self, job: Callable[[], T], *, reports: bool) -> None:
        """Run the job in this thread, and pass the result to the event loop."""
        if reports:
            self._call(self._line.begins, self)
        try:
            result = job()
        except BaseException as error:
            self._call(self._line.leave, self, None, error)
        else:
            self._call(self._line.leave, self, result, None)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has been closed: nobody is waiting
            self._loop.call_soon_threadsafe(function, *arguments)
