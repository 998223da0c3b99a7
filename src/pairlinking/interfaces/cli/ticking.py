"""A sign of life while one large document is linked: the progress bar moves although nothing is finished."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairlinking._support.terminal import TerminalProgress

__all__ = ["ticking"]

_PATIENCE = 1.0  # seconds without output after which a bar is shown on the screen that the output goes to
_EVERY = 0.1


@contextmanager
def ticking(progress: TerminalProgress, write: Callable[[str], None]) -> Iterator[Callable[[str], None]]:
    """Move the progress bar ten times a second; gives a function that writes results as `write` does.

    If results and bar share a screen, the bar is shown only when nothing has been written for a second.
    """
    shares, quiet, lock = sys.stdout.isatty(), threading.Event(), threading.Lock()
    written = time.monotonic()

    def tick() -> None:
        while not quiet.wait(_EVERY):
            with lock:
                if not shares or time.monotonic() - written > _PATIENCE:
                    progress.tick()

    def write_below(text: str) -> None:
        nonlocal written
        with lock:
            if shares:
                progress.hide()
            write(text)
            written = time.monotonic()

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield write_below
    finally:
        quiet.set()
        thread.join()
