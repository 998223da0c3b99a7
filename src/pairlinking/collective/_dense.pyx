"""The three steps of the dense-subgraph method: distances to the mentions, greedy removal, assignment search.

Nodes are mentions and candidates. An edge between a mention and its candidate weighs (1-beta) phi, one between
candidates of different mentions beta psi; `offsets` says which candidates belong to which mention.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint64_t

import numpy as np

cdef double LEAST_GAIN = 1e-9


def squared_distances(const int64_t[::1] offsets, const double[::1] local, const double[:, ::1] psi, double beta):
    """For each candidate, the squared shortest-path distances to all mentions, summed; an edge is 1 - weight long.

    Dijkstra from each mention on the dense graph, O(N (N k)^2) at worst. It ends as soon as no path through a remaining
    node can be shorter than the longest known distance, mostly after the mention's own candidates.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, size = local.shape[0], i, p, q, source, pick
    sums = np.zeros(size)
    cdef double[::1] total = sums, nearest = np.empty(n + size), distance = np.empty(n + size)
    cdef int64_t[::1] owner = np.repeat(np.arange(n), np.diff(offsets))
    cdef signed char[::1] done = np.empty(n + size, dtype=np.int8)
    cdef double shortest = INFINITY, d, longest
    with nogil:
        # nearest[x]: length of the shortest edge at node x; mentions come first, then candidates.
        for i in range(n):
            nearest[i] = 1.0
            for p in range(offsets[i], offsets[i + 1]):
                nearest[n + p] = 1.0 - (1.0 - beta) * local[p]
                nearest[i] = min(nearest[i], nearest[n + p])
                for q in range(size):
                    if q < offsets[i] or q >= offsets[i + 1]:
                        nearest[n + p] = min(nearest[n + p], 1.0 - beta * psi[p, q])
                shortest = min(shortest, nearest[n + p])
        for source in range(n):
            for i in range(n + size):
                distance[i] = INFINITY
                done[i] = 0
            distance[source] = 0.0
            while True:
                pick, d, longest = -1, INFINITY, 0.0
                for i in range(n + size):
                    if not done[i]:
                        if distance[i] < d:
                            pick, d = i, distance[i]
                        if i >= n and distance[i] > longest:
                            longest = distance[i]
                if pick < 0 or d + shortest >= longest:
                    break
                done[pick] = 1
                if d + nearest[pick] >= longest:
                    continue
                if pick < n:
                    for p in range(offsets[pick], offsets[pick + 1]):
                        distance[n + p] = min(distance[n + p], d + (1.0 - (1.0 - beta) * local[p]))
                    continue
                p = pick - n
                i = owner[p]
                distance[i] = min(distance[i], d + (1.0 - (1.0 - beta) * local[p]))
                relax(&distance[n], &psi[p, 0], 0, offsets[i], d, beta)
                relax(&distance[n], &psi[p, 0], offsets[i + 1], size, d, beta)
            for p in range(size):
                total[p] += distance[n + p] * distance[n + p]
    return sums


cdef inline void relax(double *distance, const double *psi, Py_ssize_t start, Py_ssize_t end, double d,
                       double beta) noexcept nogil:
    cdef Py_ssize_t q
    cdef double over
    for q in range(start, end):
        over = d + (1.0 - beta * psi[q])
        distance[q] = over if over < distance[q] else distance[q]


def degrees(const int64_t[::1] offsets, const double[::1] local, const double[:, ::1] psi, double beta):
    """Weighted degree of each candidate."""
    cdef Py_ssize_t n = offsets.shape[0] - 1, size = local.shape[0], i, p, q
    result = np.empty(size)
    cdef double[::1] degree = result
    cdef double support
    with nogil:
        for i in range(n):
            for p in range(offsets[i], offsets[i + 1]):
                support = 0.0
                for q in range(offsets[i]):
                    support += psi[p, q]
                for q in range(offsets[i + 1], size):
                    support += psi[p, q]
                degree[p] = (1.0 - beta) * local[p] + beta * support
    return result


def shrink(const int64_t[::1] offsets, const double[::1] degree, const double[:, ::1] psi, double beta):
    """Repeatedly drop the candidate of lowest degree that is not its mention's last; positions of the best graph.

    The best graph is the one whose lowest degree is largest; of equals the last, which is the smallest.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, size = degree.shape[0], p, low, n_dropped = 0, n_best = 0
    cdef double[::1] now = np.array(degree)
    cdef int64_t[::1] owner = np.repeat(np.arange(n), np.diff(offsets)), left = np.diff(offsets)
    dropped_at = np.full(size, size, dtype=np.int64)
    cdef int64_t[::1] dropped = dropped_at
    cdef double lowest, best = -INFINITY
    with nogil:
        while True:
            lowest, low = INFINITY, -1
            for p in range(size):
                if dropped[p] == size:
                    lowest = min(lowest, now[p])
                    if left[owner[p]] > 1 and (low < 0 or now[p] <= now[low]):  # of equals the last
                        low = p
            if lowest >= best:
                best, n_best = lowest, n_dropped
            if low < 0:
                break
            dropped[low] = n_dropped
            n_dropped += 1
            left[owner[low]] -= 1
            for p in range(size):
                if owner[p] != owner[low]:
                    now[p] -= beta * psi[low, p]
    return np.flatnonzero(dropped_at >= n_best)


cdef inline double draw(uint64_t *state) noexcept nogil:
    """Next random number in [0, 1) (splitmix64): the same on every machine and with every numpy."""
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return <double>((z ^ (z >> 31)) >> 11) * (1.0 / 9007199254740992.0)


cdef double climb(const int64_t[::1] offsets, const double[::1] unary, const double[:, ::1] pair, double[::1] value,
                  int64_t[::1] chosen) noexcept nogil:
    """Improve `chosen` by the best single substitution until none helps; returns the total weight.

    value[p] is what candidate p adds to the total, given what the other mentions have chosen.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, i, j, p, at, position
    cdef double gain, best, total = 0.0
    value[:] = unary
    for j in range(n):
        swap(value, pair, offsets[j], offsets[j + 1], -1, chosen[j])
    while True:
        best, at, position = LEAST_GAIN, -1, -1
        for i in range(n):
            for p in range(offsets[i], offsets[i + 1]):
                gain = value[p] - value[chosen[i]]
                if gain > best:
                    best, at, position = gain, i, p
        if at < 0:
            break
        swap(value, pair, offsets[at], offsets[at + 1], chosen[at], position)
        chosen[at] = position
    for i in range(n):
        total += 0.5 * (unary[chosen[i]] + value[chosen[i]])  # value counts each pair from both its ends
    return total


cdef inline void swap(double[::1] value, const double[:, ::1] pair, Py_ssize_t start, Py_ssize_t end, Py_ssize_t old,
                      Py_ssize_t new) noexcept nogil:
    """Change the choice of the mention with candidates start..end from `old` (-1 for none) to `new`."""
    cdef Py_ssize_t p
    for p in range(value.shape[0]):
        if p < start or p >= end:
            value[p] += pair[new, p] - (pair[old, p] if old >= 0 else 0.0)


def search(const int64_t[::1] offsets, const double[::1] unary, const double[:, ::1] pair, const double[::1] degree,
           Py_ssize_t iterations, uint64_t seed):
    """Assignment of large total weight: climbs from the highest degrees, then from random draws weighted by degree."""
    cdef Py_ssize_t n = offsets.shape[0] - 1, step, i, p
    choice = np.zeros(n, dtype=np.int64)
    cdef int64_t[::1] picked = choice, chosen = np.empty(n, dtype=np.int64)
    cdef double[::1] value = np.empty(unary.shape[0])
    cdef double total, best = -INFINITY, level
    with nogil:
        for step in range(iterations + 1):
            for i in range(n):
                chosen[i] = offsets[i]
                if step == 0:
                    for p in range(offsets[i] + 1, offsets[i + 1]):
                        if degree[p] > degree[chosen[i]]:
                            chosen[i] = p
                    continue
                level = 0.0
                for p in range(offsets[i], offsets[i + 1]):
                    level += degree[p]
                level *= draw(&seed)
                for p in range(offsets[i], offsets[i + 1]):
                    chosen[i] = p
                    level -= degree[p]
                    if level < 0.0:
                        break
            total = climb(offsets, unary, pair, value, chosen)
            if total > best + LEAST_GAIN:
                best = total
                for i in range(n):
                    picked[i] = chosen[i] - offsets[i]
    return choice
