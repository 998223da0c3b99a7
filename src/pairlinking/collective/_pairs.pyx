"""Pair-Linking (Alg. 1), exact and lazy.

Every step of Algorithm 1 takes the most confident edge (i, a, j, b) that agrees with the decisions so far and has an
undecided end. So an edge matters only once no other can beat it, and its exact confidence is needed only then.
Confidences are processed in levels from 1 down to 0. Until its level is reached, only an upper bound of an edge is
known; each of these bounds is tighter and more expensive than the one before:

1. psi = 1: all edges of a pair of mentions together, candidates in falling phi;
2. the sizes of the two in-link lists, and vectors as if equal: a row of edges at once;
3. the true cosine: now the edge has an entry of its own, filed under the level of its bound;
4. the number of shared in-links: exact.

When the levels above are empty, the edges of a level are taken in the order of Algorithm 1.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc

import numpy as np

from pairlinking.collective._document cimport Document, confidence, counted, exact_cost, is_counted, raise_floor
from pairlinking.collective._estimate cimport full_cost, lazy_is_cheaper
from pairlinking.collective._opening cimport bound_pairs, open_level
from pairlinking.collective._queue cimport LEVELS, Chunk, Edge, Queue, file_edge, is_dead, pop, push
from pairlinking.relatedness._chains cimport count_chains, counting_cost
from pairlinking.relatedness._entity cimport Entity
from pairlinking.relatedness._psi cimport Source, Weights, ees, link_part, mean, n_common

cdef enum:
    OUT_OF_MEMORY = -1
    GAVE_UP = -2

cdef double PATIENCE = 1.5   # times the cost of a matrix: a run that gets as expensive is mostly near its end
cdef double LOOKED_AT = 0.4  # rough share of the pairs of best candidates whose psi is needed in a large document


cdef inline double exact_confidence(Document *doc, const Edge *edge) noexcept nogil:
    cdef const Entity *left = doc.entities + edge.s
    cdef const Entity *right = doc.entities + edge.t
    cdef double links = 0.0
    if left.row == right.row:
        return confidence(doc, edge.s, edge.t, 1.0)
    doc.n_psi += 1
    if is_counted(doc, edge.s, edge.t):
        return counted(doc, edge.s, edge.t, edge.value)
    if doc.psi.wlm or doc.psi.njs:
        doc.spent += exact_cost(doc, edge.s, edge.t)
        links = link_part(doc.psi, left, right, n_common(left, right))
    return confidence(doc, edge.s, edge.t, mean(doc.psi, links, edge.value))


cdef int compute_level(Document *doc, Queue *queue, int level) noexcept nogil:
    """Make the edges filed under a level exact; those that stay in it go to the heap, the others to lower levels."""
    cdef int32_t at = queue.first[level], p, n, next_chunk
    cdef Edge edge
    cdef bint is_exact
    cdef int own
    queue.first[level] = -1
    while at >= 0:
        n = queue.chunks[at].n
        next_chunk = queue.chunks[at].next
        for p in range(n):
            edge = queue.chunks[at].edges[p]
            is_exact = edge.s < 0
            if is_exact:
                edge.s = ~edge.s
            if is_dead(doc, edge.s, edge.t):
                continue
            if not is_exact:
                edge.value = exact_confidence(doc, &edge)
                raise_floor(doc, edge.s, edge.t, edge.value)
            own = <int> (edge.value * LEVELS)
            if own >= level:
                if not push(doc, queue, &edge):
                    return 0
            else:
                edge.s = ~edge.s
                if not file_edge(queue, own, &edge):
                    return 0
        queue.chunks[at].next = queue.free
        queue.free = at
        at = next_chunk
    return 1


cdef int count_tops(Document *doc) noexcept nogil:
    """Count the shared in-links of all best candidates at once, if that is cheaper. 0 if memory ran out.

    With many mentions, most pairs of best candidates are examined sooner or later: some mention has a best candidate
    that is related to nothing, and is compared with all others.
    """
    cdef Py_ssize_t i, j
    cdef double apart = 0.0, together
    cdef Entity *tops
    if not (doc.psi.wlm or doc.psi.njs) or doc.n < 3:
        return 1
    tops = <Entity *> malloc(doc.n * sizeof(Entity))
    if tops == NULL:
        return 0
    for i in range(doc.n):
        tops[i] = doc.entities[doc.offsets[i]]
        for j in range(i):
            apart += exact_cost(doc, doc.offsets[i], doc.offsets[j])
    together = 6000.0 + 4.0 * counting_cost(tops, doc.n, tops, doc.n)  # first: allocating memory
    if together < LOOKED_AT * apart:
        doc.top_counts = count_chains(tops, doc.n, tops, doc.n)
        doc.spent += together
        if doc.top_counts == NULL:
            free(tops)
            return 0
    free(tops)
    return 1


cdef inline double least_confidence(const Document *doc, int64_t s, int64_t t) noexcept nogil:
    """Lower bound for the confidence of two candidates, without counting: exact if the links are already counted."""
    cdef double cosine = 0.0
    if doc.psi.ees:
        cosine = ees(doc.psi, doc.entities + s, doc.entities + t)
    if is_counted(doc, s, t) and doc.entities[s].row != doc.entities[t].row:
        return counted(doc, min(s, t), max(s, t), cosine)
    return confidence(doc, s, t, cosine / doc.weights.parts)


cdef inline void settle(Document *doc, int64_t s) noexcept nogil:
    """Decide a mention if it is open. All other open mentions will then be at least as confident as with it."""
    cdef Py_ssize_t i, own = doc.mention[s], p
    if doc.decided[own] >= 0:
        return
    doc.decided[own], doc.floors[own] = <int32_t> s, 2.0
    for i in range(doc.n):
        if doc.decided[i] < 0:
            if doc.matrix == NULL:
                raise_floor(doc, s, doc.offsets[i], least_confidence(doc, s, doc.offsets[i]))
            else:
                for p in range(doc.offsets[i], doc.offsets[i + 1]):
                    raise_floor(doc, s, p, confidence(doc, s, p, doc.matrix[doc.flat[s] * doc.offsets[doc.n] + doc.flat[p]]))


cdef Py_ssize_t decide(Document *doc, Queue *queue, Edge *trace) noexcept nogil:
    """Run until every mention is decided; returns the number of steps in `trace`, OUT_OF_MEMORY or GAVE_UP."""
    cdef Py_ssize_t n_steps = 0, n_open = doc.n
    cdef int level = LEVELS
    cdef Edge edge
    if doc.matrix == NULL and not count_tops(doc):
        return OUT_OF_MEMORY
    bound_pairs(doc, queue)
    while n_open and level >= 0:
        if not open_level(doc, queue, level):
            return OUT_OF_MEMORY
        if not compute_level(doc, queue, level):
            return OUT_OF_MEMORY
        if doc.budget > 0.0 and doc.spent > PATIENCE * doc.budget:
            return GAVE_UP  # the estimate was wrong: lose little more than the cost of a matrix
        while n_open and queue.n_heap:
            edge = pop(doc, queue)
            if is_dead(doc, edge.s, edge.t):
                continue
            n_open -= (doc.decided[doc.mention[edge.s]] < 0) + (doc.decided[doc.mention[edge.t]] < 0)
            settle(doc, edge.s)
            settle(doc, edge.t)
            trace[n_steps] = edge
            n_steps += 1
        queue.n_heap = 0
        level -= 1
    return n_steps


def link_pairs(const int64_t[::1] offsets, const double[::1] local, double beta, *, const double[:, ::1] matrix=None,
               Source source=None, const int64_t[::1] rows=None, bint may_give_up=False):
    """Run Pair-Linking on at least two mentions, each with candidates, over a psi matrix or a source.

    Returns the chosen candidate positions, the trace as mentions (steps, 2), positions (steps, 2) and confidences, how
    many psi were computed, and for each mention the largest confidence of its steps. With `may_give_up`, returns None
    as soon as a matrix looks cheaper.
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, m = local.shape[0], n_steps, i
    cdef Document doc
    cdef Queue queue
    cdef Edge *trace = <Edge *> malloc(n * sizeof(Edge))
    doc.n, doc.offsets = n, &offsets[0]
    doc.matrix = &matrix[0, 0] if matrix is not None else NULL
    doc.psi = &source.psi if source is not None else NULL
    doc.weights = Weights(1.0 - beta, beta, 2.0 - beta, 0.0, 0.0, 0.0, 1.0, 0.0)
    doc.n_psi = 0
    doc.spent = doc.budget = 0.0
    doc.phi = <double *> malloc(2 * m * sizeof(double))
    doc.log_sizes = doc.phi + m
    doc.flat = <int64_t *> malloc(m * sizeof(int64_t))
    doc.mention = <int32_t *> malloc(m * sizeof(int32_t))
    doc.decided = <int32_t *> malloc(n * sizeof(int32_t))
    doc.floors = <double *> malloc(n * sizeof(double))
    doc.entities = NULL
    doc.top_counts = NULL
    queue.bounds = <float *> malloc(n * (n - 1) // 2 * sizeof(float))
    queue.row_bounds = <float *> malloc(n * sizeof(float))
    queue.opened = <unsigned char *> malloc(n * (n - 1) // 2)
    queue.n_chunks, queue.room, queue.free = 0, LEVELS, -1
    queue.chunks = <Chunk *> malloc(LEVELS * sizeof(Chunk))
    queue.n_heap, queue.heap_room = 0, <int32_t> n
    queue.heap = <Edge *> malloc(n * sizeof(Edge))
    for i in range(LEVELS + 1):
        queue.first[i] = -1
    try:
        if (trace == NULL or doc.phi == NULL or doc.flat == NULL or doc.mention == NULL or doc.decided == NULL or doc.floors == NULL
                or queue.bounds == NULL or queue.row_bounds == NULL or queue.opened == NULL or queue.chunks == NULL or queue.heap == NULL):
            raise MemoryError
        sort_candidates(&doc, &local[0])
        if source is not None:
            doc.weights = Weights(1.0 - beta, beta, 2.0 - beta, doc.psi.wlm, doc.psi.njs, doc.psi.ees, doc.psi.parts,
                                  doc.psi.log_pages)
            sorted_rows = np.empty(m, dtype=np.int64)
            take_rows(sorted_rows, rows, doc.flat)
            doc.entities = source.gather(sorted_rows)
            for i in range(m):
                doc.log_sizes[i] = doc.entities[i].log_size
        with nogil:
            n_steps = 0
            if may_give_up and doc.entities != NULL:
                doc.budget = full_cost(&doc)
                if not lazy_is_cheaper(&doc):
                    n_steps = GAVE_UP
            if n_steps == 0:
                n_steps = decide(&doc, &queue, trace)
        if n_steps == GAVE_UP:
            return None
        if n_steps == OUT_OF_MEMORY:
            raise MemoryError
        choice = np.empty(n, dtype=np.int64)
        mentions = np.empty((n_steps, 2), dtype=np.int64)
        chosen = np.empty((n_steps, 2), dtype=np.int64)
        confidences = np.empty(n_steps)
        best = np.zeros(n)
        write_out(&doc, trace, choice, mentions, chosen, confidences, best)
        return choice, mentions, chosen, confidences, doc.n_psi, best
    finally:
        free(trace)
        free(doc.phi)
        free(doc.flat)
        free(doc.mention)
        free(doc.decided)
        free(doc.floors)
        free(doc.entities)
        free(doc.top_counts)
        free(queue.bounds)
        free(queue.row_bounds)
        free(queue.opened)
        free(queue.chunks)
        free(queue.heap)


cdef void sort_candidates(Document *doc, const double *local) noexcept nogil:
    """Sort each mention's candidates by falling phi, equals by position. Insertion sort: they mostly come sorted."""
    cdef Py_ssize_t i, p, at
    for i in range(doc.n):
        doc.decided[i], doc.floors[i] = -1, -1.0
        for p in range(doc.offsets[i], doc.offsets[i + 1]):
            doc.mention[p] = <int32_t> i
            at = p
            while at > doc.offsets[i] and doc.phi[at - 1] < local[p]:
                doc.phi[at] = doc.phi[at - 1]
                doc.flat[at] = doc.flat[at - 1]
                at -= 1
            doc.phi[at] = local[p]
            doc.flat[at] = p


cdef void take_rows(int64_t[::1] out, const int64_t[::1] rows, const int64_t *flat) noexcept:
    cdef Py_ssize_t p
    for p in range(out.shape[0]):
        out[p] = rows[flat[p]]


cdef void write_out(const Document *doc, const Edge *trace, int64_t[::1] choice, int64_t[:, ::1] mentions,
                    int64_t[:, ::1] chosen, double[::1] confidences, double[::1] best) noexcept:
    cdef Py_ssize_t i, side
    for i in range(doc.n):
        choice[i] = doc.flat[doc.decided[i]] - doc.offsets[i]
    for i in range(confidences.shape[0]):
        mentions[i, 0], mentions[i, 1] = doc.mention[trace[i].s], doc.mention[trace[i].t]
        chosen[i, 0] = doc.flat[trace[i].s] - doc.offsets[doc.mention[trace[i].s]]
        chosen[i, 1] = doc.flat[trace[i].t] - doc.offsets[doc.mention[trace[i].t]]
        confidences[i] = trace[i].value
        for side in range(2):
            best[mentions[i, side]] = max(best[mentions[i, side]], confidences[i])
