"""Forward-Backward and Pair-Linking combined: the mentions on which they agree decide the others."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.forward_backward import ForwardBackward
from pairlinking.collective.pair_linking import PairLinking
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts

__all__ = ["AgreeingPairs"]


@COLLECTIVE.register("fwbw+pair-linking")
class AgreeingPairs:
    r"""The hybrid that the paper hints at (Sec. 7.5): neighbours in the text, and confident pairs anywhere.

    Both methods solve the document. Their common answers are the context :math:`\Gamma'` of Eq. 2, and every mention
    on which they differ takes the one of its two candidates with the larger

    .. math:: (1-\beta) \, \phi(m_i, e) + \frac{\beta}{|\Gamma'|} \sum_{e_j \in \Gamma'} \psi(e, e_j)

    or Pair-Linking's candidate if these are equal, or if the methods agree on no mention. Costs as much as both
    methods, plus one row of psi for each of the two candidates of a disputed mention.

    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> AgreeingPairs().solve(Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)).choice
    array([1, 1])
    """

    facts: ClassVar = SolverFacts("fwbw+pair-linking", "mintree", reads="as needed")

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        pairs, chain = PairLinking().solve(problem), ForwardBackward().solve(problem)
        n_relatedness = pairs.n_relatedness + chain.n_relatedness
        agreed = np.flatnonzero((pairs.choice == chain.choice) & (pairs.choice >= 0))
        disputed = np.flatnonzero(pairs.choice != chain.choice)
        if len(disputed) == 0 or len(agreed) == 0:
            return replace(pairs, method=self.facts.name, n_relatedness=n_relatedness)
        context = problem.offsets[agreed] + pairs.choice[agreed]
        rivals = problem.offsets[disputed] + np.stack([pairs.choice[disputed], chain.choice[disputed]])
        psi = problem.relatedness_block(rivals.ravel(), context)
        support = psi.sum(axis=1).reshape(rivals.shape)
        scores = (1 - problem.beta) * len(agreed) * problem.local[rivals] + problem.beta * support
        choice = pairs.choice.copy()
        chain_wins = disputed[scores[1] > scores[0]]
        choice[chain_wins] = chain.choice[chain_wins]
        return conclude(problem, self.facts, choice, n_relatedness + psi.size)
