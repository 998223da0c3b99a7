"""A document between text and decision: its mentions, their candidates, and the local confidence of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np

from pairlinking.candidates import CandidateList
from pairlinking.candidates.generator import split_by_mention
from pairlinking.candidates.table import CandidateTable
from pairlinking.columns import Columns
from pairlinking.errors import ProblemError
from pairlinking.kb.profiles import places_of
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.mentions import Span
from pairlinking.linking.weights import beta_for
from pairlinking.problem import Problem
from pairlinking.repeats import Repeats
from pairlinking.stages import CollectiveLinker, Relatedness
from pairlinking.text.forms import Forms
from pairlinking.types import FloatArray, IntArray

__all__ = ["Prepared", "PreparedGold"]

_NOTHING: FloatArray = np.empty(0)


@dataclass(frozen=True, eq=False)
class Prepared:
    """A document ready to be decided. Every path from text to links goes through this class.

    Attributes
    ----------
    source
        The document as it was given.
    spans
        Its mentions in the order of the text.
    lists
        The candidates of each mention.
    local
        The local confidence phi of each candidate, one array per mention.
    columns
        What local confidence was computed from, if that is known.

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
    columns: Columns | None = field(default=None, kw_only=True)

    @classmethod
    def of_names(cls, names: Sequence[str], entities: Sequence[Sequence[int]], local: Sequence[FloatArray]) -> Prepared:
        """A document without a text: the candidates of each name by number, and their local confidences.

        >>> Prepared.of_names(["Tiger", "Augusta"], [[3, 4], [7]], [np.array([0.6, 0.4]), np.array([1.0])]).entities
        [[3, 4], [7]]
        """
        source = TextDocument.of_names(names)
        lists = [CandidateList.bare(Forms(*[name] * 3), each) for name, each in zip(names, entities, strict=True)]
        return Prepared(source, list(source.mentions or ()), lists, local)

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
    def table(self) -> CandidateTable:
        """The candidates of all mentions in flat arrays."""
        return CandidateTable.of(self.lists)

    @cached_property
    def repeats(self) -> Repeats:
        """Which mentions are one name, and are decided as one: copies of the name, and short forms of a longer one."""
        return Repeats.of([each.forms.original for each in self.lists], [each.listed.key for each in self.lists])

    @cached_property
    def local_of_names(self) -> list[FloatArray]:
        """Local confidences used for the decision: those of a repeated name are the mean over its copies."""
        return self.repeats.means(self.local)

    @cached_property
    def names(self) -> tuple[IntArray, FloatArray, IntArray]:
        """The candidates to decide between, each name once, in flat arrays: offsets, local confidences, entities."""
        table = self.table
        offsets, entities = table.offsets, table.entities
        if self.repeats.exist:
            first = self.repeats.first
            starts, ends = offsets[first], offsets[first + 1]
            entities = entities[places_of(starts, ends)]
            offsets = np.zeros(len(first) + 1, dtype=np.int64)
            np.cumsum(ends - starts, out=offsets[1:])
        local = np.concatenate([_NOTHING, *self.local_of_names])
        if len(local) != len(entities):
            raise ProblemError(f"There are {len(entities)} candidates, but {len(local)} local confidences.")
        return offsets, local, entities

    def problem(
        self, relatedness: Relatedness, beta: float, *, solver: str | CollectiveLinker | None = None
    ) -> Problem:
        """The numbers to solve, each repeated name once.

        Parameters
        ----------
        solver
            The method that will solve it. One that sums relatedness over the document gets `beta` as the weight of the
            mean; without a solver, beta is used unchanged.
        """
        beta = beta if solver is None else beta_for(solver, beta, len(self.repeats))
        return Problem.of_flat(*self.names, relatedness, beta, self._columns_of_names)

    def _columns_of_names(self) -> Columns | None:
        """The columns used for the decision: those of a repeated name are the mean over its copies."""
        if self.columns is None or not self.repeats.exist:
            return self.columns
        return self.columns._replace(rows=np.vstack(self.repeats.means(self.split(self.columns.rows))))

    def answers(self, choice: IntArray) -> list[int]:
        """Entity of every mention, -1 for none, given the choice for each name of `problem`."""
        chosen = choice[self.repeats.place].tolist()
        return [each[at] if at >= 0 else -1 for each, at in zip(self.entities, chosen, strict=True)]

    def best(self, scores: Sequence[FloatArray]) -> list[int]:
        """Entity with the largest score for every mention, -1 for none; scores are in the form of `local`."""
        return [each[int(np.argmax(score))] if each else -1 for each, score in zip(self.entities, scores, strict=True)]

    def parts(self, most: int) -> list[Self]:
        """The document cut into parts of at most `most` mentions; at least one part."""
        if len(self) <= most:
            return [self]
        return [self.piece(slice(at, at + most)) for at in range(0, len(self), most)]

    def piece(self, mentions: slice) -> Self:
        """The document with some of its mentions."""
        columns = self.columns
        if columns is not None:
            columns = columns._replace(rows=np.vstack([columns.rows[:0], *self.split(columns.rows)[mentions]]))
        return replace(
            self,
            spans=self.spans[mentions],
            lists=self.lists[mentions],
            local=self.local[mentions],
            columns=columns,
        )

    def with_local(self, local: Sequence[FloatArray]) -> Self:
        """The same document with other local confidences."""
        other = replace(self, local=local)
        other.__dict__.update({name: getattr(self, name) for name in ("surfaces", "entities", "repeats")})
        return other

    def with_gold(self, gold: Sequence[frozenset[int]]) -> PreparedGold:
        """The same document with the right answers."""
        return PreparedGold(self.source, self.spans, self.lists, self.local, gold, columns=self.columns)

    def split(self, values: FloatArray) -> list[FloatArray]:
        """Split the values of all candidates by mention."""
        return split_by_mention(values, self.lists)


@dataclass(frozen=True, eq=False)
class PreparedGold(Prepared):
    """A prepared document whose right answers are known: to learn from, to choose settings, and to evaluate.

    Attributes
    ----------
    gold
        For each mention, the numbers of the right entities; empty if the knowledge base has none of them.
    """

    gold: Sequence[frozenset[int]]

    def n_right(self, answers: Sequence[int]) -> int:
        """How many of the answers, entities by number or -1, are right."""
        return sum(answer in gold for answer, gold in zip(answers, self.gold, strict=True))

    def piece(self, mentions: slice) -> Self:
        """The document with some of its mentions and their answers."""
        return replace(super().piece(mentions), gold=self.gold[mentions])
