"""Folders in which only one process works at a time."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pairlinking.errors import KnowledgeBaseError

__all__ = ["LOCK", "locked"]

LOCK = "lock"  # name of the file

_PATIENCE = 60.0  # seconds to wait for processes left by a killed build: they exit as soon as they notice
_BETWEEN = 0.05


@contextmanager
def locked(folder: Path, work: str = "build", *, wait: bool = False) -> Iterator[None]:
    """Lock a folder, so that no other process works there; with `wait`, wait until another process releases it.

    Worker processes inherit the lock, so that no work starts while those of a killed process may still write. They exit
    soon after it; this function waits for them.

    Parameters
    ----------
    work
        What is done in the folder, for error messages.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _open_lock(folder / LOCK) as lock:
        if wait:
            fcntl.flock(lock, fcntl.LOCK_EX)
        else:
            _take(lock, folder, work)
        lock.seek(0)
        lock.truncate()
        lock.write(b"%d\n" % os.getpid())
        lock.flush()
        yield


def _take(lock: IO[bytes], folder: Path, work: str) -> None:
    """Take the lock unless a running process holds it."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if _is_running(_holder(lock)):
                message = f"Another {work} is running in {folder}. Wait for it, or stop it first."
                raise KnowledgeBaseError(message) from None
            if time.monotonic() > end:
                message = f"A {work} in {folder} was killed, but some of its processes still run. Stop them first."
                raise KnowledgeBaseError(message) from None
            time.sleep(_BETWEEN)
        else:
            return


def _holder(lock: IO[bytes]) -> int:
    """Id of the process that took the lock, or 0 if it has not written its id yet."""
    lock.seek(0)
    text = lock.read(32).strip()
    return int(text) if text.isdigit() else 0


def _is_running(process: int) -> bool:
    if process == 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return True
    return not status.rpartition(")")[2].startswith(" Z")  # killed, but its parent has not reaped it yet


def _open_lock(path: Path) -> IO[bytes]:
    """Open a lock file, but never follow a link in its place: in a shared folder anyone can put one there."""
    try:
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666), "r+b")
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise KnowledgeBaseError(f"{path} is a symbolic link. Remove it first.") from None
