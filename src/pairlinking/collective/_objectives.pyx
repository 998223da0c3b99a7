"""Objective values of one assignment, the minimum spanning tree, and the best of all assignments."""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc, qsort

import numpy as np

from pairlinking.collective._confidence cimport pair_confidence

cdef enum:                 # the order of OBJECTIVES in objectives.py
    ALL_LINK, SINGLE_LINK, CHAIN, MINTREE, LOCAL


cdef struct Chosen:        # entities under test: rows of a psi matrix
    Py_ssize_t n
    const double *local
    const double *psi
    Py_ssize_t stride
    int64_t *rows
    double beta


cdef inline double local_of(const Chosen *chosen, Py_ssize_t i) noexcept nogil:
    return chosen.local[chosen.rows[i]]


cdef inline double psi_of(const Chosen *chosen, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return chosen.psi[chosen.rows[i] * chosen.stride + chosen.rows[j]]


cdef inline double confidence_of(const Chosen *chosen, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Confidence of the pair of two chosen entities."""
    cdef double beta = chosen.beta
    return pair_confidence(
        1.0 - beta, beta, 2.0 - beta, local_of(chosen, i), local_of(chosen, j), psi_of(chosen, i, j)
    )


cdef double value_of(int code, const Chosen *chosen, double *room, int64_t *parent) noexcept nogil:
    cdef Py_ssize_t n = chosen.n, i, j
    cdef double local = 0.0, support = 0.0, best
    if code == MINTREE:
        return grow_tree(chosen, room, parent)
    for i in range(n):
        local += local_of(chosen, i)
    if code == LOCAL:
        return local
    for i in range(n if n > 1 else 0):
        if code == ALL_LINK:
            for j in range(n):
                if j != i:
                    support += psi_of(chosen, i, j)
        elif code == SINGLE_LINK:
            best = 0.0
            for j in range(n):
                if j != i and psi_of(chosen, i, j) > best:
                    best = psi_of(chosen, i, j)
            support += best
        elif i + 1 < n:
            support += psi_of(chosen, i, i + 1)
    return (1.0 - chosen.beta) * local + chosen.beta * support


cdef inline bint comes_first(double c, int64_t i, int64_t j, double d, int64_t k, int64_t l) noexcept nogil:
    """Order of edges: falling confidence, then the lower, then the higher mention."""
    if c != d:
        return c > d
    if i > j:
        i, j = j, i
    if k > l:
        k, l = l, k
    return i < k or (i == k and j < l)


cdef double grow_tree(const Chosen *chosen, double *best, int64_t *parent) noexcept nogil:
    """Prim's algorithm with the order above; weight of the tree. Entity i > 0 joined by the edge to parent[i], with
    confidence best[n + i]."""
    cdef Py_ssize_t n = chosen.n, step, i, last = 0, pick
    cdef double c, weight = 0.0
    for i in range(n):
        best[i] = -1.0
        parent[i] = 0
    for step in range(1, n):
        best[last] = INFINITY  # in the tree
        pick = -1
        for i in range(1, n):
            if best[i] == INFINITY:
                continue
            c = confidence_of(chosen, min(i, last), max(i, last))
            if comes_first(c, i, last, best[i], i, parent[i]):
                best[i] = c
                parent[i] = last
            if pick < 0 or comes_first(best[i], i, parent[i], best[pick], pick, parent[pick]):
                pick = i
        weight += 1.0 - best[pick]
        best[n + pick] = best[pick]  # saved for the caller: the first half is overwritten
        last = pick
    return weight


def value(int code, const double[::1] local, const double[:, ::1] psi, double beta):
    """Value of one objective for entities whose local scores and psi matrix are given."""
    cdef Py_ssize_t n = local.shape[0]
    cdef Chosen chosen
    if n == 0:
        return 0.0
    rows = np.arange(n)
    room = np.empty(2 * n)
    parents = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] rows_view = rows, parent = parents
    cdef double[::1] room_view = room
    chosen = Chosen(n, &local[0], NULL, psi.shape[1], &rows_view[0], beta)
    if code != LOCAL:
        chosen.psi = &psi[0, 0]
    cdef double result
    with nogil:
        result = value_of(code, &chosen, &room_view[0], &parent[0])
    return result


cdef struct Joined:        # an edge of a tree
    double confidence
    int64_t low, high


cdef int _in_order(const void *left, const void *right) noexcept nogil:
    cdef const Joined *one = <const Joined *> left
    cdef const Joined *other = <const Joined *> right
    return -1 if comes_first(one.confidence, one.low, one.high, other.confidence, other.low, other.high) else 1


def prim(const double[::1] local, const double[:, ::1] psi, double beta):
    """Edges (i < j) of the minimum spanning tree, their psi and their confidences, in the order of edges."""
    cdef Py_ssize_t n = local.shape[0], i
    cdef Py_ssize_t n_edges = n - 1 if n else 0
    ends_array, psi_array, confidence_array = np.empty((n_edges, 2), np.int64), np.empty(n_edges), np.empty(n_edges)
    if n_edges == 0:
        return ends_array, psi_array, confidence_array
    cdef int64_t[:, ::1] ends = ends_array
    cdef double[::1] psi_of_ends = psi_array, confidence = confidence_array
    cdef int64_t *rows = <int64_t *> malloc(2 * n * sizeof(int64_t))
    cdef double *room = <double *> malloc(2 * n * sizeof(double))
    cdef Joined *edges = <Joined *> malloc(n * sizeof(Joined))
    cdef int64_t *parent = rows + n
    cdef Chosen chosen
    try:
        if not (rows and room and edges):
            raise MemoryError
        chosen = Chosen(n, &local[0], &psi[0, 0], psi.shape[1], rows, beta)
        with nogil:
            for i in range(n):
                rows[i] = i
            grow_tree(&chosen, room, parent)
            for i in range(n_edges):
                edges[i] = Joined(room[n + i + 1], min(i + 1, parent[i + 1]), max(i + 1, parent[i + 1]))
            qsort(edges, n_edges, sizeof(Joined), _in_order)
            for i in range(n_edges):
                ends[i, 0], ends[i, 1], confidence[i] = edges[i].low, edges[i].high, edges[i].confidence
                psi_of_ends[i] = psi[edges[i].low, edges[i].high]
    finally:
        free(rows)
        free(room)
        free(edges)
    return ends_array, psi_array, confidence_array


def enumerate_best(int code, const int64_t[::1] offsets, const double[::1] local, const double[:, ::1] psi, double beta):
    """Best of all choices, the first in lexicographic order among equals; every mention must have a candidate."""
    cdef Py_ssize_t n = offsets.shape[0] - 1, i
    choice = np.zeros(n, dtype=np.int64)
    if n == 0:
        return choice
    rows = np.array(offsets[:n])
    room = np.empty(2 * n)
    parents = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] rows_view = rows, best_rows = choice, parent = parents
    cdef double[::1] room_view = room
    cdef Chosen chosen = Chosen(n, &local[0], &psi[0, 0], psi.shape[1], &rows_view[0], beta)
    cdef double best = -INFINITY, score
    with nogil:
        while True:
            score = value_of(code, &chosen, &room_view[0], &parent[0])
            if code == MINTREE:
                score = -score
            if score > best:
                best = score
                for i in range(n):
                    best_rows[i] = rows_view[i] - offsets[i]
            i = n - 1  # the next assignment, like an odometer
            while i >= 0:
                rows_view[i] += 1
                if rows_view[i] < offsets[i + 1]:
                    break
                rows_view[i] = offsets[i]
                i -= 1
            if i < 0:
                break
    return choice
