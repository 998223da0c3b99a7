"""How often words stand on an entity's page and around the links to it: the first step of making profiles.

Each shard of the tables is counted by itself, with numbers of words of its own, so that no process needs to know all
words and every sentence is read once. Its counts are kept packed, in one piece for each range of entities, so that the
second step reads of every shard just what it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.relate import EntityOptions
from pairlinking.building.writers._counting import WordRow
from pairlinking.building.writers._pairs import count_pairs
from pairlinking.building.writers._weighing import gather_counts
from pairlinking.building.writers.columns import DIFFERENT_STRINGS, page_runs, read_sentences, sentence_columns
from pairlinking.building.writers.targets import targets_of
from pairlinking.kb.names import Names
from pairlinking.kb.storage.npy import open_array
from pairlinking.types import IdArray, IntArray

__all__ = ["Gathered", "ShardSize", "count_shard", "read_counts"]

WINDOW = 20  # words to each side of a link: 20 was better than 15, 10 and 5
OWN = 2  # what a word of the entity's own page counts, where one beside a link counts 1
MOST_COUNTED = 65535  # beyond that, more changes nothing
_ENTITY, _PAIR = 4 + 4, 4 + 2  # bytes: of a step and of the number of words, of a word and of its count
_RANGE = 4  # numbers that each range has at the beginning of a file of counts
_CODEC = pa.Codec("zstd", 1)


class _Pairs(NamedTuple):
    """What `count_pairs` gives."""

    entities: IdArray
    sizes: IdArray
    words: IdArray
    counts: npt.NDArray[np.uint16]


class Gathered(NamedTuple):
    """Lists of words and counts of entities, one list after the other: see `gather_counts`."""

    entities: IdArray
    ends: IntArray
    words: IdArray
    counts: npt.NDArray[np.uint16]


class _Packed(NamedTuple):
    """A range of a shard's counts."""

    n_lists: int
    n_words: int
    data: bytes


class ShardSize(NamedTuple):
    """What a shard gave: pages with text, and pairs of an entity and a word."""

    pages: int
    pairs: int


def count_shard(kb: Path, shard: str, entities: EntityOptions, starts: IntArray, folder: Path) -> ShardSize:
    """Count one shard and write its counts, and its words with their numbers of pages, into `folder`.

    A held-out page is not there at all. A page that models learn from tells about itself, but not about what it links
    to, or a link would give its own answer away. Disambiguation pages tell of what only shares a name.

    Parameters
    ----------
    starts
        The first entity of each range.
    """
    names = Names.open(kb / "entities")
    pages = pq.read_table(kb / "tables" / "pages" / shard, columns=["page", "is_disambiguation"])
    kept = {
        page
        for page, is_disambiguation in zip(*(column.to_pylist() for column in pages.columns), strict=True)
        if not (is_disambiguation or entities.holds_out(page))
    }
    row = WordRow()
    last_page: str | None = None
    tells = False
    targets = targets_of(kb)
    for batch in read_sentences(kb / "tables" / "sentences" / shard):
        columns = sentence_columns(batch)
        leads_to = targets.entities(batch.column("anchors").values.field("target"))
        for page, first, last in page_runs(batch.column("page")):
            if page not in kept:
                continue
            if page != last_page:
                row.begin_page(names.number(page))
                last_page, tells = page, not entities.learns_from(page)
            row.add(columns, first, last, leads_to, tells)
    pairs = _Pairs(*count_pairs(row, WINDOW, OWN, MOST_COUNTED))
    _write_counts(folder / f"{shard}.counts", pairs, starts)
    data, offsets = row.words.spelled()
    words = pa.Array.from_buffers(pa.string(), len(row.words), [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    pq.write_table(pa.table({"word": words, "pages": row.words.pages}), folder / "words" / shard, **DIFFERENT_STRINGS)
    return ShardSize(row.n_pages, len(pairs.words))


def _write_counts(path: Path, pairs: _Pairs, starts: IntArray) -> None:
    """Of each range its numbers of lists and of words, and where its packed piece begins and ends; then these pieces.

    A piece has the bytes of the steps from entity to entity, of the number of words of each, of words and of counts,
    each in a row of its own. High bytes are mostly 0, so a pair takes some two bytes where it would take six.
    """
    bounds = [*np.searchsorted(pairs.entities, starts).tolist(), len(pairs.entities)]
    ends = np.concatenate([[0], np.cumsum(pairs.sizes)])
    ranges = np.zeros((len(starts), _RANGE), dtype=np.int64)
    with path.open("wb") as file:
        file.write(ranges.data)
        for at, start in enumerate(starts.tolist()):
            begin = file.tell()
            listed = slice(bounds[at], bounds[at + 1])
            counted = slice(int(ends[bounds[at]]), int(ends[bounds[at + 1]]))
            if listed.start < listed.stop:
                steps = np.diff(pairs.entities[listed], prepend=np.int32(start))
                columns = (steps, pairs.sizes[listed], pairs.words[counted], pairs.counts[counted])
                file.write(_CODEC.compress(np.concatenate([_planes(each) for each in columns]), asbytes=True))
            ranges[at] = listed.stop - listed.start, counted.stop - counted.start, begin, file.tell()
        file.seek(0)
        file.write(ranges.data)


def _planes(values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """All first bytes, all second ones, and so on."""
    return np.ascontiguousarray(values.view(np.uint8).reshape(len(values), values.itemsize).T).reshape(-1)


def read_counts(folder: Path, shards: Sequence[str], at: int) -> Gathered:
    """Counts of all shards of range number `at`; words are ranks among those of all shards."""
    packed = [_read_packed(folder / f"{shard}.counts", at) for shard in shards]
    n_lists, n_words = sum(each.n_lists for each in packed), sum(each.n_words for each in packed)
    entities, ends = np.empty(n_lists, dtype=np.int32), np.empty(n_lists, dtype=np.int64)
    words, counts = np.empty(n_words, dtype=np.int32), np.empty(n_words, dtype=np.uint16)
    n_before = n = 0
    for shard, piece in zip(shards, packed, strict=True):
        if piece.n_lists:
            size = _ENTITY * piece.n_lists + _PAIR * piece.n_words
            planes = np.frombuffer(_CODEC.decompress(piece.data, size), dtype=np.uint8)
            path = folder / f"{shard}.ranks.npy"
            ranks = _ranks(path, path.stat().st_mtime_ns)
            n = gather_counts(planes, piece.n_lists, piece.n_words, ranks, entities, ends, n_before, words, counts, n)
            n_before += piece.n_lists
    return Gathered(entities, ends, words[:n], counts[:n])


def _read_packed(path: Path, at: int) -> _Packed:
    with path.open("rb") as file:
        file.seek(at * _RANGE * 8)
        n_lists, n_words, begin, end = np.frombuffer(file.read(_RANGE * 8), dtype=np.int64).tolist()
        file.seek(begin)
        return _Packed(n_lists, n_words, file.read(end - begin))


@lru_cache(maxsize=4096)
def _ranks(path: Path, _: int) -> IdArray:
    """Once in a process while the file is the same: every range needs those of every shard."""
    return open_array(path, np.int32)
