"""How often two entities are linked in the same training document: relatedness that the files do not have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from pairlinking.types import FloatArray, IntArray
from reproduction.arena.pprforned import PARTS
from reproduction.arena.prior import fold_of
from reproduction.arena.scorer import ArenaPrepared

__all__ = ["Companions"]


class Companions:
    """Links of training documents, by document; each of these sees only the nine tenths that it is not in."""

    def __init__(self, documents: Sequence[ArenaPrepared], n_entities: int, taught: range = PARTS["train"]) -> None:
        self._taught = taught
        train = [each for each in documents if each.number in taught]
        self._fold = np.array([fold_of(each.number, taught) for each in train])
        linked = [sorted({entity for gold in each.gold for entity in gold}) for each in train]
        ends = np.cumsum([0, *map(len, linked)])
        columns = np.array([entity for each in linked for entity in each], dtype=np.int64)
        self._linked = csr_array((np.ones(len(columns)), columns, ends), shape=(len(train), n_entities)).tocsc()

    def matrix(self, number: int, known: IntArray) -> FloatArray:
        """Documents with both, divided by the root of those with each, smoothed for rare entities."""
        used = self._fold != fold_of(number, self._taught)
        linked = self._linked[:, known].toarray()[used]
        both = linked.T @ linked
        alone = np.sqrt(np.diag(both) + 1.0)
        shared: FloatArray = both / np.outer(alone, alone)
        return shared
