"""Documents with any number of mentions and candidates, made up to look like real ones to a collective method."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from pairlinking.problem import Problem
from pairlinking.relatedness import NJS, InLinks
from pairlinking.types import FloatArray, IdArray

__all__ = ["SHAPES", "MadeDocument", "look_of", "make_document"]

SHAPES: Final = ("ranked", "flat")
TOPICS: Final = 5
PAGES: Final = 200_000
OWN_PAGES: Final = 150  # of each topic


class MadeDocument:
    """A document from which any number of problems can be made, each with its relatedness not computed yet."""

    def __init__(self, local: FloatArray, links: InLinks, beta: float) -> None:
        self.local, self.relatedness, self.beta = local, NJS(links), beta
        self._candidates = [list(range(at, at + local.shape[1])) for at in range(0, local.size, local.shape[1])]

    def problem(self) -> Problem:
        """The document as a problem; every candidate is an entity of its own."""
        return Problem(self.local, self.relatedness, self.beta, candidates=self._candidates)


def make_document(
    n_mentions: int, n_candidates: int, *, shape: str = "ranked", beta: float = 0.5, seed: int = 1
) -> MadeDocument:
    """Make a document of `n_mentions` mentions with `n_candidates` candidates each.

    Relatedness is NJS over made-up lists of in-links. Every entity has one of 5 topics and 4 to 160 in-links, more
    often few than many: half of them from the 150 pages of its topic, the others from any of 200,000 pages. So entities
    of one topic are mostly related, and most others not at all. The first candidates of all mentions share two topics.

    Parameters
    ----------
    shape
        ``"ranked"``: local confidence as from a trained scorer, high for the first candidate of most mentions and
        falling fast after it. ``"flat"``: all candidates have nearly the same, so that none can be ruled out early.
    """
    rng = np.random.default_rng([seed, n_mentions, n_candidates])
    topics = rng.integers(TOPICS, size=(n_mentions, n_candidates))
    topics[:, 0] = rng.integers(2, size=n_mentions)
    lists = [_in_links(rng, int(topic)) for topic in topics.ravel()]
    indptr = np.cumsum([0, *(len(each) for each in lists)])
    local = _ranked(rng, n_mentions, n_candidates) if shape == "ranked" else rng.uniform(0.4, 0.5, topics.shape)
    return MadeDocument(local, InLinks(indptr, np.concatenate(lists), n_pages=PAGES), beta)


def _in_links(rng: np.random.Generator, topic: int) -> IdArray:
    half = int(2 * 40 ** rng.random())
    own = topic * OWN_PAGES + rng.integers(OWN_PAGES, size=half)
    return np.unique(np.concatenate([own, rng.integers(PAGES, size=half)])).astype(np.int32)


def _ranked(rng: np.random.Generator, n_mentions: int, n_candidates: int) -> FloatArray:
    """First candidates near 1 for most mentions, the others falling with the square of their rank."""
    local: FloatArray = 0.1 * rng.random((n_mentions, n_candidates)) / np.maximum(np.arange(n_candidates), 1) ** 2
    local[:, 0] = 1 - 0.9 * rng.random(n_mentions) ** 3
    return local


def look_of(problems: Iterable[Problem]) -> dict[str, float]:
    """Properties that a method sees: mean phi of the two best candidates, and how many pairs are related."""
    firsts, seconds, psi = [], [], [np.empty(0)]
    for problem in problems:
        for scores in np.split(problem.local, problem.offsets[1:-1]):
            ordered = np.sort(scores)[::-1].tolist()
            firsts += ordered[:1]
            seconds += ordered[1:2]
        owner = np.repeat(np.arange(problem.n_mentions), problem.sizes)
        psi.append(problem.relatedness_matrix()[owner[:, None] < owner])
    pairs = np.concatenate(psi)
    related = pairs[pairs > 0]
    return {
        "mean phi of the best": float(np.mean(firsts or [0.0])),
        "of the second": float(np.mean(seconds or [0.0])),
        "share of pairs related": len(related) / max(len(pairs), 1),
        "mean psi of these": float(related.mean()) if len(related) else 0.0,
    }
