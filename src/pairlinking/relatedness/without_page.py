"""Relatedness as it would be without one page, for documents that are themselves pages of the knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pairlinking.relatedness.combined import Mean
from pairlinking.relatedness.embedding import EES
from pairlinking.relatedness.link_based import NJS, InLinks
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["RelatednessWithoutPage"]


class RelatednessWithoutPage:
    """``njs+ees`` (``njs`` without vectors) among some entities, ignoring the links of one page.

    All entities that a page links to share that page: measured on the page itself, they would support each other for
    that reason alone. It copies the entities' in-links, which takes time: meant for learning, not for linking.

    >>> from pairlinking.building import open_sample
    >>> from pairlinking.relatedness import measure
    >>> kb = open_sample()
    >>> page, left, right = map(kb.find, ("Augusta National Golf Club", "Tiger Woods", "Masters Tournament"))
    >>> without = RelatednessWithoutPage(kb, page, np.array([left, right]))
    >>> without.score(left, right) < measure("njs+ees", kb=kb).score(left, right)
    True
    """

    def __init__(self, kb: KnowledgeBase, page: int, entities: IntArray) -> None:
        self._entities = np.unique(entities)
        starts, ids = kb.in_link_indptr, kb.in_link_ids
        lists = [ids[starts[each] : starts[each + 1]] for each in self._entities.tolist()]
        links = NJS(InLinks.from_lists([each[each != page] for each in lists], n_pages=len(kb)))
        self._inner: NJS | Mean = links
        if kb.entity_vectors is not None:
            self._inner = Mean(links, EES(kb.entity_vectors[self._entities]))

    def score(self, left: int, right: int) -> float:
        """Relatedness of two of the entities."""
        return self._inner.score(*self._rows(np.array([left, right])).tolist())

    def bound(self, left: int, right: int) -> float:
        """Upper bound of `score`."""
        return self._inner.bound(*self._rows(np.array([left, right])).tolist())

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity."""
        return self._inner.block(self._rows(lefts), self._rows(rights))

    def _rows(self, entities: IntArray) -> IntArray:
        rows: IntArray = np.searchsorted(self._entities, entities)
        return rows
