"""Work in a process of its own."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from pairlinking._support.beside import beside
from pairlinking.errors import PairLinkingError


def wait_and_write(path: Path) -> None:
    """Write a file, but not at once."""
    time.sleep(60)
    path.write_text("done")


def test_work_runs_elsewhere_and_gives_its_result() -> None:
    with beside(os.getpid) as result:
        assert result() != os.getpid()


def test_what_the_work_raises_is_raised_where_its_result_is_asked_for() -> None:
    with beside(partial(int, "no number")) as result, pytest.raises(ValueError, match="no number"):
        result()


def test_a_killed_process_is_reported() -> None:
    with (
        beside(partial(signal.raise_signal, signal.SIGKILL)) as result,
        pytest.raises(PairLinkingError, match="was killed"),
    ):
        result()


def test_a_block_that_fails_does_not_wait_for_the_work(tmp_path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(KeyError), beside(partial(wait_and_write, tmp_path / "late")):
        raise KeyError
    assert time.monotonic() - begun < 50
    assert not (tmp_path / "late").exists()
