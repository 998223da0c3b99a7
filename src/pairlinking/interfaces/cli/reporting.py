"""What goes wrong while documents are linked: reported on standard error as it happens, and counted."""

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

Report = Callable[[str], object]


class BadDocuments:
    """Reports each document that is skipped, with its file and line, and counts them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.count = 0

    def add(self, origin: Origin, reason: str) -> None:
        """Report one."""
        self.count += 1
        end = "" if reason.endswith((".", "?", "!")) else "."
        self._report(f"{origin}: {reason}{end} Skipped.")

    def end(self, done: str) -> None:
        """At the end of a command, fail if any document was bad. `done` says what happened to the others."""
        if self.count:
            noun = "document was" if self.count == 1 else "documents were"
            self._report(f"Error: {self.count:,} bad {noun} skipped; {done}.")
            raise typer.Exit(1)


@contextmanager
def plain_warnings(report: Report) -> Iterator[None]:
    """Our own warnings as one line each instead of a piece of code, and each kind once: it may hold for thousands."""
    seen: set[type[Warning]] = set()

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        if category not in seen:
            seen.add(category)
            report(f"Warning: {message} (Reported once.)" if category is ConvergenceWarning else f"Warning: {message}")

    with warnings.catch_warnings():
        for category in (CacheWarning, ConvergenceWarning, MissingVectorsWarning):
            warnings.simplefilter("always", category)
        warnings.showwarning = show
        yield
