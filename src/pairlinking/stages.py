"""The protocols that join the folders. Read this first; extend it last.

``local`` learns from objects that follow `LocalFeature`; ``relatedness`` offers objects that follow `Relatedness`;
``collective`` offers objects that follow `CollectiveLinker`. Anything with the same methods works in their place:
nothing has to inherit from us. Other packages add their own by entry point, in the groups ``pairlinking.features``,
``pairlinking.relatedness`` and ``pairlinking.collective``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.candidates import CandidateList
    from pairlinking.collective.assignment import Assignment
    from pairlinking.problem import Problem

__all__ = ["CollectiveLinker", "LocalFeature", "Reads", "Relatedness", "SolverFacts"]

# Which values of psi a solver reads: none; those of neighbouring mentions; those of all candidates with the chosen
# ones; as few as its bounds allow; or all of them.
Reads: TypeAlias = Literal["nothing", "neighbours", "chosen", "as needed", "matrix"]


@runtime_checkable
class Relatedness(Protocol):
    """How related two entities are, psi(e, e') in [0, 1]: symmetric, and 1 for an entity with itself."""

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities."""
        ...

    def bound(self, left: int, right: int) -> float:
        """Return a value that `score` never exceeds, and that is cheap to compute; 1 is always valid."""
        ...

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity, shape (lefts, rights), equal to `score` bit for bit."""
        ...


@dataclass(frozen=True)
class SolverFacts:
    """What the rest of the package needs to know about a solver. The defaults are right for most.

    Attributes
    ----------
    name
        What it is called in answers and tables.
    objective
        The objective that scores its answers, one of `pairlinking.collective.OBJECTIVES`; None if it has none.
    sums_relatedness
        Whether it sums relatedness over all mentions of a document. A recommended beta then weighs the mean: otherwise
        only relatedness would count in a long document.
    is_collective
        Whether other mentions influence a decision. Links by a method that is not collective have no evidence.
    reads
        Which values of relatedness it reads.
    is_compared
        Whether comparisons include it when no methods are named.
    paper_row
        Its row among the methods that the paper compares (Table 5); None for all others.
    is_learned
        Whether it takes trees as ``forest``, which a knowledge base can supply. Such a solver gives the probability of
        each candidate.
    """

    name: str
    objective: str | None = None
    sums_relatedness: bool = False
    is_collective: bool = True
    reads: Reads = "matrix"
    is_compared: bool = True
    paper_row: int | None = None
    is_learned: bool = False


@runtime_checkable
class LocalFeature(Protocol):
    """One number about a mention and a candidate, for local confidence to learn from."""

    def values(self, text: str, spans: Sequence[tuple[int, int]], lists: Sequence[CandidateList]) -> FloatArray:
        """One number for every candidate of a document, mention by mention."""
        ...


@runtime_checkable
class CollectiveLinker(Protocol):
    """Chooses one candidate for every mention of a document, all mentions together.

    Several threads may call `solve` at the same time. A solver states its `SolverFacts` in an attribute ``facts``;
    without that attribute, the defaults apply.
    """

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        ...
