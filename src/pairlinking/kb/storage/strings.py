"""Many strings in one file, each found by number without reading the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from types import TracebackType

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.bounds import check_bounds, int_view
from pairlinking.kb.storage.npy import NpyWriter, damaged, map_bytes, open_array

__all__ = ["StringTable", "StringWriter", "write_strings"]

_PIECE = 65536


class StringTable:
    """Strings by number: string i is the UTF-8 of bytes ``offsets[i]`` to ``offsets[i + 1]``. Both files are mapped."""

    def __init__(self, path_bin: Path, path_npy: Path) -> None:
        self._path = path_bin
        self._bytes = map_bytes(path_bin)
        self.data: npt.NDArray[np.uint8] = np.frombuffer(self._bytes, dtype=np.uint8)
        self.offsets = open_array(path_npy, np.uint64)
        check_bounds(path_npy, self.offsets, len(self._bytes))
        self._offsets = int_view(self.offsets)
        self._length = len(self.offsets) - 1

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> str:
        if not 0 <= index < self._length:
            raise IndexError(f"There are {self._length} strings in {self._path}. Got number {index}.")
        return self._decode(self._bytes[self._offsets[index] : self._offsets[index + 1]])

    def __iter__(self) -> Iterator[str]:
        for piece in self.pieces():
            yield from map(self._decode, piece)

    def pieces(self) -> Iterator[list[bytes]]:
        """All strings in order, as lists of their bytes."""
        for first in range(0, self._length, _PIECE):
            bounds = self.offsets[first : first + _PIECE + 1].tolist()
            block = self._bytes[bounds[0] : bounds[-1]]
            starts = [bound - bounds[0] for bound in bounds]
            yield [block[start:stop] for start, stop in pairwise(starts)]

    def _decode(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise damaged(self._path, f"it contains bytes that are not UTF-8: {data[:40]!r}") from None


class StringWriter:
    """Writes a `StringTable` piece by piece; complete once closed."""

    def __init__(self, path_bin: Path, path_npy: Path) -> None:
        self._file = path_bin.open("wb")
        self._offsets = NpyWriter(path_npy, np.uint64)
        self._offsets.append(np.zeros(1, dtype=np.uint64))
        self._end = 0

    def __enter__(self) -> StringWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()
        self._offsets.__exit__(kind, error, traceback)

    def append(self, strings: Sequence[str]) -> None:
        """Add strings at the end."""
        encoded = [string.encode() for string in strings]
        ends = self._end + np.cumsum(np.fromiter(map(len, encoded), dtype=np.int64, count=len(encoded)))
        self._file.write(b"".join(encoded))
        self._offsets.append(ends.astype(np.uint64))
        self._end = int(ends[-1]) if len(ends) else self._end


def write_strings(path_bin: Path, path_npy: Path, strings: Iterable[str]) -> None:
    """Write the files of a `StringTable`, with only a few thousand strings in memory at a time."""
    iterator = iter(strings)
    with StringWriter(path_bin, path_npy) as writer:
        while piece := list(islice(iterator, _PIECE)):
            writer.append(piece)
