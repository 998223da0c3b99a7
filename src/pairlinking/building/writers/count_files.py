"""Files of counts: one for each shard, from which a range of entities can be read alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pairlinking.building.writers._pairs import gather_counts
from pairlinking.kb.storage.npy import open_array
from pairlinking.types import IdArray, IntArray

__all__ = ["Counted", "Gathered", "read_counts", "write_counts"]

_HEAD = 5  # numbers that each range has at the beginning of a file
_CODEC = pa.Codec("zstd", 1)


class Counted(NamedTuple):
    """What `count_pairs` returns."""

    entities: IdArray
    sizes: IdArray
    once: IdArray
    low: npt.NDArray[np.uint16]
    high: npt.NDArray[np.uint8]
    repeated: npt.NDArray[np.uint16]


class Gathered(NamedTuple):
    """Lists of words and counts of entities, one list after the other: see `gather_counts`."""

    entities: IdArray
    ends: IntArray
    words: IdArray
    counts: npt.NDArray[np.uint16]


class _Piece(NamedTuple):
    """A range of a shard's counts: how many lists, words and counts above 1, and the bytes of the columns."""

    n_lists: int
    n_words: int
    n_repeated: int
    data: bytes

    def columns(self) -> Counted:
        """The columns, with steps from entity to entity in place of the entities."""
        low = np.frombuffer(self.data, np.uint16, self.n_words)
        sizes = (4 * self.n_lists,) * 3 + (2 * self.n_repeated, self.n_words)
        unpacked = _CODEC.decompress(memoryview(self.data)[low.nbytes :], sum(sizes))
        bounds = pairwise(np.cumsum([0, *sizes]).tolist())
        steps, lengths, once, repeated, high = (unpacked[first:last] for first, last in bounds)
        return Counted(
            np.frombuffer(steps, np.int32),
            np.frombuffer(lengths, np.int32),
            np.frombuffer(once, np.int32),
            low,
            np.frombuffer(high, np.uint8),
            np.frombuffer(repeated, np.uint16),
        )


def write_counts(path: Path, counted: Counted, starts: IntArray) -> None:
    """Write the counts of a shard in pieces, one for each range of entities.

    The file begins with five numbers for each range: the three of a piece, and where it begins and ends. A piece is the
    lower bytes of the words as they are, which would hardly get smaller, and all else packed.
    """
    bounds = [*np.searchsorted(counted.entities, starts).tolist(), len(counted.entities)]
    words, repeated = (_ends(each)[bounds].tolist() for each in (counted.sizes, counted.sizes - counted.once))
    ranges = np.zeros((len(starts), _HEAD), dtype=np.int64)
    with path.open("wb") as file:
        file.write(ranges.data)
        for at, start in enumerate(starts.tolist()):
            begin = file.tell()
            listed, in_words, in_repeated = (slice(*each[at : at + 2]) for each in (bounds, words, repeated))
            if listed.start < listed.stop:
                steps = np.diff(counted.entities[listed], prepend=np.int32(start))
                columns = (steps, counted.sizes[listed], counted.once[listed])
                packed = b"".join(
                    [*map(bytes, columns), bytes(counted.repeated[in_repeated]), bytes(counted.high[in_words])]
                )
                file.write(counted.low[in_words].data)
                file.write(_CODEC.compress(packed, asbytes=True))
            sizes = (each.stop - each.start for each in (listed, in_words, in_repeated))
            ranges[at] = *sizes, begin, file.tell()
        file.seek(0)
        file.write(ranges.data)


def _ends(sizes: IdArray) -> IntArray:
    return np.append(0, np.cumsum(sizes, dtype=np.int64))


def read_counts(folder: Path, shards: Sequence[str], at: int) -> Gathered:
    """Counts of all shards of range number `at`; words are ranks among those of all shards."""
    pieces = [_read_piece(folder / f"{shard}.counts", at) for shard in shards]
    n_lists, n_words = sum(each.n_lists for each in pieces), sum(each.n_words for each in pieces)
    entities, ends = np.empty(n_lists, dtype=np.int32), np.empty(n_lists, dtype=np.int64)
    words, counts = np.empty(n_words, dtype=np.int32), np.empty(n_words, dtype=np.uint16)
    n_before = n = 0
    for shard, piece in zip(shards, pieces, strict=True):
        if piece.n_lists:
            path = folder / f"{shard}.ranks.npy"
            ranks = _ranks(path, path.stat().st_mtime_ns)
            n = gather_counts(*piece.columns(), ranks, entities, ends, n_before, words, counts, n)
            n_before += piece.n_lists
    return Gathered(entities, ends, words[:n], counts[:n])


def _read_piece(path: Path, at: int) -> _Piece:
    with path.open("rb") as file:
        file.seek(at * _HEAD * 8)
        n_lists, n_words, n_repeated, begin, end = np.frombuffer(file.read(_HEAD * 8), dtype=np.int64).tolist()
        file.seek(begin)
        return _Piece(n_lists, n_words, n_repeated, file.read(end - begin))


@lru_cache(maxsize=4096)
def _ranks(path: Path, _: int) -> IdArray:
    """Opened once per process while the file is the same: every range needs those of every shard."""
    return open_array(path, np.int32)
