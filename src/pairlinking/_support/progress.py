"""How long-running work reports its progress; the caller decides whether to show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

__all__ = ["Progress", "Silent", "adding"]


class Progress(Protocol):
    """Told of every stage of a build: its start, its steps, its end."""

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """A stage begins; `total` is how much there is to do, in `unit`, where that is known."""

    def update(self, done: int) -> None:
        """So much of the stage is done."""

    def finish(self, summary: str = "") -> None:
        """The stage is done."""

    def warn(self, message: str) -> None:
        """Something was left out, or is worth knowing."""


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
    """A function that takes how much more is done, and reports to `progress` how much is done in all."""
    done = 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        progress.update(done)

    return add
