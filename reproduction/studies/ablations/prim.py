"""Pair-Linking in the order of Prim's algorithm, which the paper argues against (Sec. 6)."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

import numpy as np

from pairlinking.collective.assignment import Assignment
from pairlinking.collective.pairs import pair_confidence
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray

__all__ = ["PrimLinking"]


class PrimLinking:
    """Grows one tree: the most confident pair first, then always the most confident pair with one end in the tree.

    Pair-Linking, like Kruskal's algorithm, takes the most confident pair anywhere. A literal form, O(N^2 k^2). Of
    equally confident pairs, the first in the order (i, j, a, b) with i < j wins, as in Pair-Linking.
    """

    facts: ClassVar = SolverFacts("prim-linking", "mintree", is_compared=False)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice = np.full(problem.n_mentions, -1, dtype=np.int64)
        confidence = np.zeros(problem.n_mentions)
        linkable = problem.linkable()[0].tolist()
        if len(linkable) == 1:
            choice[linkable], confidence[linkable] = problem.local.argmax(), problem.local.max()
        elif linkable:
            distance, i, j, *picks = min(_top_pair(problem, i, j) for i, j in combinations(linkable, 2))
            joined = [i, j]
            choice[joined], confidence[joined] = picks, -distance
            edges = {
                k: (np.inf, 0, 0, -1) for k in linkable if k not in joined
            }  # of each mention the best into the tree
            while edges:
                for k in edges:
                    edges[k] = min(edges[k], *(_edge(problem, each, int(choice[each]), k) for each in joined))
                k = min(edges, key=edges.__getitem__)
                distance, _, _, choice[k] = edges.pop(k)
                confidence[k] = -distance
                joined = [k]
        return Assignment(problem, self.facts.name, choice, confidence, "mintree")


def _top_pair(problem: Problem, i: int, j: int) -> tuple[float, int, int, int, int]:
    """The most confident pair of two mentions' candidates, as (-confidence, i, j, a, b)."""
    found = _confidences(problem, i, j)
    a, b = divmod(int(found.argmax()), found.shape[1])
    return -float(found[a, b]), i, j, a, b


def _edge(problem: Problem, decided: int, chosen: int, k: int) -> tuple[float, int, int, int]:
    """The most confident pair of a decided mention with mention k, as (-confidence, i, j, candidate of k)."""
    found = _confidences(problem, decided, k)[chosen]
    return -float(found.max()), min(decided, k), max(decided, k), int(found.argmax())


def _confidences(problem: Problem, i: int, j: int) -> FloatArray:
    """Confidence of each candidate of one mention with each of another."""
    (start, end), (first, last) = problem.offsets[[i, i + 1]], problem.offsets[[j, j + 1]]
    psi = problem.relatedness_matrix()[start:end, first:last]
    return pair_confidence(problem.local[start:end, None], problem.local[None, first:last], psi, problem.beta)
