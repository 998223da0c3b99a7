"""A description made from facts alone, for a knowledge base that contains no text of its sources."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pairlinking.types import IntArray

if TYPE_CHECKING:
    from pairlinking.kb.knowledge_base import KnowledgeBase

__all__ = ["describe"]

_COMPARED = 2000  # pages that link to an entity and are compared; more would only be slower
_NAMED = 2
_SAYS_NOTHING = "other"  # the kind of an entity that is neither a person nor a place nor anything else
_LISTING = re.compile(r"(list|index|outline|timeline|glossary)s? of |\d", re.IGNORECASE)  # links to anything


def describe(kb: KnowledgeBase, entity: int, kind: str | None = None) -> str | None:
    """What an entity is, and what it is linked with: ``"person, linked with Apple Inc. and Steve Jobs"``.

    Names well-known pages that link to the entity and whose vectors are near its own; without vectors, those with the
    fewest in-links themselves, as they are the most specific. Lists, years and the like are left out. None if there is
    neither a kind nor such a page.
    """
    pages = kb.in_links(entity)[:_COMPARED].astype(np.int64)
    titles = map(kb.title, _best_first(kb, entity, pages[pages != entity]).tolist())
    names = list(islice((title for title in titles if not _LISTING.match(title)), _NAMED))
    known = [kind] if kind is not None and kind != _SAYS_NOTHING else []
    return ", ".join([*known, *([f"linked with {' and '.join(names)}"] if names else [])]) or None


def _best_first(kb: KnowledgeBase, entity: int, pages: IntArray) -> IntArray:
    links = (kb.in_link_indptr[pages + 1] - kb.in_link_indptr[pages]).astype(np.float64)
    vectors = kb.entity_vectors
    if vectors is None or not vectors[entity].any():
        return pages[np.argsort(links, kind="stable")]
    own, others = vectors[entity].astype(np.float64), vectors[pages].astype(np.float64)
    lengths = np.linalg.norm(others, axis=1) * np.linalg.norm(own)
    nearness = np.divide(others @ own, lengths, out=np.zeros(len(pages)), where=lengths > 0)
    return pages[np.argsort(-nearness * np.sqrt(np.log1p(links)), kind="stable")]
