"""The protocols that join the folders. Read this first; extend it last.

``relatedness`` offers objects that follow `Relatedness`; ``collective`` offers objects that follow `CollectiveLinker`.
Anything with the same methods works in their place: nothing has to inherit from us.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.collective.assignment import Assignment
    from pairlinking.problem import Problem

__all__ = ["CollectiveLinker", "Relatedness"]


@runtime_checkable
class Relatedness(Protocol):
    """How related two entities are, psi(e, e') in [0, 1]: symmetric, and 1 for an entity with itself."""

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities."""
        ...

    def bound(self, left: int, right: int) -> float:
        """Give a value that `score` never exceeds, as cheap as it can be had; 1 is always right."""
        ...

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity, shape (lefts, rights), equal to `score` bit for bit."""
        ...


@runtime_checkable
class CollectiveLinker(Protocol):
    """Chooses one candidate for every mention of a document, all mentions together."""

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        ...
