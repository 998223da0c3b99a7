"""Pairs of names that support each other, in columns, since they are rarely needed one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self, overload

import numpy as np

from pairlinking.collective import Pair
from pairlinking.types import FloatArray, IntArray

__all__ = ["Pairs"]


class Pairs(Sequence[Pair]):
    """Pairs in order, each created on demand.

    Attributes
    ----------
    mentions, entities
        Both sides of each pair, shape (pairs, 2): mentions by their number, entities by theirs in the knowledge base.
    relatedness, confidence
        Of each pair.

    Examples
    --------
    >>> pairs = Pairs(np.array([[0, 2]]), np.array([[7, 3]]), np.array([0.5]), np.array([0.75]))
    >>> pairs[0].mentions, pairs.turned(0).mentions
    ((0, 2), (2, 0))
    """

    def __init__(self, mentions: IntArray, entities: IntArray, relatedness: FloatArray, confidence: FloatArray) -> None:
        self.mentions, self.entities = mentions, entities
        self.relatedness, self.confidence = relatedness, confidence

    @classmethod
    def none(cls) -> Self:
        """No pairs."""
        return cls(np.empty((0, 2), np.int64), np.empty((0, 2), np.int64), np.empty(0), np.empty(0))

    def __len__(self) -> int:
        return len(self.confidence)

    @overload
    def __getitem__(self, at: int) -> Pair: ...
    @overload
    def __getitem__(self, at: slice) -> list[Pair]: ...
    def __getitem__(self, at: int | slice) -> Pair | list[Pair]:
        if isinstance(at, slice):
            return list(self)[at]
        (i, j), (one, other) = self.mentions[at].tolist(), self.entities[at].tolist()
        return Pair((i, j), (one, other), float(self.relatedness[at]), float(self.confidence[at]))

    @property
    def columns(self) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
        """All attributes."""
        return self.mentions, self.entities, self.relatedness, self.confidence

    def __iter__(self) -> Iterator[Pair]:
        for (i, j), (one, other), psi, confidence in zip(*(each.tolist() for each in self.columns), strict=True):
            yield Pair((i, j), (one, other), psi, confidence)

    def turned(self, at: int) -> Pair:
        """One of the pairs with its second side first."""
        pair = self[at]
        return pair._replace(mentions=pair.mentions[::-1], entities=pair.entities[::-1])
