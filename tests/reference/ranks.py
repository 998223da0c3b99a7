"""Places and margins among the candidates of a mention, by sorting."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pairlinking.types import FloatArray, IntArray

__all__ = ["ranks_and_margins"]


def ranks_and_margins(values: FloatArray, offsets: IntArray) -> FloatArray:
    """Two columns for each one of `values`."""
    result = np.zeros((len(values), 2 * values.shape[1]))
    for low, high in pairwise(offsets.tolist()):
        for column in range(values.shape[1]):
            own = values[low:high, column].tolist()
            order = sorted(range(len(own)), key=lambda at: -own[at])
            for place, at in enumerate(order):
                others = [own[other] for other in order if other != at]
                result[low + at, 2 * column] = place
                result[low + at, 2 * column + 1] = own[at] - (max(others) if others else 0.0)
    return result
