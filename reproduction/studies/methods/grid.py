"""How many answers of each document are right, for every method with every beta and temperature."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.linking.prepared import PreparedGold
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["GRID", "OF_THE_TEXT", "best_in_folds", "right_answers", "tempered"]

_BETAS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
_TEMPERATURES: Final = (1.0, 2.0)
GRID: Final = tuple(product(_TEMPERATURES, _BETAS))  # what is chosen from, for every method alike
OF_THE_TEXT: Final = "fwbw, every mention"


def tempered(document: PreparedGold, temperature: float) -> PreparedGold:
    """The document with the log-odds of its local confidences divided by a temperature: above 1 less is certain."""
    if temperature == 1:
        return document
    odds = [np.clip(each, 1e-9, 1 - 1e-9) for each in document.local]
    return document.with_local([1 / (1 + ((1 - each) / each) ** (1 / temperature)) for each in odds])


def right_answers(documents: Sequence[PreparedGold], method: str, relatedness: Relatedness) -> IntArray:
    """Right answers, shape (settings of `GRID`, documents)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        found = []
        for temperature, beta in GRID:
            at = [tempered(each, temperature) for each in documents]
            found.append([each.n_right(_answers(each, method, relatedness, beta)) for each in at])
    return np.array(found, dtype=np.int64)


def _answers(document: PreparedGold, method: str, relatedness: Relatedness, beta: float) -> list[int]:
    if method != OF_THE_TEXT:
        return document.answers(solve(document.problem(relatedness, beta, solver=method), method).choice)
    # The chain of the paper: neighbours are those of the text, repeated names included.
    problem = Problem(document.local, relatedness, beta, candidates=document.entities)
    choice = solve(problem, "fwbw").choice.tolist()
    return [each[at] if at >= 0 else -1 for each, at in zip(document.entities, choice, strict=True)]


def best_in_folds(right: IntArray, folds: IntArray) -> tuple[FloatArray, list[int]]:
    """Right answers of each document by the setting that is best on the other folds, and these settings.

    Of settings that are equally good the middle one: the ends of a plateau are where chance decides.
    """
    chosen, found = [], np.zeros(right.shape[1])
    for fold in np.unique(folds).tolist():
        own = folds == fold
        total = right[:, ~own].sum(axis=1)
        best = np.flatnonzero(total == total.max())
        chosen.append(int(best[len(best) // 2]))
        found[own] = right[chosen[-1], own]
    return found, chosen
