"""Queries that depend on each other: one after the other, or as many at a time as the engine can run."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from pairlinking.building.engine import Engine

__all__ = ["Step", "run_steps"]


class Step(NamedTuple):
    """A relation to make: its name and its query, and whether it is only a view."""

    name: str
    sql: str
    is_view: bool = False

    def make(self, engine: Engine) -> None:
        """Make the relation, unless it exists."""
        if self.is_view:
            engine.define(self.name, self.sql)
        else:
            engine.create(self.name, self.sql)


def run_steps(
    engine: Engine, steps: Sequence[Step], last_read: Mapping[str, Collection[str]], report: Callable[[int], None]
) -> None:
    """Make every relation, each after those that its query refers to.

    Parameters
    ----------
    steps
        In an order in which they can be made one after the other.
    last_read
        By the name of a step, the relations that no later step reads. They are emptied once this step and all steps
        before it are made.
    report
        Called with the number of steps that are done.
    """
    if engine.at_once > 1:
        _run_together(engine, steps, last_read, report)
        return
    for done, step in enumerate(steps, 1):  # in this thread, so that Ctrl-C interrupts a query
        step.make(engine)
        for name in last_read.get(step.name, ()):
            engine.forget(name)
        report(done)


def _run_together(
    engine: Engine, steps: Sequence[Step], last_read: Mapping[str, Collection[str]], report: Callable[[int], None]
) -> None:
    failed = threading.Event()

    def act(work: Callable[[], None], needed: Sequence[Future[None]]) -> None:
        try:
            for each in needed:
                each.result()
            if not failed.is_set():  # otherwise the failed step raises its error
                work()
        except BaseException:
            failed.set()
            raise

    tasks: list[Future[None]] = []
    making: dict[str, Future[None]] = {}
    # A task waits only for earlier ones, which get their threads first: so there is no deadlock.
    with ThreadPoolExecutor(engine.at_once) as threads:
        try:
            for step in steps:
                names = set(re.findall(r"\w+", step.sql))
                needed = [task for name, task in making.items() if name in names]
                making[step.name] = threads.submit(act, partial(step.make, engine), needed)
                tasks.append(making[step.name])
                for name in last_read.get(step.name, ()):
                    tasks.append(threads.submit(act, partial(engine.forget, name), list(making.values())))
            for done, task in enumerate(making.values(), 1):
                task.result()
                report(done)
            for task in tasks:
                task.result()
        except BaseException:
            failed.set()
            threads.shutdown(cancel_futures=True)
            raise
