"""How long-running work reports its progress; the caller decides whether to show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

__all__ = ["Progress", "Silent", "adding"]


class Progress(Protocol):
    """Notified of every stage of a build: its start, its steps, its end."""

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Report that a stage begins; `total` is the amount of work, in `unit`, if it is known."""

    def update(self, done: int) -> None:
        """Report that `done` of the stage's total is done."""

    def finish(self, summary: str = "") -> None:
        """Report that the stage is done."""

    def warn(self, message: str) -> None:
        """Report that something was left out, or is worth knowing."""


class Silent:
    """Shows nothing."""

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Nothing."""

    def update(self, done: int) -> None:
        """Nothing."""

    def finish(self, summary: str = "") -> None:
        """Nothing."""

    def warn(self, message: str) -> None:
        """Nothing."""


def adding(progress: Progress) -> Callable[[int], None]:
    """A function that takes the amount newly done, and reports the sum so far to `progress`."""
    done = 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        progress.update(done)

    return add
