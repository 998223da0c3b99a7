"""A document between text and decision: its mentions, their candidates, and the local confidence of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from pairlinking.candidates import CandidateList
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.mentions import Span
from pairlinking.linking.weights import beta_for
from pairlinking.problem import Problem
from pairlinking.repeats import Repeats
from pairlinking.stages import CollectiveLinker, Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["Prepared"]


@dataclass(frozen=True, eq=False)
class Prepared:
    """A document ready to be decided. Every way from text to links goes through it.

    Attributes
    ----------
    source
        The document as it came in.
    spans
        Its mentions in the order of the text.
    lists
        The candidates of each mention.
    local
        The local confidence phi of each candidate, one array per mention.

    Examples
    --------
    >>> import pairlinking as pl
    >>> linker = pl.load()
    >>> prepared = linker.prepare(("Tiger won in Augusta. Tiger!", ["Tiger", "Augusta", "Tiger"]))
    >>> problem = prepared.problem(linker.relatedness, beta=0.5)
    >>> problem.n_mentions  # "Tiger" is decided once
    2
    >>> [linker.kb.title(entity) for entity in prepared.answers(pl.solve(problem).choice)]
    ['Tiger Woods', 'Augusta National Golf Club', 'Tiger Woods']
    """

    source: TextDocument
    spans: Sequence[Span]
    lists: Sequence[CandidateList]
    local: Sequence[FloatArray]

    def __len__(self) -> int:
        """Number of mentions."""
        return len(self.spans)

    @cached_property
    def surfaces(self) -> list[str]:
        """Text of each mention."""
        return [self.source.text[start:end] for start, end in self.spans]

    @cached_property
    def entities(self) -> list[list[int]]:
        """Candidates of each mention as numbers."""
        return [each.entities.tolist() for each in self.lists]

    @cached_property
    def repeats(self) -> Repeats:
        """Which mentions are one name, and are decided as one."""
        return Repeats.of(self.surfaces, [each.entities.tobytes() for each in self.lists])

    @cached_property
    def local_of_names(self) -> list[FloatArray]:
        """Local confidences as they are decided: those of a repeated name are the mean over its copies."""
        return self.repeats.means(self.local)

    def problem(
        self, relatedness: Relatedness, beta: float, *, solver: str | CollectiveLinker | None = None
    ) -> Problem:
        """The numbers to solve, each repeated name once.

        Parameters
        ----------
        solver
            Who will solve it. One that adds relatedness up over the document gets `beta` as the weight of the mean;
            without, beta is taken as it is.
        """
        names = self.repeats.first.tolist()
        beta = beta if solver is None else beta_for(solver, beta, len(names))
        return Problem(self.local_of_names, relatedness, beta, candidates=[self.entities[at] for at in names])

    def answers(self, choice: IntArray) -> list[int]:
        """Entity of every mention, -1 for none, by the choice made for each name of `problem`."""
        chosen = choice[self.repeats.place].tolist()
        return [each[at] if at >= 0 else -1 for each, at in zip(self.entities, chosen, strict=True)]

    def parts(self, most: int) -> list[Self]:
        """The document cut into parts of at most `most` mentions; at least one part."""
        if len(self) <= most:
            return [self]
        groups = [slice(at, at + most) for at in range(0, len(self), most)]
        return [
            replace(self, spans=self.spans[each], lists=self.lists[each], local=self.local[each]) for each in groups
        ]

    def with_local(self, local: Sequence[FloatArray]) -> Self:
        """The same document with other local confidences."""
        other = replace(self, local=local)
        other.__dict__.update({name: getattr(self, name) for name in ("surfaces", "entities", "repeats")})
        return other

    def split(self, values: FloatArray) -> list[FloatArray]:
        """Values of all candidates, one after the other, by mention."""
        return np.split(values, np.cumsum([len(each) for each in self.lists])[:-1]) if self.lists else []
