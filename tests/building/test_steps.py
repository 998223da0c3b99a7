"""Steps run after those that they read, in parallel where the engine can, and none after one that failed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from pairlinking.building.steps import Step, run_steps


class Recording:
    """An engine that only records what it is asked for."""

    def __init__(self, at_once: int, *, fails: str = "", meets: tuple[str, ...] = ()) -> None:
        self.at_once = at_once
        self.asked: list[str] = []
        self._fails, self._meets = fails, meets
        self._meeting = threading.Barrier(max(len(meets), 1), timeout=20)

    def load(self, table: str, folder: Path) -> None:
        """Never asked for."""
        raise NotImplementedError

    def create(self, table: str, sql: str) -> int:
        """Note it, or fail; tables that meet wait for each other."""
        if table in self._meets:
            self._meeting.wait()
        if table == self._fails:
            raise OSError(28, "No space left on device")
        self.asked.append(table)
        return 0

    def define(self, table: str, sql: str) -> None:
        """Note it."""
        self.asked.append(f"view {table}")

    def read(self, sql: str) -> Iterator[pa.RecordBatch]:
        """Never asked for."""
        raise NotImplementedError

    def forget(self, table: str) -> None:
        """Note it."""
        self.asked.append(f"not {table}")

    def close(self) -> None:
        """Never asked for."""
        raise NotImplementedError


STEPS = [
    Step("a", "SELECT 1"),
    Step("b", "SELECT x FROM a"),
    Step("seen", "SELECT x FROM b", is_view=True),
    Step("c", "SELECT x FROM seen"),
    Step("d", "SELECT x FROM a"),
]


def test_one_at_a_time_in_their_order() -> None:
    engine, told = Recording(1), list[int]()
    run_steps(engine, STEPS, {"c": ("b",), "d": ("a",)}, told.append)
    assert engine.asked == ["a", "b", "view seen", "c", "not b", "d", "not a"]
    assert told == [1, 2, 3, 4, 5]


def test_together_each_after_what_it_reads() -> None:
    engine, told = Recording(3), list[int]()
    run_steps(engine, STEPS, {"c": ("b",), "d": ("a",)}, told.append)
    assert sorted(engine.asked) == sorted(["a", "b", "view seen", "c", "not b", "d", "not a"])
    place = engine.asked.index
    assert place("a") < place("b") < place("view seen") < place("c") < place("not b")
    assert max(place("d"), place("c")) < place("not a")
    assert told == [1, 2, 3, 4, 5]


def test_steps_that_do_not_read_each_other_run_at_the_same_time() -> None:
    engine = Recording(2, meets=("b", "d"))  # each waits until the other has begun
    run_steps(engine, [STEPS[0], STEPS[1], STEPS[4]], {}, lambda _: None)
    assert set(engine.asked) >= {"b", "d"}


@pytest.mark.parametrize("at_once", [1, 2])
def test_what_fails_is_raised_and_ends_it(at_once: int) -> None:
    engine = Recording(at_once, fails="b")
    with pytest.raises(OSError, match="No space left"):
        run_steps(engine, STEPS, {"b": ("a",)}, lambda _: None)
    assert "c" not in engine.asked
    assert "not a" not in engine.asked
