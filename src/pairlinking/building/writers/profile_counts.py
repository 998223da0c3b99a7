"""How often words stand on an entity's page and around the links to it: the first step of making profiles.

Each shard of the tables is counted by itself, with numbers of words of its own, so that no process needs to know all
words and every sentence is read once. Its counts are kept packed, in one piece for each range of entities, so that the
second step reads of every shard just what it needs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.relate import EntityOptions
from pairlinking.building.writers._counting import WordRow
from pairlinking.building.writers._sums import count_sorted, gather_counts, sort_numbers
from pairlinking.building.writers.columns import page_runs, string_buffers
from pairlinking.kb.names import Names
from pairlinking.kb.storage.npy import open_array
from pairlinking.types import IdArray, IntArray

__all__ = ["MOST_COUNTED", "WINDOW", "ShardSize", "count_shard", "n_counts", "read_counts"]

WINDOW = 20  # words to each side of a link: 20 was better than 15, 10 and 5
OWN = 2  # what a word of the entity's own page counts, where one beside a link counts 1
MOST_COUNTED = 65535  # beyond that, more changes nothing
_PLANES = 8 + 2  # bytes of a pair: of its key, and of its count
_CODEC = pa.Codec("zstd", 1)
_WORDS: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": False}


class ShardSize(NamedTuple):
    """What a shard gave: pages with text, and pairs of an entity and a word."""

    pages: int
    pairs: int


class _Tally:
    """Words of the pages of a shard in one row, with what each page and link is about."""

    def __init__(self) -> None:
        self.row = WordRow()
        self.pages: list[tuple[int, int]] = []  # first word, entity or -1

    def begin_page(self, entity: int) -> None:
        self.pages.append((self.row.begin_page(), entity))

    def _page_starts(self) -> tuple[IntArray, IntArray]:
        first, entity = np.array(self.pages, dtype=np.int64).reshape(-1, 2).T
        return np.ascontiguousarray(first), np.ascontiguousarray(entity)

    @property
    def n_pages(self) -> int:
        """Pages that have words."""
        first, _ = self._page_starts()
        return int(np.count_nonzero(np.diff(first, append=len(self.row))))

    def counts(self) -> tuple[IntArray, IntArray]:
        """Pairs of entity and word as ``entity << bits | word``, rising, and what each counts."""
        keys = self.row.pairs(*self._page_starts(), WINDOW, self.bits + 1)
        sort_numbers(keys, 1)  # the last bit distinguishes pages from links
        return count_sorted(keys, OWN)

    @property
    def bits(self) -> int:
        """Bits of the number of a word."""
        return max(1, self.row.n_words.bit_length())


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
    tally = _Tally()
    last_page: str | None = None
    tells = False
    with pq.ParquetFile(kb / "tables" / "sentences" / shard) as file:
        for batch in file.iter_batches(columns=["page", "text", "anchors"]):
            texts, offsets = string_buffers(batch.column("text"))
            lists, starts_of, ends_of, targets = _anchors(batch.column("anchors"), names)
            for page, first, last in page_runs(batch.column("page")):
                if page not in kept:
                    continue
                if page != last_page:
                    tally.begin_page(names.number(page))
                    last_page, tells = page, not entities.learns_from(page)
                tally.row.add(texts, offsets, first, last, lists, starts_of, ends_of, targets, tells)
    keys, counts = tally.counts()
    _write_counts(folder, shard, keys, counts, starts, tally.bits)
    data, offsets, n_pages = tally.row.vocabulary()
    words = pa.Array.from_buffers(pa.string(), len(n_pages), [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    pq.write_table(pa.table({"word": words, "pages": n_pages}), folder / "words" / shard, **_WORDS)
    return ShardSize(tally.n_pages, len(keys))


def _anchors(lists: pa.ListArray, names: Names) -> tuple[IdArray, IdArray, IdArray, IntArray]:
    """Where the anchors of each sentence begin, their starts, ends and targets: each target is looked up once."""
    anchors = lists.values
    targets = anchors.field("target").dictionary_encode()
    known = names.numbers(targets.dictionary.to_pylist())
    starts, ends, numbers = (
        column.to_numpy(zero_copy_only=False) for column in (anchors.field(0), anchors.field(1), targets.indices)
    )
    return lists.offsets.to_numpy(), starts, ends, known[numbers] if len(known) else np.empty(0, dtype=np.int64)


def _write_counts(folder: Path, shard: str, keys: IntArray, counts: IntArray, starts: IntArray, bits: int) -> None:
    """One packed piece for each range: bytes of the steps from key to key and of counts, each in a row of its own.

    High bytes are mostly 0, so a pair takes some two bytes where it would take ten.
    """
    bounds = [*np.searchsorted(keys, starts << bits).tolist(), len(keys)]
    counts = np.minimum(counts, MOST_COUNTED).astype(np.uint16)
    places = [0]
    with (folder / f"{shard}.counts").open("wb") as file:
        for start, first, last in zip(starts.tolist(), bounds[:-1], bounds[1:], strict=True):
            if first < last:
                steps = np.diff(keys[first:last], prepend=start << bits)
                planes = np.concatenate([_planes(steps), _planes(counts[first:last])])
                file.write(_CODEC.compress(planes.tobytes(), asbytes=True))
            places.append(file.tell())
    sizes = np.diff(bounds)
    np.save(folder / f"{shard}.pieces.npy", np.concatenate([[bits], sizes, places]))


def _planes(values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """All first bytes, all second ones, and so on."""
    return np.ascontiguousarray(values.view(np.uint8).reshape(len(values), values.itemsize).T).reshape(-1)


def n_counts(folder: Path, shard: str, at: int) -> int:
    """How many pairs of range number `at` a shard has."""
    return int(open_array(folder / f"{shard}.pieces.npy", np.int64)[1 + at])


def read_counts(
    folder: Path, shard: str, at: int, start: int, numbers: npt.NDArray[np.int32], rows: npt.NDArray[np.uint64], n: int
) -> int:
    """Add a shard's counts of range number `at`, which begins with entity `start`: see `gather_counts`."""
    pieces = open_array(folder / f"{shard}.pieces.npy", np.int64)
    n_ranges = (len(pieces) - 2) // 2
    bits, size = int(pieces[0]), int(pieces[1 + at])
    if not size:
        return n
    first, last = pieces[1 + n_ranges + at : 3 + n_ranges + at].tolist()
    with (folder / f"{shard}.counts").open("rb") as file:
        file.seek(first)
        packed = file.read(last - first)
    planes = np.frombuffer(_CODEC.decompress(packed, _PLANES * size), dtype=np.uint8)
    return gather_counts(planes, start << bits, bits, start, numbers, rows, n)
