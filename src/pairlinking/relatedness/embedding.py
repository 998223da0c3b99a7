r"""Relatedness by vectors: EES (Eq. 11)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking.arrays import number_array
from pairlinking.errors import ProblemError
from pairlinking.relatedness._psi import Source
from pairlinking.relatedness.base import KernelRelatedness

__all__ = ["EES", "quantize"]

SCALE = 32767  # the largest int16: a unit vector's entries, and any partial sum of a product of two, fit


class EES(KernelRelatedness):
    r"""Entity embedding similarity: the cosine of two entity vectors, Eq. 11.

    Clamped to [0, 1]; 0 where a vector is zero. Vectors are kept as unit vectors of int16, so that the cosine is exact
    integer arithmetic: the same on every machine and in every order, within about 1e-5 of the float result
    (docs/decisions/0003-integer-vectors.md).

    >>> round(EES(np.array([[1.0, 0.0], [1.0, 1.0], [-1.0, 0.0]])).score(0, 1), 4)
    0.7071
    """

    def __init__(self, vectors: npt.ArrayLike) -> None:
        array = number_array(vectors, "vectors", ndim=2)
        self.vectors = np.ascontiguousarray(array if array.dtype == np.int16 else quantize(array))
        if self.vectors.shape[1] % 16:
            raise ProblemError(
                f"Quantized vectors must have a multiple of 16 columns. Got shape {self.vectors.shape} instead."
            )
        if array.dtype == np.int16:
            _check_lengths(self.vectors)
        super().__init__("ees", Source(wlm=False, njs=False, ees=True, vectors=self.vectors))


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
        piece /= np.maximum(np.abs(piece).max(axis=1, keepdims=True, initial=0.0), 1e-300)  # or squares could overflow
        length = np.sqrt((piece * piece).sum(axis=1, keepdims=True))
        # Rounding towards zero keeps the length at most 32767, which the kernel's int32 sums rely on.
        result[start : start + 65536, :dim] = np.trunc(piece / np.where(length > 0, length, 1.0) * SCALE)
    return result


def _check_lengths(vectors: npt.NDArray[np.int16]) -> None:
    """Refuse quantized vectors longer than 32767: their products could overflow."""
    for start in range(0, len(vectors), 65536):
        piece = vectors[start : start + 65536].astype(np.float64)
        too_long = (piece * piece).sum(axis=1) > SCALE**2
        if too_long.any():
            raise ProblemError(
                f"Quantized vectors must not be longer than {SCALE}. That of entity {start + int(np.argmax(too_long))} "
                "is. Use pairlinking.relatedness.quantize."
            )
