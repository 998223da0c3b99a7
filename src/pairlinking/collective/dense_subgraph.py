"""Dense subgraph: thin out the graph of mentions and candidates, then search what is left."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from pairlinking._support.options import check_int
from pairlinking.collective import _objectives
from pairlinking.collective._dense import degrees, search, shrink, squared_distances
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local
from pairlinking.collective.objectives import objective_code
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["DenseSubgraph"]


@COLLECTIVE.register("dense-subgraph")
class DenseSubgraph:
    """Keeps a dense subgraph of mentions and candidates, then maximises ALL-Link (Eq. 14) within it (AIDA).

    Source: Hoffart et al. 2011, Alg. 1. Mentions and candidates are nodes; edges weigh (1-beta) phi between a mention
    and its candidate and beta psi between candidates of different mentions.

    1. Prune: keep the candidates closest to all mentions, by the sum of squared shortest-path distances.
    2. Shrink: repeatedly drop the candidate of lowest weighted degree that is not its mention's last, and return to the
       graph whose lowest weighted degree was largest.
    3. Solve: try all assignments if they are few, else climb from the highest degrees and from random draws.

    Where Hoffart et al. leave a choice:

    - the length of an edge is 1 - weight, so psi = 0 is an edge of length 1, and all distances are finite;
    - each mention's closest candidate survives step 1, however far it is;
    - the lowest weighted degree is taken over candidates, not mentions, as in the AIDA program, and starts with the
      pruned graph; of equally good graphs the smallest is taken;
    - step 3 counts psi from both ends, as Eq. 14 is printed; each random draw takes candidates in proportion to their
      weighted degree in the shrunk graph and climbs by the best single substitution.

    O(N^3 k^2) at worst for the distances, as in Table 8: those of most mentions take only O(N k^2). Steps 2 and 3 take
    O(N^2 k'^2) and O(I N^2 k') for k' = `candidates_per_mention`.

    Parameters
    ----------
    candidates_per_mention
        Step 1 keeps this many candidates times the number of mentions.
    max_exhaustive
        Step 3 tries all assignments if there are at most this many.
    iterations, seed
        Number of random draws in step 3, and the seed of the draws.
    """

    facts: ClassVar = SolverFacts("dense-subgraph", "all-link", sums_relatedness=True, paper_row=6)

    def __init__(
        self,
        *,
        candidates_per_mention: int = 5,
        max_exhaustive: int = 10_000,
        iterations: int = 500,
        seed: int = 0,
    ) -> None:
        self.candidates_per_mention = check_int("DenseSubgraph", "candidates_per_mention", candidates_per_mention, 1)
        self.max_exhaustive = check_int("DenseSubgraph", "max_exhaustive", max_exhaustive, 1)
        self.iterations = check_int("DenseSubgraph", "iterations", iterations, 0)
        self.seed = check_int("DenseSubgraph", "seed", seed, 0)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice, n_relatedness = best_local(problem), 0
        linked, offsets = problem.linkable()
        if len(linked) > 1:
            psi = problem.relatedness_matrix()
            choice[linked] = self._decide(offsets, problem.local, psi, problem.beta)
            n_relatedness = psi.size
        return conclude(problem, self.facts, choice, n_relatedness)

    def _decide(self, offsets: IntArray, local: FloatArray, psi: FloatArray, beta: float) -> IntArray:
        starts = offsets[:-1]
        kept = np.arange(len(local))
        if len(local) > self.candidates_per_mention * len(starts):  # else pruning would keep all
            kept = self._closest(offsets, squared_distances(offsets, local, psi, beta))
        offsets, local, psi = _induced(offsets, local, psi, kept)
        best = shrink(offsets, degrees(offsets, local, psi, beta), psi, beta)
        kept = kept[best]
        offsets, local, psi = _induced(offsets, local, psi, best)
        if math.prod(np.diff(offsets).tolist()) <= self.max_exhaustive:
            picks = _try_all(offsets, local, psi, beta)
        else:
            degree = degrees(offsets, local, psi, beta)
            picks = search(offsets, (1 - beta) * local, 2 * beta * psi, degree, self.iterations, self.seed)
        choice: IntArray = kept[offsets[:-1] + picks] - starts
        return choice

    def _closest(self, offsets: IntArray, distance: FloatArray) -> IntArray:
        n = len(offsets) - 1
        owner = np.repeat(np.arange(n), np.diff(offsets))
        order = np.argsort(distance, kind="stable")
        first_of_each = order[np.unique(owner[order], return_index=True)[1]]
        kept: IntArray = np.union1d(order[: self.candidates_per_mention * n], first_of_each)
        return kept


def _induced(
    offsets: IntArray, local: FloatArray, psi: FloatArray, kept: IntArray
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Return the problem with only the candidates at the positions `kept`, which rise."""
    if len(kept) == len(local):
        return offsets, local, psi
    return np.searchsorted(kept, offsets), local[kept], psi[np.ix_(kept, kept)]


def _try_all(offsets: IntArray, local: FloatArray, psi: FloatArray, beta: float) -> IntArray:
    """Best assignment for ALL-Link. Mentions with one candidate left are folded into the local scores of the others."""
    sizes = np.diff(offsets)
    picks = np.zeros(len(sizes), dtype=np.int64)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    fixed, free = np.flatnonzero(sizes[owner] == 1), np.flatnonzero(sizes[owner] > 1)
    if len(free):
        unary = (1 - beta) * local[free] + 2 * beta * psi[np.ix_(free, fixed)].sum(axis=1)
        pair = 2 * beta * psi[np.ix_(free, free)]
        bounds = np.append(0, np.cumsum(sizes[sizes > 1]))
        # At beta = 1/2 the value is half of (local + pairs from both ends): twice unary, and pair as it is, undo that.
        picks[sizes > 1] = _objectives.enumerate_best(objective_code("all-link"), bounds, 2 * unary, pair, 0.5)
    return picks
