"""Progress in a log file: seldom, plain, and with an estimate."""

from __future__ import annotations

import io
import re
import sys
import time

import pytest

from pairlinking._support.progress_lines import ProgressLines
from pairlinking._support.terminal import TerminalProgress


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """The time it is set to."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def printed() -> list[str]:
    return []


@pytest.fixture
def lines(clock: Clock, printed: list[str]) -> ProgressLines:
    return ProgressLines(printed.append, clock)


def test_a_long_stage_says_every_ten_seconds_how_far_it_is(
    lines: ProgressLines, clock: Clock, printed: list[str]
) -> None:
    lines.start("Learning vectors", 80_000_000, "tokens")
    for second in range(1, 26):
        clock.now = second
        lines.update(1_000_000 * second)
    lines.finish("143,299 vectors")
    assert printed == [
        "Learning vectors: 10,000,000 tokens (12% of 80,000,000 tokens), 1,000,000 tokens/s, about 1 min 10 s left",
        "Learning vectors: 20,000,000 tokens (25% of 80,000,000 tokens), 1,000,000 tokens/s, about 1 min 0 s left",
        "Learning vectors: 143,299 vectors (25 s)",
    ]


def test_without_a_total_there_is_no_estimate(lines: ProgressLines, clock: Clock, printed: list[str]) -> None:
    lines.start("Reading", None, "B")
    clock.now = 20
    lines.update(50_000_000)
    clock.now = 4000
    lines.finish("")
    assert printed == ["Reading: 50.0 MB, 2.5 MB/s", "Reading: done (1 h 6 min)"]


def test_a_short_stage_is_not_mentioned(lines: ProgressLines, clock: Clock, printed: list[str]) -> None:
    lines.start("Hashing", 10, "files")
    clock.now = 1.9
    lines.update(10)
    lines.finish("10 files")
    assert printed == []


@pytest.mark.parametrize(("quiet", "expected"), [(None, "Slow: done (1 min 40 s)\n"), (True, "")])
def test_without_a_terminal_lines_are_printed_unless_it_is_quiet(
    quiet: bool | None, expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not sys.stderr.isatty()
    times = iter([0.0, 100.0])
    monkeypatch.setattr(ProgressLines.__init__, "__defaults__", (lambda: next(times),))
    with TerminalProgress(quiet=quiet) as progress:
        progress.start("Slow")
        progress.finish()
    assert capsys.readouterr().err == expected


def test_a_narrow_terminal_shows_rate_and_remaining_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    with TerminalProgress(quiet=False) as progress:
        progress.start("Relating pages, names and links", total=40)
        progress.finish("76,654 entities, 152,490 surface forms")
        progress.start("Counting words around links", total=100, unit="shards")
        progress.update(30)
        time.sleep(0.2)
        progress.update(60)
        progress.tick()
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", written.getvalue())
    last = [line for line in re.split(r"[\r\n]", shown) if "Counting words" in line][-1]
    assert re.search(r"shards/s +\d+:\d\d", last), last
