"""The first three bounds of Pair-Linking: which edges get an entry, and under which level.

One number represents a pair of mentions: the bound of its edges without an entry. When a level comes up, the pairs that
may reach it are opened, a little further than needed.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from pairlinking.collective._document cimport Document, ROOM, confidence, counted, raise_floor, useless_below, with_cosine
from pairlinking.collective._queue cimport LEVELS, Edge, Queue, file_edge
from pairlinking.relatedness._entity cimport Entity
from pairlinking.relatedness._psi cimport bound_row, clamped_cosine, dot_four, dot_one, ees

cdef double MARGIN = 0.05   # how far below the current level a pair is searched, to avoid a second visit


cdef struct Search:        # of one pair of mentions
    int level
    double floor, above    # edges whose bound is between get an entry
    double useless         # unless their cosine shows that they stay below this
    double rest            # bound of the other edges


cdef inline Py_ssize_t pair_place(const Document *doc, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Position of the bound of the pair i < j."""
    return i * (2 * doc.n - i - 1) // 2 + j - i - 1


cdef inline float rounded_up(double bound) noexcept nogil:
    return <float> (bound * (1.0 + 1e-6) + 1e-9)  # the second term for bounds too small for a float


cdef void bound_pairs(const Document *doc, Queue *queue) noexcept nogil:
    """First bound of every pair of mentions: the best two candidates by list sizes, all others by phi and psi = 1.

    If the shared in-links of the best candidates are already counted, their bound is exact from the beginning.
    """
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
            bound = top_bound(doc, s, t)
            if s + 1 < doc.offsets[i + 1]:
                bound = max(bound, confidence(doc, s + 1, t, 1.0))
            if t + 1 < doc.offsets[j + 1]:
                bound = max(bound, confidence(doc, s, t + 1, 1.0))
            row[j] = rounded_up(bound)
            queue.row_bounds[i] = max(queue.row_bounds[i], row[j])
    memset(queue.opened, 0, doc.n * (doc.n - 1) // 2)


cdef inline double top_bound(const Document *doc, int64_t s, int64_t t) noexcept nogil:
    """Bound of one edge; with a matrix, its confidence."""
    cdef double bound
    if doc.matrix != NULL:
        return confidence(doc, s, t, doc.matrix[doc.flat[s] * doc.offsets[doc.n] + doc.flat[t]])
    if doc.entities[s].row == doc.entities[t].row:
        return confidence(doc, s, t, 1.0)
    if doc.top_counts != NULL:
        return counted(doc, s, t, ees(doc.psi, doc.entities + s, doc.entities + t) if doc.psi.ees else 0.0)
    bound_row(&doc.weights, doc.phi[s], doc.log_sizes[s], doc.phi + t, doc.log_sizes + t, 1, &bound)
    return bound


cdef inline bint reaches(const Document *doc, int64_t s, int64_t t, double scaled_floor) noexcept nogil:
    """Whether an edge could reach the floor with psi = 1; the floor is multiplied by 2 - beta to save a division."""
    return doc.weights.phi * (doc.phi[s] + doc.phi[t]) + doc.weights.psi >= scaled_floor


cdef int open_pair(Document *doc, Queue *queue, Py_ssize_t i, Py_ssize_t j, int level, float *known,
                   bint again) noexcept nogil:
    """Give an entry to each edge of two mentions whose bound by list sizes is above the margin below the level.

    When a pair is opened `again`, edges above `known` already have theirs. Lowers `known` to the bound of the remaining
    edges. 0 if memory ran out.

    Both candidate lists fall in phi, so the edges that reach the floor with psi = 1 form a staircase (the early stop of
    Sec. 6). Mostly it is one row and one column: those go first, each as a whole.
    """
    cdef int64_t s, s_first = doc.offsets[i], s_end = doc.offsets[i + 1], s_stop
    cdef int64_t t_first = doc.offsets[j], t_end = doc.offsets[j + 1], t_stop
    cdef double scaled_floor
    cdef Search search
    search.level, search.useless, search.rest = level, useless_below(doc, i, j), -1.0
    search.floor = max(<double> level / LEVELS - MARGIN, search.useless)
    search.above = known[0] if again else 2.0
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
        if n_picked and not add_row(doc, queue, search, one, at, bounds, picked, n_picked, swapped):
            return 0
    return 1


cdef inline void matrix_row(const Document *doc, int64_t one, int64_t first, int n, double *out) noexcept nogil:
    cdef const double *row = doc.matrix + doc.flat[one] * doc.offsets[doc.n]
    cdef int p
    for p in range(n):
        out[p] = confidence(doc, one, first + p, row[doc.flat[first + p]])


cdef inline int add_row(Document *doc, Queue *queue, const Search *search, int64_t one, int64_t first,
                        const double *bounds, const int32_t *picked, int n_picked, bint swapped) noexcept nogil:
    """Give entries to the picked edges of a row: exact ones if there is a matrix, else with their cosine."""
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
            raise_floor(doc, one, first + q, confidence(doc, one, first + q, edge.value / doc.weights.parts))
        if bound >= search.useless and not file_edge(queue, min(search.level, <int> (bound * LEVELS)), &edge):
            return 0
    return 1


cdef int open_level(Document *doc, Queue *queue, int level) noexcept nogil:
    """Open the pairs whose bound reaches the level."""
    cdef Py_ssize_t i, j
    cdef float lowest = <float> level / LEVELS, row_bound
    cdef float *row
    cdef unsigned char *opened
    for i in range(doc.n):
        if queue.row_bounds[i] < lowest:
            continue
        row = queue.bounds + pair_place(doc, i, i + 1) - i - 1
        opened = queue.opened + pair_place(doc, i, i + 1) - i - 1
        row_bound = -1.0
        for j in range(i + 1, doc.n):
            if row[j] >= lowest:
                if row[j] < useless_below(doc, i, j):
                    row[j] = -1.0
                elif not open_pair(doc, queue, i, j, level, row + j, opened[j]):
                    return 0
                opened[j] = 1
            row_bound = max(row_bound, row[j])
        queue.row_bounds[i] = row_bound
    return 1
