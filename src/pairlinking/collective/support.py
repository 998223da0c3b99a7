"""Support of the other mentions: each votes for the candidates it goes well with, whether or not it is decided."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pairlinking._support.options import check_int
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local, first_best
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["Support", "best_supports", "solve_by_support"]


@COLLECTIVE.register("support:1", n_supporters=1)
@COLLECTIVE.register("support:3", n_supporters=3)
@COLLECTIVE.register("support:all", n_supporters=None)
class Support:
    r"""Takes the candidate that the other mentions support best, each mention alone (Eq. 3-4 with beta).

    .. math:: S_{ij}(e) = \max_{e'} \; (1-\beta) \, \phi(m_j, e') + \beta \, \psi(e, e')

    is the support of mention j for candidate e of mention i. The score of e is :math:`(1-\beta) \phi(m_i, e)` plus the
    mean of its supports: of all of them (TAGME's voting), or of the k largest (Globerson et al. 2016). Eq. 4 has their
    sum, in which the mention's own phi would count less the longer the document is. With one supporter, the score of a
    candidate is that of the most confident pair it is part of, which is what Pair-Linking considers first.

    O(N^2 k^2); reads the full matrix. Source: Ferragina and Scaiella 2010.

    Parameters
    ----------
    n_supporters
        How many of the best supports count, None for all; fixed by the registry names ``support:1``, ``support:3`` and
        ``support:all``.

    Examples
    --------
    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> Support(n_supporters=1).solve(Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)).choice
    array([1, 1])
    """

    def __init__(self, *, n_supporters: int | None = None) -> None:
        if n_supporters is not None:
            check_int("Support", "n_supporters", n_supporters, 1)
        self.n_supporters = n_supporters
        objective = "single-link" if n_supporters == 1 else "all-link"
        self.facts = SolverFacts(f"support:{n_supporters or 'all'}", objective)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""

        def scores(supports: FloatArray) -> FloatArray:
            # Multiplied by the number of votes: a division would let equal sums differ by rounding.
            total: FloatArray = supports.shape[1] * (1 - problem.beta) * problem.local + supports.sum(axis=1)
            return total

        return solve_by_support(problem, self.facts, self.n_supporters, scores)


def solve_by_support(
    problem: Problem, facts: SolverFacts, k: int | None, scores_of: Callable[[FloatArray], FloatArray]
) -> Assignment:
    """Give each mention the candidate with the largest score, of equals the first; `scores_of` computes scores."""
    choice, n_relatedness = best_local(problem), 0
    linked, offsets = problem.linkable()
    if len(linked) > 1:
        choice[linked] = first_best(scores_of(best_supports(problem, offsets, k)), offsets)
        n_relatedness = len(problem.local) ** 2
    return conclude(problem, facts, choice, n_relatedness)


def best_supports(problem: Problem, offsets: IntArray, k: int | None) -> FloatArray:
    """The k largest supports of every candidate by the other mentions, largest first, shape (candidates, k).

    There are fewer columns where there are fewer other mentions. `offsets` are those of `Problem.linkable`.
    """
    n = len(offsets) - 1
    votes = problem.beta * problem.relatedness_matrix()
    votes += (1 - problem.beta) * problem.local
    supports = np.maximum.reduceat(votes, offsets[:-1], axis=1)
    supports[np.arange(len(supports)), np.repeat(np.arange(n), np.diff(offsets))] = -1.0  # no mention supports itself
    best: FloatArray = -np.sort(-supports, axis=1)[:, : min(k or n, n - 1)]
    return best
