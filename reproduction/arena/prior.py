"""How often a name means an entity in the training documents of PPRforNED, which has no such counts of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from pairlinking.evaluation.formats.pprforned import ArenaDocument
from pairlinking.types import FloatArray, IntArray
from reproduction.arena.entities import ArenaEntities, normalized
from reproduction.arena.pprforned import PARTS

__all__ = ["N_FOLDS", "PRIOR_FEATURES", "GoldPrior", "fold_of"]

PRIOR_FEATURES = ("prior", "prior_count", "prior_total", "prior_of_entity")
N_FOLDS = 10


class GoldPrior:
    """Counts of the links of training documents; for a training document, only those of the other nine tenths.

    Otherwise a training document would find its own answers in the counts, and the scorer would learn to trust them
    blindly. Other documents get the counts of all.
    """

    def __init__(
        self, documents: Iterable[ArenaDocument], entities: ArenaEntities, taught: range = PARTS["train"]
    ) -> None:
        self._taught = taught
        self._pairs: list[Counter[tuple[str, int]]] = [Counter() for _ in range(N_FOLDS + 1)]
        self._forms: list[Counter[str]] = [Counter() for _ in range(N_FOLDS + 1)]
        self._entities: list[Counter[int]] = [Counter() for _ in range(N_FOLDS + 1)]
        for document in documents:
            own = fold_of(document.number, taught)
            if own < N_FOLDS:
                for mention in document.mentions:
                    if mention.answer >= 0:
                        entity = entities.rows[mention.candidates[mention.answer].page]
                        self._add(own, normalized(mention.text), entity)

    def _add(self, own: int, form: str, entity: int) -> None:
        for fold in range(N_FOLDS + 1):
            if fold != own:
                self._pairs[fold][form, entity] += 1
                self._forms[fold][form] += 1
                self._entities[fold][entity] += 1

    def features(self, number: int, form: str, candidates: IntArray) -> FloatArray:
        """`PRIOR_FEATURES` of the candidates of a normalised form in document `number`."""
        fold = fold_of(number, self._taught)
        pairs, total = self._pairs[fold], self._forms[fold][form]
        count = np.array([pairs[form, entity] for entity in candidates.tolist()], dtype=np.float64)
        known = np.array([self._entities[fold][entity] for entity in candidates.tolist()], dtype=np.float64)
        features: FloatArray = np.stack(
            [count / (total + 1), np.log1p(count), np.full(len(count), np.log1p(total)), np.log1p(known)], axis=1
        )
        return features


def fold_of(number: int, taught: range = PARTS["train"]) -> int:
    """The tenth of the training documents that a document is in; `N_FOLDS` for any other document."""
    return (number - taught.start) * N_FOLDS // len(taught) if number in taught else N_FOLDS
