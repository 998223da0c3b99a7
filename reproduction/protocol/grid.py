"""The number of right answers in each document, for every method with every beta and temperature."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.weights import beta_for
from pairlinking.problem import Problem
from pairlinking.repeats import Repeats
from pairlinking.stages import CollectiveLinker, Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["GRID", "OF_THE_TEXT", "Ready", "best_in_folds", "tempered", "unmerged"]

_BETAS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
_TEMPERATURES: Final = (1.0, 2.0)
GRID: Final = tuple(product(_TEMPERATURES, _BETAS))  # the settings to choose from, the same for every method
OF_THE_TEXT: Final = "fwbw, every mention"


def tempered(document: PreparedGold, temperature: float) -> PreparedGold:
    """The document with the log-odds of its local confidences divided by a temperature (above 1: less certain)."""
    if temperature == 1:
        return document
    odds = [np.clip(each, 1e-9, 1 - 1e-9) for each in document.local]
    return document.with_local([1 / (1 + ((1 - each) / each) ** (1 / temperature)) for each in odds])


def unmerged(document: PreparedGold) -> PreparedGold:
    """The document with every mention decided separately, copies of a name included, as in the paper."""
    other = replace(document)
    other.__dict__["repeats"] = Repeats.none(len(document))
    return other


class Ready:
    """A data set with the relatedness of all candidates of each document, computed once for all settings."""

    def __init__(self, documents: Sequence[PreparedGold], relatedness: Relatedness) -> None:
        self.documents = {at: [tempered(each, at) for each in documents] for at in _TEMPERATURES}
        self._relatedness = relatedness
        self._psi = [each.problem(relatedness, 0.5).relatedness_matrix() for each in documents]

    def right_answers(self, method: str | CollectiveLinker) -> IntArray:
        """Right answers, shape (settings of `GRID`, documents)."""
        if method == OF_THE_TEXT:
            # The chain of the paper: neighbours are those of the text, repeated names included.
            return Ready([unmerged(each) for each in self.documents[1.0]], self._relatedness).right_answers("fwbw")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            found = [
                [each.n_right(self._answers(method, at, each, beta)) for at, each in enumerate(self.documents[heat])]
                for heat, beta in GRID
            ]
        return np.array(found, dtype=np.int64)

    def _answers(self, method: str | CollectiveLinker, at: int, document: PreparedGold, beta: float) -> list[int]:
        weight = beta_for(method, beta, len(document.repeats))
        return document.answers(solve(Problem(document.local_of_names, self._psi[at], weight), method).choice)


def best_in_folds(right: IntArray, folds: IntArray) -> tuple[FloatArray, list[int]]:
    """Right answers of each document with the setting that is best on the other folds, and these settings.

    Of equally good settings, the middle one is chosen, because chance decides at the ends of a plateau.
    """
    chosen, found = [], np.zeros(right.shape[1])
    for fold in np.unique(folds).tolist():
        own = folds == fold
        total = right[:, ~own].sum(axis=1)
        best = np.flatnonzero(total == total.max())
        chosen.append(int(best[len(best) // 2]))
        found[own] = right[chosen[-1], own]
    return found, chosen
