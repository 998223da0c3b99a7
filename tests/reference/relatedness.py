"""WLM, NJS, EES and their means (Eq. 9 to 11) from Python sets and whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

__all__ = ["ees", "mean", "njs", "psi_matrix", "quantized", "wlm"]

SCALE = 32767


def wlm(left: Set[int], right: Set[int], n_pages: int) -> float:
    """Eq. 9, kept in [0, 1]; 0 where its divisor is 0."""
    smaller, larger = sorted((len(left), len(right)))
    divisor = math.log(n_pages + 1) - math.log(smaller + 1)
    if divisor == 0:
        return 0.0
    value = 1 - (math.log(larger + 1) - math.log(len(left & right) + 1)) / divisor
    return min(1.0, max(0.0, value))


def njs(left: Set[int], right: Set[int]) -> float:
    """Eq. 10; 0 where it reads 0/0."""
    if not left and not right:
        return 0.0
    return math.log(len(left & right) + 1) / math.log(len(left | right) + 1)


def quantized(vector: Sequence[float]) -> list[int]:
    """Give the unit vector times 32767, cut towards zero."""
    largest = max((abs(x) for x in vector), default=0.0)
    if largest == 0:
        return [0] * len(vector)
    scaled = [x / largest for x in vector]
    length = math.sqrt(math.fsum(x * x for x in scaled))
    return [int(x / length * SCALE) for x in scaled]


def ees(left: Sequence[float], right: Sequence[float]) -> float:
    """Eq. 11 on whole numbers, kept in [0, 1]."""
    product = sum(x * y for x, y in zip(quantized(left), quantized(right), strict=True))
    return min(1.0, max(0.0, product / SCALE**2))


def mean(
    name: str, left: int, right: int, lists: Sequence[Set[int]], vectors: Sequence[Sequence[float]], n_pages: int
) -> float:
    """Psi of two entities under a measure such as ``njs+ees``: parts added in the order WLM, NJS, EES."""
    if left == right:
        return 1.0
    total, parts = 0.0, name.split("+")
    if "wlm" in parts:
        total += wlm(lists[left], lists[right], n_pages)
    if "njs" in parts:
        total += njs(lists[left], lists[right])
    if "ees" in parts:
        total += ees(vectors[left], vectors[right])
    return min(1.0, total / len(parts))


def psi_matrix(
    name: str, rows: Sequence[int], lists: Sequence[Set[int]], vectors: Sequence[Sequence[float]], n_pages: int
) -> list[list[float]]:
    """Psi of each entity with each other."""
    return [[mean(name, left, right, lists, vectors, n_pages) for right in rows] for left in rows]
