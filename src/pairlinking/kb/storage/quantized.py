"""Entity vectors as 16-bit integers, whose cosine is exact (docs/decisions/0003-integer-vectors.md)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import number_array
from pairlinking.errors import ProblemError

__all__ = ["SCALE", "check_lengths", "quantize"]

SCALE = 32767  # the largest int16: the entries of a unit vector fit, and so do partial sums of a dot product in int32


def quantize(vectors: npt.ArrayLike) -> npt.NDArray[np.int16]:
    """Scale each vector to length 32767, round, and pad with zeros to a multiple of 16 columns.

    >>> quantize([[3.0, 4.0]])[0, :3]
    array([19660, 26213,     0], dtype=int16)
    """
    array = number_array(vectors, "vectors", ndim=2)
    n, dim = array.shape
    result = np.zeros((n, -(-max(dim, 1) // 16) * 16), dtype=np.int16)
    for start in range(0, n, 65536):  # in pieces: the float64 copy of a whole Wikipedia would not fit
        piece = array[start : start + 65536].astype(np.float64)
        if not np.isfinite(piece).all():
            row = start + int(np.argmax(~np.isfinite(piece).all(axis=1)))
            raise ProblemError(f"Vectors must be finite. The vector of entity {row} is not.")
        piece /= np.maximum(np.abs(piece).max(axis=1, keepdims=True, initial=0.0), 1e-300)  # or squares may overflow
        length = np.sqrt((piece * piece).sum(axis=1, keepdims=True))
        # Rounding towards zero keeps the length at most 32767, which the kernel's int32 sums rely on.
        result[start : start + 65536, :dim] = np.trunc(piece / np.where(length > 0, length, 1.0) * SCALE)
    return result


def check_lengths(vectors: npt.NDArray[np.int16]) -> None:
    """Refuse quantized vectors longer than 32767: their products could overflow."""
    for start in range(0, len(vectors), 65536):
        piece = vectors[start : start + 65536].astype(np.float64)
        too_long = (piece * piece).sum(axis=1) > SCALE**2
        if too_long.any():
            raise ProblemError(
                f"Quantized vectors must not be longer than {SCALE}. That of entity {start + int(np.argmax(too_long))} "
                "is. Use pairlinking.relatedness.quantize."
            )
