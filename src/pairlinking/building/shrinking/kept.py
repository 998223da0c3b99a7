"""Which entities a smaller knowledge base keeps, and what their numbers become."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.types import IdArray, IntArray

__all__ = ["Kept", "most_linked", "rows_of"]


@dataclass(frozen=True)
class Kept:
    """Entities that are kept, in their order.

    Attributes
    ----------
    old
        Number that each has in the large knowledge base, rising.
    new
        Number that each entity of the large knowledge base gets in the small one, -1 for one that is left out.
    """

    old: IntArray
    new: IdArray

    def __len__(self) -> int:
        return len(self.old)


def most_linked(kb: KnowledgeBase, most: int) -> Kept:
    """The `most` entities with the most in-links; of those with as many, the ones that links name more often."""
    n_named = np.bincount(kb.dictionary.entities, weights=kb.dictionary.counts, minlength=len(kb))
    order = np.lexsort((-n_named, -np.diff(kb.in_link_indptr)))
    old = np.sort(order[:most])
    new = np.full(len(kb), -1, dtype=np.int32)
    new[old] = np.arange(len(old), dtype=np.int32)
    return Kept(old, new)


def rows_of(indptr: IntArray, lists: IntArray) -> tuple[IntArray, IntArray]:
    """Places of the values of some lists of compressed sparse rows, and the bounds of these lists on their own.

    >>> rows_of(np.array([0, 2, 2, 5]), np.array([2, 0]))
    (array([2, 3, 4, 0, 1]), array([0, 3, 5]))
    """
    starts, sizes = indptr[lists], indptr[lists + 1] - indptr[lists]
    bounds = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    return np.arange(bounds[-1]) + np.repeat(starts - bounds[:-1], sizes), bounds
