"""How often words stand on an entity's page and around the links to it: the first step of making profiles.

Each shard of the tables is counted by itself, with numbers of words of its own, so that no process needs to know all
words and every sentence is read once.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pairlinking.building.relate import EntityOptions
from pairlinking.kb.names import Names
from pairlinking.kb.profiles import places_of
from pairlinking.text.words import words
from pairlinking.types import IntArray

__all__ = ["BLOCK", "WINDOW", "ShardSize", "count_shard"]

WINDOW = 20  # words to each side of a link: 20 was better than 15, 10 and 5
OWN = 2  # what a word of the entity's own page counts, where one beside a link counts 1
BLOCK = 256  # entities whose counts are always kept together


class ShardSize(NamedTuple):
    """What a shard gave: pages with text, and how many counts the entities of each block have."""

    pages: int
    blocks: IntArray


class _Tally:
    """Words of the pages of a shard in one row, with what each page and link is about."""

    def __init__(self) -> None:
        self.vocabulary: defaultdict[str, int] = defaultdict()
        self.vocabulary.default_factory = self.vocabulary.__len__  # the next number for a new word
        self.pages: list[tuple[int, int, int]] = []  # first word, first after the last, entity or -1
        self.links: list[tuple[int, int, int, int, int]] = []  # the same of the anchor, then of its page
        self.ids = array("q")

    def add(self, rows: Iterable[tuple[str, list[tuple[int, int, int]]]], entity: int) -> None:
        """Add a page: its sentences, each with the spans of its anchors and their entities."""
        number = self.vocabulary.__getitem__
        first, ids = len(self.ids), self.ids
        found: list[tuple[int, int, int]] = []
        for text, anchors in rows:
            done = 0
            for start, end, target in anchors:
                if target < 0 or start < done:  # anchors overlap in a damaged table only: the first counts
                    continue
                ids.extend(map(number, words(text[done:start])))
                before = len(ids)
                ids.extend(map(number, words(text[start:end])))
                found.append((before, len(ids), target))
                done = end
            ids.extend(map(number, words(text[done:])))
        if len(ids) > first:
            self.pages.append((first, len(ids), entity))
            self.links += [(start, end, target, first, len(ids)) for start, end, target in found]

    def counts(self) -> tuple[IntArray, IntArray]:
        """Pairs of entity and word as ``entity << 32 | word``, rising, and what each counts."""
        ids = np.frombuffer(self.ids, dtype=np.int64)
        first, end, entity = np.array(self.pages, dtype=np.int64).reshape(-1, 3).T
        entities = np.repeat(entity, end - first)
        own = (entities << 32 | ids)[entities >= 0]
        # Links behind pages in one sort, with a last bit that tells them apart.
        keys = np.concatenate([own << 1 | 1, *_around(ids, np.array(self.links, dtype=np.int64).reshape(-1, 5))])
        keys.sort()
        starts = _starts(keys >> 1)
        counts = np.diff(starts, append=len(keys))
        if len(starts):
            counts += (OWN - 1) * np.add.reduceat(keys & 1, starts)
        return keys[starts] >> 1, counts

    def pages_with(self) -> IntArray:
        """In how many pages each word stands."""
        first, end, _ = np.array(self.pages, dtype=np.int64).reshape(-1, 3).T
        keys = np.repeat(np.arange(len(first)), end - first) << 32 | np.frombuffer(self.ids, dtype=np.int64)
        keys.sort()
        return np.bincount(keys[_starts(keys)] & 0xFFFFFFFF, minlength=len(self.vocabulary))


def _starts(values: IntArray) -> IntArray:
    """Where, in sorted values that are not negative, each value begins."""
    return np.flatnonzero(np.diff(values, prepend=-1))


def _around(ids: IntArray, links: IntArray) -> list[IntArray]:
    """Pairs of every link's entity and the words up to `WINDOW` beside its anchor on its page; with a last bit of 0."""
    start, end, target, first, last = links.T
    before, behind = (np.maximum(start - WINDOW, first), start), (end, np.minimum(end + WINDOW, last))
    return [np.repeat(target << 33, high - low) | ids[places_of(low, high)] << 1 for low, high in (before, behind)]


def count_shard(kb: Path, shard: str, entities: EntityOptions, n_blocks: int, folder: Path) -> ShardSize:
    """Count one shard and write three files into `folder`: keys, counts, and the words with their numbers of pages.

    A held-out page is not there at all. A page that models learn from tells about itself, but not about what it links
    to, or a link would give its own answer away. Disambiguation pages tell of what only shares a name.
    """
    number = Names.open(kb / "entities").number
    rows = pq.read_table(kb / "tables" / "pages" / shard).to_pylist()
    kept = [row["page"] for row in rows if not (row["is_disambiguation"] or entities.holds_out(row["page"]))]
    tally = _Tally()
    for page, group in groupby(_sentences(kb / "tables" / "sentences" / shard, kept), key=itemgetter(0)):
        tells = not entities.learns_from(page)
        linked = (
            (text, [(start, end, number(target)) for start, end, target in anchors] if tells else [])
            for _, text, anchors in group
        )
        tally.add(linked, number(page))
    keys, counts = tally.counts()
    np.save(folder / f"{shard}.keys.npy", keys)
    np.save(folder / f"{shard}.counts.npy", counts.astype(np.int32))
    told = {"word": pa.array(list(tally.vocabulary), pa.string()), "pages": pa.array(tally.pages_with())}
    pq.write_table(pa.table(told), folder / "words" / shard)
    return ShardSize(len(tally.pages), np.bincount((keys >> 32) // BLOCK, minlength=n_blocks))


def _sentences(path: Path, pages: list[str]) -> Iterator[tuple[str, str, list[tuple[int, int, str]]]]:
    """Page, text and anchors of each sentence of these pages, by whole columns: a dict for each anchor takes long."""
    wanted = pa.array(pages, pa.string())
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(columns=["page", "text", "anchors"]):
            batch = batch.filter(pc.is_in(batch.column("page"), value_set=wanted))
            lists = batch.column("anchors")
            anchors = list(zip(*(lists.values.field(i).to_pylist() for i in range(3)), strict=True))
            bounds = lists.offsets.to_pylist()
            columns = batch.column("page").to_pylist(), batch.column("text").to_pylist()
            for page, text, first, last in zip(*columns, bounds[:-1], bounds[1:], strict=True):
                yield page, text, anchors[first:last]
