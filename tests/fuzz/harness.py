"""What a harness is: something prepared once, and cases that follow from a number alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

__all__ = ["CPU_SECONDS", "REFUSED", "Harness"]

REFUSED = "refused"  # the outcome of a case that ended in an error of ours
CPU_SECONDS = 5.0  # a case that takes more hangs


class Harness(ABC):
    """Runs cases. A new one is found by being imported in `tests.fuzz.registry`.

    A case returns a word for how it ended. Any exception (a harness catches those of ours that it expects), a failed
    assertion (a wrong answer), the end of the process and more than `CPU_SECONDS` are findings.

    Attributes
    ----------
    name
        What the command line knows it by.
    share
        Of the time, against the other harnesses.
    """

    name: str
    share: float = 1.0

    def __init__(self) -> None:
        self._stack = ExitStack()
        self.folder = Path()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.folder = Path(stack.enter_context(TemporaryDirectory(prefix=f"fuzz-{self.name}-")))
            self.prepare(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._stack.close()

    @abstractmethod
    def prepare(self, stack: ExitStack) -> None:
        """Make what all cases need, in `self.folder`; what must be closed goes onto the stack."""

    @abstractmethod
    def run(self, random: Random) -> str:
        """Make a case from these random numbers, run it, check it, and say how it ended in a word."""
