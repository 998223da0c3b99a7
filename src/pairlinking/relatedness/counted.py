"""Relatedness by how many pages link to both entities: WLM with a prior, and mutual information."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pairlinking.relatedness.combined import measure
from pairlinking.relatedness.link_based import NJS, InLinks
from pairlinking.relatedness.named import RELATEDNESS
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["NPMI", "CountedRelatedness", "PriorWLM"]


class CountedRelatedness:
    """A function of |U1 and U2|, |U1|, |U2| and |W|, in [0, 1]; 1 for an entity with itself.

    Parameters
    ----------
    kb
        Knowledge base whose in-links are counted; or pass `links`.
    """

    name: ClassVar[str]

    def __init__(self, kb: KnowledgeBase | None = None, *, links: InLinks | None = None) -> None:
        found = NJS(links) if links is not None else measure("njs", kb=kb)
        assert isinstance(found, NJS)
        self._njs, self._sizes = found, np.diff(found.links.indptr).astype(np.float64)

    def __repr__(self) -> str:
        return f"<relatedness {self.name!r} over {len(self._sizes):,} entities>"

    def score(self, left: int, right: int) -> float:
        """Relatedness of two entities."""
        return float(self.block(np.array([left]), np.array([right]))[0, 0])

    def bound(self, left: int, right: int) -> float:
        """1: no cheaper bound is known."""
        return 1.0

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Relatedness of each left with each right entity."""
        lefts, rights = (np.ascontiguousarray(each, dtype=np.int64) for each in (lefts, rights))
        self._njs.check(lefts)
        self._njs.check(rights)
        shared = self._njs.source.common(lefts, rights).astype(np.float64)
        values = self._of(shared, self._sizes[lefts][:, None], self._sizes[rights], float(self._njs.links.n_pages))
        same = lefts[:, None] == rights
        return np.where(same, 1.0, np.clip(values, 0.0, 1.0))

    def _of(self, shared: FloatArray, left: FloatArray, right: FloatArray, pages: float) -> FloatArray:
        raise NotImplementedError


@RELATEDNESS.register("wlm-prior")
class PriorWLM(CountedRelatedness):
    r"""WLM (Eq. 9) with a prior for short lists.

    Eq. 9 adds 1 to every count, so that two entities with one in-link each, of different pages, are nearly as related
    as any two can be. Here the share of the shorter list that is also in the longer one is estimated instead: as if it
    had one more in-link, which is in the longer one as often as a random page is. Without any evidence relatedness is
    then 0, as it is by chance, and with long lists it is that of Eq. 9.

    >>> links = InLinks.from_lists([[1, 2, 3], [2, 3, 4], [5]], n_pages=1000)
    >>> prior = PriorWLM(links=links)
    >>> round(prior.score(0, 1), 3), prior.score(0, 2)
    (0.881, 0.0)
    """

    name = "wlm-prior"

    def _of(self, shared: FloatArray, left: FloatArray, right: FloatArray, pages: float) -> FloatArray:
        small, large = np.maximum(np.minimum(left, right), 1.0), np.maximum(np.maximum(left, right), 1.0)
        expected = small * (shared + large / pages) / (small + 1)
        divisor = np.log(pages) - np.log(small)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = 1 - (np.log(large) - np.log(expected)) / divisor
        found: FloatArray = np.where(divisor > 0, values, 0.0)
        return found


@RELATEDNESS.register("npmi")
class NPMI(CountedRelatedness):
    r"""Normalised pointwise mutual information of two entities on one page, set to 0 where it would be negative.

    The co-occurrence statistics of PBoH (Ganea et al. 2016), counted from in-links and mapped to [0, 1].

    >>> links = InLinks.from_lists([[1, 2, 3], [2, 3, 4], [5]], n_pages=10)
    >>> round(NPMI(links=links).score(0, 1), 3), NPMI(links=links).score(0, 2)
    (0.496, 0.0)
    """

    name = "npmi"

    def _of(self, shared: FloatArray, left: FloatArray, right: FloatArray, pages: float) -> FloatArray:
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.log(shared * pages / (left * right)) / -np.log(shared / pages)
        found: FloatArray = np.where((shared > 0) & (shared < pages), values, 0.0)
        return found
