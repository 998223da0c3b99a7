"""The best candidate of each mention on its own: the baseline for collective methods."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from pairlinking.collective.assignment import Assignment
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["LocalOnly", "best_local", "first_best"]


@COLLECTIVE.register("local")
class LocalOnly:
    """Takes the candidate with the largest phi; not collective.

    Maximises the sum of phi exactly, in O(N k), and reads no psi ("local" in Table 7).

    >>> LocalOnly().solve(Problem(local=[[0.2, 0.8], [], [0.5, 0.5]], relatedness=np.eye(4))).choice
    array([ 1, -1,  0])
    """

    facts: ClassVar = SolverFacts("local", "local", is_collective=False, reads="nothing")

    def solve(self, problem: Problem) -> Assignment:
        """Decide every mention alone; its confidence is its phi."""
        choice = best_local(problem)
        mentions, chosen = problem.flat(choice)
        confidence = np.zeros(problem.n_mentions)
        confidence[mentions] = problem.local[chosen]
        return Assignment(problem, self.facts.name, choice, confidence, "local")


def best_local(problem: Problem) -> IntArray:
    """Position of each mention's candidate with the largest phi, the first of equals; -1 if there is none."""
    choice = np.full(problem.n_mentions, -1, dtype=np.int64)
    linked, offsets = problem.linkable()
    if len(linked):
        choice[linked] = first_best(problem.local, offsets)
    return choice


def first_best(scores: FloatArray, offsets: IntArray) -> IntArray:
    """Position of each mention's candidate with the largest score, the first of equals; no mention may be empty."""
    starts = offsets[:-1]
    best = np.repeat(np.maximum.reduceat(scores, starts), np.diff(offsets))
    hits = np.flatnonzero(scores == best)
    # Hits are in rising order, so the first hit at or after a mention's start is its first best candidate.
    choice: IntArray = hits[np.searchsorted(hits, starts)] - starts
    return choice
