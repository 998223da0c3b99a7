"""Pair-Linking: the most confident pair of mentions decides, step by step."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import numpy as np

from pairlinking._support.options import check_choice
from pairlinking.collective._pairs import link_pairs
from pairlinking.collective.assignment import Assignment
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.relatedness import KernelRelatedness
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["PairLinking"]

# Choice, and per step the mentions, their choices and the confidence; how many psi were computed; the largest
# confidence of each mention.
Linked: TypeAlias = tuple[IntArray, IntArray, IntArray, FloatArray, int, FloatArray]

STRATEGIES = ("auto", "lazy", "full")


@COLLECTIVE.register("pair-linking")
class PairLinking:
    """Solves MINTREE greedily (Alg. 1). O(N k log k + N^2) at best, O(N k log k + N^2 k^2) at worst (Table 8).

    Of equally confident pairs, the first in the order (i, j, a, b) with i < j wins. The answer and the trace are those
    of the literal algorithm, whatever the strategy.

    Parameters
    ----------
    strategy
        ``"lazy"`` computes psi from lists and vectors only where a bound does not decide, ``"full"`` builds the whole
        matrix first, ``"auto"`` estimates which is cheaper. Only speed differs. If relatedness is a matrix or a
        function, all of it is always read.
    """

    facts: ClassVar = SolverFacts("pair-linking", "mintree", reads="as needed", paper_row=8)

    def __init__(self, *, strategy: str = "auto") -> None:
        self.strategy = check_choice("PairLinking", "strategy", strategy, STRATEGIES)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        if problem.n_mentions == 1 and len(problem.local):
            # Short texts often have one mention: the code below would take several times as long as this.
            choice = np.array([problem.local.argmax()])
            return Assignment(problem, self.facts.name, choice, problem.local[choice], "mintree")
        choice = np.full(problem.n_mentions, -1, dtype=np.int64)
        confidence = np.zeros(problem.n_mentions)
        linkable, offsets = problem.linkable()
        if len(linkable) < 2:
            for i in linkable:
                local = problem.local[problem.offsets[i] : problem.offsets[i + 1]]
                choice[i], confidence[i] = local.argmax(), local.max()
            return Assignment(problem, self.facts.name, choice, confidence, "mintree")
        chosen, pairs, picks, confidences, n_psi, best = self._link(problem, offsets)
        choice[linkable], confidence[linkable] = chosen, best
        pairs = linkable[pairs]
        decisions = (pairs, picks, confidences)
        return Assignment(problem, self.facts.name, choice, confidence, "mintree", decisions, n_psi)

    def _link(self, problem: Problem, offsets: IntArray) -> Linked:
        relatedness = problem.relatedness
        if isinstance(relatedness, KernelRelatedness) and self.strategy != "full" and not problem.has_matrix:
            may_give_up = self.strategy == "auto" and problem.can_have_matrix
            found = link_pairs(
                offsets,
                problem.local,
                problem.beta,
                source=relatedness.source,
                rows=problem.rows,
                may_give_up=may_give_up,
            )
            if found is not None:
                return found
        matrix = problem.relatedness_matrix()
        found = link_pairs(offsets, problem.local, problem.beta, matrix=matrix)
        assert found is not None
        return *found[:4], matrix.size, found[5]
