"""Estimates of what the two ways of Pair-Linking will cost on a document.

All numbers are rough nanoseconds, fitted on one machine; only their ratio is used, and near break-even either way will
do. docs/decisions/0005-lazy-or-full.md describes what was tried.
"""

from libc.stdint cimport int32_t, int64_t

from pairlinking.collective._document cimport Document, ROOM, confidence, exact_cost, with_cosine
from pairlinking.relatedness._chains cimport counting_cost
from pairlinking.relatedness._psi cimport bound_row, ees, exact, link_bound, mean

cdef enum:
    STRONG = 4             # mentions with the highest phi, with which the others are likely to be decided
    SAMPLE = 24            # pairs of mentions examined, roughly
    MOST = 40              # and at most
    MOST_MET = 512         # edges of a pair of mentions that are kept
    FEW = 8                # mentions, at most, for all pairs to be examined, if that is cheap compared with a matrix


cdef struct Met:           # an edge
    int32_t s, t
    double bound, cosine   # bound by list sizes


cdef struct Sampled:
    Py_ssize_t i, j        # a pair of mentions
    int64_t s, t           # its likeliest edge, -1 if none is above the level
    double level           # estimated confidence at which one of the two is decided
    double cost            # estimated cost of the pair down to that level


cdef bint lazy_is_cheaper(const Document *doc) noexcept nogil:
    """Whether computing psi only where needed costs less than the whole matrix, which is `doc.budget`.

    A cheap estimate comes first. If it favours the matrix, the shared in-links of the likeliest edges are counted: too
    expensive for a cheap document, but little compared with a matrix.
    """
    cdef Sampled sample[MOST]
    cdef int p, n_sampled = take_sample(doc, sample)
    if cost_of_sample(doc, sample, n_sampled) <= doc.budget:
        return True
    if doc.n <= FEW and 300.0 * doc.offsets[doc.n] * doc.offsets[doc.n] < doc.budget:  # a 20th of it
        return cost_of_few(doc) <= doc.budget
    for p in range(n_sampled):
        look(doc, sample + p)
        sample[p].cost = pair_cost(doc, sample[p].i, sample[p].j, sample[p].level)
    return cost_of_sample(doc, sample, n_sampled) <= doc.budget


cdef double full_cost(const Document *doc) noexcept nogil:
    """Cost of the whole psi matrix."""
    cdef Py_ssize_t m = doc.offsets[doc.n]
    cdef double cost = (9.0 + 16.0 * doc.psi.ees) * m * m / 2
    if doc.psi.wlm or doc.psi.njs:
        cost += 4.0 * counting_cost(doc.entities, m, doc.entities, m)
    return cost


cdef inline double likely(const Document *doc, int64_t s, int64_t t, double cosine) noexcept nogil:
    """Estimate the confidence of an edge without counting shared in-links: psi reaches a fraction of its bound.

    Two long lists share many ids by chance alone, and then the fraction is large.
    """
    cdef double small = doc.log_sizes[s], large = doc.log_sizes[t], part = 0.15
    if small > large:
        small, large = large, small
    if small > 0.0:
        part = max(part, (small + large - doc.psi.log_pages) / small)  # log of the ids shared by chance, to that of all
    return confidence(doc, s, t, mean(doc.psi, part * link_bound(doc.psi, doc.entities + s, doc.entities + t), cosine))


cdef double level_of(const Document *doc, Py_ssize_t i, const int64_t *strong) noexcept nogil:
    """Estimate at which confidence a mention will be decided: that of its best candidate with a strong mention's."""
    cdef double best = 0.0
    cdef int64_t s = doc.offsets[i], t
    cdef int p
    for p in range(STRONG):
        t = strong[p]
        if t >= 0 and doc.mention[t] != i:
            best = max(best, likely(doc, s, t, ees(doc.psi, doc.entities + s, doc.entities + t) if doc.psi.ees else 0.0))
    return best


cdef double find_likeliest(const Document *doc, Sampled *pair) noexcept nogil:
    """Find the likeliest edge of a pair of mentions above its level, raise the level to it, and give `pair_cost`.

    If phis are flat, relatedness decides the pair, not the best candidates. Every edge that adds to the cost is visited
    on the way to the level, so its cosine is kept.
    """
    cdef int64_t s, t, stop, t_stop = doc.offsets[pair.j + 1]
    cdef double value, cosine = 0.0, cost = 60.0
    cdef double bounds[ROOM]
    cdef Met met[MOST_MET]
    cdef int p, n_met = 0
    pair.s = pair.t = -1
    for s in range(doc.offsets[pair.i], doc.offsets[pair.i + 1]):
        while t_stop > doc.offsets[pair.j] and confidence(doc, s, t_stop - 1, 1.0) < pair.level:
            t_stop -= 1
        for t in range(doc.offsets[pair.j], t_stop, 64):  # ROOM at a time
            stop = min(t + ROOM, t_stop)
            cost += 25.0 + 1.5 * (stop - t)
            bound_row(&doc.weights, doc.phi[s], doc.log_sizes[s], doc.phi + t, doc.log_sizes + t, <int> (stop - t),
                      bounds)
            for p in range(stop - t):
                if bounds[p] < pair.level:  # saves computing the cosine
                    continue
                if doc.psi.ees:
                    cosine = ees(doc.psi, doc.entities + s, doc.entities + t + p)
                value = likely(doc, s, t + p, cosine)
                if value > pair.level:
                    pair.level, pair.s, pair.t = value, s, t + p
                if n_met < MOST_MET:
                    met[n_met] = Met(<int32_t> s, <int32_t> (t + p), bounds[p], cosine)
                n_met += 1
    if n_met > MOST_MET:
        return pair_cost(doc, pair.i, pair.j, pair.level)
    for p in range(n_met):
        cost += edge_cost(doc, &met[p], pair.level)
    return cost


cdef void look(const Document *doc, Sampled *pair) noexcept nogil:
    """Count the shared in-links of the likeliest edge, for a better level."""
    if pair.s >= 0:
        pair.level = max(pair.level,
                         confidence(doc, pair.s, pair.t, exact(doc.psi, doc.entities + pair.s, doc.entities + pair.t)))


cdef inline double edge_cost(const Document *doc, const Met *edge, double level) noexcept nogil:
    """Estimate what an edge costs besides its bound by list sizes, which may be below the level."""
    if edge.bound < level:
        return 0.0
    if not doc.psi.ees:
        return 35.0 + exact_cost(doc, edge.s, edge.t)
    return 43.0 + (exact_cost(doc, edge.s, edge.t) if with_cosine(doc, edge.bound, edge.cosine) >= level else 0.0)


cdef double pair_cost(const Document *doc, Py_ssize_t i, Py_ssize_t j, double level) noexcept nogil:
    """Estimate what a pair of mentions will cost if all its edges down to a level must be examined."""
    cdef int64_t s, t, stop, t_stop = doc.offsets[j + 1]
    cdef double cost = 60.0
    cdef double bounds[ROOM]
    cdef Met edge
    cdef int p
    for s in range(doc.offsets[i], doc.offsets[i + 1]):
        while t_stop > doc.offsets[j] and confidence(doc, s, t_stop - 1, 1.0) < level:
            t_stop -= 1
        for t in range(doc.offsets[j], t_stop, 64):  # ROOM at a time
            stop = min(t + ROOM, t_stop)
            cost += 25.0 + 1.5 * (stop - t)
            bound_row(&doc.weights, doc.phi[s], doc.log_sizes[s], doc.phi + t, doc.log_sizes + t, <int> (stop - t),
                      bounds)
            for p in range(stop - t):
                if bounds[p] >= level:
                    edge = Met(<int32_t> s, <int32_t> (t + p), bounds[p], 0.0)
                    if doc.psi.ees:
                        edge.cosine = ees(doc.psi, doc.entities + s, doc.entities + t + p)
                    cost += edge_cost(doc, &edge, level)
    return cost


cdef double cost_of_few(const Document *doc) noexcept nogil:
    """Cost of the lazy way for at most FEW mentions, from all pairs: each indicates when two are decided.

    A mention is decided with the best of all others, so a single pair indicates too low a level.
    """
    cdef double levels[FEW]
    cdef double cost = 0.0
    cdef Sampled pair
    cdef Py_ssize_t i, j
    for i in range(doc.n):
        levels[i] = 0.0
    for i in range(doc.n):
        for j in range(i + 1, doc.n):
            pair.i, pair.j, pair.level = i, j, min(levels[i], levels[j])
            find_likeliest(doc, &pair)
            if doc.psi.ees:  # without vectors the likeliest edge is that of the longest lists, known well enough
                look(doc, &pair)
            levels[i], levels[j] = max(levels[i], pair.level), max(levels[j], pair.level)
    for i in range(doc.n):
        for j in range(i + 1, doc.n):
            cost += pair_cost(doc, i, j, max(levels[i], levels[j]))
    return 1.08 * cost  # a wrong estimate costs more if it favours the lazy way


cdef int take_sample(const Document *doc, Sampled *sample) noexcept nogil:
    """Sample some pairs of mentions with their likeliest edges; returns how many."""
    cdef int64_t strong[STRONG]
    cdef Py_ssize_t i, j, tried = 0, every = max(4, doc.n * (doc.n - 1) // 2 // SAMPLE)
    cdef int p, q, n_sampled = 0
    for p in range(STRONG):
        strong[p] = -1
    for i in range(doc.n):  # the STRONG best, kept sorted
        for p in range(STRONG):
            if strong[p] < 0 or doc.phi[doc.offsets[i]] > doc.phi[strong[p]]:
                for q in range(STRONG - 1 - p):
                    strong[STRONG - 1 - q] = strong[STRONG - 2 - q]
                strong[p] = doc.offsets[i]
                break
    for i in range(doc.n):
        for j in range(i + 1, doc.n):
            tried += 1
            if tried % every == 1 and n_sampled < MOST:
                sample[n_sampled].i, sample[n_sampled].j = i, j
                sample[n_sampled].level = max(level_of(doc, i, strong), level_of(doc, j, strong))
                sample[n_sampled].cost = find_likeliest(doc, sample + n_sampled)
                n_sampled += 1
    return n_sampled


cdef double cost_of_sample(const Document *doc, const Sampled *sample, int n_sampled) noexcept nogil:
    """Cost of the lazy way for all pairs of mentions, from that of a sample."""
    cdef double cost = 0.0
    cdef int p
    for p in range(n_sampled):
        cost += sample[p].cost
    return 1.6 * cost / n_sampled * (doc.n * (doc.n - 1) // 2)  # estimated levels, and so the cost, are too optimistic
