"""Two mentions whose entities support each other, and how confident the pair is (Eq. 13)."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from pairlinking.types import EntityId, FloatArray

__all__ = ["Pair", "pair_confidence"]

Number = TypeVar("Number", float, FloatArray)


class Pair(NamedTuple):
    """Two mentions with their chosen entities: an edge of the tree of evidence, or a decision of Pair-Linking.

    Attributes
    ----------
    mentions, entities
        The two mentions, by number, and the entity chosen for each.
    relatedness
        Relatedness psi of the two entities.
    confidence
        Confidence of the pair; see `pair_confidence`.
    """

    mentions: tuple[int, int]
    entities: tuple[EntityId, EntityId]
    relatedness: float
    confidence: float

    @property
    def distance(self) -> float:
        """Distance d = 1 - confidence; MINTREE is the sum of these."""
        return 1.0 - self.confidence


def pair_confidence(left: Number, right: Number, relatedness: Number, beta: float) -> Number:
    r"""Confidence of a pair of candidates with these local confidences (Eq. 13 with beta), in [0, 1].

    .. math:: \frac{(1-\beta) (\phi_i + \phi_j) + \beta \, \psi}{2 - \beta}

    Numbers or arrays. At beta = 1/2 this is the paper's Eq. 13. The kernels compute it in ``_confidence.pxd`` with the
    same order of operations, so that all forms agree to the last bit.

    >>> round(pair_confidence(0.9, 0.6, 0.3, 0.5), 3)
    0.6
    """
    return ((1 - beta) * (left + right) + beta * relatedness) / (2 - beta)
