"""Bounds of lists stored one after the other in one array (compressed sparse rows)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.npy import damaged

__all__ = ["PIECE", "check_bounds", "falling_place", "int_view", "pieces"]

_WHOLE = 1 << 20  # up to this many bounds are all checked; of more, a page of 4 kB in this many places of the file:
_PLACES = 32
_TOGETHER = 512
PIECE = 1 << 20  # values checked at a time: memory stays small however long the array is


def pieces(length: int, size: int = PIECE) -> Iterator[tuple[int, int]]:
    """Start and end of consecutive pieces of a sequence of this length.

    >>> list(pieces(5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    return ((start, min(start + size, length)) for start in range(0, length, size))


def int_view(bounds: npt.NDArray[Any]) -> memoryview[int]:
    """The same numbers as Python ints: reading one does not make a numpy scalar, which is slower."""
    return memoryview(bounds.data)


def check_bounds(path: Path, bounds: npt.NDArray[Any], end: int) -> None:
    """Raise `KnowledgeBaseError` unless the bounds in `path` begin with 0, never fall, and end with `end`.

    If there are many bounds, only some are checked, as reading all would make opening slow: when one page of a file is
    read, the system maps 64 kB. The hash of their file has already shown that they are as they were written; `verify`
    checks all of them (`falling_place`).
    """
    if len(bounds) == 0 or bounds[0] != 0 or bounds[-1] != end:
        raise damaged(path, f"its numbers should run from 0 to {end}, the length of the data")
    step = _TOGETHER if len(bounds) > _WHOLE else len(bounds)
    firsts = np.linspace(0, len(bounds) - step, _PLACES).astype(np.int64).tolist() if step == _TOGETHER else [0]
    place = falling_place(np.concatenate([bounds[first : first + step] for first in firsts]))
    if place is not None:
        raise damaged(path, f"its numbers should never fall, but do after {firsts[place // step] + place % step}")


def falling_place(bounds: npt.NDArray[Any]) -> int | None:
    """The first place after which bounds fall; None if they never do.

    >>> falling_place(np.array([0, 2, 2, 1])), falling_place(np.array([0, 1]))
    (2, None)
    """
    for first, last in pieces(len(bounds)):
        before, after = bounds[first:last], bounds[first + 1 : last + 1]
        falls = before[: len(after)] > after
        if falls.any():
            return first + int(np.argmax(falls))
    return None
