"""The numbers behind a linked document: small arrays that can be passed between processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from pairlinking.collective import Assignment
from pairlinking.linking.mentions import Span
from pairlinking.linking.prepared import Prepared
from pairlinking.problem import Problem
from pairlinking.repeats import Repeats
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
    local
        Local confidence of each candidate; copies of a name, which were decided as one, have the mean.
    choice, confidence
        For each mention: position of the choice among its candidates (-1 for none), and how likely it is right.
    repeats
        Which mentions were decided as one.
    beta
        The weight of relatedness with which they were decided.
    decisions
        For Pair-Linking, the mentions of each pair that it decided on, and the confidence of the pair.
    is_detected
        Whether the mentions were found by the detector, whose certainty is then part of the confidence.
    """

    spans: Sequence[Span]
    offsets: IntArray
    entities: IdArray
    prior: FloatArray
    local: FloatArray
    choice: IntArray
    confidence: FloatArray
    repeats: Repeats
    beta: float
    decisions: tuple[IntArray, FloatArray] | None = None
    is_detected: bool = False

    @classmethod
    def of(cls, prepared: Prepared, solved: Assignment, confidence: FloatArray | None = None) -> Self:
        """Give every mention what was decided for its name, with the confidence of the method or another one."""
        repeats, table = prepared.repeats, prepared.table
        local = prepared.names[1]
        if repeats.exist:
            names = prepared.local_of_names
            local = np.concatenate([np.empty(0), *(names[name] for name in repeats.place.tolist())])
        decisions = solved.decisions
        return cls(
            spans=prepared.spans,
            offsets=table.offsets,
            entities=table.entities.astype(np.int32),
            prior=table.prior,
            local=local,
            choice=solved.choice[repeats.place],
            confidence=(solved.confidence if confidence is None else confidence)[repeats.place],
            repeats=repeats,
            beta=solved.problem.beta,
            decisions=None if decisions is None else (repeats.first[decisions[0]], decisions[2]),
        )

    @classmethod
    def joined(cls, parts: Sequence[Solution]) -> Solution:
        """Join the solutions of consecutive parts of a document, with the beta of the first."""
        if len(parts) == 1:
            return parts[0]
        before = np.cumsum([0, *(len(part.spans) for part in parts[:-1])]).tolist()
        ends = np.cumsum([0, *(part.offsets[-1] for part in parts[:-1])])
        decisions = [
            (part.decisions[0] + at, part.decisions[1])
            for part, at in zip(parts, before, strict=True)
            if part.decisions is not None
        ]
        return cls(
            spans=[span for part in parts for span in part.spans],
            offsets=np.concatenate([[0], *(part.offsets[1:] + end for part, end in zip(parts, ends, strict=True))]),
            entities=np.concatenate([part.entities for part in parts]),
            prior=np.concatenate([part.prior for part in parts]),
            local=np.concatenate([part.local for part in parts]),
            choice=np.concatenate([part.choice for part in parts]),
            confidence=np.concatenate([part.confidence for part in parts]),
            repeats=Repeats.joined([part.repeats for part in parts]),
            beta=parts[0].beta,
            decisions=(np.concatenate([each for each, _ in decisions]), np.concatenate([each for _, each in decisions]))
            if len(decisions) == len(parts)
            else None,
        )

    def positions(self, mention: int) -> range:
        """Flat positions of a mention's candidates."""
        return range(int(self.offsets[mention]), int(self.offsets[mention + 1]))

    def chosen(self, mention: int) -> int | None:
        """Flat position of the chosen candidate; None if there is none."""
        at = int(self.choice[mention])
        return None if at < 0 else int(self.offsets[mention]) + at

    def problem(self, relatedness: Relatedness) -> Problem:
        """The problem that was solved, each repeated name once."""
        names = [self.positions(first) for first in self.repeats.first.tolist()]
        return Problem(
            [self.local[each.start : each.stop] for each in names],
            relatedness,
            self.beta,
            candidates=[self.entities[each.start : each.stop].tolist() for each in names],
        )

    def reordered(self, spans: Sequence[Span], order: IntArray) -> Solution:
        """The same in another order: mention i becomes mention ``order[i]`` of the result, which has these spans."""
        back = np.argsort(order)
        flat = np.concatenate([np.empty(0, np.int64), *(np.arange(*self.offsets[i : i + 2]) for i in back)])
        decisions = self.decisions
        return replace(
            self,
            spans=spans,
            offsets=np.concatenate([[0], np.cumsum(np.diff(self.offsets)[back])]),
            entities=self.entities[flat],
            prior=self.prior[flat],
            local=self.local[flat],
            choice=self.choice[back],
            confidence=self.confidence[back],
            repeats=Repeats.from_place(self.repeats.place[back]),
            decisions=None if decisions is None else (order[decisions[0]], decisions[1]),
        )
