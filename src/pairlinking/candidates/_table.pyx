"""The candidates of all mentions of a document, one mention after the other, in flat arrays."""

from libc.stdint cimport int64_t, uint8_t

import numpy as np

from pairlinking.kb._lists cimport Candidates


def flatten(list lists):
    """Offsets, the mention of each candidate, entities, both priors, counts, origins, and the total of each mention."""
    cdef int64_t n = 0, m = 0, at
    cdef Candidates each
    for each in lists:
        n += each.n
    offsets_array, mention_array, entities_array = np.empty(len(lists) + 1, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    priors, counts_array, origins_array = np.empty((2, n)), np.empty(n), np.empty(n, np.uint8)
    totals_array = np.empty(len(lists))
    cdef int64_t[::1] offsets = offsets_array
    cdef int64_t[::1] mention = mention_array
    cdef int64_t[::1] entities = entities_array
    cdef double[:, ::1] prior = priors
    cdef double[::1] counts = counts_array
    cdef uint8_t[::1] origins = origins_array
    cdef double[::1] totals = totals_array
    n = 0
    for each in lists:
        offsets[m], totals[m] = n, <double> each.total
        for at in range(each.n):
            mention[n], entities[n] = m, each.rows[at].entity
            prior[0, n], prior[1, n] = each.rows[at].prior, each.rows[at].expanded
            counts[n], origins[n] = <double> each.rows[at].count, each.rows[at].origins
            n += 1
        m += 1
    offsets[m] = n
    return (
        offsets_array, mention_array, entities_array, priors[0], priors[1], counts_array, origins_array, totals_array,
    )
