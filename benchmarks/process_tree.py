"""Memory of a process and its children, and disk space of a build, sampled several times a second."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Peak", "tree", "watch"]

_EVERY = 0.25  # seconds
_DISK_SHARE = 0.02  # of the time may be spent on looking at the disk


@dataclass
class Peak:
    """Peak values in bytes: memory, also by stage; disk in total, and the part that is not in the result."""

    memory: int = 0
    disk: int = 0
    scratch: int = 0
    stages: dict[str, int] = field(default_factory=dict)


def watch(pid: int, work: Path, result: Path, stage: Path | None = None) -> Peak:
    """Watch the process until it ends; `result` is what the folder ``kb`` in `work` becomes.

    The file `stage`, if it exists, contains the name of the current stage.
    """
    peak = Peak()
    seen: list[dict[str, int]] = []
    next_look = 0.0  # at the disk
    while _is_running(pid):
        memory = sum(map(_memory, tree(pid)))
        peak.memory = max(peak.memory, memory)
        if stage is not None and stage.exists():
            name = stage.read_text()
            peak.stages[name] = max(peak.stages.get(name, 0), memory)
        if (began := time.monotonic()) >= next_look and work.exists():
            seen.append(_sizes(work))
            next_look = began + (time.monotonic() - began) / _DISK_SHARE
        time.sleep(_EVERY)
    kept = {f"kb/{name}" for name in _sizes(result)}
    for sizes in seen:
        peak.disk = max(peak.disk, sum(sizes.values()))
        peak.scratch = max(peak.scratch, sum(size for name, size in sizes.items() if name not in kept))
    return peak


def _is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def tree(pid: int) -> list[int]:
    """The process and all its descendants, each after its parent."""
    found = [pid]
    for each in found:
        with suppress(OSError):
            for task in os.listdir(f"/proc/{each}/task"):
                found += map(int, Path(f"/proc/{each}/task/{task}/children").read_text().split())
    return found


def _memory(pid: int) -> int:
    """Private memory, and its share of shared memory: anonymous memory only, as files can be read again."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss_Anon:"):
                return int(line.split()[1]) * 1024
    return 0


def _sizes(folder: Path) -> dict[str, int]:
    sizes = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = Path(where) / name
            with suppress(OSError):
                sizes[str(path.relative_to(folder))] = path.stat().st_blocks * 512
    return sizes
