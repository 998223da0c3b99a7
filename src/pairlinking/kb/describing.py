"""A description made of facts alone, for a knowledge base that holds no text of its sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pairlinking.types import IntArray

if TYPE_CHECKING:
    from pairlinking.kb.knowledge_base import KnowledgeBase

__all__ = ["describe"]

_COMPARED = 300  # pages that link to an entity and are compared; more would only take longer
_NAMED = 2


def describe(kb: KnowledgeBase, entity: int, kind: str | None = None) -> str | None:
    """What an entity is, and what it is linked with: ``"person, linked with Apple Inc. and Steve Jobs"``.

    Of the pages that link to the entity, those whose vectors are nearest to its own; without vectors, those that are
    linked least themselves, as they are the most special. None where there is neither a kind nor such a page.
    """
    pages = kb.in_links(entity)[:_COMPARED].astype(np.int64)
    names = [kb.title(page) for page in _nearest(kb, entity, pages[pages != entity]).tolist()]
    if not names:
        return kind
    return f"{kind}, linked with {' and '.join(names)}" if kind else f"linked with {' and '.join(names)}"


def _nearest(kb: KnowledgeBase, entity: int, pages: IntArray) -> IntArray:
    if kb.entity_vectors is not None and kb.entity_vectors[entity].any():
        nearness = kb.entity_vectors[pages].astype(np.float32) @ kb.entity_vectors[entity].astype(np.float32)
    else:
        nearness = -(kb.in_link_indptr[pages + 1] - kb.in_link_indptr[pages]).astype(np.float32)
    return pages[np.argsort(-nearness, kind="stable")[:_NAMED]]
