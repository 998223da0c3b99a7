"""The numbers behind a linked document: small arrays that go from one process to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pairlinking.candidates import CandidateList
from pairlinking.collective import Assignment
from pairlinking.linking.mentions import Span
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["Solution"]


@dataclass(frozen=True, eq=False)
class Solution:
    """Candidates of all mentions in flat arrays, one mention after the other, and what was chosen.

    Attributes
    ----------
    spans
        Of the mentions, in the order in which they were given.
    offsets
        Candidates of mention i are at ``offsets[i]:offsets[i + 1]``.
    choice, confidence
        Per mention: place of the chosen candidate among its own (-1 for none), and confidence.
    decisions
        For Pair-Linking, the mentions of each pair it decided on, and the confidence of the pair.
    """

    spans: Sequence[Span]
    offsets: IntArray
    entities: IdArray
    prior: FloatArray
    local: FloatArray
    choice: IntArray
    confidence: FloatArray
    decisions: tuple[IntArray, FloatArray] | None = None

    @classmethod
    def of(
        cls, spans: Sequence[Span], lists: Sequence[CandidateList], local: Sequence[FloatArray], solved: Assignment
    ) -> Solution:
        """Join the lists of a document's mentions and what a method chose."""
        decisions = solved.decisions
        return cls(
            spans=spans,
            offsets=np.concatenate([[0], np.cumsum([len(each) for each in lists], dtype=np.int64)]),
            entities=np.concatenate([np.empty(0, np.int32), *(each.entities for each in lists)]),
            prior=np.concatenate([np.empty(0), *(each.prior for each in lists)]),
            local=np.concatenate([np.empty(0), *local]),
            choice=solved.choice,
            confidence=solved.confidence,
            decisions=None if decisions is None else (decisions[0], decisions[2]),
        )

    @classmethod
    def joined(cls, parts: Sequence[Solution]) -> Solution:
        """Solutions of consecutive parts of a document as one."""
        before = np.cumsum([0, *(len(part.spans) for part in parts[:-1])])
        ends = np.cumsum([0, *(part.offsets[-1] for part in parts[:-1])])
        decisions = [part.decisions for part in parts]
        return cls(
            spans=[span for part in parts for span in part.spans],
            offsets=np.concatenate([[0], *(part.offsets[1:] + end for part, end in zip(parts, ends, strict=True))]),
            entities=np.concatenate([part.entities for part in parts]),
            prior=np.concatenate([part.prior for part in parts]),
            local=np.concatenate([part.local for part in parts]),
            choice=np.concatenate([part.choice for part in parts]),
            confidence=np.concatenate([part.confidence for part in parts]),
            decisions=None
            if any(each is None for each in decisions)
            else (
                np.concatenate([each[0] + at for each, at in zip(decisions, before, strict=True) if each is not None]),
                np.concatenate([each[1] for each in decisions if each is not None]),
            ),
        )

    def positions(self, mention: int) -> range:
        """Flat positions of a mention's candidates."""
        return range(int(self.offsets[mention]), int(self.offsets[mention + 1]))

    def chosen(self, mention: int) -> int | None:
        """Flat position of the chosen candidate; None where there is none."""
        at = int(self.choice[mention])
        return None if at < 0 else int(self.offsets[mention]) + at

    def problem(self, text: str, relatedness: Relatedness, beta: float) -> Problem:
        """The problem that was solved."""
        parts = list(pairwise(self.offsets.tolist()))
        return Problem(
            [self.local[low:high] for low, high in parts],
            relatedness,
            beta,
            candidates=[self.entities[low:high].tolist() for low, high in parts],
            surfaces=[text[start:end] for start, end in self.spans],
        )

    def reordered(self, spans: Sequence[Span], order: IntArray) -> Solution:
        """The same, where mention i of this one is mention ``order[i]`` of the result, whose spans are given."""
        back = np.argsort(order)
        flat = np.concatenate([np.empty(0, np.int64), *(np.arange(*self.offsets[i : i + 2]) for i in back)])
        decisions = self.decisions
        return Solution(
            spans=spans,
            offsets=np.concatenate([[0], np.cumsum(np.diff(self.offsets)[back])]),
            entities=self.entities[flat],
            prior=self.prior[flat],
            local=self.local[flat],
            choice=self.choice[back],
            confidence=self.confidence[back],
            decisions=None if decisions is None else (order[decisions[0]], decisions[1]),
        )
