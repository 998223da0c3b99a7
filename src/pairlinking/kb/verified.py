"""Which files of a knowledge base were found intact on this machine, so that they need not be read again.

A file is identified by its size, inode, and times of change: any write changes one of them. Changes without a write
(a failing disk) are found by `pairlinking.kb.verify`, which reads everything.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pairlinking._support.cache import cache_folder
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.manifest import Manifest, hash_file
from pairlinking.kb.storage.npy import damaged

__all__ = ["Check", "check_files", "remember"]

Check: TypeAlias = Literal["once", "always", "never"]

_LOGGER = logging.getLogger(__name__)
_UNREAD = "tables/"  # not needed once a knowledge base is built: `open` never reads them
_SETTLED = 100_000_000  # ns: a file changed this recently could change again without a change of its times
_LARGE = 1 << 30  # bytes that take seconds to read

# Size, inode, time of the last change of content and of anything, SHA-256.
Stamp: TypeAlias = list[Any]


def check_files(folder: Path, manifest: Manifest, check: Check) -> None:
    """Raise `KnowledgeBaseError` if a file is missing, or its size or SHA-256 differs from the manifest.

    With ``"once"``, files that were read before on this machine, and have not changed since, are not read again.
    """
    found = {name: _status(folder, name, record.bytes) for name, record in manifest.files.items()}
    if check == "never":
        return
    known = _read(folder) if check == "once" else {}
    stamps = {
        name: _stamp(status, manifest.files[name].sha256)
        for name, status in found.items()
        if not name.startswith(_UNREAD)
    }
    unknown = [name for name, stamp in stamps.items() if known.get(name) != stamp]
    if not unknown:
        return
    size = sum(found[name].st_size for name in unknown)
    _LOGGER.log(
        logging.INFO if size > _LARGE else logging.DEBUG,
        "Checking %d files of %s, once on this machine",
        len(unknown),
        folder,
    )
    started = time.time_ns()
    for name in unknown:
        _check_content(folder / name, manifest.files[name].sha256)
    _write(
        folder, {name: stamp for name, stamp in stamps.items() if name not in unknown or _is_settled(stamp, started)}
    )


def remember(folder: Path, manifest: Manifest, started: int) -> None:
    """Record that all files were found intact by a check that began at `started` (ns)."""
    stamps = {
        name: _stamp((folder / name).stat(), record.sha256)
        for name, record in manifest.files.items()
        if not name.startswith(_UNREAD)
    }
    _write(folder, {name: stamp for name, stamp in stamps.items() if _is_settled(stamp, started)})


def _check_content(path: Path, sha256: str) -> None:
    try:
        found = hash_file(path)
    except OSError as error:
        raise KnowledgeBaseError(f"Cannot read {path}: {error.strerror}. Check its permissions.") from None
    if found != sha256:
        raise damaged(path, "its SHA-256 differs from the one in the manifest")


def _status(folder: Path, name: str, size: int) -> os.stat_result:
    path = folder / name
    try:
        status = path.stat()
    except OSError as error:
        raise KnowledgeBaseError(f"Cannot read {path}: {error.strerror}. Build or copy the folder again.") from None
    if not stat.S_ISREG(status.st_mode):
        raise damaged(path, "it is not a file")
    if status.st_size != size:
        raise damaged(path, f"it has {status.st_size} bytes instead of {size}")
    return status


def _stamp(status: os.stat_result, sha256: str) -> Stamp:
    return [status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, sha256]


def _is_settled(stamp: Stamp, started: int) -> bool:
    return bool(max(stamp[2], stamp[3]) < started - _SETTLED)


def _marker(folder: Path) -> Path:
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:24]
    return cache_folder() / "verified" / f"{name}.json"


def _read(folder: Path) -> Mapping[str, Stamp]:
    try:
        content = json.loads(_marker(folder).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _write(folder: Path, stamps: Mapping[str, Stamp]) -> None:
    """Store the stamps; a failure is not an error: the files are just read again."""
    marker = _marker(folder)
    with suppress(OSError):
        marker.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=marker.parent, suffix=".part")
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump(dict(stamps), file)
        os.replace(name, marker)
