"""The folder for files that can be recreated: the user's cache, or a temporary one if that is not writable."""

from __future__ import annotations

import os
import tempfile
import warnings
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from pairlinking.errors import CacheWarning

__all__ = ["VARIABLE", "cache_folder", "preferred_folder"]

VARIABLE = "PAIRLINKING_CACHE"


def preferred_folder() -> Path:
    """The cache folder: ``PAIRLINKING_CACHE`` if that is set, else the platform's default. It may not exist."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else user_cache_path("pairlinking")


def cache_folder() -> Path:
    """A cache folder that exists and is writable. If it is a temporary one, `CacheWarning` says so once."""
    return _writable(preferred_folder())


@cache
def _writable(preferred: Path) -> Path:
    if _can_write(preferred):
        return preferred
    folder = _temporary()
    warnings.warn(
        f"The cache folder {preferred} is not writable; {folder} is used instead. "
        f"Choose a permanent folder with {VARIABLE}=FOLDER.",
        CacheWarning,
        stacklevel=4,
    )
    os.environ[VARIABLE] = str(folder)  # processes started from here use it too, and do not repeat the warning
    return folder


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _temporary() -> Path:
    """One temporary folder for all processes of this user; a new one if another user owns it."""
    folder = Path(tempfile.gettempdir()) / f"pairlinking-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if (
            status.st_uid == os.getuid()
            and not folder.is_symlink()
            and not status.st_mode & 0o022
            and _can_write(folder)
        ):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="pairlinking-"))
