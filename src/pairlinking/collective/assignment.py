"""What every collective algorithm returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pairlinking.collective.objectives import objective_value, spanning_tree
from pairlinking.collective.pairs import Pair, pair_confidence
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts
from pairlinking.types import EntityId, FloatArray, IntArray

__all__ = ["Assignment", "conclude"]


@dataclass(frozen=True, eq=False)
class Assignment:
    """One candidate per mention.

    Attributes
    ----------
    problem
        What was solved.
    method
        Registry name of the algorithm.
    choice
        Position of the chosen candidate per mention; -1 where a mention has none.
    confidence
        Per mention, in [0, 1]: the confidence (Eq. 13 with beta) of the best pair it forms with another decided
        mention, among the pairs the method considers; the local confidence if there is no other; 0 for no link.
    objective_name
        The objective that the method optimises.
    decisions
        For Pair-Linking, in order: the mentions and candidates of each pair, shape (steps, 2), and its confidence.
        `trace` shows them one by one.
    n_relatedness
        How many values of psi were computed or read from a matrix.
    probabilities
        For a learned method, the probability that each candidate is right; 0 for those not considered.
    """

    problem: Problem = field(repr=False)
    method: str
    choice: IntArray
    confidence: FloatArray = field(repr=False)
    objective_name: str
    decisions: tuple[IntArray, IntArray, FloatArray] | None = field(default=None, repr=False)
    n_relatedness: int = field(default=0, repr=False)
    probabilities: FloatArray | None = field(default=None, repr=False)

    @property
    def entities(self) -> list[EntityId]:
        """Entity id per mention; None where there is no link."""
        return [self.problem.entity(i, int(a)) for i, a in enumerate(self.choice)]

    @cached_property
    def trace(self) -> tuple[Pair, ...]:
        """Decisions of Pair-Linking in order; empty for methods that decide all at once.

        Each is the most confident remaining pair with at least one undecided mention.
        """
        if self.decisions is None:
            return ()
        mentions, picks, confidences = self.decisions
        flat = self.problem.offsets[mentions] + picks
        entities = self.problem.entities
        return tuple(
            Pair((i, j), (entities[a], entities[b]), self.problem.relatedness_of(a, b), confidence)
            for (i, j), (a, b), confidence in zip(mentions.tolist(), flat.tolist(), confidences.tolist(), strict=True)
        )

    @cached_property
    def objective(self) -> float:
        """Value of the method's own objective; a cost for MINTREE, a gain for the others. Computed when first read."""
        return objective_value(self.problem, self.choice, self.objective_name)

    @property
    def probabilities_by_mention(self) -> list[FloatArray] | None:
        """`probabilities` of the candidates of each mention; None for a method that gives none."""
        return None if self.probabilities is None else np.split(self.probabilities, self.problem.offsets[1:-1])

    def tree(self) -> tuple[Pair, ...]:
        """Spanning tree of evidence: the most confident pairs that join all chosen entities, best first."""
        return spanning_tree(self.problem, self.choice)


def conclude(problem: Problem, facts: SolverFacts, choice: IntArray, n_relatedness: int) -> Assignment:
    """Make the assignment of a method that considers all pairs: each link is as confident as its best pair.

    For a method without an objective, ALL-Link is reported: it includes every pair.
    """
    confidence = np.zeros(problem.n_mentions)
    mentions, chosen = problem.flat(choice)
    local = problem.local[chosen]
    confidence[mentions] = local
    if len(mentions) > 1:
        psi = problem.relatedness_block(chosen, chosen)
        pairs = pair_confidence(local[:, None], local, psi, problem.beta)
        np.fill_diagonal(pairs, -1.0)
        confidence[mentions] = pairs.max(axis=1)
    objective = facts.objective or "all-link"
    return Assignment(problem, facts.name, choice, confidence, objective, n_relatedness=n_relatedness)
