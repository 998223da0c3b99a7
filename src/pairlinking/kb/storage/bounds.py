"""Bounds of lists that lie one after the other in one array (compressed sparse rows)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.npy import damaged

__all__ = ["PIECE", "check_bounds", "int_view", "pieces"]

PIECE = 1 << 20  # values looked at in one go: memory stays small however long the array is


def pieces(length: int, size: int = PIECE) -> Iterator[tuple[int, int]]:
    """First and last plus one of consecutive pieces of `length` things.

    >>> list(pieces(5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    return ((start, min(start + size, length)) for start in range(0, length, size))


def int_view(bounds: npt.NDArray[Any]) -> memoryview[int]:
    """The same numbers as ints of Python: reading one does not make a numpy scalar, which takes longer."""
    return memoryview(bounds.data)


def check_bounds(path: Path, bounds: npt.NDArray[Any], end: int) -> None:
    """Raise `KnowledgeBaseError` unless the bounds in `path` begin with 0, never fall, and stop at `end`."""
    if len(bounds) == 0 or bounds[0] != 0 or bounds[-1] != end:
        raise damaged(path, f"its numbers should run from 0 to {end}, where the data end")
    for first, last in pieces(len(bounds)):
        before, after = bounds[first:last], bounds[first + 1 : last + 1]
        if not np.all(before[: len(after)] <= after):
            raise damaged(path, f"its numbers should never fall, and do between {first} and {last}")
