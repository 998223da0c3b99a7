"""How many jobs run, how many wait, and what happens beyond: with jobs that end when the test says so."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest

from pairlinking.errors import ParameterError
from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.gate import LONG, Gate
from pairlinking.interfaces.http.settings import Settings


class Held:
    """A job that runs until it is let go."""

    def __init__(self) -> None:
        self.started, self._go = threading.Event(), threading.Event()

    def __call__(self) -> str:
        """Run."""
        self.started.set()
        assert self._go.wait(30)
        return "done"

    def let_go(self) -> None:
        """Let it end."""
        self._go.set()


@pytest.fixture
def held() -> Iterator[Callable[[], Held]]:
    """Make jobs that are let go at the end, whatever happens."""
    made: list[Held] = []

    def make() -> Held:
        made.append(Held())
        return made[-1]

    yield make
    for each in made:
        each.let_go()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.001)


async def refused(work: Awaitable[object]) -> ApiError:
    with pytest.raises(ApiError) as caught:
        await work
    return caught.value


def test_a_job_gives_what_it_returns_and_raises_what_it_raises() -> None:
    async def main() -> None:
        gate = Gate(Settings(jobs=1))
        assert await gate.run(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await gate.run(lambda: 1 // 0)
        assert await gate.run(lambda: 8) == 8
        assert gate.inside == 0
        gate.close()

    asyncio.run(main())


def test_beyond_the_line_requests_are_turned_away_until_there_is_room(held: Callable[[], Held]) -> None:
    async def main() -> None:
        gate = Gate(Settings(jobs=3, waiting=1))
        jobs = [held() for _ in range(3)]
        running = [asyncio.create_task(gate.run(job, LONG)) for job in jobs]
        await until(lambda: gate.inside == 3 and all(job.started.is_set() for job in jobs[:2]))
        error = await refused(gate.run(lambda: None, LONG))
        assert (error.status, error.code, error.headers) == (503, "busy", {"Retry-After": "1"})
        assert not jobs[2].started.is_set()
        for job in jobs:
            job.let_go()
        assert await asyncio.gather(*running) == ["done"] * 3
        assert await gate.run(lambda: "again") == "again"
        gate.close()

    asyncio.run(main())


def test_short_jobs_run_one_by_one_and_wait_for_no_long_one(held: Callable[[], Held]) -> None:
    async def main() -> None:
        gate = Gate(Settings(jobs=2))
        book, first, second = held(), held(), held()
        reading = asyncio.create_task(gate.run(book, LONG))
        await until(book.started.is_set)
        short = [asyncio.create_task(gate.run(job, LONG - 1)) for job in (first, second)]
        await until(first.started.is_set)
        assert not second.started.is_set()
        first.let_go()
        await until(second.started.is_set)
        second.let_go()
        assert await asyncio.gather(*short) == ["done"] * 2
        assert not reading.done()
        book.let_go()
        assert await reading == "done"
        gate.close()

    asyncio.run(main())


def test_work_that_takes_too_long_is_answered_but_keeps_its_place(held: Callable[[], Held]) -> None:
    async def main() -> None:
        gate = Gate(Settings(jobs=1, waiting=1, request_seconds=0.05))
        job, never = held(), held()
        assert (await refused(gate.run(job))).status == 504
        assert gate.inside == 1
        # The next one waits for the place, in vain.
        error = await refused(gate.run(never))
        assert (error.status, error.code) == (503, "busy")
        assert "Retry-After" in error.headers
        job.let_go()
        await until(lambda: gate.inside == 0)
        assert not never.started.is_set()
        assert await gate.run(lambda: "again") == "again"
        gate.close()

    asyncio.run(main())


def test_a_request_that_is_given_up_keeps_its_place_until_its_work_is_done(held: Callable[[], Held]) -> None:
    async def main() -> None:
        gate = Gate(Settings(jobs=1, waiting=0))
        job = held()
        running = asyncio.create_task(gate.run(job))
        await until(job.started.is_set)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert (await refused(gate.run(lambda: None))).status == 503
        job.let_go()
        await until(lambda: gate.inside == 0)
        assert await gate.run(lambda: "again") == "again"
        gate.close()

    asyncio.run(main())


def test_an_error_nobody_waits_for_any_more_is_not_told_twice(held: Callable[[], Held]) -> None:
    complaints: list[object] = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        gate = Gate(Settings(jobs=1, request_seconds=0.05))
        job = held()

        def fail() -> None:
            job()
            raise ValueError

        assert (await refused(gate.run(fail))).status == 504
        job.let_go()
        await until(lambda: gate.inside == 0)
        gate.close()

    asyncio.run(main())
    assert complaints == []


@pytest.mark.parametrize("wrong", [{"jobs": 0}, {"waiting": -1}, {"request_seconds": 0}, {"mentions": 1.5}])
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        Settings(**wrong)  # type: ignore[arg-type]
