"""Pages of mapped files that a process holds: given back to the system's cache when they become too many.

What was touched once stays in the process's tables of pages until the system needs the memory, up to all of a knowledge
base of gigabytes. That costs nothing by itself, but it is what monitors show, and by what the system chooses a process
to end when memory runs out. Pages that are given back stay in the cache, and come back without reading the disk.
"""

from __future__ import annotations

import itertools
import mmap
import os
import threading
from pathlib import Path
from weakref import WeakSet

__all__ = ["MOST_RESIDENT", "limit_resident", "watch_mapped"]

MOST_RESIDENT = 1_250_000_000  # bytes of mapped files
_EVERY = 16  # calls: a look takes some microseconds, and a document touches a few megabytes
_STATM = Path("/proc/self/statm")

_mapped: WeakSet[mmap.mmap] = WeakSet()
_lock = threading.Lock()
_calls = itertools.count()
_threshold = MOST_RESIDENT


def watch_mapped(mapped: mmap.mmap) -> None:
    """Let the pages of a file be given back: one that is only read, and mapped as long as it is used."""
    with _lock:
        _mapped.add(mapped)


def limit_resident() -> None:
    """Give pages of mapped files back if this process holds more than `MOST_RESIDENT`; to be called for each document.

    Files that other libraries map, such as tries, are counted but cannot be given back: where these alone are most of
    the limit, it is twice of what they take.
    """
    global _threshold  # one for the process, as its memory is
    if next(_calls) % _EVERY or resident_of_files() <= _threshold:
        return
    with _lock:
        for mapped in _mapped:
            mapped.madvise(mmap.MADV_DONTNEED)
        _threshold = max(MOST_RESIDENT, 2 * resident_of_files())


def resident_of_files() -> int:
    """Bytes of mapped files that this process holds; 0 where the system does not say."""
    try:
        return int(_STATM.read_bytes().split()[2]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
