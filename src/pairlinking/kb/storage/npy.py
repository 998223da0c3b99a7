"""Arrays in .npy files: written before their length is known, mapped from disk without being read."""

from __future__ import annotations

import mmap
import re
from math import prod
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking._support.memory import memory_there_is
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.resident import watch_mapped

__all__ = ["NpyWriter", "damaged", "map_bytes", "open_array"]

_HEADER_BYTES = 128  # room for any length; a multiple of 64, so that the data are aligned
# Exactly what numpy writes for arrays of plain numbers. Its own reader accepts more, even pickles, with warnings.
_HEADER = re.compile(
    rb"\{'descr': '([<>|=]?[a-z]\d+)', 'fortran_order': (True|False), 'shape': \(((?:\d+, ?)*\d*)\), \} *\n"
)
# The system reads up to megabytes around each place that a program touches. That warms the cache if the whole knowledge
# base fits in it; if not, what is read is evicted before it is used. Of a file larger than this share of the memory,
# only the pages that are touched are read.
_LARGE = 1 / 16


class NpyWriter:
    """A one-dimensional .npy file that grows by `append`; complete once closed.

    `open_array` refuses a file that was never closed.
    """

    def __init__(self, path: Path, dtype: npt.DTypeLike) -> None:
        self.dtype = np.dtype(dtype)
        self.length = 0
        self._file = path.open("wb")
        self._file.write(self._header())

    def __enter__(self) -> NpyWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._file.close()

    def append(self, values: npt.NDArray[Any]) -> None:
        """Add values at the end. Their dtype must fit into that of the file: nothing is truncated silently."""
        data = np.ascontiguousarray(values.astype(self.dtype, casting="safe", copy=False))
        self._file.write(data.data)
        self.length += data.size

    def close(self) -> None:
        """Write the length into the header, and close the file."""
        self._file.seek(0)
        self._file.write(self._header())
        self._file.close()

    def _header(self) -> bytes:
        text = f"{{'descr': '{self.dtype.str}', 'fortran_order': False, 'shape': ({self.length},), }}"
        room = _HEADER_BYTES - 10
        return b"\x93NUMPY\x01\x00" + room.to_bytes(2, "little") + text.ljust(room - 1).encode() + b"\n"


def open_array(path: Path, dtype: npt.DTypeLike, ndim: int = 1) -> npt.NDArray[Any]:
    """Map the array in `path`, read-only; only its header is read.

    Raises `KnowledgeBaseError` unless it is a complete file of this type and number of dimensions, in C order.
    """
    data = map_bytes(path)
    expected = np.dtype(dtype)
    start = 10 + int.from_bytes(data[8:10], "little")
    header = _HEADER.fullmatch(data[10:start])
    if data[:8] != b"\x93NUMPY\x01\x00" or header is None or start % 64:
        raise damaged(path, "it is not a .npy file of numbers")
    descr, fortran, shape_text = (group.decode() for group in header.groups())
    shape = tuple(int(size) for size in shape_text.split(",") if size.strip())
    if descr != expected.str or fortran == "True" or len(shape) != ndim:
        order = "Fortran" if fortran == "True" else "C"
        raise damaged(
            path,
            f"it should contain an array of {expected.str} with {ndim} dimensions in C order, but contains one of "
            f"{descr} with {len(shape)} in {order} order",
        )
    if len(data) - start != prod(shape) * expected.itemsize:
        raise damaged(
            path, f"{prod(shape) * expected.itemsize} bytes should follow its header, not {len(data) - start}"
        )
    # A plain array, as slicing an np.memmap takes ten times as long.
    return np.frombuffer(data, dtype=expected, count=prod(shape), offset=start).reshape(shape)


def map_bytes(path: Path) -> mmap.mmap | bytes:
    """Map the bytes of a file, read-only."""
    try:
        with path.open("rb") as file:
            if path.stat().st_size == 0:
                return b""  # an empty file cannot be mapped
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise KnowledgeBaseError(f"Cannot read {path}: {error.strerror}. Build or copy the folder again.") from None
    if len(mapped) > _LARGE * memory_there_is():
        mapped.madvise(mmap.MADV_RANDOM)
    watch_mapped(mapped)
    return mapped


def damaged(path: Path, reason: str) -> KnowledgeBaseError:
    """The error for a file that is not what it should be."""
    return KnowledgeBaseError(f"{path} is damaged: {reason}. Build or copy the knowledge base again.")
