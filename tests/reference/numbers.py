"""A problem as plain Python lists, and the confidence of a pair."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from pairlinking import Problem

__all__ = ["Numbers", "numbers_of"]


@dataclass(frozen=True)
class Numbers:
    """Local scores per mention, psi over all candidates in order, and beta."""

    local: list[list[float]]
    psi: list[list[float]]
    beta: float

    @property
    def n(self) -> int:
        """Number of mentions."""
        return len(self.local)

    def position(self, i: int, a: int) -> int:
        """Give the place of candidate `a` of mention `i` when all candidates are counted through."""
        return sum(len(scores) for scores in self.local[:i]) + a

    def relatedness(self, i: int, a: int, j: int, b: int) -> float:
        """Psi of two candidates."""
        return self.psi[self.position(i, a)][self.position(j, b)]

    def confidence(self, i: int, a: int, j: int, b: int) -> float:
        """Eq. 13 with beta, in the one order of operations that the kernels use too."""
        return ((1 - self.beta) * (self.local[i][a] + self.local[j][b]) + self.beta * self.relatedness(i, a, j, b)) / (
            2 - self.beta
        )


def numbers_of(problem: Problem) -> Numbers:
    """Read back what a problem was made from; builds its relatedness matrix."""
    bounds = problem.offsets.tolist()
    flat = problem.local.tolist()
    local = [flat[start:end] for start, end in itertools.pairwise(bounds)]
    return Numbers(local, problem.relatedness_matrix().tolist(), problem.beta)
