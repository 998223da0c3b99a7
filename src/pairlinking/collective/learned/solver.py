"""Learned coherence: boosted trees weigh local confidence and the support of the other mentions."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from pairlinking._support.forest import Forest
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.learned.features import FEATURES, Contenders, names_with
from pairlinking.collective.learned.model import shipped_coherence
from pairlinking.collective.local_only import best_local, first_best
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.columns import Columns
from pairlinking.errors import ParameterError
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts

__all__ = ["Learned"]


@COLLECTIVE.register("learned")
class Learned:
    """Takes the candidate that is most probable given its phi and the support of the other mentions, as learned.

    Eq. 14 mixes local confidence and relatedness by one number, beta. Here trees have learned from linked documents how
    to weigh phi against the best support, that of the two and three best mentions, the mean, and that of near mentions,
    each also as the lead over the mention's other candidates. Beta does not affect the choice.

    Each mention is decided on its own, from the probable entities of all others: O((kN)^2) with at most five candidates
    each, and only their relatedness with each other is read. In a document with one mention, the best phi is taken.

    Trees that have learned from annotated documents also use the features that local confidence was computed from, the
    columns of the problem: they correct what local confidence has learned from a wiki for texts of another kind, even
    in a document with one mention. A problem without these columns is decided by the trees of the package.

    Parameters
    ----------
    forest
        Trees over `pairlinking.collective.learned.FEATURES`, possibly followed by columns; by default those that come
        with the package. A linker passes those of its knowledge base.

    Examples
    --------
    >>> psi = [[1, 0, 0, 0], [0, 1, 0, 0.9], [0, 0, 1, 0], [0, 0.9, 0, 1]]
    >>> answer = Learned().solve(Problem(local=[[0.5, 0.45], [0.1, 0.8]], relatedness=psi))
    >>> answer.choice
    array([1, 1])
    """

    facts: ClassVar = SolverFacts("learned", None, reads="as needed", is_learned=True)

    def __init__(self, *, forest: Forest | None = None) -> None:
        self.forest = shipped_coherence() if forest is None else forest
        if self.forest.names[: len(FEATURES)] != FEATURES:
            raise ParameterError("The 'forest' parameter of Learned must have the features of this version.")

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`; the confidence of each is the probability of its choice."""
        linked, offsets = problem.linkable()
        forest, columns = self._for(problem)
        if len(linked) < (2 if columns is None else 1):
            return conclude(problem, self.facts, best_local(problem), 0)
        contenders = Contenders.of(problem, columns)
        probable = forest.predict(contenders.features)
        best = contenders.offsets[:-1] + first_best(probable, contenders.offsets)
        choice = np.full(problem.n_mentions, -1, dtype=np.int64)
        choice[linked] = contenders.at[best] - offsets[:-1]
        confidence, probabilities = np.zeros(problem.n_mentions), np.zeros(len(problem.local))
        confidence[linked], probabilities[contenders.at] = probable[best], probable
        return Assignment(
            problem,
            self.facts.name,
            choice,
            confidence,
            "all-link",
            n_relatedness=len(contenders.at) ** 2,
            probabilities=probabilities,
        )

    def _for(self, problem: Problem) -> tuple[Forest, Columns | None]:
        """Trees that can decide the problem, and the columns they need."""
        if self.forest.names == FEATURES:
            return self.forest, None
        columns = problem.columns
        if columns is not None and self.forest.names == names_with(columns.names):
            return self.forest, columns
        return shipped_coherence(), None
