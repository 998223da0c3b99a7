"""Which entities a smaller knowledge base keeps, and what their numbers become."""

from __future__ import annotations

from collections.abc import Mapping
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
        Number of each in the large knowledge base, rising.
    new
        Number of each entity of the large knowledge base in the small one, -1 if it is left out. Entities that are the
        same share a number.
    best
        Which of those provides profile and vector, by its number in the large one: the one with the longest profile.
    """

    old: IntArray
    new: IdArray
    best: IntArray

    def __len__(self) -> int:
        return len(self.old)


def most_linked(kb: KnowledgeBase, most: int, same: Mapping[int, int] | None = None) -> Kept:
    """The `most` entities with the most in-links; of equals, those with more anchors.

    `same` maps entities to others that are the same, and that replace them.
    """
    into = np.arange(len(kb))
    for one, other in (same or {}).items():
        into[one] = other
    n_links = np.bincount(into, weights=np.diff(kb.in_link_indptr), minlength=len(kb))
    n_named = np.bincount(into[kb.dictionary.entities], weights=kb.dictionary.counts, minlength=len(kb))
    stays = into == np.arange(len(kb))
    order = np.lexsort((-n_named, -n_links, ~stays))[: np.count_nonzero(stays)]
    old = np.sort(order[:most])
    place = np.full(len(kb), -1, dtype=np.int32)
    place[old] = np.arange(len(old), dtype=np.int32)
    return Kept(old, place[into], _best(kb, into)[old])


def _best(kb: KnowledgeBase, into: IntArray) -> IntArray:
    """For each entity that stays, the one among those merged into it about which most is known."""
    known = np.zeros(len(kb)) if kb.profiles is None else np.diff(kb.profiles.indptr).astype(np.float64)
    if kb.entity_vectors is not None:
        known += 1000 * kb.entity_vectors.any(axis=1)
    order = np.lexsort((known, into))
    best = np.arange(len(kb))
    best[into[order]] = order  # the last one of each counts, which is the one with the most words
    return best


def rows_of(indptr: IntArray, lists: IntArray) -> tuple[IntArray, IntArray]:
    """Positions of the values of some lists in compressed sparse rows, and the bounds of these lists alone.

    >>> rows_of(np.array([0, 2, 2, 5]), np.array([2, 0]))
    (array([2, 3, 4, 0, 1]), array([0, 3, 5]))
    """
    starts, sizes = indptr[lists], indptr[lists + 1] - indptr[lists]
    bounds = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    return np.arange(bounds[-1]) + np.repeat(starts - bounds[:-1], sizes), bounds
