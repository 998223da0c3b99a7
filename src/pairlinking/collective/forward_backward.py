"""Forward-Backward: each mention looks only at its neighbours in the text."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from pairlinking.collective._chain import best_chain
from pairlinking.collective.assignment import Assignment
from pairlinking.collective.local_only import best_local
from pairlinking.collective.pairs import pair_confidence
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["ForwardBackward"]


@COLLECTIVE.register("fwbw")
class ForwardBackward:
    """Solves the chain objective (Eq. 6 with beta) exactly by dynamic programming, mentions in text order.

    O(N k^2) in time and in psi values (Table 8), never the full matrix. Source: Austin et al. 1991, used for queries by
    Pappu et al. 2017. A mention without candidates is skipped: its neighbours become neighbours of each other. Of
    equally good chains, the first in lexicographic order is taken.

    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> ForwardBackward().solve(Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)).choice
    array([1, 1])
    """

    facts: ClassVar = SolverFacts("fwbw", "chain", reads="neighbours", paper_row=5)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice, n_relatedness = best_local(problem), 0
        confidence = np.zeros(problem.n_mentions)
        linked, offsets = problem.linkable()
        confidence[linked] = problem.local[problem.flat(choice)[1]]
        if len(linked) > 1:
            blocks = _neighbours(problem, offsets)
            choice[linked] = best_chain(offsets, problem.local, blocks, problem.beta)
            confidence[linked] = _confidence(problem, offsets, choice[linked], blocks)
            n_relatedness = blocks.size
        return Assignment(
            problem=problem,
            method=self.facts.name,
            choice=choice,
            confidence=confidence,
            objective_name="chain",
            n_relatedness=n_relatedness,
        )


def _confidence(problem: Problem, offsets: IntArray, picks: IntArray, blocks: FloatArray) -> FloatArray:
    """Confidence of the better of the two pairs that each mention forms with its neighbours."""
    sizes = np.diff(offsets)
    starts = np.append(0, np.cumsum(sizes[:-1] * sizes[1:]))[:-1]
    psi = blocks[starts + picks[:-1] * sizes[1:] + picks[1:]]
    local = problem.local[offsets[:-1] + picks]
    pairs = pair_confidence(local[:-1], local[1:], psi, problem.beta)
    better: FloatArray = np.maximum(np.append(pairs, 0.0), np.append(0.0, pairs))
    return better


def _neighbours(problem: Problem, offsets: IntArray) -> FloatArray:
    """Psi between the candidates of every two neighbouring mentions, one block after the other."""
    bounds = offsets.tolist()
    blocks = []
    for start, middle, end in zip(bounds, bounds[1:], bounds[2:], strict=False):
        blocks.append(problem.relatedness_block(np.arange(start, middle), np.arange(middle, end)).ravel())
    return np.concatenate(blocks)
