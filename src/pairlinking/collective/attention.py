"""Attention: the strongest supporters count most."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from pairlinking._support.options import check_float, check_int
from pairlinking.collective.assignment import Assignment
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.collective.support import solve_by_support
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray

__all__ = ["Attention"]


@COLLECTIVE.register("attention")
class Attention:
    r"""Weighs the k best supports of a candidate by a softmax, so that its strongest relations count most.

    .. math:: e_i = \arg\max_e \; (1-\beta) \, \phi(m_i, e) + \sum_{j \in K(e)} a_j \, S_{ij}(e), \quad
        a_j \propto \exp(S_{ij}(e) / t)

    with the supports S of Eq. 3 (see `Support`) and the k mentions :math:`K(e)` of the largest. A low temperature t
    attends to one supporter, a high one to all k equally. Globerson et al. 2016 learn these weights end to end with phi
    and psi; here both are given, so k and t are parameters.

    O(N^2 k^2); reads the full matrix.

    Parameters
    ----------
    n_supporters
        How many supporters are attended to.
    temperature
        In units of support; greater than 0.

    Examples
    --------
    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> Attention().solve(Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)).choice
    array([1, 1])
    """

    facts: ClassVar = SolverFacts("attention", "all-link")

    def __init__(self, *, n_supporters: int = 5, temperature: float = 0.1) -> None:
        self.n_supporters = check_int("Attention", "n_supporters", n_supporters, 1)
        self.temperature = check_float("Attention", "temperature", temperature, "(0, inf)")

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""

        def scores(supports: FloatArray) -> FloatArray:
            total: FloatArray = (1 - problem.beta) * problem.local + _attended(supports, self.temperature)
            return np.round(total, 12)  # smaller differences are only rounding

        return solve_by_support(problem, self.facts, self.n_supporters, scores)


def _attended(supports: FloatArray, temperature: float) -> FloatArray:
    """Mean of each row, weighted by its softmax; rows are in falling order."""
    with np.errstate(over="ignore"):  # the lowest possible temperatures attend to the best support alone
        powers = np.exp((supports - supports[:, :1]) / temperature)
    attended: FloatArray = (powers * supports).sum(axis=1) / powers.sum(axis=1)
    return attended
