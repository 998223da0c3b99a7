"""The same work done with well-known libraries, for comparison in the same run."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
from scipy import sparse

from pairlinking.collective._pairs import link_pairs
from pairlinking.problem import Problem
from pairlinking.relatedness import InLinks
from pairlinking.types import FloatArray, IntArray

__all__ = ["ScipyPath", "networkx_walk"]


class ScipyPath:
    """Full NJS or mean of NJS and EES with scipy.sparse and numpy, then the same decision.

    The sparse matrix of in-links and the unit vectors are prepared before; only what depends on the document is timed.
    """

    def __init__(self, links: InLinks, vectors: npt.NDArray[np.float32]) -> None:
        data = np.ones(len(links.ids), dtype=np.float32)
        self.links = sparse.csr_matrix((data, links.ids, links.indptr), shape=(len(links.indptr) - 1, links.n_pages))
        self.sizes = np.diff(links.indptr).astype(np.float64)
        self.vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def njs(self, rows: IntArray) -> FloatArray:
        """NJS of all pairs by one sparse product."""
        chosen = self.links[rows]
        common = np.asarray((chosen @ chosen.T).todense(), dtype=np.float64)
        union = self.sizes[rows][:, None] + self.sizes[rows] - common
        return np.asarray(np.log1p(common) / np.maximum(np.log1p(union), 1e-9))

    def mean(self, rows: IntArray) -> FloatArray:
        """Mean of NJS and EES of all pairs."""
        chosen = self.vectors[rows]
        return np.asarray((self.njs(rows) + np.clip(chosen @ chosen.T, 0, 1)) / 2)

    def decide(self, problem: Problem) -> Any:
        """Pair-Linking over the full matrix."""
        return link_pairs(problem.offsets, problem.local, problem.beta, matrix=self.mean(problem.rows))


def networkx_walk(weights: FloatArray, jump_vector: FloatArray, jump: float) -> dict[int, float]:
    """Personalised PageRank of a dense weighted graph, its construction included."""
    graph = nx.from_numpy_array(weights, create_using=nx.DiGraph)
    personalization = dict(enumerate(jump_vector.tolist()))
    scores: dict[int, float] = nx.pagerank(
        graph, alpha=1 - jump, personalization=personalization, tol=1e-8 / len(weights), max_iter=1000
    )
    return scores
