"""How much memory this process can use: that of the machine, or the limit of its control group."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["memory_there_is"]

_GROUPS = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")


@cache
def memory_there_is() -> int:
    """Bytes of memory: the least of what the machine has and what its containers and services may use.

    >>> memory_there_is() > 100_000_000
    True
    """
    return min([os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), *limits(_OWN, _GROUPS)])


def limits(own: Path, groups: Path) -> list[int]:
    """Limits of the control groups that a process is in, as Linux lists them in `own`, and of their parents."""
    found = []
    with suppress(OSError):
        for line in own.read_text().splitlines():
            _, controllers, group = line.split(":", 2)
            if "memory" in controllers.split(","):  # cgroups version 1
                root, name = groups / "memory", "memory.limit_in_bytes"
            elif not controllers:
                root, name = groups, "memory.max"
            else:
                continue
            # In a container, the name may be one of the host; the container's own group is the root then.
            inner = root / group.lstrip("/")
            for folder in (inner, *inner.parents):
                if folder == groups.parent:
                    break
                with suppress(OSError, ValueError):  # not of this version, or "max"
                    found.append(int((folder / name).read_text()))
    return found
