"""Disk space for a build: enough before it starts, and some left free while it runs."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Sequence
from os import fspath
from pathlib import Path

from pairlinking._support.progress import Progress
from pairlinking.errors import KnowledgeBaseError

__all__ = ["Roomy", "check_room", "reserve"]

# Bytes on disk per byte of XML, estimated generously: the tables alone, and all files that exist at the same time.
# Measurements on small wikis are in benchmarks/results/growth.md.
_TABLES, _ALL = 0.4, 1.6
_UNPACKED = {".bz2": 4.4, ".gz": 3.2, ".xz": 5.0}  # size of unpacked text relative to the file
_RESERVE = 500_000_000
_EVERY = 2.0  # seconds


def check_room(sources: Sequence[str | os.PathLike[str]], work: Path, progress: Progress) -> None:
    """Refuse to start if not even the tables would fit; warn if the rest may not."""
    size = sum(Path(path).stat().st_size * _UNPACKED.get(Path(fspath(path)).suffix, 1.0) for path in sources)
    there = sum(path.stat().st_size for path in work.rglob("*") if path.is_file())
    free = shutil.disk_usage(work).free
    if free + there < _TABLES * size:
        raise KnowledgeBaseError(
            f"The build needs about {_gb(_ALL * size)} on the disk of {work}, at the very least {_gb(_TABLES * size)}, "
            f"but only {_gb(free)} are free. Free some space, or choose an output on another disk."
        )
    if free + there < _ALL * size:
        progress.warn(
            f"The build may need up to {_gb(_ALL * size)} of disk space, more than the {_gb(free)} that are free."
        )


def reserve(folder: Path) -> int:
    """Bytes that a build leaves free, so that it stops before the disk is full and other programs fail, too."""
    return min(_RESERVE, shutil.disk_usage(folder).total // 100)


class Roomy:
    """Passes progress on, and stops the build when the disk is nearly full; it can be resumed later."""

    def __init__(self, progress: Progress, folder: Path) -> None:
        self._progress, self._folder = progress, folder
        self._reserve = reserve(folder)
        self._checked = 0.0

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Pass it on."""
        self._check()
        self._progress.start(stage, total=total, unit=unit)

    def update(self, done: int) -> None:
        """Pass it on."""
        if time.monotonic() - self._checked > _EVERY:
            self._check()
        self._progress.update(done)

    def finish(self, summary: str = "") -> None:
        """Pass it on."""
        self._progress.finish(summary)

    def warn(self, message: str) -> None:
        """Pass it on."""
        self._progress.warn(message)

    def _check(self) -> None:
        self._checked = time.monotonic()
        if shutil.disk_usage(self._folder).free < self._reserve:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._folder))


def _gb(size: float) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e8 else f"{size / 1e6:,.1f} MB"
