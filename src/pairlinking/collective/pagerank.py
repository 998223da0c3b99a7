"""Personalised PageRank on the graph of candidates, with a topic node of the entities already decided."""

from __future__ import annotations

import warnings
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from pairlinking._support.options import check_float, check_int
from pairlinking.collective._walk import join, power
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import ConvergenceWarning, ParameterError
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["PageRank", "walk"]


@COLLECTIVE.register("pagerank")
class PageRank:
    r"""Walks at random over the candidates, most certain mentions decided first (DoSeR, Zwicklbauer et al. 2016).

    Nodes are the candidates of all mentions, and one topic node that represents the entities already decided, at first
    those of mentions with one candidate. An edge between candidates of different mentions weighs psi; the topic node is
    joined to each undecided candidate by its mean psi to the decided entities. After each walk the most certain
    mentions are decided: their entities join the topic, their other candidates leave the graph, and the walk is
    repeated from the scores it had.

    Where DoSeR leaves a choice, or has no beta:

    - score of a candidate: (1-beta) phi + beta times its walk score, both divided by their largest value in the
      mention. Walk scores are flat; divided by their sum they would hardly count against phi;
    - a jump leads to a mention's candidates in proportion to (1-beta) phi + beta times the topic edge, both divided by
      their sums (phi alone before there is a topic); every mention gets the same share, the topic node none;
    - certainty: (best - second best) / best score of the mention. DoSeR decides a mention when its second best score
      falls below a threshold; here the most certain are decided whatever their scores, so all are decided in the end;
    - a decided entity stays in the graph; scores closer than 1e-9 are equal.

    There is no objective; ALL-Link is reported, as every candidate pair counts. O(I N^2 k^2) for I iterations of all
    walks together (Table 8); a round decides a quarter of the open mentions, so there are O(log N) walks, on a graph
    that shrinks.

    Parameters
    ----------
    jump
        Probability of a jump, in (0, 1].
    decide_fraction
        Share of the undecided mentions decided after each walk, in (0, 1]; always at least one mention.
    tolerance, max_iterations
        A walk ends when its scores change by less than this in all, or with a `ConvergenceWarning` after so many steps.
    """

    facts: ClassVar = SolverFacts("pagerank", paper_row=7)

    def __init__(
        self,
        *,
        jump: float = 0.1,
        decide_fraction: float = 0.25,
        tolerance: float = 1e-8,
        max_iterations: int = 1000,
    ) -> None:
        self.jump = check_float("PageRank", "jump", jump, "(0, 1]")
        self.decide_fraction = check_float("PageRank", "decide_fraction", decide_fraction, "(0, 1]")
        self.tolerance = check_float("PageRank", "tolerance", tolerance, "(0, inf)")
        self.max_iterations = check_int("PageRank", "max_iterations", max_iterations, 1)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice, n_relatedness = best_local(problem), 0
        linked, offsets = problem.linkable()
        if len(linked) > 1:
            psi = problem.relatedness_matrix()
            choice[linked] = self._decide(problem, psi, offsets[:-1], np.diff(offsets))
            n_relatedness = psi.size
        return conclude(problem, self.facts, choice, n_relatedness)

    def _decide(self, problem: Problem, psi: FloatArray, starts: IntArray, sizes: IntArray) -> IntArray:
        n, beta = len(sizes), problem.beta
        owner = np.repeat(np.arange(n), sizes)
        prior = _shares(problem.local, owner)
        decided = np.where(sizes == 1, starts, -1)  # flat position of the entity, -1 while undecided
        nodes = np.arange(len(owner))
        scores: FloatArray | None = None
        support = psi[decided[decided >= 0]].sum(axis=0)
        while (n_open := int((decided < 0).sum())) > 0:
            n_decided, owners = n - n_open, owner[nodes]
            is_open = decided[owners] < 0
            topic = np.where(is_open, support[nodes] / max(n_decided, 1), 0.0)
            size = len(nodes) + (n_decided > 0)
            weights = np.empty((size, size))
            join(psi, nodes, owners, topic, weights)
            jumps = np.zeros(size)
            jumps[: len(nodes)] = prior[nodes]
            if n_decided:
                jumps[: len(nodes)] = (1 - beta) * jumps[:-1] + beta * _shares(topic, owners)
            scores = self._walk(weights, jumps, scores)
            walked = _against_best(scores[: len(nodes)], owners)
            final = (1 - beta) * _against_best(prior[nodes], owners) + beta * walked
            picks, certainty = _leaders(np.round(final, 9), owners, is_open)
            surest = np.argsort(-certainty, kind="stable")[: max(1, int(self.decide_fraction * n_open))]
            new = nodes[picks[surest]]
            decided[owner[new]] = new
            support += psi[new].sum(axis=0)
            kept = (decided[owners] < 0) | (decided[owners] == nodes)
            # The topic node is new after the first decision: it starts with score 0, and gains some by the walk.
            scores = np.append(scores[: len(nodes)][kept], scores[-1] if n_decided else 0.0)
            nodes, prior[new] = nodes[kept], 1.0
        return decided - starts

    def _walk(self, weights: FloatArray, jumps: FloatArray, start: FloatArray | None) -> FloatArray:
        return walk(
            weights, jumps, jump=self.jump, tolerance=self.tolerance, max_iterations=self.max_iterations, start=start
        )


def walk(
    weights: FloatArray,
    jump_vector: FloatArray,
    *,
    jump: float = 0.1,
    tolerance: float = 1e-8,
    max_iterations: int = 1000,
    start: FloatArray | None = None,
) -> FloatArray:
    r"""Share of time a random walker spends at each node; sums to 1.

    .. math:: x = (1 - jump) \, W^T x + jump \, v

    with the rows of W divided by their sums and v by its own. A node without edges jumps. This is
    ``networkx.pagerank(alpha=1 - jump, personalization=v)``.

    Parameters
    ----------
    weights
        Edge weights, at least 0, shape (nodes, nodes); row i holds the edges that leave node i.
    jump_vector
        Where jumps lead, in any scale.
    jump
        Probability of a jump at each step.
    tolerance, max_iterations
        Ends when the sum of all changes falls below `tolerance`, else with a `ConvergenceWarning`.
    start
        Scores to start from, in any scale; by default the jump vector.

    Examples
    --------
    >>> walk(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 0.0]), jump=0.5).round(3)
    array([0.667, 0.333])
    """
    check_float("walk", "jump", jump, "[0, 1]")
    check_float("walk", "tolerance", tolerance, "(0, inf)")
    check_int("walk", "max_iterations", max_iterations, 1)
    weights = _edge_weights(weights, len(jump_vector))
    jumps = _distribution(jump_vector, "jump_vector")
    scores = jumps.copy() if start is None else _distribution(start, "start")
    change = power(weights, jumps, scores, jump, tolerance, max_iterations)
    if change >= tolerance:
        warnings.warn(
            f"Scores of the walk still change by {change:.2g} after {max_iterations} steps; the last are returned. "
            "Raise 'max_iterations' or 'jump'.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return scores


def _edge_weights(weights: FloatArray, n: int) -> FloatArray:
    weights = np.ascontiguousarray(weights, dtype=np.float64)
    if weights.shape != (n, n):
        raise ParameterError(
            f"The 'weights' parameter of walk must have shape ({n}, {n}), as 'jump_vector' has. Got {weights.shape}."
        )
    if n and not (weights.min() >= 0 and np.isfinite(weights.max())):
        raise ParameterError("The 'weights' parameter of walk must hold finite numbers of at least 0.")
    return weights


def _distribution(values: FloatArray, name: str) -> FloatArray:
    array = np.array(values, dtype=np.float64)
    if len(array) and 0 < array.max() < 1e-290:  # sums of such numbers have no inverse
        array /= array.max()
    total = array.sum()
    if len(array) and not (total > 0 and np.isfinite(total) and array.min() >= 0):
        raise ParameterError(
            f"The {name!r} parameter of walk must hold numbers of at least 0, not all 0. Their sum is {total}."
        )
    return array / total if len(array) else array


def _shares(values: FloatArray, owner: IntArray) -> FloatArray:
    """Divide by the sum over each mention; the same for each candidate where that sum is 0."""
    sums, counts = np.bincount(owner, weights=values), np.bincount(owner)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares: FloatArray = np.where(sums[owner] > 0, values / sums[owner], 1 / counts[owner])
    return shares


def _against_best(values: FloatArray, owner: IntArray) -> FloatArray:
    """Divide by the largest value of each mention; 1 for each candidate where that is 0. `owner` rises."""
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    best = np.repeat(np.maximum.reduceat(values, starts), np.diff(starts, append=len(owner)))
    shares: FloatArray = np.divide(values, best, out=np.ones(len(values)), where=best > 0)
    return shares


def _leaders(scores: FloatArray, owner: IntArray, is_open: npt.NDArray[np.bool_]) -> tuple[IntArray, FloatArray]:
    """For each undecided mention, the place of its best score (the first of equals) and its lead over the second."""
    places = np.flatnonzero(is_open)
    order = places[np.lexsort((-scores[places], owner[places]))]
    first = np.flatnonzero(np.diff(owner[order], prepend=-1))
    best, second = scores[order[first]], scores[order[first + 1]]
    return order[first], np.divide(best - second, best, out=np.zeros(len(first)), where=best > 0)
