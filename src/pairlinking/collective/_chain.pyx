"""Dynamic programming for the chain objective."""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t

import numpy as np


def best_chain(const int64_t[::1] offsets, const double[::1] local, const double[::1] blocks, double beta):
    """Best choice for a chain of mentions; of equals the first in lexicographic order.

    `blocks` contains psi between every two neighbours, row by row, one block after the other. Every mention must have a
    candidate. The recursion runs backwards from the last mention, so that the forward pass can take the lowest
    candidate at the lowest mention among equals.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, i, p, b, k, at = blocks.shape[0]
    choice = np.zeros(n, dtype=np.int64)
    if n == 0:
        return choice
    values = np.empty(local.shape[0])                      # best value of the chain from this candidate onwards
    follows = np.zeros(local.shape[0], dtype=np.int64)     # the next mention's candidate in that best chain
    cdef double[::1] value = values
    cdef int64_t[::1] follow = follows, picked = choice
    cdef double best, v
    with nogil:
        for i in range(n - 1, -1, -1):
            k = offsets[i + 2] - offsets[i + 1] if i + 1 < n else 0
            at -= (offsets[i + 1] - offsets[i]) * k
            for p in range(offsets[i], offsets[i + 1]):
                best = -INFINITY if k else 0.0
                for b in range(k):
                    v = beta * blocks[at + (p - offsets[i]) * k + b] + value[offsets[i + 1] + b]
                    if v > best:
                        best = v
                        follow[p] = b
                value[p] = (1.0 - beta) * local[p] + best
        for p in range(1, offsets[1]):
            if value[p] > value[picked[0]]:
                picked[0] = p
        for i in range(1, n):
            picked[i] = follow[offsets[i - 1] + picked[i - 1]]
    return choice
