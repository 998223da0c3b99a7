"""Relatedness from a plug-in, checked before compiled kernels read it."""

from __future__ import annotations

import numpy as np

from pairlinking._support.arrays import check_unit_interval, number_array
from pairlinking.errors import ProblemError
from pairlinking.relatedness.base import KernelRelatedness
from pairlinking.relatedness.matrix import CallableRelatedness, MatrixRelatedness
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["CheckedRelatedness", "checked"]

_SAMPLE = 4  # entities on each side whose relatedness is also computed the other way round
_TOLERANCE = 1e-6  # allows for float32, and for sums in another order


class CheckedRelatedness:
    """A relatedness object whose answers are converted to what the kernels read, or refused with `ProblemError`.

    A block may be a list, float32 or in Fortran order. It must have the requested shape, lie in [0, 1] and be
    symmetric, which is checked for all pairs if both sides are the same entities, else for a few.
    """

    def __init__(self, inner: Relatedness) -> None:
        self.inner = inner
        self.name: str = getattr(inner, "name", type(inner).__name__)

    def __repr__(self) -> str:
        return repr(self.inner)

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities."""
        return float(self._numbers([[self.inner.score(left, right)]], (1, 1))[0, 0])

    def bound(self, left: int, right: int) -> float:
        """A value that `score` does not exceed."""
        return self.inner.bound(left, right)

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity."""
        values = self._numbers(self.inner.block(lefts, rights), (len(lefts), len(rights)))
        if np.array_equal(lefts, rights):
            self._check_symmetry(values, values.T)
        elif values.size:
            some, others = _spread(len(lefts)), _spread(len(rights))
            turned = self._numbers(self.inner.block(rights[others], lefts[some]), (len(others), len(some)))
            self._check_symmetry(values[np.ix_(some, others)], turned.T)
        return values

    def _numbers(self, found: object, shape: tuple[int, int]) -> FloatArray:
        values = number_array(found, f"relatedness {self.name}", ndim=2)
        if values.shape != shape and not (values.size == 0 and 0 in shape):
            raise ProblemError(
                f"A block of relatedness {self.name!r} must have shape {shape}. Got {values.shape} instead."
            )
        # Copied: a plug-in that keeps its array could change it after it was checked.
        block = np.array(values, dtype=np.float64, order="C").reshape(shape)
        check_unit_interval(block, f"relatedness {self.name}", "Entities {} and {} of the block")
        return block

    def _check_symmetry(self, values: FloatArray, turned: FloatArray) -> None:
        wrong = np.abs(values - turned) > _TOLERANCE
        if wrong.any():
            i, j = np.argwhere(wrong)[0]
            raise ProblemError(
                f"Relatedness {self.name!r} must be symmetric. A pair of entities has {values[i, j]:g} one way and "
                f"{turned[i, j]:g} the other. Return the mean of both if that is meant."
            )


def checked(relatedness: Relatedness) -> Relatedness:
    """Return the object itself if it is one of ours, which need no check, else a checked form of it."""
    ours = (KernelRelatedness, MatrixRelatedness, CallableRelatedness, CheckedRelatedness)
    return relatedness if isinstance(relatedness, ours) else CheckedRelatedness(relatedness)


def _spread(n: int) -> IntArray:
    """A few of n positions, evenly spread."""
    return np.unique(np.linspace(0, n - 1, min(n, _SAMPLE)).astype(np.int64))
