"""The graph of a document's entities cut down to its strongest edges, and its denseness (Sec. 4 of the paper)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

__all__ = ["Filtered", "Measured", "filter_graph", "measure_graphs", "shuffled", "way_to_dense"]


@dataclass(frozen=True)
class Filtered:
    """A graph without its weaker edges.

    Attributes
    ----------
    degree
        Average degree 2|E|/|V|: the paper's denseness.
    theta
        Weight of its weakest edge; 0 if some vertex is related to no other, so that all pairs are edges.
    """

    degree: float
    theta: float


def filter_graph(psi: npt.ArrayLike) -> Filtered:
    """Keep the edges of at least the largest weight that leaves every vertex an edge; equal weights stay together.

    >>> filter_graph([[1, 0.9, 0.1], [0.9, 1, 0.2], [0.1, 0.2, 1]])
    Filtered(degree=1.3333333333333333, theta=0.2)
    """
    weights = np.array(psi, dtype=np.float64)
    np.fill_diagonal(weights, -1.0)
    theta = float(weights.max(axis=1).min())
    return Filtered(float((weights >= theta).sum()) / len(weights), theta)


def shuffled(psi: FloatArray, rng: np.random.Generator) -> FloatArray:
    """The same weights in random order: only chance and the number of vertices remain."""
    upper = np.triu_indices(len(psi), 1)
    dealt = np.zeros_like(psi)
    dealt[upper] = rng.permutation(psi[upper])
    return dealt + dealt.T


def way_to_dense(value: float, tree: float, dense: float) -> float:
    """Share of the way from a tree (0) to all pairs (1); below 0 towards a forest.

    >>> way_to_dense(3.0, tree=1.5, dense=3.0), way_to_dense(1.0, tree=1.5, dense=3.5)
    (1.0, -0.25)
    """
    return (value - tree) / (dense - tree)


@dataclass(frozen=True, eq=False)
class Measured:
    """Many graphs: for each its number of vertices, denseness, theta, and mean denseness with shuffled weights."""

    sizes: IntArray
    degree: FloatArray
    theta: FloatArray
    chance: FloatArray

    def related(self) -> Measured:
        """Without graphs where some vertex is related to no other."""
        kept = self.theta > 0
        return Measured(self.sizes[kept], self.degree[kept], self.theta[kept], self.chance[kept])

    def figures(self) -> dict[str, float]:
        """Averages: measured, by chance, and of the three forms of graphs; without graphs, only their number."""
        if not len(self.sizes):
            return {"documents": 0}
        tree, dense = float(np.mean(2 - 2 / self.sizes)), float(self.sizes.mean()) - 1
        degree, chance = float(self.degree.mean()), float(self.chance.mean())
        return {
            "documents": len(self.sizes),
            "forest": 1.0,
            "tree": tree,
            "dense": dense,
            "denseness": degree,
            "chance": chance,
            "way": way_to_dense(degree, tree, dense),
            "chance_way": way_to_dense(chance, tree, dense),
        }


def measure_graphs(graphs: Sequence[FloatArray], *, shuffles: int, seed: int) -> Measured:
    """Filter each graph, as it is and `shuffles` times with shuffled weights."""
    rng = np.random.default_rng(seed)
    found = [filter_graph(psi) for psi in graphs]
    chance = [np.mean([filter_graph(shuffled(psi, rng)).degree for _ in range(shuffles)]) for psi in graphs]
    return Measured(
        sizes=np.array([len(psi) for psi in graphs], dtype=np.int64),
        degree=np.array([each.degree for each in found]),
        theta=np.array([each.theta for each in found]),
        chance=np.array(chance),
    )
