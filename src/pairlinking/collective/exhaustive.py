"""The best of all assignments, by trying each: the yardstick for small problems."""

from __future__ import annotations

import math

from pairlinking._support.options import check_int
from pairlinking.collective import _objectives
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local
from pairlinking.collective.objectives import objective_code
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import ProblemTooLarge
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts

__all__ = ["Exhaustive"]


@COLLECTIVE.register("exhaustive")
class Exhaustive:
    """Tries every assignment and keeps the best for `objective`; of equals the first in lexicographic order.

    Exact for any objective. O(k^N N^2): for tests, for measuring how far a heuristic is from the optimum, and for very
    short texts.

    Parameters
    ----------
    objective
        One of `pairlinking.collective.objectives.OBJECTIVES`.
    limit
        More assignments than this raise `ProblemTooLarge`.

    Examples
    --------
    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> Exhaustive().solve(Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)).choice
    array([1, 1])
    """

    def __init__(self, *, objective: str = "mintree", limit: int = 200_000) -> None:
        self._code = objective_code(objective)
        self.objective, self.limit = objective, check_int("Exhaustive", "limit", limit, 1)
        # Only for a handful of mentions, so it is compared only on request.
        self.facts = SolverFacts("exhaustive", objective, is_compared=False)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem` by trying every assignment."""
        linked, offsets = problem.linkable()
        n_assignments = math.prod(problem.sizes[linked].tolist())
        if n_assignments > self.limit:
            shown = f"{n_assignments:,}" if n_assignments < 10**15 else f"about 10^{len(str(n_assignments)) - 1}"
            raise ProblemTooLarge(
                f"{len(linked)} mentions have {shown} assignments, more than the limit of {self.limit:,}. Use "
                "'pair-linking', pass fewer mentions or candidates, or raise 'limit'."
            )
        choice, n_relatedness = best_local(problem), 0
        if len(linked) > 1 and self.objective != "local":
            psi = problem.relatedness_matrix()
            choice[linked] = _objectives.enumerate_best(self._code, offsets, problem.local, psi, problem.beta)
            n_relatedness = psi.size
        return conclude(problem, self.facts, choice, n_relatedness)
