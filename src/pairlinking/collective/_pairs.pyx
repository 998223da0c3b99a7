"""Pair-Linking (Alg. 1), exact and lazy.

Every step of Algorithm 1 takes the most confident edge (i, a, j, b) that agrees with the decisions so far and has an
undecided end. So an edge matters only once no other can beat it, and its exact confidence is needed only then. The
confidences from 1 down to 0 are gone through in levels. Until its level is reached, an edge is known by an upper bound,
each tighter and dearer than the one before:

1. psi = 1: all edges of a pair of mentions together, candidates in falling phi;
2. the sizes of the two in-link lists, and vectors as if equal: a row of edges at once;
3. the true cosine: now the edge has an entry of its own, filed under the level of its bound;
4. the shared in-links counted: exact.

When the levels above are empty, the edges of a level are taken in the order of Algorithm 1.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc

import numpy as np

from pairlinking.collective._document cimport Document, ROOM, confidence, exact_cost, with_cosine
from pairlinking.collective._estimate cimport full_cost, lazy_cost
from pairlinking.collective._queue cimport LEVELS, Chunk, Edge, Queue, file_edge, is_dead, pop, push
from pairlinking.relatedness._entity cimport Entity
from pairlinking.relatedness._psi cimport (
    Source, Weights, bound_row, clamped_cosine, dot_four, dot_one, link_part, mean, n_common
)

cdef enum:
    OUT_OF_MEMORY = -1
    GAVE_UP = -2

cdef double MARGIN = 0.1   # how far below the current level a pair is searched, to spare a second visit


cdef struct Search:        # of one pair of mentions
    int level
    double floor, above    # edges whose bound lies between get an entry
    double rest            # what the others may reach


cdef inline Py_ssize_t pair_place(const Document *doc, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Where the bound of the pair i < j stands."""
    return i * (2 * doc.n - i - 1) // 2 + j - i - 1


cdef inline float rounded_up(double bound) noexcept nogil:
    return <float> (bound * (1.0 + 1e-6) + 1e-9)  # the second term for bounds too small for a float


cdef void bound_pairs(const Document *doc, Queue *queue) noexcept nogil:
    """First bound of every pair of mentions: the best two candidates by list sizes, all others by phi and psi = 1."""
    cdef Py_ssize_t i, j
    cdef int64_t s, t
    cdef double bound
    cdef float *row
    for i in range(doc.n):
        row = queue.bounds + pair_place(doc, i, i + 1) - i - 1
        queue.row_bounds[i] = -1.0
        s = doc.offsets[i]
        for j in range(i + 1, doc.n):
            t = doc.offsets[j]
            if doc.matrix != NULL:
                bound = confidence(doc, s, t, doc.matrix[doc.flat[s] * doc.offsets[doc.n] + doc.flat[t]])
            else:
                bound_row(&doc.weights, doc.phi[s], doc.log_sizes[s], doc.phi + t, doc.log_sizes + t, 1, &bound)
            if s + 1 < doc.offsets[i + 1]:
                bound = max(bound, confidence(doc, s + 1, t, 1.0))
            if t + 1 < doc.offsets[j + 1]:
                bound = max(bound, confidence(doc, s, t + 1, 1.0))
            row[j] = rounded_up(bound)
            queue.row_bounds[i] = max(queue.row_bounds[i], row[j])


cdef inline bint reaches(const Document *doc, int64_t s, int64_t t, double scaled_floor) noexcept nogil:
    """Whether an edge could reach the floor with psi = 1; the floor comes multiplied by 2 - beta to spare a division."""
    return doc.weights.phi * (doc.phi[s] + doc.phi[t]) + doc.weights.psi >= scaled_floor


cdef int open_pair(Document *doc, Queue *queue, Py_ssize_t i, Py_ssize_t j, int level, float *known) noexcept nogil:
    """Give an entry to each edge of two mentions whose bound lies between `known` and the margin below the level.

    Edges above `known` have theirs. Lowers `known` to what the remaining edges may reach. 0 if memory ran out.

    Both candidate lists fall in phi, so the edges that reach the floor with psi = 1 form a staircase (the early stop of
    Sec. 6). Mostly it is one row and one column: those go first, each as a whole.
    """
    cdef int64_t s, s_first = doc.offsets[i], s_end = doc.offsets[i + 1], s_stop
    cdef int64_t t_first = doc.offsets[j], t_end = doc.offsets[j + 1], t_stop
    cdef double scaled_floor
    cdef Search search
    search.level, search.floor, search.above, search.rest = level, <double> level / LEVELS - MARGIN, known[0], -1.0
    scaled_floor = search.floor * doc.weights.divisor
    if doc.decided[i] >= 0:
        s_first = doc.decided[i]
        s_end = s_first + 1
    if doc.decided[j] >= 0:
        t_first = doc.decided[j]
        t_end = t_first + 1
    t_stop = t_first
    while t_stop < t_end and reaches(doc, s_first, t_stop, scaled_floor):
        t_stop += 1
    s_stop = s_first + 1
    while s_stop < s_end and reaches(doc, s_stop, t_first, scaled_floor):
        s_stop += 1
    if t_stop < t_end:
        search.rest = confidence(doc, s_first, t_stop, 1.0)
    if s_stop < s_end:
        search.rest = max(search.rest, confidence(doc, s_stop, t_first, 1.0))
    if not open_row(doc, queue, &search, s_first, t_first, t_stop, False):
        return 0
    if s_stop > s_first + 1 and not open_row(doc, queue, &search, t_first, s_first + 1, s_stop, True):
        return 0
    for s in range(s_first + 1, s_stop):
        while t_stop > t_first + 1 and not reaches(doc, s, t_stop - 1, scaled_floor):
            t_stop -= 1
        if t_stop < t_end:
            search.rest = max(search.rest, confidence(doc, s, t_stop, 1.0))
        if t_stop <= t_first + 1:
            break
        if not open_row(doc, queue, &search, s, t_first + 1, t_stop, False):
            return 0
    known[0] = rounded_up(search.rest)
    return 1


cdef int open_row(Document *doc, Queue *queue, Search *search, int64_t one, int64_t first, int64_t end,
                  bint swapped) noexcept nogil:
    """Bound the edges of one candidate with a range of another mention's; `swapped` if that mention comes first."""
    cdef double bounds[ROOM]
    cdef int32_t picked[ROOM]
    cdef int n_picked, p, n
    cdef int64_t at
    for at in range(first, end, 64):  # ROOM at a time
        n = <int> min(ROOM, end - at)
        if doc.matrix == NULL:
            bound_row(&doc.weights, doc.phi[one], doc.log_sizes[one], doc.phi + at, doc.log_sizes + at, n, bounds)
        else:
            matrix_row(doc, one, at, n, bounds)
        n_picked = 0
        for p in range(n):
            if bounds[p] < search.floor:
                search.rest = max(search.rest, bounds[p])
            elif bounds[p] <= search.above:
                picked[n_picked] = p
                n_picked += 1
        if n_picked and not add_row(doc, queue, search.level, one, at, bounds, picked, n_picked, swapped):
            return 0
    return 1


cdef inline void matrix_row(const Document *doc, int64_t one, int64_t first, int n, double *out) noexcept nogil:
    cdef const double *row = doc.matrix + doc.flat[one] * doc.offsets[doc.n]
    cdef int p
    for p in range(n):
        out[p] = confidence(doc, one, first + p, row[doc.flat[first + p]])


cdef inline int add_row(const Document *doc, Queue *queue, int level, int64_t one, int64_t first, const double *bounds,
                        const int32_t *picked, int n_picked, bint swapped) noexcept nogil:
    """Give entries to the picked edges of a row: from a matrix exact ones, else with their cosine."""
    cdef int p, q
    cdef double bound
    cdef int32_t dots[ROOM]
    cdef const Entity *left = doc.entities + one
    cdef const Entity *right = doc.entities + first
    cdef Edge edge
    if doc.matrix == NULL and doc.psi.ees:
        for p in range(0, n_picked - 3, 4):
            dot_four(left.vector, right[picked[p]].vector, right[picked[p + 1]].vector, right[picked[p + 2]].vector,
                     right[picked[p + 3]].vector, doc.psi.dim, dots + p)
        for p in range(n_picked - n_picked % 4, n_picked):
            dots[p] = dot_one(left.vector, right[picked[p]].vector, doc.psi.dim)
    for p in range(n_picked):
        q = picked[p]
        bound = bounds[q]
        edge.s, edge.t, edge.value = <int32_t> one, <int32_t> (first + q), 0.0
        if swapped:
            edge.s, edge.t = edge.t, edge.s
        if doc.matrix != NULL:
            edge.s, edge.value = ~edge.s, bound
        elif left.row == right[q].row:
            bound = 1.0
        elif doc.psi.ees:
            edge.value = clamped_cosine(dots[p])
            bound = with_cosine(doc, bound, edge.value)
        if not file_edge(queue, min(level, <int> (bound * LEVELS)), &edge):
            return 0
    return 1


cdef inline double exact_confidence(Document *doc, const Edge *edge) noexcept nogil:
    cdef const Entity *left = doc.entities + edge.s
    cdef const Entity *right = doc.entities + edge.t
    cdef double links = 0.0
    if left.row == right.row:
        return confidence(doc, edge.s, edge.t, 1.0)
    doc.n_psi += 1
    if doc.psi.wlm or doc.psi.njs:
        doc.spent += exact_cost(doc, edge.s, edge.t)
        links = link_part(doc.psi, left, right, n_common(left, right))
    return confidence(doc, edge.s, edge.t, mean(doc.psi, links, edge.value))


cdef int open_level(Document *doc, Queue *queue, int level) noexcept nogil:
    """Open the pairs whose bound reaches the level."""
    cdef Py_ssize_t i, j
    cdef float lowest = <float> level / LEVELS, row_bound
    cdef float *row
    for i in range(doc.n):
        if queue.row_bounds[i] < lowest:
            continue
        row = queue.bounds + pair_place(doc, i, i + 1) - i - 1
        row_bound = -1.0
        for j in range(i + 1, doc.n):
            if row[j] >= lowest:
                if doc.decided[i] >= 0 and doc.decided[j] >= 0:
                    row[j] = -1.0
                elif not open_pair(doc, queue, i, j, level, row + j):
                    return 0
            row_bound = max(row_bound, row[j])
        queue.row_bounds[i] = row_bound
    return 1


cdef int compute_level(Document *doc, Queue *queue, int level) noexcept nogil:
    """Make the edges filed under a level exact; those that stay in it go to the heap, the others to lower levels."""
    cdef int32_t at = queue.first[level], p, n, next_chunk
    cdef Edge edge
    cdef int own
    queue.first[level] = -1
    while at >= 0:
        n = queue.chunks[at].n
        next_chunk = queue.chunks[at].next
        for p in range(n):
            edge = queue.chunks[at].edges[p]
            if edge.s < 0:
                edge.s = ~edge.s
                if is_dead(doc, edge.s, edge.t):
                    continue
            elif is_dead(doc, edge.s, edge.t):
                continue
            else:
                edge.value = exact_confidence(doc, &edge)
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


cdef Py_ssize_t decide(Document *doc, Queue *queue, Edge *trace) noexcept nogil:
    """Run until every mention is decided; gives the number of steps written to `trace`, or -1 if memory ran out."""
    cdef Py_ssize_t n_steps = 0, n_open = doc.n
    cdef int level = LEVELS
    cdef Edge edge
    bound_pairs(doc, queue)
    while n_open and level >= 0:
        if not open_level(doc, queue, level):
            return OUT_OF_MEMORY
        if not compute_level(doc, queue, level):
            return OUT_OF_MEMORY
        if doc.budget > 0.0 and doc.spent > doc.budget:
            return GAVE_UP  # the guess was wrong: lose no more than a matrix takes
        while n_open and queue.n_heap:
            edge = pop(doc, queue)
            if is_dead(doc, edge.s, edge.t):
                continue
            n_open -= (doc.decided[doc.mention[edge.s]] < 0) + (doc.decided[doc.mention[edge.t]] < 0)
            doc.decided[doc.mention[edge.s]] = edge.s
            doc.decided[doc.mention[edge.t]] = edge.t
            trace[n_steps] = edge
            n_steps += 1
        queue.n_heap = 0
        level -= 1
    return n_steps


def link_pairs(const int64_t[::1] offsets, const double[::1] local, double beta, *, const double[:, ::1] matrix=None,
               Source source=None, const int64_t[::1] rows=None, bint may_give_up=False):
    """Run Pair-Linking on at least two mentions, each with candidates, over a psi matrix or a source.

    Gives the chosen candidate positions, the trace as mentions (steps, 2), positions (steps, 2) and confidences, and
    how many psi were computed. With `may_give_up` None, as soon as a matrix looks cheaper.
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
    doc.entities = NULL
    queue.bounds = <float *> malloc(n * (n - 1) // 2 * sizeof(float))
    queue.row_bounds = <float *> malloc(n * sizeof(float))
    queue.n_chunks, queue.room, queue.free = 0, LEVELS, -1
    queue.chunks = <Chunk *> malloc(LEVELS * sizeof(Chunk))
    queue.n_heap, queue.heap_room = 0, <int32_t> n
    queue.heap = <Edge *> malloc(n * sizeof(Edge))
    for i in range(LEVELS + 1):
        queue.first[i] = -1
    try:
        if (trace == NULL or doc.phi == NULL or doc.flat == NULL or doc.mention == NULL or doc.decided == NULL
                or queue.bounds == NULL or queue.row_bounds == NULL or queue.chunks == NULL or queue.heap == NULL):
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
                # The better guess costs some intersections: too much for a cheap document, nothing against a matrix.
                if lazy_cost(&doc, False) > doc.budget and lazy_cost(&doc, True) > doc.budget:
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
        write_out(&doc, trace, choice, mentions, chosen, confidences)
        return choice, mentions, chosen, confidences, doc.n_psi
    finally:
        free(trace)
        free(doc.phi)
        free(doc.flat)
        free(doc.mention)
        free(doc.decided)
        free(doc.entities)
        free(queue.bounds)
        free(queue.row_bounds)
        free(queue.chunks)
        free(queue.heap)


cdef void sort_candidates(Document *doc, const double *local) noexcept nogil:
    """Order each mention's candidates by falling phi, equals by position. Insertion: they mostly come sorted."""
    cdef Py_ssize_t i, p, at
    for i in range(doc.n):
        doc.decided[i] = -1
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
                    int64_t[:, ::1] chosen, double[::1] confidences) noexcept:
    cdef Py_ssize_t i
    for i in range(doc.n):
        choice[i] = doc.flat[doc.decided[i]] - doc.offsets[i]
    for i in range(confidences.shape[0]):
        mentions[i, 0], mentions[i, 1] = doc.mention[trace[i].s], doc.mention[trace[i].t]
        chosen[i, 0] = doc.flat[trace[i].s] - doc.offsets[doc.mention[trace[i].s]]
        chosen[i, 1] = doc.flat[trace[i].t] - doc.offsets[doc.mention[trace[i].t]]
        confidences[i] = trace[i].value
