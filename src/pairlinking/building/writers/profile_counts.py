"""How often words occur on an entity's page and around the links to it: the first step of making profiles.

Each shard of the tables is counted separately, with word numbers of its own, so no process needs to know all words and
every sentence is read once. The counts are packed, in one piece for each range of entities, so the second step reads
only what it needs of every shard.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.relate import EntityOptions
from pairlinking.building.writers._counting import WordRow
from pairlinking.building.writers._pairs import count_pairs
from pairlinking.building.writers.columns import DIFFERENT_STRINGS, page_runs, read_sentences, sentence_columns
from pairlinking.building.writers.count_files import Counted, write_counts
from pairlinking.building.writers.targets import targets_of
from pairlinking.kb.names import Names
from pairlinking.types import IntArray

__all__ = ["ShardSize", "count_shard"]

WINDOW = 20  # words to each side of a link: 20 was better than 15, 10 and 5
OWN = 2  # weight of a word on the entity's own page, where a word next to a link counts 1
MOST_COUNTED = 65535  # beyond that, more changes nothing


class ShardSize(NamedTuple):
    """Counts of a shard: pages with text, and pairs of an entity and a word."""

    pages: int
    pairs: int


def count_shard(kb: Path, shard: str, entities: EntityOptions, starts: IntArray, folder: Path) -> ShardSize:
    """Count one shard and write its counts, and its words with their numbers of pages, into `folder`.

    Held-out pages are left out. A page that models learn from counts for itself, but not for what it links to, because
    a link would then give its own answer away. Disambiguation pages describe things that only share a name.

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
    links_count = False
    targets = targets_of(kb)
    for batch in read_sentences(kb / "tables" / "sentences" / shard):
        columns = sentence_columns(batch)
        leads_to = targets.entities(batch.column("anchors").values.field("target"))
        for page, first, last in page_runs(batch.column("page")):
            if page not in kept:
                continue
            if page != last_page:
                row.begin_page(names.number(page))
                last_page, links_count = page, not entities.learns_from(page)
            row.add(columns, first, last, leads_to, links_count)
    counted = Counted(*count_pairs(row, WINDOW, OWN, MOST_COUNTED))
    write_counts(folder / f"{shard}.counts", counted, starts)
    data, offsets = row.words.spelled()
    words = pa.Array.from_buffers(pa.string(), len(row.words), [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    pq.write_table(pa.table({"word": words, "pages": row.words.pages}), folder / "words" / shard, **DIFFERENT_STRINGS)
    return ShardSize(row.n_pages, len(counted.low))
