"""Progress of long work without a terminal: plain lines with a rate and an estimate, for log files."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["ProgressLines", "rate"]

_EVERY = 10.0  # seconds between lines
_WORTH_A_LINE = 10.0  # seconds that a stage must take to be mentioned at all: short commands print nothing


class ProgressLines:
    """Prints the progress of a stage every ten seconds, and its result at the end.

    Parameters
    ----------
    print_line
        Takes each line.
    clock
        Gives the time in seconds.
    """

    def __init__(self, print_line: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._print, self._clock = print_line, clock
        self._stage, self._unit = "", ""
        self._total: int | None = None
        self._started = self._printed = 0.0

    def start(self, stage: str, total: int | None, unit: str) -> None:
        """Begin a stage."""
        self._stage, self._total, self._unit = stage, total, unit
        self._started = self._printed = self._clock()

    def update(self, done: int) -> None:
        """Note how much of it is done."""
        now = self._clock()
        if now - self._printed < _EVERY:
            return
        self._printed = now
        speed = done / (now - self._started)
        line = f"{self._stage}: {_amount(done, self._unit)}"
        if self._total:
            line += f" ({done / self._total:.0%} of {_amount(self._total, self._unit)})"
        line += f", {rate(speed, self._unit)}"
        if self._total and speed:
            line += f", about {_duration((self._total - done) / speed)} left"
        self._print(line)

    def finish(self, summary: str) -> None:
        """End the stage."""
        seconds = self._clock() - self._started
        if seconds >= _WORTH_A_LINE:
            self._print(f"{self._stage}: {summary or 'done'} ({_duration(seconds)})")


def rate(speed: float, unit: str) -> str:
    """How much is done per second.

    >>> rate(1_234_567, "tokens"), rate(1_234_567, "B")
    ('1,234,567 tokens/s', '1.2 MB/s')
    """
    return f"{speed / 1e6:,.1f} MB/s" if unit == "B" else f"{speed:,.{0 if speed >= 10 else 1}f} {unit}/s"


def _amount(number: int, unit: str) -> str:
    return f"{number / 1e6:,.1f} MB" if unit == "B" else f"{number:,} {unit}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
