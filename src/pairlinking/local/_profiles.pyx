"""Cosines of the words around mentions with the profiles of candidates, for a whole document.

All sums run in the order of the words' numbers, so that they are the same on every machine, and so that a profile that
shares only the mention's own words gives exactly 0, not a rounding error.
"""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t
from libc.stdlib cimport qsort

import numpy as np

cdef extern from "_dots.h" nogil:
    float half_to_float(uint16_t half)

cdef double LEAST = 1e-3  # share of a document that must remain for a mention's own words to be subtracted from it


cdef class Shared:
    """The part of each candidate's profile that occurs in a document.

    Parameters
    ----------
    indptr, words, weights
        All profiles, as in `pairlinking.kb.profiles.Profiles`; weights as the bits of 16-bit floats.
    known
        Numbers of the document's words, rising.
    entities
        The candidates. Entities may repeat; the profile of each is read once.
    """

    cdef int64_t[::1] which  # of the distinct entities each candidate is
    cdef int64_t[::1] bounds
    cdef int32_t[::1] places
    cdef double[::1] weights

    def __init__(
        self, const int64_t[::1] indptr, const int32_t[::1] words, const uint16_t[::1] weights, const int32_t[::1] known,
        const int64_t[::1] entities,
    ):
        cdef int64_t e, at, slot, total = 0, longest = 0, n = 0, n_found = 0, n_maybe, mask = 3, filter_mask = 63
        self.which = np.empty(entities.shape[0], dtype=np.int64)
        cdef int64_t[::1] distinct = np.empty(entities.shape[0], dtype=np.int64)
        while mask < 4 * max(known.shape[0], entities.shape[0]):
            mask = 2 * mask + 1
        while filter_mask < 32 * known.shape[0]:
            filter_mask = 2 * filter_mask + 1
        cdef int32_t[::1] table = np.full(mask + 1, -1, dtype=np.int32)  # open addressing: places in `known`
        for at in range(entities.shape[0]):
            slot = entities[at] & mask
            while table[slot] >= 0 and distinct[table[slot]] != entities[at]:
                slot = (slot + 1) & mask
            if table[slot] < 0:
                table[slot], distinct[n] = <int32_t> n, entities[at]
                e = indptr[entities[at] + 1] - indptr[entities[at]]
                total += e
                longest = max(longest, e)
                n += 1
            self.which[at] = table[slot]
        self.bounds = np.zeros(n + 1, dtype=np.int64)
        self.places = np.empty(total, dtype=np.int32)
        self.weights = np.empty(total)
        # Most words of a profile are not in the document: a bit tests that without a branch to predict.
        cdef uint64_t[::1] bits = np.zeros((filter_mask + 1) // 64, dtype=np.uint64)
        cdef int64_t[::1] maybe = np.empty(longest + 1, dtype=np.int64)
        table[:] = -1
        with nogil:
            for at in range(known.shape[0]):
                bits[(known[at] & filter_mask) >> 6] |= (<uint64_t> 1) << (known[at] & 63)
                slot = known[at] & mask
                while table[slot] >= 0:
                    slot = (slot + 1) & mask
                table[slot] = <int32_t> at
            for e in range(n):
                n_maybe = 0
                for at in range(indptr[distinct[e]], indptr[distinct[e] + 1]):
                    maybe[n_maybe] = at
                    n_maybe += bits[(words[at] & filter_mask) >> 6] >> (words[at] & 63) & 1
                for at in range(n_maybe):
                    slot = words[maybe[at]] & mask
                    while table[slot] >= 0 and known[table[slot]] != words[maybe[at]]:
                        slot = (slot + 1) & mask
                    if table[slot] >= 0:
                        self.places[n_found] = table[slot]
                        self.weights[n_found] = half_to_float(weights[maybe[at]])
                        n_found += 1
                self.bounds[e + 1] = n_found

    cdef double product(self, int64_t entity, const double *of_word) noexcept nogil:
        """Sum over the words of an entity's profile; each word has a number in `of_word`."""
        cdef double result = 0.0
        cdef int64_t at
        for at in range(self.bounds[entity], self.bounds[entity + 1]):
            result += of_word[self.places[at]] * self.weights[at]
        return result


def cosines(
    Shared shared, const int64_t[::1] places, const double[::1] idf, const double[::1] logs, const int64_t[:, ::1] bounds,
    const int64_t[::1] offsets, const int64_t[::1] widths, double[:, :] out,
):
    """One row per candidate and one column per width, in [0, 1].

    Parameters
    ----------
    places
        For each word of the document, which of the known words it is; -1 if it is unknown.
    idf
        Of the known words.
    logs
        log(1 + n) for every n up to the largest count of a word in the document.
    bounds
        First and last word of each mention, the latter plus one.
    offsets
        Candidates of mention m are at ``offsets[m]`` to ``offsets[m + 1]`` of those of `shared`.
    widths
        How many words on each side count; -1 for the whole document.
    """
    cdef int64_t n_known = idf.shape[0], n_words = places.shape[0], m, w, at, first, last, n_there
    cdef int64_t n_entities = shared.bounds.shape[0] - 1
    cdef double length, square = 0.0, change
    cdef const int64_t[::1] which = shared.which
    cdef double[::1] weight = np.zeros(n_known + 1)  # of words around the current mention; 0 between mentions
    cdef double[::1] whole = np.zeros(n_known + 1)  # of all words of the document
    cdef double[::1] products = np.zeros(n_entities + 1)
    cdef int32_t[::1] count = np.zeros(n_known + 1, dtype=np.int32)  # 0 between mentions
    cdef int32_t[::1] in_all = np.zeros(n_known + 1, dtype=np.int32)
    cdef int32_t[::1] there = np.zeros(n_known + 1, dtype=np.int32)  # words with a count
    with nogil:
        for at in range(n_words):
            if places[at] >= 0:
                in_all[places[at]] += 1
        for at in range(n_known):
            whole[at] = logs[in_all[at]] * idf[at]
            square += whole[at] * whole[at]
        for at in range(n_entities):
            products[at] = shared.product(at, &whole[0])
        for m in range(bounds.shape[0]):
            if offsets[m] == offsets[m + 1]:
                continue
            first, last = bounds[m, 0], bounds[m, 1]
            for w in range(widths.shape[0]):
                if widths[w] < 0:
                    n_there = _count(places, first, last, &count[0], &there[0], 0)
                    _sort(&there[0], n_there)
                    change = 0.0
                    for at in range(n_there):
                        length = logs[in_all[there[at]] - count[there[at]]] * idf[there[at]]
                        change += length * length - whole[there[at]] * whole[there[at]]
                        weight[there[at]] = length - whole[there[at]]
                    if not square + change < LEAST * square:
                        length = _length(square + change)
                        for at in range(offsets[m], offsets[m + 1]):
                            out[at, w] = _clip(
                                (products[which[at]] + shared.product(which[at], &weight[0])) / length
                            )
                        _clear(&count[0], &weight[0], &there[0], n_there)
                        continue
                    # The mention is nearly all of the document: subtracting it would leave only rounding errors.
                    _clear(&count[0], &weight[0], &there[0], n_there)
                at = n_words if widths[w] < 0 else widths[w]
                n_there = _count(places, first - at if first > at else 0, first, &count[0], &there[0], 0)
                n_there = _count(
                    places, last, last + at if n_words - last > at else n_words, &count[0], &there[0], n_there
                )
                _sort(&there[0], n_there)
                change = 0.0
                for at in range(n_there):
                    weight[there[at]] = logs[count[there[at]]] * idf[there[at]]
                    change += weight[there[at]] * weight[there[at]]
                length = _length(change)
                for at in range(offsets[m], offsets[m + 1]):
                    out[at, w] = _clip(shared.product(which[at], &weight[0]) / length)
                _clear(&count[0], &weight[0], &there[0], n_there)


cdef int64_t _count(
    const int64_t[::1] places, int64_t first, int64_t last, int32_t *count, int32_t *there, int64_t n_there
) noexcept nogil:
    """Count the known words of a span; returns how many have a count now."""
    cdef int64_t at
    for at in range(first, last):
        if places[at] >= 0:
            if count[places[at]] == 0:
                there[n_there] = <int32_t> places[at]
                n_there += 1
            count[places[at]] += 1
    return n_there


cdef void _clear(int32_t *count, double *weight, const int32_t *there, int64_t n_there) noexcept nogil:
    cdef int64_t at
    for at in range(n_there):
        count[there[at]] = 0
        weight[there[at]] = 0.0


cdef void _sort(int32_t *values, int64_t n) noexcept nogil:
    cdef int64_t at, to
    cdef int32_t value
    if n > 64:
        qsort(values, n, sizeof(int32_t), _compare)
        return
    for at in range(1, n):
        value, to = values[at], at
        while to > 0 and values[to - 1] > value:
            values[to] = values[to - 1]
            to -= 1
        values[to] = value


cdef int _compare(const void *left, const void *right) noexcept nogil:
    cdef int32_t one = (<const int32_t *> left)[0], other = (<const int32_t *> right)[0]
    return (one > other) - (one < other)


cdef inline double _length(double square) noexcept nogil:
    cdef double length = sqrt(square if square > 0.0 else 0.0)
    return length if length > 1e-9 else 1e-9


cdef inline double _clip(double value) noexcept nogil:
    """Clip to [0, 1]: weights are rounded, so a vector of them may be a little too long."""
    return 0.0 if not value > 0.0 else 1.0 if value > 1.0 else value
