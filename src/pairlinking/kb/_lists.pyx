"""Lists of candidates put together: those of several forms as one, and those that a form gets from others like it."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc, qsort

import numpy as np

cdef struct Candidate:
    int32_t entity, count
    uint8_t origins
    double prior


def merge(list parts):
    """Candidates of several forms as if they were one: counts summed, origins joined; by falling count, then by number."""
    cdef int64_t n = 0, at, kept = 0
    cdef Candidate *found
    for part in parts:
        n += len(part[0])
    found = _room(n)
    try:
        n = 0
        for part in parts:
            n = _read(part, found, n)
        qsort(found, n, sizeof(Candidate), _by_entity)
        for at in range(n):
            if kept and found[kept - 1].entity == found[at].entity:
                found[kept - 1].count += found[at].count
                found[kept - 1].origins |= found[at].origins
            else:
                found[kept] = found[at]
                kept += 1
        qsort(found, kept, sizeof(Candidate), _by_count)
        return _arrays(found, kept)
    finally:
        free(found)


def complete(found, list others):
    """Candidates of a form, and behind them those of `others` that it does not have, with no count, as they come."""
    cdef int64_t n = len(found[0]), own, at, old, end
    cdef Candidate *all_of_them
    for part in others:
        n += len(part[0])
    all_of_them = _room(n)
    try:
        own = n = _read(found, all_of_them, 0)
        for part in others:
            end = _read(part, all_of_them, n)
            for at in range(n, end):
                for old in range(n):
                    if all_of_them[old].entity == all_of_them[at].entity:
                        break
                else:
                    all_of_them[n] = all_of_them[at]
                    all_of_them[n].count = 0
                    n += 1
        return found if n == own else _arrays(all_of_them, n)
    finally:
        free(all_of_them)


def sum_of(const int32_t[:] counts):
    """The sum of counts: of a few numbers, numpy takes ten times as long."""
    cdef int64_t total = 0, at
    for at in range(counts.shape[0]):
        total += counts[at]
    return total


def shares(const int32_t[:] counts):
    """Counts over their sum; where all are 0, one over their number."""
    cdef int64_t n = counts.shape[0], at
    cdef double total = <double> sum_of(counts)
    found = np.empty(n)
    cdef double[::1] out = found
    for at in range(n):
        out[at] = <double> counts[at] / total if total else 1.0 / <double> n
    return found


def weigh(found, const int64_t[::1] in_links, const int64_t[::1] own, double shared_out):
    """Candidates by falling P(e|m), then by number, and P(e|m): counts and `shared_out` links more by popularity.

    Parameters
    ----------
    in_links
        Where the list of pages that link to each entity begins and ends.
    own
        Entities of which one such page does not count, rising.
    """
    cdef int64_t n = len(found[0]), at, links
    cdef double total = 0.0, all_links = 0.0
    cdef Candidate *them = _room(n)
    prior_array = np.empty(n)
    cdef double[::1] prior = prior_array
    try:
        _read(found, them, 0)
        for at in range(n):
            if not 0 <= them[at].entity < in_links.shape[0] - 1:
                raise IndexError(f"There is no entity {them[at].entity}: the dictionary is damaged.")
            links = in_links[them[at].entity + 1] - in_links[them[at].entity]
            if own.shape[0] and _has(own, them[at].entity):
                links -= 1
            them[at].prior = <double> (links if links > 0 else 0) + 1.0
            all_links += them[at].prior
            total += them[at].count
        for at in range(n):
            them[at].prior = (them[at].count + shared_out * them[at].prior / all_links) / (total + shared_out)
        qsort(them, n, sizeof(Candidate), _by_prior)
        for at in range(n):
            prior[at] = them[at].prior
        return _arrays(them, n), prior_array
    finally:
        free(them)


cdef Candidate *_room(int64_t n) except NULL:
    cdef Candidate *room = <Candidate *> malloc((n + 1) * sizeof(Candidate))
    if not room:
        raise MemoryError
    return room


cdef int64_t _read(part, Candidate *to, int64_t at) except -1:
    """Append the candidates of three arrays; gives where they end."""
    cdef const int32_t[:] entities = part[0]
    cdef const int32_t[:] counts = part[1]
    cdef const uint8_t[:] origins = part[2]
    cdef int64_t row
    for row in range(entities.shape[0]):
        to[at].entity, to[at].count, to[at].origins = entities[row], counts[row], origins[row]
        at += 1
    return at


cdef tuple _arrays(const Candidate *found, int64_t n):
    entities_array, counts_array = np.empty(n, np.int32), np.empty(n, np.int32)
    origins_array = np.empty(n, np.uint8)
    cdef int32_t[::1] entities = entities_array
    cdef int32_t[::1] counts = counts_array
    cdef uint8_t[::1] origins = origins_array
    cdef int64_t at
    for at in range(n):
        entities[at], counts[at], origins[at] = found[at].entity, found[at].count, found[at].origins
    return entities_array, counts_array, origins_array


cdef bint _has(const int64_t[::1] rising, int64_t value) noexcept nogil:
    cdef int64_t low = 0, high = rising.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if rising[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low < rising.shape[0] and rising[low] == value


cdef int _by_entity(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    return (one.entity > other.entity) - (one.entity < other.entity)


cdef int _by_count(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    return (one.count < other.count) - (one.count > other.count) or _by_entity(left, right)


cdef int _by_prior(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    return (one.prior < other.prior) - (one.prior > other.prior) or _by_entity(left, right)
