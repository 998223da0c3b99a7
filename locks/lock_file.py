"""Reading lock files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

__all__ = ["Pin", "canonical", "read_lock"]

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\]+?))?\s*\\?$")
_HASH = re.compile(r"^\s+--hash=(sha256:[0-9a-f]{64})(?:\s*\\)?$")


class Pin(NamedTuple):
    """A package in one version, its environment marker (or an empty string), and the hashes of its files."""

    name: str
    version: str
    marker: str
    hashes: list[str]


def read_lock(path: Path) -> list[Pin]:
    """All pins of a lock file; `ValueError` for a line that is neither a pin, a hash nor a comment."""
    pins: list[Pin] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if found := _PIN.match(line):
            pins.append(Pin(canonical(found["name"]), found["version"], (found["marker"] or "").strip(), []))
        elif (found := _HASH.match(line)) and pins:
            pins[-1].hashes.append(found[1])
        else:
            raise ValueError(f"{path.name}, line {number} is neither a pin nor a hash: {line!r}")
    return pins


def canonical(name: str) -> str:
    """The normalised form of a package's name.

    >>> canonical("Marisa_Trie")
    'marisa-trie'
    """
    return re.sub(r"[-_.]+", "-", name).lower()
