r"""Relatedness by vectors: EES (Eq. 11)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import number_array, private
from pairlinking.errors import ProblemError
from pairlinking.kb.storage.quantized import check_lengths, quantize
from pairlinking.relatedness._psi import Source
from pairlinking.relatedness.base import KernelRelatedness

__all__ = ["EES", "quantize"]


class EES(KernelRelatedness):
    r"""Entity embedding similarity: the cosine of two entity vectors, Eq. 11.

    Clamped to [0, 1]; 0 where a vector is zero. Vectors are kept as unit vectors of int16, so that the cosine is exact
    integer arithmetic: the same on every machine and in every order, within about 1e-5 of the float result
    (docs/decisions/0003-integer-vectors.md). The array is copied, unless it is mapped from a file, and kept read-only.

    Parameters
    ----------
    check
        Whether to check the lengths of int16 vectors now. Otherwise each is checked when it is used: the vectors of a
        knowledge base, which may be gigabytes, are known to be intact by their hash.

    >>> round(EES(np.array([[1.0, 0.0], [1.0, 1.0], [-1.0, 0.0]])).score(0, 1), 4)
    0.7071
    """

    def __init__(self, vectors: npt.ArrayLike, *, check: bool = True) -> None:
        array = number_array(vectors, "vectors", ndim=2)
        self.vectors = private(array if array.dtype == np.int16 else quantize(array), np.int16)
        if self.vectors.shape[1] % 16:
            raise ProblemError(
                f"Quantized vectors must have a multiple of 16 columns. Got shape {self.vectors.shape} instead."
            )
        if check and array.dtype == np.int16:
            check_lengths(self.vectors)
        super().__init__("ees", Source(wlm=False, njs=False, ees=True, vectors=self.vectors))
