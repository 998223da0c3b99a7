"""One document as the Pair-Linking kernels see it: candidates sorted by phi, and the bounds of a pair's confidence."""

from libc.stdint cimport int32_t, int64_t

from pairlinking.collective._confidence cimport pair_confidence
from pairlinking.relatedness._entity cimport Entity
from pairlinking.relatedness._psi cimport Psi, Weights, link_part, mean

cdef enum:
    ROOM = 64              # candidates bounded at a time


cdef struct Document:
    Py_ssize_t n
    const int64_t *offsets
    double *phi            # falling within each mention
    double *log_sizes      # of in-link lists
    int64_t *flat          # flat position of each sorted candidate
    int32_t *mention       # of each sorted candidate
    int32_t *decided       # per mention: the sorted candidate chosen, or -1
    double *floors         # per mention: least confidence at which it will be decided; 2 once it is decided
    const double *matrix   # psi of all candidates in flat order; NULL where it is computed from `entities`
    Entity *entities       # in sorted order
    const Psi *psi
    int32_t *top_counts    # shared in-links of the best candidates of mentions i > j at [i, j]; NULL if not counted
    Weights weights
    double spent           # cost so far, in rough nanoseconds,
    double budget          # and of building the matrix instead; 0 to continue at any cost
    int64_t n_psi


cdef inline double confidence(const Document *doc, int64_t s, int64_t t, double psi) noexcept nogil:
    """Confidence of two candidates with this psi."""
    return pair_confidence(doc.weights.phi, doc.weights.psi, doc.weights.divisor, doc.phi[s], doc.phi[t], psi)


cdef inline double with_cosine(const Document *doc, double bound, double cosine) noexcept nogil:
    """What `bound_row` would give if it knew the cosine; the slack makes up for rounding that subtracts too much."""
    return bound + doc.weights.psi * (cosine - 1.0) / (doc.weights.parts * doc.weights.divisor) + 1e-12


cdef inline double useless_below(const Document *doc, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Edges of two mentions below this value decide nothing: both mentions are decided before their turn."""
    return min(doc.floors[i], doc.floors[j])


cdef inline void raise_floor(Document *doc, int64_t s, int64_t t, double least) noexcept nogil:
    """Use a lower bound for the confidence of an edge: if one end is decided, the other will be at that or above.

    A decided entity does not change, so the edge is available until the other mention is decided.
    """
    cdef int32_t i = doc.mention[s], j = doc.mention[t]
    if doc.decided[i] == s and doc.decided[j] < 0:
        doc.floors[j] = max(doc.floors[j], least - 1e-9)  # the slack for rounding
    elif doc.decided[j] == t and doc.decided[i] < 0:
        doc.floors[i] = max(doc.floors[i], least - 1e-9)


cdef inline bint is_counted(const Document *doc, int64_t s, int64_t t) noexcept nogil:
    """Whether both are the best candidates of their mentions, with their shared in-links in `top_counts`."""
    return (doc.top_counts != NULL and doc.offsets[doc.mention[s]] == s and doc.offsets[doc.mention[t]] == t)


cdef inline double counted(const Document *doc, int64_t s, int64_t t, double cosine) noexcept nogil:
    """Exact confidence of two candidates for which `is_counted` is true, s before t."""
    cdef const Entity *left = doc.entities + s
    cdef const Entity *right = doc.entities + t
    cdef int32_t common = doc.top_counts[doc.mention[t] * doc.n + doc.mention[s]]
    return confidence(doc, s, t, mean(doc.psi, link_part(doc.psi, left, right, common), cosine))


cdef inline double exact_cost(const Document *doc, int64_t s, int64_t t) noexcept nogil:
    """Rough nanoseconds to count the shared in-links of two candidates."""
    return 50.0 + 2.6 * min(doc.entities[s].size, doc.entities[t].size)
