"""Every assignment of a small problem, with its value by each objective."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from pairlinking.collective import pair_confidence
from pairlinking.errors import ProblemTooLarge, UnknownName
from pairlinking.types import FloatArray, IntArray

__all__ = ["GAINS", "Assignments"]

GAINS: Final = ("all-link", "single-link", "chain", "mintree")
LIMIT: Final = 100_000


class Assignments:
    """All assignments of some mentions in lexicographic order; every mention has a candidate.

    The exhaustive solver gives only the best; with all of them, one can also compute how far a given assignment is
    from the best, on the way to the worst.

    Parameters
    ----------
    local
        Per mention, the local confidence of its candidates.
    psi
        Relatedness of all candidates, mention by mention.

    Examples
    --------
    >>> pairs = Assignments([[0.5, 0.4], [0.5, 0.4]], [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]])
    >>> pairs.choices[pairs.gains("chain", beta=0.5).argmax()].tolist(), pairs.gaps("chain", beta=0.5).round(2).tolist()
    ([1, 1], [0.88, 1.0, 1.0, 0.0])
    """

    def __init__(self, local: Sequence[npt.ArrayLike], psi: npt.ArrayLike) -> None:
        scores = [np.asarray(each, dtype=np.float64) for each in local]
        self.sizes = tuple(len(each) for each in scores)
        if (n := math.prod(self.sizes)) > LIMIT:
            raise ProblemTooLarge(f"{n:,} assignments are more than the limit of {LIMIT:,}. Pass fewer candidates.")
        self.choices: IntArray = np.indices(self.sizes).reshape(len(self.sizes), -1).T
        chosen = self.choices + np.cumsum([0, *self.sizes[:-1]])
        self._local: FloatArray = np.concatenate(scores)[chosen]
        self._psi: FloatArray = np.asarray(psi, dtype=np.float64)[chosen[:, :, None], chosen[:, None, :]]

    def index(self, choice: npt.ArrayLike) -> int:
        """Place of an assignment in the order of `choices`."""
        return int(np.ravel_multi_index(tuple(np.asarray(choice).tolist()), self.sizes))

    def gains(self, objective: str, beta: float) -> FloatArray:
        """Value of each assignment, where more is better: MINTREE, a cost, is negated."""
        if objective == "mintree":
            return -self._trees(beta)
        gains: FloatArray = (1 - beta) * self._local.sum(axis=1) + beta * self._support(objective)
        return gains

    def gaps(self, objective: str, beta: float) -> FloatArray:
        """How far each is from the best: 0 for the best, 1 for the worst; 0 for all if all are equally good."""
        gains = self.gains(objective, beta)
        best, worst = float(gains.max()), float(gains.min())
        if best - worst < 1e-12:
            return np.zeros(len(gains))
        return np.asarray((best - gains) / (best - worst))

    def _support(self, objective: str) -> FloatArray:
        n = len(self.sizes)
        psi = np.where(np.eye(n, dtype=bool), 0.0, self._psi)
        if objective == "all-link":
            support = psi.sum(axis=(1, 2))
        elif objective == "single-link":
            support = psi.max(axis=2).sum(axis=1)
        elif objective == "chain":
            support = psi[:, np.arange(n - 1), np.arange(1, n)].sum(axis=1)
        else:
            raise UnknownName(f"Can't find objective {objective!r}. Available: {', '.join(GAINS)}.")
        return np.asarray(support)

    def _trees(self, beta: float) -> FloatArray:
        """Weight of the minimum spanning tree of each assignment: Prim's algorithm on all of them side by side."""
        phi = self._local
        confidence = pair_confidence(phi[:, :, None], phi[:, None, :], self._psi, beta)
        everyone = np.arange(len(phi))
        outside = np.full(phi.shape, 0.0)  # minus infinity once a mention is in the tree
        outside[:, 0] = -np.inf
        best, weight = confidence[:, 0, :], np.zeros(len(phi))
        for _ in range(len(self.sizes) - 1):
            pick = (best + outside).argmax(axis=1)
            weight += 1 - best[everyone, pick]
            outside[everyone, pick] = -np.inf
            best = np.maximum(best, confidence[everyone, pick])
        return weight
