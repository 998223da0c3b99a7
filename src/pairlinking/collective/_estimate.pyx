"""What the two ways of Pair-Linking will cost on a document, guessed beforehand.

All numbers are rough nanoseconds, fitted on one machine; only their ratio is used, and near the crossing either way
will do. docs/decisions/0005-lazy-or-full.md describes what was tried.
"""

from libc.stdint cimport int64_t

from pairlinking.collective._document cimport Document, ROOM, confidence, exact_cost, with_cosine
from pairlinking.relatedness._chains cimport counting_cost
from pairlinking.relatedness._psi cimport bound_row, ees, exact, link_bound, mean

cdef enum:
    STRONG = 4             # mentions with the highest phi, that the others are likely decided with
    SAMPLE = 24            # pairs of mentions looked at
    FEW = 8                # mentions of which all pairs are looked at, if that is cheap against a matrix


cdef double full_cost(const Document *doc) noexcept nogil:
    """Cost of the whole psi matrix."""
    cdef Py_ssize_t m = doc.offsets[doc.n]
    cdef double cost = (9.0 + 16.0 * doc.psi.ees) * m * m / 2
    if doc.psi.wlm or doc.psi.njs:
        cost += 4.0 * counting_cost(doc.entities, m, doc.entities, m)
    return cost


cdef inline double likely(const Document *doc, int64_t s, int64_t t) noexcept nogil:
    """Guess the confidence of an edge without looking for shared in-links: psi reaches a part of its bound.

    Two long lists share many ids by chance alone, and then the part is large.
    """
    cdef double small = doc.log_sizes[s], large = doc.log_sizes[t], part = 0.15
    if small > large:
        small, large = large, small
    if small > 0.0:
        part = max(part, (small + large - doc.psi.log_pages) / small)  # log of the ids shared by chance, to that of all
    return confidence(doc, s, t, mean(doc.psi, part * link_bound(doc.psi, doc.entities + s, doc.entities + t),
                                      ees(doc.psi, doc.entities + s, doc.entities + t) if doc.psi.ees else 0.0))


cdef double level_of(const Document *doc, Py_ssize_t i, const int64_t *strong) noexcept nogil:
    """Guess at which confidence a mention will be decided: that of its best candidate with a strong other mention's."""
    cdef double best = 0.0
    cdef int64_t s = doc.offsets[i], t
    cdef int p
    for p in range(STRONG):
        t = strong[p]
        if t >= 0 and doc.mention[t] != i:
            best = max(best, likely(doc, s, t))
    return best


cdef double best_likely(const Document *doc, Py_ssize_t i, Py_ssize_t j, double level, bint look) noexcept nogil:
    """Guess the best confidence of a pair of mentions, at least `level`: where phis are flat, relatedness decides it.

    With `look`, the shared in-links of the likeliest edge are counted.
    """
    cdef int64_t s, t, best_s = -1, best_t = -1
    cdef double value, bound
    for s in range(doc.offsets[i], doc.offsets[i + 1]):
        for t in range(doc.offsets[j], doc.offsets[j + 1]):
            if confidence(doc, s, t, 1.0) < level:
                break
            bound_row(&doc.weights, doc.phi[s], doc.log_sizes[s], doc.phi + t, doc.log_sizes + t, 1, &bound)
            if bound < level:  # spares the cosine
                continue
            value = likely(doc, s, t)
            if value > level:
                level, best_s, best_t = value, s, t
    if look and best_s >= 0:
        value = confidence(doc, best_s, best_t, exact(doc.psi, doc.entities + best_s, doc.entities + best_t))
        level = max(level, value)
    return level


cdef double pair_cost(const Document *doc, Py_ssize_t i, Py_ssize_t j, double level) noexcept nogil:
    """Guess what a pair of mentions will cost if all its edges down to a level must be looked at."""
    cdef int64_t s, t, stop, t_stop = doc.offsets[j + 1]
    cdef double cost = 60.0, bound
    cdef double bounds[ROOM]
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
                bound = bounds[p]
                if bound < level:
                    continue
                cost += 35.0
                if doc.psi.ees:
                    cost += 8.0
                    bound = with_cosine(doc, bound, ees(doc.psi, doc.entities + s, doc.entities + t + p))
                if bound >= level:
                    cost += exact_cost(doc, s, t + p)
    return cost


cdef double cost_of_few(const Document *doc) noexcept nogil:
    """The same as `lazy_cost` with `look` for at most FEW mentions, from all pairs: each shows when two are decided.

    A mention is decided with the best of all others, so one pair alone shows too low a level.
    """
    cdef double levels[FEW]
    cdef double cost = 0.0, level
    cdef Py_ssize_t i, j
    for i in range(doc.n):
        levels[i] = 0.0
    for i in range(doc.n):
        for j in range(i + 1, doc.n):
            # Without vectors the likeliest edge is that of the two longest lists, which is known well enough.
            level = best_likely(doc, i, j, min(levels[i], levels[j]), doc.psi.ees)
            levels[i], levels[j] = max(levels[i], level), max(levels[j], level)
    for i in range(doc.n):
        for j in range(i + 1, doc.n):
            cost += pair_cost(doc, i, j, max(levels[i], levels[j]))
    return 1.3 * cost  # a wrong guess costs more if it is for the lazy way


cdef double lazy_cost(const Document *doc, bint look) noexcept nogil:
    """Cost of computing psi where needed, from a sample of the pairs of mentions; `look` for a dearer, better guess."""
    cdef int64_t strong[STRONG]
    cdef Py_ssize_t i, j, tried = 0, n_pairs = doc.n * (doc.n - 1) // 2, every = max(3, n_pairs // SAMPLE), seen = 0
    cdef int p, q
    cdef double cost = 0.0, level
    if look and doc.n <= FEW and 300.0 * doc.offsets[doc.n] * doc.offsets[doc.n] < doc.budget:  # a 20th of it
        return cost_of_few(doc)
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
            if tried % every == 1:
                seen += 1
                level = max(level_of(doc, i, strong), level_of(doc, j, strong))
                cost += pair_cost(doc, i, j, best_likely(doc, i, j, level, look))
    return 1.6 * cost / seen * n_pairs  # the guessed levels, and with them the cost, tend to be too good
