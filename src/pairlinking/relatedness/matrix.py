"""Relatedness that the user supplies: a matrix, or a function of two entity ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import SupportsFloat

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import check_unit_interval, number_array
from pairlinking.errors import ProblemError
from pairlinking.types import EntityId, FloatArray, IntArray

__all__ = ["CallableRelatedness", "MatrixRelatedness"]


class MatrixRelatedness:
    """Psi read from a symmetric matrix with values in [0, 1]."""

    def __init__(self, matrix: npt.ArrayLike, *, n_candidates: int | None = None) -> None:
        # Copied: kernels that check nothing will read later what is checked here.
        values = np.array(number_array(matrix, "relatedness", ndim=2), dtype=np.float64, order="C")
        n = len(values) if n_candidates is None else n_candidates
        if values.shape != (n, n):
            raise ProblemError(
                f"'relatedness' must be a matrix over all {n} candidates, shape ({n}, {n}). Got {values.shape} instead."
            )
        check_unit_interval(values, "relatedness", "Candidates {} and {}")
        if not np.array_equal(values, values.T):
            i, j = np.argwhere(values != values.T)[0]
            raise ProblemError(
                f"'relatedness' must be symmetric. Candidates {i} and {j} have {values[i, j]:g} one way and "
                f"{values[j, i]:g} the other. Use (m + m.T) / 2 if the mean is meant."
            )
        self.values: FloatArray = values

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities."""
        return float(self.values[left, right])

    def bound(self, left: int, right: int) -> float:
        """The score itself: nothing is cheaper than reading it."""
        return self.score(left, right)

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity."""
        block: FloatArray = self.values[np.ix_(lefts, rights)]
        return block


class CallableRelatedness:
    """Psi by a function of two entity ids, called once per unordered pair, but not for psi(e, e) = 1."""

    def __init__(self, function: Callable[[EntityId, EntityId], float], names: Mapping[int, EntityId]) -> None:
        self._function, self._names = function, names
        self._memo: dict[tuple[int, int], float] = {}

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities."""
        if left == right:
            return 1.0
        pair = (left, right) if left < right else (right, left)
        if pair not in self._memo:
            found = self._function(self._names[pair[0]], self._names[pair[1]])
            self._memo[pair] = _as_score(found, self._names[pair[0]], self._names[pair[1]])
        return self._memo[pair]

    def bound(self, left: int, right: int) -> float:
        """1: nothing is known about the function."""
        return 1.0

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity."""
        values = [[self.score(left, right) for right in rights.tolist()] for left in lefts.tolist()]
        return np.array(values, dtype=np.float64).reshape(len(lefts), len(rights))


def _as_score(found: object, left: EntityId, right: EntityId) -> float:
    number = float(found) if isinstance(found, SupportsFloat) and not isinstance(found, np.ndarray) else np.nan
    if not 0 <= number <= 1:
        raise ProblemError(
            f"'relatedness' must return numbers in [0, 1]. Entities {left!r} and {right!r} have {found!r}."
        )
    return number
