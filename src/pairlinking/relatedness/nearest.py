"""The entities nearest to one, by any measure."""

from __future__ import annotations

import numpy as np

from pairlinking._support.options import check_int
from pairlinking.relatedness.base import KernelRelatedness
from pairlinking.relatedness.link_based import NJS, WLM

__all__ = ["nearest"]

_PIECE = 65536


def nearest(measure: KernelRelatedness, entity: int, k: int = 10) -> list[tuple[int, float]]:
    """The `k` entities most related to `entity`, with their scores, best first, without those that score 0.

    By WLM (Eq. 9) two entities with few in-links are related even if they share none; these are left out, too. Scans
    all entities: meant for interactive use, not for loops.

    >>> from pairlinking.relatedness import NJS, InLinks
    >>> nearest(NJS(InLinks.from_lists([[1, 2], [1], [3], [1, 2]], n_pages=4)), 0, k=1)
    [(3, 1.0)]
    """
    check_int("nearest", "k", k, 1)
    shared = NJS(measure.links) if isinstance(measure, WLM) else None
    best = np.empty(0, dtype=np.int64)
    scores = np.empty(0)
    for start in range(0, measure.n_entities, _PIECE):
        piece = np.arange(start, min(start + _PIECE, measure.n_entities))
        piece = piece[piece != entity]
        if shared is not None:
            piece = piece[shared.block(np.array([entity]), piece)[0] > 0]
        best = np.concatenate([best, piece])
        scores = np.concatenate([scores, measure.block(np.array([entity]), piece)[0]])
        order = np.lexsort((best, -scores))[:k]
        best, scores = best[order], scores[order]
    return [(int(other), float(score)) for other, score in zip(best, scores, strict=True) if score > 0]
