"""What goes wrong while documents are linked: told on standard error as it happens, and counted."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from pairlinking.errors import CacheWarning, ConvergenceWarning, MissingVectorsWarning

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import Origin

__all__ = ["BadDocuments", "plain_warnings"]

Tell = Callable[[str], object]


class BadDocuments:
    """Tells of each document that is skipped, with its file and line, and counts them."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.count = 0

    def add(self, origin: Origin, reason: str) -> None:
        """Tell of one."""
        self.count += 1
        self._tell(f"{origin}: {reason.rstrip('.')}. Skipped.")

    def end(self, done: str) -> None:
        """At the end of a command: fail if there was one. `done` tells what came of the others."""
        if self.count:
            noun = "document was" if self.count == 1 else "documents were"
            self._tell(f"Error: {self.count:,} bad {noun} skipped; {done}.")
            raise typer.Exit(1)


@contextmanager
def plain_warnings(tell: Tell) -> Iterator[None]:
    """Our own warnings as one line each instead of a piece of code, and each kind once: it may hold for thousands."""
    seen: set[type[Warning]] = set()

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        if category not in seen:
            seen.add(category)
            tell(f"Warning: {message} (Told once.)" if category is ConvergenceWarning else f"Warning: {message}")

    with warnings.catch_warnings():
        for category in (CacheWarning, ConvergenceWarning, MissingVectorsWarning):
            warnings.simplefilter("always", category)
        warnings.showwarning = show
        yield
