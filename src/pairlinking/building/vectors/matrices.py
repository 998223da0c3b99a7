"""Matrices of the vectors being learned: in memory, or in files if they would fill it."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pairlinking.building.engine import megabytes

__all__ = ["Matrix", "fit_in", "zeros"]

Matrix = npt.NDArray[np.float32]

_SHARE = 0.6  # of a build's memory that matrices may take, as it also holds tables of counts and of draws
_MATRICES = 2  # inputs and outputs


def fit_in(memory: str, n: int, width: int) -> bool:
    """Whether both matrices fit in the memory of a build.

    >>> fit_in("16GB", 1_000_000, 112), fit_in("16GB", 11_000_000, 112)
    (True, False)
    """
    return _MATRICES * n * width * 4 <= _SHARE * megabytes(memory) * 1e6


def zeros(n: int, width: int, file: Path | None) -> Matrix:
    """Zeros, with every row aligned for vector registers; in `file`, if there is one.

    With a file, the system writes changed pages to disk every few seconds, and may use their memory for something else,
    so a build can continue where memory would not suffice. As long as all pages fit in memory, this costs little. With
    memory for two thirds of them, learning was 26 times slower (benchmarks/results/mapped-matrices.md), although the
    rows that most steps need share their pages, as tokens are sorted by frequency.
    """
    if file is None:
        raw = np.zeros(n * width + 16, dtype=np.float32)
        skip = -raw.ctypes.data % 64 // raw.itemsize
        return raw[skip : skip + n * width].reshape(n, width)
    with file.open("w+b") as opened:
        opened.truncate(n * width * 4)
        # Disk space is allocated now: on a full disk, a process that writes to a hole in a mapped file is killed.
        if hasattr(os, "posix_fallocate"):  # not on macOS
            os.posix_fallocate(opened.fileno(), 0, n * width * 4)
        mapped = mmap.mmap(opened.fileno(), n * width * 4)
    mapped.madvise(mmap.MADV_RANDOM)  # rows are accessed in random order
    return np.frombuffer(mapped, dtype=np.float32).reshape(n, width)
