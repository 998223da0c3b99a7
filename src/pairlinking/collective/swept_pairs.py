"""Pair-Linking followed by sweeps: pairs decide first, then every open mention considers all others."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from pairlinking._support.options import check_float, check_int
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.pair_linking import PairLinking
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["SweptPairs"]

# A smaller gain may be rounding.
LEAST_GAIN = 1e-9


@COLLECTIVE.register("pair-linking+sweep")
class SweptPairs:
    r"""Pair-Linking, then sweeps over the mentions that a mean over all others could still change (ALL-Link, Eq. 14).

    A sweep goes through the mentions in order and gives each the candidate with the largest

    .. math:: (1-\beta) \, \phi(m_i, e) + \frac{\beta}{N-1} \sum_{j \neq i} \psi(e, e_j)

    given the current choices of all others; of equals the first. A candidate must gain more than 1e-9 to replace
    another. Pair-Linking finds the topic from its most confident pairs, whereas hill climbing from the best phi may
    start in the wrong place; the sweeps correct pairs that are strongly related but off the topic.

    Lazy: a candidate is a contender if a mean relatedness that is larger by `reach` would make up for its lower phi,
    and a mention is open if it has several contenders. Only the psi of contenders with chosen entities is read. If no
    sweep changes anything, the answer and its trace are those of Pair-Linking.

    Parameters
    ----------
    sweeps
        How many sweeps at most; a sweep that changes nothing is the last.
    reach
        The largest expected difference in mean relatedness; 1 considers every candidate that could win.

    Examples
    --------
    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> SweptPairs().solve(Problem(local=[[0.5, 0.4], [0.5, 0.4]], relatedness=psi)).choice
    array([1, 1])
    """

    facts: ClassVar = SolverFacts("pair-linking+sweep", "all-link", reads="as needed")

    def __init__(self, *, sweeps: int = 2, reach: float = 0.25) -> None:
        self.sweeps = check_int("SweptPairs", "sweeps", sweeps, 1)
        self.reach = check_float("SweptPairs", "reach", reach, "[0, 1]")
        self._pairs = PairLinking()

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        paired = replace(self._pairs.solve(problem), method=self.facts.name, objective_name="all-link")
        linked, offsets = problem.linkable()
        if len(linked) < 3:  # with two mentions the best pair is best for both
            return paired
        choice = paired.choice.copy()
        n_relatedness = self._sweep(problem, linked, offsets, choice)
        if (choice == paired.choice).all():
            return replace(paired, n_relatedness=paired.n_relatedness + n_relatedness)
        return conclude(problem, self.facts, choice, paired.n_relatedness + n_relatedness)

    def _sweep(self, problem: Problem, linked: IntArray, offsets: IntArray, choice: IntArray) -> int:
        """Improve `choice` in place; returns the number of psi values read."""
        n = len(linked)
        alone = (1 - problem.beta) * (n - 1) * problem.local  # times N - 1: a division would let equals differ
        chosen = offsets[:-1] + choice[linked]
        contenders, bounds = _contenders(alone, offsets, chosen, self.reach * problem.beta * (n - 1))
        psi = problem.relatedness_block(contenders, chosen)
        n_relatedness = psi.size
        open_mentions = np.flatnonzero(np.diff(bounds) > 1)
        for _ in range(self.sweeps):
            changed = False
            for i in open_mentions.tolist():
                rivals = contenders[bounds[i] : bounds[i + 1]]
                rows = psi[bounds[i] : bounds[i + 1]]
                scores = alone[rivals] + problem.beta * (rows.sum(axis=1) - rows[:, i])
                best = int(scores.argmax())
                if scores[best] - scores[np.searchsorted(rivals, chosen[i])] <= LEAST_GAIN:
                    continue
                chosen[i], changed = rivals[best], True
                psi[:, i] = problem.relatedness_block(contenders, chosen[i : i + 1])[:, 0]
                n_relatedness += len(psi)
            if not changed:
                break
        choice[linked] = chosen - offsets[:-1]
        return n_relatedness


def _contenders(alone: FloatArray, offsets: IntArray, chosen: IntArray, most: float) -> tuple[IntArray, IntArray]:
    """Chosen candidates, and those that relatedness, if it adds `most`, can lift to the best phi of their mention.

    Only mentions with two or more of them are listed. Returns flat positions, and where those of each mention begin.
    """
    sizes = np.diff(offsets)
    can_win = np.repeat(np.maximum.reduceat(alone, offsets[:-1]), sizes) - alone <= most + LEAST_GAIN
    can_win[chosen] = True
    counts = np.add.reduceat(can_win, offsets[:-1], dtype=np.int64)
    can_win &= np.repeat(counts > 1, sizes)
    bounds = np.zeros(len(offsets), dtype=np.int64)
    np.cumsum(np.where(counts > 1, counts, 0), out=bounds[1:])
    return np.flatnonzero(can_win), bounds
