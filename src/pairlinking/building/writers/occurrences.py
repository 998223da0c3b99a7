"""Counts in how many pages surface forms stand, and stand as links: a stage of the build."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pairlinking._support.pool import Pools, WorkerPool
from pairlinking._support.progress import Progress
from pairlinking.building.relate import EntityOptions
from pairlinking.kb.occurrences import USUAL, shape
from pairlinking.kb.storage.tries import Trie, find_key, key_ids, open_trie
from pairlinking.text.boundaries import LONGEST, find_boundaries, plain
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["SENTENCES", "count_page", "write_occurrences"]

SENTENCES = 300_000
"""About so many sentences are counted, of a whole Wikipedia too: some 30 MB of text."""

_READ = 4  # times as many are read: pages of one shard are often about one thing, so not all of a shard are taken
_TRUST = 20  # forms that the usual probability of a shape stands for, against those that were counted
_BRACKETS = re.compile(r" \([^()]*\)$")


class _Counts(NamedTuple):
    """Of one shard: forms that occur, pages with each, pages that link each, and the number of pages."""

    forms: IntArray
    pages: IdArray
    linked: IdArray
    n_pages: int


def write_occurrences(
    kb: Path,
    folder: Path,
    entities: EntityOptions,
    n_sentences: int,
    workers: int,
    progress: Progress,
    pools: Pools = WorkerPool,
) -> dict[str, int]:
    """Count in the tables of `kb`, write the files of `Occurrences`, and say how much was counted.

    Which pages are counted depends on their names and the number of sentences alone. Held-out pages never are, nor
    are disambiguation pages, which hold no running text, nor pages whose text has no link at all: their authors, or the
    way the text was gathered, left links out, so that a form without one says nothing there.

    Parameters
    ----------
    n_sentences
        Number of sentences on pages that have links in their text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shards = sorted(path.name for path in (kb / "tables" / "sentences").glob("*.parquet"))
    step = max(1, n_sentences // (_READ * SENTENCES))
    shards = shards[::step]
    share = min(1.0, step * SENTENCES / max(n_sentences, 1))
    progress.start("Counting surface forms in text", total=len(shards), unit="shards")
    trie = open_trie(kb / "surfaces" / "forms.marisa")
    pages, linked = np.zeros(len(trie), dtype=np.int32), np.zeros(len(trie), dtype=np.int32)
    n_pages = 0
    tasks = [partial(_count_shard, kb, shard, entities, share) for shard in shards]
    with pools(workers) as pool:
        for done, counts in enumerate(pool.run(tasks), 1):
            pages[counts.forms] += counts.pages
            linked[counts.forms] += counts.linked
            n_pages += counts.n_pages
            progress.update(done)
    np.save(folder / "pages.npy", pages)
    np.save(folder / "linked.npy", linked)
    np.save(folder / "priors.npy", _priors(trie, pages, linked))
    n_forms = int(np.count_nonzero(pages))
    progress.finish(f"{n_forms:,} forms in {n_pages:,} pages")
    return {"counted_pages": n_pages, "counted_forms": n_forms}


def count_page(
    trie: Trie, title: str, sentences: Iterable[tuple[str, list[tuple[int, int]]]]
) -> tuple[set[str], set[str]]:
    """Forms that stand in a page, as a link or not, and those that stand in it as a link.

    The words of a link are that link and nothing else: in [[New York]] there is no York. The title of the page does not
    count, with or without its parenthesis: no page links to itself.

    Parameters
    ----------
    sentences
        Text and spans of links of each, in the order of the text.
    """
    gaps: list[str] = []
    linked: set[str] = set()
    for text, spans in sentences:
        done = 0
        for start, end in spans:
            linked.add(plain(text[start:end]))
            gaps.append(text[done:start])
            done = max(done, end)
        gaps.append(text[done:])
    linked = {form for form in linked if find_key(trie, form) is not None}
    found = _standing(trie, plain("\n".join(gaps))) | linked
    own = {title, _BRACKETS.sub("", title)}
    return found - own, linked - own


def _standing(trie: Trie, text: str) -> set[str]:
    starts, inside = find_boundaries(text)
    prefixes = trie.prefixes
    return {
        form for start in starts for form in prefixes(text[start : start + LONGEST]) if not inside[start + len(form)]
    }


def _count_shard(kb: Path, shard: str, entities: EntityOptions, share: float) -> _Counts:
    trie = open_trie(kb / "surfaces" / "forms.marisa")
    below = int(share * 2**32)
    titles = {
        row["page"]: row["title"]
        for row in pq.read_table(kb / "tables" / "pages" / shard).to_pylist()
        if not row["is_disambiguation"] and crc32(row["page"].encode()) < below and not entities.holds_out(row["page"])
    }
    pages: Counter[str] = Counter()
    linked: Counter[str] = Counter()
    n_pages = 0
    for page, rows in groupby(_sentences(kb / "tables" / "sentences" / shard, titles), key=itemgetter(0)):
        sentences = [(text, spans) for _, text, spans in rows]
        if not any(spans for _, spans in sentences):
            continue
        found, as_link = count_page(trie, titles[page], sentences)
        pages.update(found)
        linked.update(as_link)
        n_pages += 1
    return _Counts(
        key_ids(trie, pages),
        np.fromiter(pages.values(), dtype=np.int32, count=len(pages)),
        np.array([linked[form] for form in pages], dtype=np.int32),
        n_pages,
    )


def _sentences(path: Path, pages: Iterable[str]) -> Iterator[tuple[str, str, list[tuple[int, int]]]]:
    """Page, text and spans of links of each sentence of these pages."""
    wanted = pa.array(pages, pa.string())
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(columns=["page", "text", "anchors"]):
            batch = batch.filter(pc.is_in(batch.column("page"), value_set=wanted))
            lists = batch.column("anchors")
            starts, ends = (lists.values.field(name).to_pylist() for name in ("start", "end"))
            spans = list(zip(starts, ends, strict=True))
            bounds = lists.offsets.to_pylist()
            columns = batch.column("page").to_pylist(), batch.column("text").to_pylist()
            for page, text, first, last in zip(*columns, bounds[:-1], bounds[1:], strict=True):
                yield page, text, spans[first:last]


def _priors(trie: Trie, pages: IdArray, linked: IdArray) -> FloatArray:
    """Mean link probability of the forms of each shape; the usual one where few were counted."""
    sums: FloatArray = _TRUST * np.array(USUAL)
    sizes: FloatArray = np.full(len(USUAL), float(_TRUST))
    for form in np.flatnonzero(pages).tolist():
        at = shape(trie.restore_key(form))
        sums[at] += linked[form] / pages[form]
        sizes[at] += 1
    return sums / sizes
