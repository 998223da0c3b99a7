"""Max-product messages between mentions, and the assignment they lead to."""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport int64_t

import numpy as np

cdef extern from *:
    """
    #include "_widest.h"

    /* out[a] = max over b of cavity[b] + scale * psi[b, a]. Row by row, as the compiler vectorises that; each entry is
     * computed separately, so every instruction set gives the same result. The best b has cavity 0: if even psi = 1
     * cannot lift b to that, b is skipped without changing the result. */
    WIDEST static void best_support(double *restrict out, Py_ssize_t n_out, const double *restrict psi,
                                    Py_ssize_t stride, const double *restrict cavity, Py_ssize_t n_cavity,
                                    double scale) {
        for (Py_ssize_t a = 0; a < n_out; a++) out[a] = 0.0;
        for (Py_ssize_t b = 0; b < n_cavity; b++) {
            const double base = cavity[b];
            const double *restrict row = psi + b * stride;
            if (base < -scale) continue;
            for (Py_ssize_t a = 0; a < n_out; a++) {
                const double v = base + scale * row[a];
                out[a] = v > out[a] ? v : out[a];
            }
        }
    }

    /* Sum, or largest and second largest, of the messages to each candidate. */
    WIDEST static void add_messages(double *restrict total, const double *restrict messages, Py_ssize_t n) {
        for (Py_ssize_t p = 0; p < n; p++) total[p] += messages[p];
    }
    WIDEST static void rank_messages(double *restrict best, double *restrict second, const double *restrict messages,
                                     Py_ssize_t n) {
        for (Py_ssize_t p = 0; p < n; p++) {
            const double v = messages[p], low = v < best[p] ? v : best[p];
            best[p] = v > best[p] ? v : best[p];
            second[p] = low > second[p] ? low : second[p];
        }
    }
    """
    void best_support(double *out, Py_ssize_t n_out, const double *psi, Py_ssize_t stride, const double *cavity,
                      Py_ssize_t n_cavity, double scale) noexcept nogil
    void add_messages(double *total, const double *messages, Py_ssize_t n) noexcept nogil
    void rank_messages(double *best, double *second, const double *messages, Py_ssize_t n) noexcept nogil


cdef void gather(bint single, const double[:, ::1] messages, double[:, ::1] received) noexcept nogil:
    """What each candidate receives: row 0 the sum or the largest message, row 1 the second largest.

    Messages are never negative (the best b alone gives at least 0), so 0 means no message, and a mention's zeros
    to itself change nothing.
    """
    cdef Py_ssize_t l
    received[:, :] = 0.0
    for l in range(messages.shape[0]):
        if single:
            rank_messages(&received[0, 0], &received[1, 0], &messages[l, 0], messages.shape[1])
        else:
            add_messages(&received[0, 0], &messages[l, 0], messages.shape[1])


cdef double sweep(bint single, const int64_t[::1] offsets, const double[::1] weighted, const double[:, ::1] psi,
                  double scale, double damping, const double[:, ::1] old, double[:, ::1] new, double[:, ::1] received,
                  double[::1] cavity, double[::1] fresh) noexcept nogil:
    """Compute all messages from the old ones; gives the largest change. messages[l, p]: mention l to candidate p."""
    cdef Py_ssize_t n = offsets.shape[0] - 1, size = weighted.shape[0], i, j, b, a, start, k
    cdef double top, change = 0.0, message
    gather(single, old, received)
    for j in range(n):
        start, k = offsets[j], offsets[j + 1] - offsets[j]
        for i in range(n):
            if i == j:
                continue
            top = -INFINITY
            for b in range(k):
                if not single:
                    message = received[0, start + b] - old[i, start + b]
                elif old[i, start + b] < received[0, start + b]:
                    message = received[0, start + b]
                else:
                    message = received[1, start + b]
                cavity[b] = weighted[start + b] + message
                if cavity[b] > top:
                    top = cavity[b]
            for b in range(k):
                cavity[b] -= top
            best_support(&fresh[0], offsets[i + 1] - offsets[i], &psi[start, offsets[i]], size, &cavity[0], k, scale)
            for a in range(offsets[i + 1] - offsets[i]):
                message = damping * old[j, offsets[i] + a] + (1.0 - damping) * fresh[a]
                change = max(change, fabs(message - old[j, offsets[i] + a]))
                new[j, offsets[i] + a] = message
    return change


def propagate(bint single, const int64_t[::1] offsets, const double[::1] weighted, const double[:, ::1] psi,
              double scale, double damping, double tolerance, Py_ssize_t max_iterations):
    """Beliefs after the messages have settled, and the last change: below `tolerance` if they have.

    weighted[p] = (1-beta) phi, scale = 2 beta. Settled messages are sent once more without damping: damping would leave
    a remainder of the first, empty messages of up to `tolerance`, and two mentions would not be solved exactly.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, size = weighted.shape[0], step, p
    cdef double[:, ::1] old = np.zeros((n, size)), new = np.zeros((n, size)), received = np.empty((2, size))
    cdef double[::1] cavity = np.empty(size), fresh = np.empty(size)
    cdef double change = INFINITY
    beliefs = np.empty(size)
    cdef double[::1] belief = beliefs
    with nogil:
        for step in range(max_iterations):
            change = sweep(single, offsets, weighted, psi, scale, damping, old, new, received, cavity, fresh)
            old, new = new, old
            if change < tolerance:
                sweep(single, offsets, weighted, psi, scale, 0.0, old, new, received, cavity, fresh)
                old, new = new, old
                break
        gather(single, old, received)
        for p in range(size):
            belief[p] = weighted[p] + received[0, p]
    return beliefs, change


def decode(bint single, const int64_t[::1] offsets, const double[::1] beliefs, const double[::1] weighted,
           const double[:, ::1] psi, double scale, double tie):
    """Candidate with the largest belief; of equals the one that fits best with earlier mentions, then the first.

    Beliefs that differ by less than `tie` count as equal: messages are only as exact as the tolerance for settling.
    Without considering earlier mentions, two mentions with two equally good answers could take half of each.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, i, j, p, pick
    choice = np.zeros(n, dtype=np.int64)
    cdef int64_t[::1] picked = choice
    cdef double top, fit, best, support, value
    with nogil:
        for i in range(n):
            top = -INFINITY
            for p in range(offsets[i], offsets[i + 1]):
                top = max(top, beliefs[p])
            best, pick = -INFINITY, -1
            for p in range(offsets[i], offsets[i + 1]):
                if beliefs[p] < top - tie:
                    continue
                support = 0.0
                for j in range(i):
                    value = psi[p, offsets[j] + picked[j]]
                    support = max(support, value) if single else support + value
                fit = weighted[p] + scale * support if i else 0.0
                if fit > best + 1e-9:
                    best, pick = fit, p
            picked[i] = pick - offsets[i]
    return choice
