"""Generated problems for hypothesis. Sizes and seeds are drawn, numbers follow from the seed.

Problems with ties hold multiples of 1/8, so that sums are exact in floating point and equal scores are equal; all
others hold random floats, which are distinct.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from pairlinking import Problem
from pairlinking.relatedness import EES, InLinks, KernelRelatedness, measure
from tests.reference.numbers import Numbers
from tests.reference.relatedness import psi_matrix

__all__ = ["MEASURE_NAMES", "LinkData", "link_data", "measures", "problems"]

MEASURE_NAMES = ("wlm", "njs", "ees", "wlm+njs", "wlm+ees", "njs+ees", "wlm+njs+ees")
LIST_SIZES = ((0, 1), (1, 6), (40, 60), (60, 400), (2001, 4000))  # above 48 indexed, above 2000 counted in chains

seeds = st.integers(min_value=0, max_value=2**32 - 1)
measures = st.sampled_from(MEASURE_NAMES)


@st.composite
def problems(
    draw: st.DrawFn,
    max_mentions: int = 5,
    max_candidates: int = 4,
    *,
    min_mentions: int = 0,
    ties: bool | None = None,
    empty_mentions: bool = True,
) -> Problem:
    """Problems over a matrix; `ties` None gives both kinds."""
    fewest = 0 if empty_mentions else 1
    sizes = draw(st.lists(st.integers(fewest, max_candidates), min_size=min_mentions, max_size=max_mentions))
    rng = np.random.default_rng(draw(seeds))
    if ties is None:
        ties = draw(st.booleans())
    n = sum(sizes)
    upper = np.triu(_scores(rng, (n, n), ties))
    return Problem(
        local=[_scores(rng, (size,), ties) for size in sizes],
        relatedness=upper + np.triu(upper, 1).T,
        beta=_beta(draw, rng, ties),
    )


@dataclass(frozen=True)
class LinkData:
    """In-links and vectors of some entities, and mentions whose candidates are these entities."""

    lists: list[Set[int]]
    vectors: npt.NDArray[np.float64]
    n_pages: int
    candidates: list[list[int]]
    local: list[list[float]]
    beta: float

    def relatedness(self, name: str) -> KernelRelatedness:
        """Our measure over this data."""
        return measure(name, links=InLinks.from_lists(self.lists, n_pages=self.n_pages), ees=EES(self.vectors))

    def reference(self, name: str, rows: list[int]) -> list[list[float]]:
        """Psi between entities, literally."""
        return psi_matrix(name, rows, self.lists, self.vectors.tolist(), self.n_pages)

    def problem(self, name: str) -> Problem:
        """Make the problem over lists and vectors."""
        return Problem(self.local, self.relatedness(name), self.beta, candidates=self.candidates)

    def numbers(self, name: str) -> Numbers:
        """Make the same with psi computed literally."""
        return Numbers(self.local, self.reference(name, [e for names in self.candidates for e in names]), self.beta)


@st.composite
def link_data(
    draw: st.DrawFn,
    max_mentions: int = 5,
    max_candidates: int = 4,
    *,
    max_entities: int = 10,
    min_mentions: int = 0,
    ties: bool | None = None,
) -> LinkData:
    """Entities with few, many and no in-links, equal lists, equal and zero vectors; entities repeat across mentions."""
    n_pages = draw(st.sampled_from([4_000, 32_768, 70_000, 200_000]))  # chains are counted in blocks of 32,768 pages
    kinds = draw(st.lists(st.integers(0, len(LIST_SIZES)), min_size=1, max_size=max_entities))
    sizes = draw(st.lists(st.integers(0, max_candidates), min_size=min_mentions, max_size=max_mentions))
    rng = np.random.default_rng(draw(seeds))
    if ties is None:
        ties = draw(st.booleans())
    return LinkData(
        lists=_lists(rng, kinds, n_pages),
        vectors=_vectors(rng, len(kinds), int(rng.integers(1, 40))),
        n_pages=n_pages,
        candidates=[rng.choice(len(kinds), min(size, len(kinds)), replace=False).tolist() for size in sizes],
        local=[_scores(rng, (min(size, len(kinds)),), ties).tolist() for size in sizes],
        beta=_beta(draw, rng, ties),
    )


def _lists(rng: np.random.Generator, kinds: list[int], n_pages: int) -> list[Set[int]]:
    lists: list[Set[int]] = []
    for kind in kinds:
        if kind == len(LIST_SIZES):  # a copy of an earlier list
            lists.append(lists[int(rng.integers(len(lists)))] if lists else set())
            continue
        size = int(rng.integers(*LIST_SIZES[kind]))
        # Squared, so that low page ids are popular and lists overlap.
        lists.append(set((n_pages * rng.random(size) ** 2).astype(int).tolist()))
    return lists


def _vectors(rng: np.random.Generator, n: int, dimensions: int) -> npt.NDArray[np.float64]:
    vectors = rng.normal(size=(n, dimensions)) + 0.5
    for row in range(n):
        kind = rng.integers(6)
        if kind == 0:
            vectors[row] = 0.0
        elif kind == 1:
            vectors[row] = vectors[rng.integers(row + 1)]
    return vectors


def _scores(rng: np.random.Generator, shape: tuple[int, ...], ties: bool) -> npt.NDArray[np.float64]:
    if not ties:
        return rng.random(shape)
    steps = int(rng.choice([2, 4, 8]))
    return rng.integers(0, steps + 1, shape) / steps


def _beta(draw: st.DrawFn, rng: np.random.Generator, ties: bool) -> float:
    if ties:
        return draw(st.sampled_from([0.5, 0.0, 0.25, 0.75, 1.0]))
    return draw(st.sampled_from([0.5, 0.0, 0.3, 0.7, 1.0, float(rng.random())]))
