"""How many requests are worked on at a time, how many wait, and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.settings import Settings

__all__ = ["LONG", "Gate"]

T = TypeVar("T")

LONG = 8_000  # bytes of a request from which on its work is taken for long: dozens of mentions
_RETRY = {"Retry-After": "1"}


class Gate:
    """Runs jobs in a few threads, and turns away what is too much.

    Short jobs run one after the other, and long ones in threads of their own, so that none has to wait for a long one.
    More threads for short jobs would not make them faster: Python runs one at a time, and handing over costs.
    """

    def __init__(self, settings: Settings) -> None:
        seconds, waiting = settings.request_seconds, settings.waiting
        self._short = _Line(1, waiting, seconds)
        self._long = _Line(settings.jobs - 1, waiting, seconds) if settings.jobs > 1 else self._short

    @property
    def inside(self) -> int:
        """Jobs that run or wait."""
        return self._short.inside + (self._long.inside if self._long is not self._short else 0)

    async def run(self, job: Callable[[], T], size: int = 0) -> T:
        """What the job returns or raises; `ApiError` 503 if the queue is full, 504 if it takes too long.

        `size` is that of the request in bytes, or what makes it comparable with others.
        """
        return await (self._short if size < LONG else self._long).run(job)

    def close(self) -> None:
        """Start no job any more."""
        self._short.close()
        self._long.close()


class _Line:
    """Some threads, and jobs that wait for them. When the line is full, or too slow, a job is turned away.

    A job that outlives its time limit cannot be stopped. Its client gets an answer, and its thread stays taken until it
    ends, so that time limits never pile up work.
    """

    def __init__(self, threads: int, waiting: int, seconds: float) -> None:
        self._seconds, self._most = seconds, threads + waiting
        # Jobs wait in the line of the threads, not in the event loop: a thread takes the next one at once, however
        # busy the loop is with turning others away.
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="job")
        self.inside = 0

    async def run(self, job: Callable[[], T]) -> T:
        if self.inside >= self._most:
            raise ApiError(
                503, "busy", f"{self.inside} requests are here already. Try again in a second.", None, _RETRY
            )
        self.inside += 1
        try:
            work = self._threads.submit(job)
        except BaseException:
            self.inside -= 1
            raise
        future = asyncio.wrap_future(work)
        future.add_done_callback(self._leave)
        # Unlike wait_for, it leaves the future alone when time is up or the client has gone.
        await asyncio.wait((future,), timeout=self._seconds)
        if future.done():
            return future.result()
        if work.cancel():
            message = f"No place came free within {self._seconds:g} seconds. Try again later."
            raise ApiError(503, "busy", message, None, _RETRY)
        message = f"The work takes more than {self._seconds:g} seconds. Send less text, or use a faster method."
        raise ApiError(504, "timeout", message)

    def _leave(self, future: asyncio.Future[T]) -> None:
        self.inside -= 1
        if not future.cancelled():
            future.exception()  # looked at, so that asyncio does not complain about a result nobody awaits

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
