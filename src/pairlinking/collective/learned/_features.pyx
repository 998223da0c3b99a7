"""How well the other mentions of a document support each candidate, as numbers."""

from libc.stdint cimport int64_t

import numpy as np

cdef enum:
    NEAR = 3               # mentions on either side that are near
    LEADING = 7            # columns that have a margin
    COLUMNS = 17           # see `FEATURES` in features.py


def support_features(const int64_t[::1] offsets, const double[::1] local, const double[:, ::1] psi):
    """One row of features for every candidate; every mention must have a candidate.

    A mention's support for a candidate is the mean psi of its own candidates with it, each weighted by its share of
    the mention's phi: the support of its probable entities.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, m = local.shape[0], i, p
    table = np.empty((m, COLUMNS))
    cdef double[:, ::1] rows = table
    cdef double[::1] shares = np.empty(m)
    with nogil:
        for i in range(n):
            share(local, shares, offsets[i], offsets[i + 1])
        for i in range(n):
            for p in range(offsets[i], offsets[i + 1]):
                rows[p, 0] = local[p]
                support(offsets, n, i, shares, &psi[p, 0], &rows[p, 1])
                rows[p, 6] = shares[p]
                rows[p, 7] = n - 1
                rows[p, 8] = offsets[i + 1] - offsets[i]
                rows[p, 9] = p - offsets[i]
            margins(rows, offsets[i], offsets[i + 1])
    return table


cdef inline void share(const double[::1] local, double[::1] shares, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Shares of a mention's phi; equal shares if their sum is almost 0."""
    cdef double total = 0.0
    cdef Py_ssize_t p
    for p in range(low, high):
        total += local[p]
    for p in range(low, high):
        shares[p] = local[p] / total if total > 1e-100 else 1.0 / (high - low)


cdef inline void support(const int64_t[::1] offsets, Py_ssize_t n, Py_ssize_t i, const double[::1] shares,
                         const double *psi, double *out) noexcept nogil:
    """Best support, mean of the two and of the three best, mean of all, mean of the near mentions."""
    cdef double one = 0.0, two = 0.0, three = 0.0, total = 0.0, near = 0.0, votes
    cdef Py_ssize_t j, q, n_near = 0
    for j in range(n):
        if j == i:
            continue
        votes = 0.0
        for q in range(offsets[j], offsets[j + 1]):
            votes += shares[q] * psi[q]
        total += votes
        if i - NEAR <= j <= i + NEAR:
            near += votes
            n_near += 1
        if votes > one:
            one, two, three = votes, one, two
        elif votes > two:
            two, three = votes, two
        elif votes > three:
            three = votes
    out[0] = one
    out[1] = (one + two) / 2
    out[2] = (one + two + three) / 3
    out[3] = total / (n - 1) if n > 1 else 0.0
    out[4] = near / n_near if n_near else 0.0


cdef inline void margins(double[:, ::1] rows, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Lead of each value over the best of the mention's other candidates, negative if it trails; the value if alone."""
    cdef Py_ssize_t column, p, at
    cdef double best, second
    for column in range(LEADING):
        best, second, at = -1.0, 0.0 if high - low == 1 else -1.0, low
        for p in range(low, high):
            if rows[p, column] > best:
                if p > low:
                    second = best
                best, at = rows[p, column], p
            elif rows[p, column] > second:
                second = rows[p, column]
        for p in range(low, high):
            rows[p, COLUMNS - LEADING + column] = rows[p, column] - (second if p == at else best)
