"""Random walk with jumps on a weighted graph, and the graph of candidates it walks on."""

from libc.math cimport fabs
from libc.stdint cimport int64_t

import numpy as np

cdef extern from *:
    """
    #include "_widest.h"

    /* out[j] = sum over i of share[i] * weights[i, j]; four rows at a time, as `out` is then read and written less.
     * Each entry is summed separately, in the order of i, so every instruction set gives the same result. */
    WIDEST static void spread(const double *restrict weights, const double *restrict share, double *restrict out,
                              Py_ssize_t n) {
        Py_ssize_t i = 0;
        for (Py_ssize_t j = 0; j < n; j++) out[j] = 0.0;
        for (; i + 4 <= n; i += 4) {
            const double *restrict a = weights + i * n, *restrict b = a + n, *restrict c = b + n, *restrict d = c + n;
            const double s = share[i], t = share[i + 1], u = share[i + 2], v = share[i + 3];
            for (Py_ssize_t j = 0; j < n; j++) out[j] = (((out[j] + s * a[j]) + t * b[j]) + u * c[j]) + v * d[j];
        }
        for (; i < n; i++)
            for (Py_ssize_t j = 0; j < n; j++) out[j] += share[i] * weights[i * n + j];
    }
    """
    void spread(const double *weights, const double *share, double *out, Py_ssize_t n) noexcept nogil


cdef double LEAST_DEGREE = 1e-290  # below this, a share of it could overflow; treated as no way out


def power(const double[:, ::1] weights, const double[::1] jump_vector, double[::1] scores, double jump,
          double tolerance, Py_ssize_t max_iterations):
    """Walk from `scores` until they settle, in place; returns the last change (sum over nodes).

    `scores` and `jump_vector` sum to 1, and so do the new scores. A node without a way out jumps.
    """
    cdef Py_ssize_t n = weights.shape[0], step, i, j
    cdef double[::1] degree = np.zeros(n), share = np.empty(n), new = np.empty(n)
    cdef double change = 0.0, stuck, mass
    if n == 0:
        return 0.0
    with nogil:
        for i in range(n):
            for j in range(n):
                degree[i] += weights[i, j]
        for step in range(max_iterations):
            stuck = 0.0
            for i in range(n):
                if degree[i] > LEAST_DEGREE:
                    share[i] = (1.0 - jump) * scores[i] / degree[i]
                else:
                    share[i] = 0.0
                    stuck += scores[i]
            spread(&weights[0, 0], &share[0], &new[0], n)
            mass = jump + (1.0 - jump) * stuck
            change = 0.0
            for i in range(n):
                new[i] += mass * jump_vector[i]
                change += fabs(new[i] - scores[i])
                scores[i] = new[i]
            if change < tolerance:
                break
    return change


def join(const double[:, ::1] psi, const int64_t[::1] nodes, const int64_t[::1] owner, const double[::1] topic,
         double[:, ::1] weights):
    """Fill `weights`: psi between candidates `nodes` of different mentions (`owner`), and `topic` to a last node."""
    cdef Py_ssize_t n = nodes.shape[0], size = weights.shape[0], i, j
    with nogil:
        for i in range(n):
            for j in range(n):
                weights[i, j] = 0.0 if owner[i] == owner[j] else psi[nodes[i], nodes[j]]
        if size > n:
            for i in range(n):
                weights[i, n] = topic[i]
                weights[n, i] = topic[i]
            weights[n, n] = 0.0
