"""In how many pages each surface form occurs, and in how many as a link: a stage of the build."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

from pairlinking._support.pool import Pools, WorkerPool
from pairlinking._support.progress import Progress
from pairlinking.building.relate import EntityOptions
from pairlinking.building.writers._filter import fill_filter
from pairlinking.building.writers._form_counter import FormCounter
from pairlinking.building.writers.columns import page_runs, read_sentences, sentence_columns
from pairlinking.kb.name_parts import base_name
from pairlinking.kb.occurrences import USUAL, shape
from pairlinking.kb.storage.npy import open_array
from pairlinking.kb.storage.tries import Trie, open_trie
from pairlinking.text.boundaries import char_kinds
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["SENTENCES", "make_filter", "own_names", "write_occurrences"]

SENTENCES = 300_000
"""About how many sentences are counted, even in a whole Wikipedia: some 30 MB of text."""

_READ = 4  # times as many are read: pages of one shard are often about one thing, so only some of a shard are used
_TRUST = 20  # the usual probability of a shape weighs as much as this many counted forms
_SLOTS = 4  # of the filter, for each form: one in ten prefixes of no form passes


class _Counts(NamedTuple):
    """Counts of one shard: forms that occur, pages with each, pages that link each, and the number of pages."""

    forms: IntArray
    pages: IntArray
    linked: IntArray
    n_pages: int


def write_occurrences(
    kb: Path,
    folder: Path,
    scratch: Path,
    entities: EntityOptions,
    n_sentences: int,
    workers: int,
    progress: Progress,
    pools: Pools = WorkerPool,
) -> dict[str, int]:
    """Count in the tables of `kb`, write the files of `Occurrences`, and return how much was counted.

    Which pages are counted depends only on their names and the number of sentences. Held-out pages are left out, and so
    are disambiguation pages, which contain no running text, and pages whose text has no link at all: there, links were
    omitted by the authors or lost on the way, so a form without a link means nothing.

    Parameters
    ----------
    scratch
        Folder for what the processes share.
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
    slots = scratch / "filter.npy"
    scratch.mkdir(parents=True, exist_ok=True)
    np.save(slots, make_filter(trie))
    tasks = [partial(_count_shard, kb, shard, entities, share, slots) for shard in shards]
    with pools(workers) as pool:
        for done, counts in enumerate(pool.run(tasks), 1):
            pages[counts.forms] += counts.pages.astype(np.int32)
            linked[counts.forms] += counts.linked.astype(np.int32)
            n_pages += counts.n_pages
            progress.update(done)
    np.save(folder / "pages.npy", pages)
    np.save(folder / "linked.npy", linked)
    np.save(folder / "priors.npy", _priors(trie, pages, linked))
    n_forms = int(np.count_nonzero(pages))
    progress.finish(f"{n_forms:,} forms in {n_pages:,} pages")
    return {"counted_pages": n_pages, "counted_forms": n_forms}


def make_filter(trie: Trie) -> npt.NDArray[np.uint8]:
    """The filter by which `FormCounter` knows when to stop: about four bytes per form."""
    slots = np.zeros(1 << (_SLOTS * len(trie) + 1).bit_length(), dtype=np.uint8)
    fill_filter(trie.iterkeys(), slots, char_kinds())
    return slots


def own_names(title: str) -> set[str]:
    """Names of a page, with and without its parenthesis. No page links to itself, so they do not count there."""
    return {title, base_name(title)}


def _count_shard(kb: Path, shard: str, entities: EntityOptions, share: float, slots: Path) -> _Counts:
    below = int(share * 2**32)
    pages = pq.read_table(kb / "tables" / "pages" / shard, columns=["page", "title", "is_disambiguation"])
    titles = {
        page: title
        for page, title, is_disambiguation in zip(*(column.to_pylist() for column in pages.columns), strict=True)
        if not is_disambiguation and crc32(page.encode()) < below and not entities.holds_out(page)
    }
    status = slots.stat()
    counter = _counter(kb, slots, status.st_mtime_ns, status.st_ino)
    n_pages = 0
    last_page: str | None = None
    for batch in read_sentences(kb / "tables" / "sentences" / shard):
        columns = sentence_columns(batch)
        for page, first, last in page_runs(batch.column("page")):
            if page not in titles:
                continue
            if page != last_page:
                n_pages += counter.end_page()
                counter.begin_page(own_names(titles[page]))
                last_page = page
            counter.add(columns, first, last)
    n_pages += counter.end_page()
    forms, counted, linked = counter.take_counts()
    return _Counts(forms, counted, linked, n_pages)


@lru_cache(maxsize=1)
def _counter(kb: Path, slots: Path, *_: int) -> FormCounter:
    """One counter per process while the file is the same: most forms of a shard were looked up for an earlier one."""
    return FormCounter(open_trie(kb / "surfaces" / "forms.marisa"), open_array(slots, np.uint8), char_kinds())


def _priors(trie: Trie, pages: IdArray, linked: IdArray) -> FloatArray:
    """Mean link probability of the forms of each shape, drawn to the usual one where few forms were counted."""
    sums: FloatArray = _TRUST * np.array(USUAL)
    sizes: FloatArray = np.full(len(USUAL), float(_TRUST))
    for form in np.flatnonzero(pages).tolist():
        at = shape(trie.restore_key(form))
        sums[at] += linked[form] / pages[form]
        sizes[at] += 1
    return sums / sizes
