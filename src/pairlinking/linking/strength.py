"""Words for relatedness: which pairs of entities are related at all, and how closely.

A value of relatedness alone means little: by WLM, most random pairs of pages have a high one; by NJS, almost all have
0. So values are compared with those of random pairs.
"""

from __future__ import annotations

from bisect import bisect_right
from weakref import WeakKeyDictionary

import numpy as np

from pairlinking.kb import KnowledgeBase
from pairlinking.stages import Relatedness

__all__ = ["STARTS", "STRENGTHS", "UNRELATED", "by_chance", "strength"]

UNRELATED = "not related"

_WORDS = {
    "loosely related": 0.0,
    "related": 0.25,
    "closely related": 0.5,
}  # from this share of the way from chance to 1
_NAMES, STARTS = tuple(_WORDS), tuple(_WORDS.values())
STRENGTHS = [word.encode() for word in (UNRELATED, *_NAMES)]  # as they are written
_SAMPLE = 64  # entities on either side
_QUANTILE = 0.9
_LEAST = 0.25  # share of the way from the median to 1, chosen by reading decisions on the gold texts of the sample
_KNOWN: WeakKeyDictionary[KnowledgeBase, dict[str, float]] = WeakKeyDictionary()


def by_chance(kb: KnowledgeBase, relatedness: Relatedness) -> float:
    """Relatedness below which two entities count as unrelated.

    Nine of ten random pairs of entities are below it, and it is at least a quarter of the way from their median to 1.
    Entities are drawn in proportion to their in-links. Computed from 4,096 pairs, once per measure that has a name.

    >>> import pairlinking as pl
    >>> linker = pl.load("sample")
    >>> 0.2 < by_chance(linker.kb, linker.relatedness) < 0.3
    True
    """
    name = getattr(relatedness, "name", None)
    if name is None:
        return _measured(kb, relatedness)
    known = _KNOWN.setdefault(kb, {})
    if name not in known:
        known[name] = _measured(kb, relatedness)
    return known[name]


def _measured(kb: KnowledgeBase, relatedness: Relatedness) -> float:
    if not len(kb.in_link_ids):
        return _LEAST
    # The same pairs every time.
    random = np.random.default_rng(0)
    lefts, rights = (
        np.searchsorted(kb.in_link_indptr, random.integers(0, len(kb.in_link_ids), _SAMPLE), side="right") - 1
        for _ in range(2)
    )
    different = relatedness.block(lefts, rights)[lefts[:, None] != rights]
    if not different.size:
        return _LEAST
    median, high = np.quantile(different, (0.5, _QUANTILE)).tolist()
    return float(max(high, median + _LEAST * (1 - median)))


def strength(relatedness: float, chance: float) -> str:
    """How related a pair is, in words; `chance` comes from `by_chance`.

    >>> [strength(psi, 0.2) for psi in (0.1, 0.3, 0.5, 0.9)]
    ['not related', 'loosely related', 'related', 'closely related']
    """
    if relatedness < chance:
        return UNRELATED
    share = (relatedness - chance) / max(1 - chance, 1e-9)
    return _NAMES[bisect_right(STARTS, share) - 1]
