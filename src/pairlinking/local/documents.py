"""Documents to learn from: pages of the knowledge base's own source, with their links as gold.

A page must not be evidence for itself: while learning from it, lookups ignore the anchors of that page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pairlinking.building.writers.gold import join_sentences
from pairlinking.errors import DocumentError, KnowledgeBaseError
from pairlinking.kb.dictionary import ANCHOR, Candidates, Dictionary, merge

if TYPE_CHECKING:
    from pairlinking.building import EntityOptions
    from pairlinking.kb import KnowledgeBase

__all__ = ["GoldDocument", "WithoutPage", "pages_to_learn_from"]


@dataclass(frozen=True)
class GoldDocument:
    """A text, the spans of its mentions in order, and the entity of each, -1 where the knowledge base has none.

    Attributes
    ----------
    anchors
        Mentions as they are in the page itself, if the text was changed afterwards; else None.
    page
        Number of the page, if the document is a page whose links are part of the knowledge base; else -1.
    """

    text: str
    spans: list[tuple[int, int]]
    entities: list[int]
    anchors: list[str] | None = None
    page: int = -1

    def __post_init__(self) -> None:
        if len(self.spans) != len(self.entities):
            raise DocumentError(f"There are {len(self.spans)} spans, but {len(self.entities)} entities.")
        for start, end in self.spans:
            if not 0 <= start <= end <= len(self.text):
                raise DocumentError(
                    f"A mention must lie within the text of {len(self.text):,} characters. Got {start} to {end}."
                )

    @property
    def surfaces(self) -> list[str]:
        """Text of each mention."""
        return [self.text[start:end] for start, end in self.spans]


class WithoutPage:
    """The dictionary as it would be without the anchors of one document."""

    def __init__(self, dictionary: Dictionary, document: GoldDocument) -> None:
        self._dictionary = dictionary
        self._own = Counter(zip(document.anchors or document.surfaces, document.entities, strict=True))

    def lookup(self, form: str) -> Candidates | None:
        """Candidates of the form, without those that only this document gives it."""
        found = self._dictionary.lookup(form)
        return None if found is None else self._without(form, found)

    def lookup_folded(self, form: str) -> Candidates | None:
        """Candidates of all forms that fold like this one, without those that only this document gives them."""
        forms = self._dictionary.folded_like(form)
        parts = [found for each in forms if (found := self.lookup(each)) is not None]
        return merge(parts) if parts else None

    def _without(self, form: str, found: Candidates) -> Candidates | None:
        own = np.array([self._own[form, entity] for entity in found.entities.tolist()], dtype=np.int32)
        if not own.any():
            return found
        counts = np.maximum(found.counts - own, 0)
        origins = np.where(counts > 0, found.origins, found.origins & ~np.uint8(ANCHOR))
        kept = np.flatnonzero(origins)
        if len(kept) == 0:
            return None
        order = kept[np.lexsort((found.entities[kept], -counts[kept]))]
        return Candidates(found.entities[order], counts[order], origins[order])


def pages_to_learn_from(kb: KnowledgeBase, *, most: int = 4000) -> Iterator[GoldDocument]:
    """Pages that were set aside for learning: neither held out, nor part of the corpus that vectors are learned from.

    Pages without links in their text teach nothing, and are left out. Of a large wiki, at most `most` of the others are
    taken, from all parts of it: more would teach little, and fill the memory.
    """
    import pyarrow.parquet as pq

    from pairlinking.building import EntityOptions

    options = EntityOptions(**kb.manifest.parameters["entities"])
    shards = sorted(path.name for path in (kb.path / "tables" / "sentences").glob("*.parquet"))
    if not shards:
        raise KnowledgeBaseError(f"{kb.path} has no tables to learn from. Build it again without --no-tables.")
    linked = {shard: _linked_pages(kb.path / "tables", shard, options) for shard in shards}
    chosen = set(nsmallest(most, (page for pages in linked.values() for page in pages), key=options.place))
    for shard, pages in linked.items():
        wanted = pages & chosen
        if not wanted:
            continue
        path = kb.path / "tables" / "sentences" / shard
        rows = pq.read_table(path, columns=["page", "text", "anchors"], filters=[("page", "in", wanted)]).to_pylist()
        for page, sentences in groupby(rows, key=itemgetter("page")):
            yield _document(kb, page, sentences)


def _linked_pages(tables: Path, shard: str, options: EntityOptions) -> set[str]:
    """Pages of a shard that are set aside for learning and have links in their text."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    links = pq.read_table(tables / "links" / shard, columns=["page"], filters=pc.field("place") == "text")
    linked = set(links.column("page").unique().to_pylist())
    pages = pq.read_table(tables / "pages" / shard, columns=["page", "is_disambiguation"])
    rows = zip(pages.column("page").to_pylist(), pages.column("is_disambiguation").to_pylist(), strict=True)
    return {page for page, is_list in rows if page in linked and not is_list and options.learns_from(page)}


def _document(kb: KnowledgeBase, page: str, sentences: Iterator[dict[str, Any]]) -> GoldDocument:
    text, spans, targets = join_sentences(sentences)
    number, *entities = [-1 if (entity := kb.get(name)) is None else entity for name in (page, *targets)]
    return GoldDocument(text, spans, entities, page=number)
