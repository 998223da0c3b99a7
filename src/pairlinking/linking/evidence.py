"""The evidence for the links of a document: which links support each other, and which support each candidate."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pairlinking.collective import Pair, tree_edges
from pairlinking.errors import ProblemTooLarge
from pairlinking.kb import KnowledgeBase
from pairlinking.linking._supporters import first_steps, supporters, supporting
from pairlinking.linking.pairs import Pairs
from pairlinking.linking.solution import Solution
from pairlinking.linking.strength import by_chance
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["Evidence", "Support"]

_MOST_EVIDENCE = 10
_MOST_IN_TREE = 15_000  # names whose relatedness to each other takes 1.8 GB
_AT_ONCE = 2**22  # values of relatedness that are computed at a time: 32 MB
_CHEAP = 2**15  # values that are computed faster than repeated ones are found
_FEW = 64  # names whose relatedness to each other costs no more than that of the pairs decided on


class Support(NamedTuple):
    """For candidates, in arrays: entity of the link that supports each most (or -1), psi of the two, and the score.

    The score is the confidence of the pair; for the only mention of a document, the local confidence.
    """

    supporter: IntArray
    relatedness: FloatArray
    score: FloatArray

    def at(self, where: slice | IntArray) -> Support:
        """Support of some of the candidates."""
        return Support(self.supporter[where], self.relatedness[where], self.score[where])


class Evidence:
    """Computes the evidence for all links of a document, from one block of relatedness if that is not too large.

    A name that occurs several times was decided once, and counts once: as its first mention. Entities are numbers of
    the knowledge base.

    Parameters
    ----------
    kb
        Its entities.
    solution
        Candidates and choices.
    relatedness, threshold
        Those that the document was linked with.
    is_collective
        Whether the method considers other links at all; if not, there is no evidence for a link but itself.

    Attributes
    ----------
    first
        For each mention, the first one that was decided together with it.
    names
        First mentions of all names that have a choice, in ascending order.
    linked
        For each mention, whether it has a choice that is good enough.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        solution: Solution,
        relatedness: Relatedness,
        *,
        threshold: float = 0.0,
        is_collective: bool = True,
    ) -> None:
        repeats = solution.repeats
        self.first: IntArray = repeats.first[repeats.place]
        self._kb, self._solution, self._relatedness = kb, solution, relatedness
        self._is_collective = is_collective
        self.names: IntArray = repeats.first[solution.choice[repeats.first] >= 0]
        self._at: IntArray = (solution.offsets[:-1] + solution.choice)[self.names]
        self._chosen: IntArray = solution.entities[self._at].astype(np.int64)
        column = np.full(len(self.first), -1)
        column[self.names] = np.arange(len(self.names))
        self._column: IntArray = column[self.first]  # by mention; -1 for one without a choice
        self.linked: npt.NDArray[np.bool_] = (solution.choice >= 0) & (solution.confidence >= threshold)

    @property
    def has_tree(self) -> bool:
        """Whether the names are few enough for a `tree`."""
        return len(self.names) <= _MOST_IN_TREE

    @cached_property
    def chance(self) -> float:
        """Relatedness up to which two entities count as unrelated: that of random pairs."""
        return by_chance(self._kb, self._relatedness)

    @cached_property
    def tree(self) -> Pairs:
        """Spanning tree of evidence: the most confident pairs that connect all names, best first."""
        if not self.has_tree:
            raise ProblemTooLarge(
                f"The tree of evidence of {len(self.names):,} names takes too much memory; {_MOST_IN_TREE:,} are "
                "allowed. Use 'decisions' or the 'evidence' of each link instead, or split the document."
            )
        if len(self.names) < 2:
            return Pairs.none()
        return self._pairs(*tree_edges(self._solution.local[self._at], self._psi, self._solution.beta))

    @cached_property
    def decisions(self) -> Pairs:
        """What Pair-Linking decided, in order; empty for methods that decide all at once."""
        if self._solution.decisions is None:
            return Pairs.none()
        mentions, confidences = self._solution.decisions
        ends = self._column[mentions]
        if "_psi" in self.__dict__ or len(self.names) <= _FEW:
            relatedness = self._psi[ends[:, 0], ends[:, 1]]
        else:
            both = self._chosen[ends].tolist()
            relatedness = np.array([self._relatedness.score(left, right) for left, right in both])
        return self._pairs(ends, relatedness, confidences)

    @cached_property
    def steps(self) -> IntArray:
        """For each name, the step of `decisions`, from 1, that decided it; 0 for none."""
        return first_steps(self.decisions.mentions, len(self.first))

    @cached_property
    def supporting(self) -> Pairs:
        """Pairs of which some are evidence: what Pair-Linking decided; for other methods, the edges of the tree."""
        if not self._is_collective:
            return Pairs.none()
        return self.tree if self._solution.decisions is None else self.decisions

    @cached_property
    def of_names(self) -> tuple[IntArray, IntArray]:
        """Pairs of `supporting` that are evidence for each name, the most confident first.

        Where those of each mention begin, and their numbers (~number if the name is the second side). They are pairs of
        two related entities whose other side is linked.
        """
        pairs, is_linked = self.supporting, self.linked.view(np.uint8)
        return supporting(*pairs.columns, is_linked, self.chance if len(pairs) else 0.0, _MOST_EVIDENCE)

    def evidence_of(self, name: int) -> list[Pair]:
        """The pairs that are evidence for a name, with its own side first."""
        starts, numbers = self.of_names
        pairs = self.supporting
        return [
            pairs[number] if number >= 0 else pairs.turned(~number)
            for number in numbers[starts[name] : starts[name + 1]].tolist()
        ]

    @cached_property
    def support(self) -> Support:
        """What supports each candidate most, in the order of the solution."""
        offsets: list[int] = self._solution.offsets.tolist()
        n, step = offsets[-1], max(_AT_ONCE // max(len(self.names), 1), 1)
        if n <= step:
            return self._support(0, n, keep_psi=True)
        parts = [self._support(low, min(low + step, n)) for low in range(0, n, step)]
        return Support(*map(np.concatenate, zip(*parts, strict=True)))

    def support_of(self, mention: int) -> Support:
        """What supports each candidate of one mention; in a short document, computed for all mentions at once."""
        low, high = self._solution.offsets[mention : mention + 2].tolist()
        if "support" in self.__dict__ or len(self._solution.entities) * len(self.names) <= _AT_ONCE:
            return self.support.at(slice(low, high))
        return self._support(low, high)

    def is_linked(self, mention: int) -> bool:
        """Whether a mention has a choice that is good enough."""
        return bool(self.linked[mention])

    @cached_property
    def _psi(self) -> FloatArray:
        """Relatedness of the chosen entities of all names to each other."""
        return self._block(self._chosen)

    def _block(self, entities: IntArray) -> FloatArray:
        """Relatedness of entities to the chosen ones; if there are many, each pair is computed only once."""
        if len(entities) * len(self._chosen) <= _CHEAP:
            return self._relatedness.block(entities, self._chosen)
        rows, row = np.unique(entities, return_inverse=True)
        columns, column = np.unique(self._chosen, return_inverse=True)
        if 2 * len(rows) * len(columns) > len(entities) * len(self._chosen):
            return self._relatedness.block(entities, self._chosen)
        return np.ascontiguousarray(self._relatedness.block(rows, columns)[row[:, None], column])

    def _support(self, low: int, high: int, *, keep_psi: bool = False) -> Support:
        """Support of the candidates at these flat positions: the most confident pair of each with another name."""
        solution, n = self._solution, high - low
        local = solution.local[low:high]
        if not len(self.names) or not n:
            return Support(np.full(n, -1), np.zeros(n), local.copy())
        psi = self._block(solution.entities[low:high].astype(np.int64))
        if keep_psi:
            self.__dict__.setdefault("_psi", psi[self._at])
        own = np.repeat(self._column, solution.offsets[1:] - solution.offsets[:-1])[low:high]
        best, score = supporters(psi, local, solution.local[self._at], own, solution.beta)
        alone = best < 0
        supporter, relatedness = self._chosen[best], psi[np.arange(n), best]
        if alone.any():
            supporter[alone], relatedness[alone] = -1, 0.0
        return Support(supporter, relatedness, score)

    def _pairs(self, ends: IntArray, relatedness: FloatArray, confidence: FloatArray) -> Pairs:
        """Pairs of names by their columns."""
        return Pairs(self.names[ends], self._chosen[ends], relatedness, confidence)
