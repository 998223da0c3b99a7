"""Iterative substitution: hill climbing from the locally best assignment."""

from __future__ import annotations

import numpy as np

from pairlinking._support.options import check_choice
from pairlinking.collective._substitution import Climb
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.relatedness import KernelRelatedness
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["IterativeSubstitution"]

METHODS = {"all-link": "iter-sub:all", "single-link": "iter-sub:single"}

# A smaller gain may be rounding; following it could lead to an endless loop.
LEAST_GAIN = 1e-9


@COLLECTIVE.register("iter-sub:all", objective="all-link")
@COLLECTIVE.register("iter-sub:single", objective="single-link")
class IterativeSubstitution:
    """Climbs ALL-Link (Eq. 14) or SINGLE-Link (Eq. 5 with beta) by the best single substitution, until none helps.

    Starts from the best phi (Shen et al. 2012). The paper does not say which of several improving substitutions comes
    first; we take the one that gains most; of equals the lower mention, then the lower candidate. In the result, no
    single substitution gains more than 1e-9.

    O(N^2 k) to start, then O(N k) per substitution for ALL-Link and about as much for SINGLE-Link, instead of the
    O(N^3 k) of Table 8. Reads psi only between all candidates and the chosen ones: one row of N k values per mention
    and one more per substitution; if these would cost more than the whole matrix, the matrix is built instead.

    Parameters
    ----------
    objective
        ``"all-link"`` or ``"single-link"``; fixed by the registry names ``iter-sub:all`` and ``iter-sub:single``.

    Examples
    --------
    >>> psi = [[1, 0, 0, 0], [0, 1, 0.9, 0], [0, 0.9, 1, 0], [0, 0, 0, 1]]
    >>> problem = Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)
    >>> IterativeSubstitution(objective="all-link").solve(problem).choice
    array([1, 0])
    """

    def __init__(self, *, objective: str = "all-link") -> None:
        self.objective = check_choice("IterativeSubstitution", "objective", objective, METHODS)
        self.facts = SolverFacts(
            METHODS[objective],
            objective,
            sums_relatedness=objective == "all-link",
            reads="as needed",
            paper_row=1 if objective == "all-link" else 2,
        )

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice, n_relatedness = best_local(problem), 0
        linked, offsets = problem.linkable()
        if len(linked) > 1:
            n_relatedness = self._climb(problem, linked, offsets, choice)
        return conclude(problem, self.facts, choice, n_relatedness)

    def _climb(self, problem: Problem, linked: IntArray, offsets: IntArray, choice: IntArray) -> int:
        """Improve `choice` in place; returns the number of psi values read."""
        rows = _Rows(problem)
        chosen = offsets[:-1] + choice[linked]
        climb = Climb(self.objective == "single-link", offsets, problem.local, rows.get(chosen), chosen, problem.beta)
        n_ahead = climb.n_gaining(LEAST_GAIN)  # most mentions that would gain now will be substituted
        while True:
            gain, i, position = climb.best()
            if gain <= LEAST_GAIN:
                return rows.n_read
            climb.replace(i, position, rows.get(np.array([position]), n_ahead)[0])
            choice[linked[i]] = position - offsets[i]
            n_ahead = 1


class _Rows:
    """Rows of psi: one by one, or the whole matrix once that looks cheaper. The values are the same.

    With many in-links, each row reads all lists, so a few rows cost as much as the matrix.

    Attributes
    ----------
    n_read
        Psi values computed or read.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self.n_read = problem, 0
        self._everything = np.arange(len(problem.local))
        relatedness = problem.relatedness
        may_choose = isinstance(relatedness, KernelRelatedness) and problem.can_have_matrix and not problem.has_matrix
        self._source = relatedness.source if may_choose and isinstance(relatedness, KernelRelatedness) else None
        self._left = 0.0 if self._source is None else self._source.cost(problem.rows)  # until a matrix is cheaper

    def get(self, positions: IntArray, n_ahead: int = 1) -> FloatArray:
        """Psi of candidates with all others; `n_ahead` such requests are expected, including this one."""
        problem = self._problem
        if self._source is not None:
            cost = self._source.cost(problem.rows[positions], problem.rows)
            if n_ahead * cost >= self._left:
                self.n_read += problem.relatedness_matrix().size
                self._source = None
            elif len(positions) == 1:  # work before the first substitution would be lost in either case
                self._left -= cost
        rows = problem.relatedness_block(positions, self._everything)
        self.n_read += rows.size
        return rows
