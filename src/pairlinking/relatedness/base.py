"""What all measures computed from lists and vectors have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import ReferenceType

import numpy as np

from pairlinking.errors import ProblemError
from pairlinking.relatedness._psi import Source
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["KernelRelatedness"]


class KernelRelatedness:
    """A mean of WLM, NJS and EES that the compiled kernels read without Python.

    All forms agree to the last bit: `score` for two entities, `block` and `matrix` for many, and the values that
    Pair-Linking computes one pair at a time. `bound` is never below `score`.
    """

    name: str
    # How to make it again, if all its data came from one knowledge base.
    remake: tuple[Callable[..., KernelRelatedness], ReferenceType[KnowledgeBase]] | None = None

    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        self.source = source

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name and the knowledge base it was made from: its data stay in their files."""
        make, kb = (None, None) if self.remake is None else (self.remake[0], self.remake[1]())
        if make is None or kb is None:
            raise TypeError(f"{self!r} cannot be pickled: it was not made from a knowledge base.")
        return partial(make, self.name, kb=kb), ()

    def __deepcopy__(self, memo: dict[int, Any]) -> KernelRelatedness:
        """Return the object itself: nothing in it changes."""
        return self

    def __repr__(self) -> str:
        return f"<relatedness {self.name!r} over {self.n_entities:,} entities>"

    @property
    def n_entities(self) -> int:
        """How many entities are known; ids run from 0 to one less than this."""
        return self.source.n_entities

    def check(self, rows: IntArray) -> None:
        """Raise `ProblemError` unless every row is an entity: the kernels do not check."""
        if len(rows) and not (rows.min() >= 0 and rows.max() < self.n_entities):
            wrong = rows[(rows < 0) | (rows >= self.n_entities)][0]
            raise ProblemError(
                f"Entity ids must lie in [0, {self.n_entities}), as {self.name!r} has {self.n_entities} entities. "
                f"Got {wrong} instead."
            )

    def _check_two(self, left: int, right: int) -> None:
        n = self.source.n_entities
        if not (0 <= left < n and 0 <= right < n):  # with arrays this would take longer than the score
            self.check(np.array([left, right]))

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities, in [0, 1]."""
        self._check_two(left, right)
        return self.source.score(left, right)

    def bound(self, left: int, right: int) -> float:
        """Upper bound of `score`, without counting shared in-links."""
        self._check_two(left, right)
        return self.source.bound(left, right)

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity."""
        lefts, rights = _rows(lefts), _rows(rights)
        self.check(lefts)
        self.check(rights)
        return self.source.block(lefts, rights)

    def matrix(self, rows: IntArray) -> FloatArray:
        """Relatedness of each entity with each other."""
        rows = _rows(rows)
        self.check(rows)
        return self.source.matrix(rows)


def _rows(rows: IntArray) -> IntArray:
    return np.ascontiguousarray(rows, dtype=np.int64)
