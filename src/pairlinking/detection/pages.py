"""Pages of a knowledge base's own source, from which names are learned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from pairlinking.building.writers.gold import join_sentences

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["LinkedPage", "linked_pages"]

_SENTENCE = 95  # characters of a typical sentence


class LinkedPage(NamedTuple):
    """Title and text of a page, and the spans of its links in code points."""

    title: str
    text: str
    links: list[tuple[int, int]]


def linked_pages(kb: KnowledgeBase, most: int) -> Iterator[LinkedPage]:
    """Pages with links from all parts of the source: about `most` characters, chosen by the names of the pages.

    Excludes pages that were held out, and disambiguation pages, which have no running text.
    """
    import pyarrow.parquet as pq

    from pairlinking.building import EntityOptions

    options = EntityOptions(**kb.manifest.parameters["entities"])
    tables = Path(kb.path) / "tables"
    below = int(min(1.0, most / max(_SENTENCE * kb.manifest.counts.get("sentences", 0), 1)) * 2**32)
    for shard in sorted((tables / "sentences").glob("*.parquet")):
        rows = pq.read_table(tables / "pages" / shard.name).to_pylist()
        titles = {row["page"]: row["title"] for row in rows if not row["is_disambiguation"]}
        wanted = {page for page in titles if crc32(page.encode()) < below and not options.holds_out(page)}
        if not wanted:
            continue
        table = pq.read_table(shard, columns=["page", "text", "anchors"], filters=[("page", "in", wanted)])
        for page, sentences in groupby(table.to_pylist(), key=lambda row: row["page"]):
            text, links, _ = join_sentences(sentences)
            if links:  # without links, a page says nothing about names
                yield LinkedPage(titles[page], text, links)
