"""Unambiguous context: mentions that are clear on their own decide the others."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from pairlinking._support.options import check_float
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local, first_best
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["UnambiguousContext"]


@COLLECTIVE.register("unambiguous-context")
class UnambiguousContext:
    r"""Decides each mention alone, by its relatedness to the entities of unambiguous mentions (Eq. 2 with beta).

    .. math:: e_i = \arg\max_e \; (1-\beta) \, \phi(m_i, e)
        + \frac{\beta}{|\Gamma'_i|} \sum_{e_j \in \Gamma'_i} \psi(e, e_j)

    The context :math:`\Gamma'` contains the best entities of all mentions that are clear by their local confidence;
    :math:`\Gamma'_i` leaves out mention i itself. Relatedness counts as a mean, not as a sum as in Eq. 2, so that beta
    has the same weight however many mentions are clear. A mention without any context takes its largest phi.

    Reads one row of psi per unambiguous mention, O(N^2 k). Source: Ratinov et al. 2011.

    Parameters
    ----------
    least_lead
        A mention is unambiguous if its best phi leads the second-best by at least this much, or if it has only one
        candidate. The paper leaves the rule open.

    Examples
    --------
    >>> psi = [[1, 0.1, 0.9], [0.1, 1, 0], [0.9, 0, 1]]
    >>> UnambiguousContext().solve(Problem(local=[[0.4, 0.5], [0.8]], relatedness=psi)).choice
    array([0, 0])
    """

    facts: ClassVar = SolverFacts("unambiguous-context", "all-link", reads="chosen")

    def __init__(self, *, least_lead: float = 0.5) -> None:
        self.least_lead = check_float("UnambiguousContext", "least_lead", least_lead, "[0, 1]")

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice, n_relatedness = best_local(problem), 0
        linked, offsets = problem.linkable()
        clear = np.flatnonzero(_leads(problem.local, offsets) >= self.least_lead)
        if len(linked) > 1 and len(clear):
            context = offsets[clear] + choice[linked[clear]]
            rows = problem.relatedness_block(context, np.arange(len(problem.local)))
            n_relatedness = rows.size
            choice[linked] = first_best(_scores(problem, offsets, clear, rows), offsets)
        return conclude(problem, self.facts, choice, n_relatedness)


def _leads(local: FloatArray, offsets: IntArray) -> FloatArray:
    """Lead of each mention's best phi over the second-best; 1 for a mention with one candidate."""
    leads = np.ones(len(offsets) - 1)
    for i, (start, end) in enumerate(zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)):
        if end - start > 1:
            second, best = np.partition(local[start:end], -2 + end - start)[-2:]
            leads[i] = best - second
    return leads


def _scores(problem: Problem, offsets: IntArray, clear: IntArray, rows: FloatArray) -> FloatArray:
    """The objective of each candidate, multiplied by the size of its context so that equal sums stay equal."""
    owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    own = clear[:, None] == owner  # the mention itself is not part of its context
    sizes = len(clear) - own.sum(axis=0)
    support = np.where(own, 0.0, rows).sum(axis=0)
    alone = np.where(sizes == 0, 1.0, (1 - problem.beta) * sizes) * problem.local
    scores: FloatArray = alone + problem.beta * support
    return scores
