"""What speaks for each candidate and each link of a document, all from one block of relatedness.

`Explanation`, and `tree`, `decisions` and `evidence` of a `LinkedDocument`, say the same, one question at a time: here
a request asks all of them at once. Tests hold the two together.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pairlinking.collective import _objectives
from pairlinking.linking import LinkedDocument, Pair
from pairlinking.types import FloatArray, IntArray

__all__ = ["Support", "Weights"]

_MOST_EVIDENCE = 10
_LEAST_RELATED = 0.01


class Support(NamedTuple):
    """For each candidate, in arrays: its best supporter (or -1), psi of the two, and the score of the pair."""

    supporter: IntArray
    related: FloatArray
    score: FloatArray


class Weights:
    """The numbers behind the links of a document.

    Attributes
    ----------
    first
        For each mention, the first one that was solved together with it: a name that stands several times counts once.
    names
        First mentions of all names that have a choice, rising. Rows and columns of `psi` follow them.
    """

    def __init__(self, document: LinkedDocument) -> None:
        self._document, self._solution = document, document.solution
        solution = self._solution
        self._offsets: list[int] = solution.offsets.tolist()
        self._choice: list[int] = solution.choice.tolist()
        self.first = self._first_like()
        self.names = [each for each in dict.fromkeys(self.first) if self._choice[each] >= 0]
        self._column = {name: column for column, name in enumerate(self.names)}
        self._at = np.array([self._offsets[each] + self._choice[each] for each in self.names], dtype=np.int64)
        entities = solution.entities.astype(np.int64)
        self._chosen = entities[self._at]
        self._block = document.relatedness.block(entities, self._chosen)
        self.psi = self._block[self._at]

    def _first_like(self) -> list[int]:
        entities = self._solution.entities.tolist()
        lists = {tuple(entities[low:high]) for low, high in pairwise(self._offsets)}
        n = len(self._choice)
        if len(lists) == n:  # copies of one name would have the same candidates
            return list(range(n))
        return [self._document.first_like(number) for number in range(n)]

    def support(self) -> Support:
        """What speaks most for each candidate: the pair with another name's link, by Eq. 13 with beta."""
        solution, beta, n = self._solution, self._document.beta, len(self._block)
        if not self.names:
            return Support(np.full(n, -1), np.zeros(n), solution.local)
        local = solution.local
        scores = ((1 - beta) * (local[:, None] + local[self._at]) + beta * self._block) / (2 - beta)
        rows = np.arange(n)
        own = np.repeat([self._column.get(each, -1) for each in self.first], np.diff(solution.offsets))
        scores[rows, own] = np.where(own < 0, scores[rows, own], -1.0)  # a name does not support itself
        best = scores.argmax(axis=1)
        score, supporter, related = scores[rows, best], self._chosen[best], self._block[rows, best]
        alone = score < 0
        if alone.any():
            supporter[alone], related[alone], score[alone] = -1, 0.0, local[alone]
        return Support(supporter, related, score)

    @cached_property
    def decisions(self) -> list[Pair]:
        """What Pair-Linking decided, in order."""
        if self._solution.decisions is None:
            return []
        mentions, confidences = self._solution.decisions
        first, psi, column = self.first, self.psi, self._column
        return [
            Pair((first[i], first[j]), float(psi[column[first[i]], column[first[j]]]), confidence)
            for (i, j), confidence in zip(mentions.tolist(), confidences.tolist(), strict=True)
        ]

    @cached_property
    def tree(self) -> list[Pair]:
        """The most confident pairs that join all links, best first."""
        if len(self.names) < 2:
            return []
        ends, confidences = _objectives.prim(self._solution.local[self._at], self.psi, self._document.beta)
        names, psi = self.names, self.psi
        found = [
            Pair((names[i], names[j]), float(psi[i, j]), confidence)
            for (i, j), confidence in zip(ends.tolist(), confidences.tolist(), strict=True)
        ]
        return sorted(found, key=lambda pair: (-pair.confidence, pair.mentions))

    def evidence(self) -> dict[int, list[tuple[int, Pair]]]:
        """By name, the links that support its own, the strongest first: the mention of each, and the pair they form."""
        if not self._document.facts.is_collective:
            return {}
        pairs = self.tree if self._solution.decisions is None else self.decisions
        found: dict[int, list[tuple[int, Pair]]] = {}
        for pair in sorted(pairs, key=lambda pair: (-pair.confidence, pair.mentions)):
            if pair.relatedness >= _LEAST_RELATED:
                for own, other in (pair.mentions, pair.mentions[::-1]):
                    supporters = found.setdefault(own, [])
                    if len(supporters) < _MOST_EVIDENCE and self.is_linked(other):
                        supporters.append((other, pair))
        return found

    def local(self, mention: int) -> float:
        """Local confidence of a mention's choice; 0 where it has none."""
        at = self._choice[mention]
        return float(self._solution.local[self._offsets[mention] + at]) if at >= 0 else 0.0

    def is_linked(self, mention: int) -> bool:
        """Whether a mention has a choice that is good enough."""
        return self._choice[mention] >= 0 and self.local(mention) >= self._document.nil_threshold

    def entity(self, mention: int) -> int:
        """The entity chosen for a mention that has one."""
        return int(self._solution.entities[self._offsets[mention] + self._choice[mention]])
