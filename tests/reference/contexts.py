"""Contexts of mentions as vectors, and their cosines with candidates: one word and one candidate at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

__all__ = ["around", "cosine"]


def in_lanes(products: npt.NDArray[Any]) -> Any:
    """A sum in the order of the kernel: every eighth product, and then the eight sums."""
    lanes = np.zeros(8, dtype=products.dtype)
    for at, product in enumerate(products):
        lanes[at % 8] += product
    result = products.dtype.type(0)
    for lane in lanes:
        result += lane
    return result


def around(
    vectors: npt.NDArray[np.float16], ids: IntArray, weights: FloatArray, bounds: IntArray, widths: Sequence[int | None]
) -> list[FloatArray]:
    """For each width one vector a mention."""
    sums = [np.zeros(vectors.shape[1])]
    for number, weight in zip(ids.tolist(), weights.tolist(), strict=True):
        vector = vectors[number].astype(np.float32)
        length = max(np.sqrt(in_lanes(vector * vector)), np.float32(1e-9))
        sums.append(sums[-1] + (vector * np.float32(weight / float(length))).astype(np.float64))
    return [np.array([_unit(sums, first, last, width) for first, last in bounds.tolist()]) for width in widths]


def _unit(sums: list[FloatArray], first: int, last: int, width: int | None) -> FloatArray:
    low = 0 if width is None else max(first - width, 0)
    high = len(sums) - 1 if width is None else min(last + width, len(sums) - 1)
    vector = (sums[high] - sums[low]) - (sums[last] - sums[first])
    length = np.sqrt(in_lanes(vector * vector))
    return vector / length if length > 1e-9 else np.zeros_like(vector)


def cosine(vector: npt.NDArray[np.int16], context: FloatArray) -> float:
    """Product of an entity's vector and a context."""
    scaled = (vector.astype(np.float32) / np.float32(32767)).astype(np.float64)
    return float(in_lanes(scaled[: len(context)] * context))
