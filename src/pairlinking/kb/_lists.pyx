"""Lists of candidates: those of a form, of several forms as one, and those that a form gets from others like it.

A list is a few rows of memory of its own; arrays of numpy are made of it when somebody asks for them.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc, qsort

import numpy as np


cdef class Candidates:
    """Entities of one surface form, by falling count, then by rising number.

    Attributes
    ----------
    entities, counts, origins
        Number of each entity, of the anchors with this form that lead to it, and why the form may mean it.
    prior
        P(e|m): counts over their sum; where all are 0, one over the number of entities. That of a word that is part of
        names also goes by how often each entity is linked to.
    expanded_prior
        P(e|m) of a longer form; 0 where there is none.
    total
        Anchors with this form, whatever they lead to.
    """

    def __init__(self, entities, counts, origins):
        cdef const int32_t[:] entity = np.asarray(entities, dtype=np.int32)
        cdef const int32_t[:] count = np.asarray(counts, dtype=np.int32)
        cdef const uint8_t[:] origin = np.asarray(origins, dtype=np.uint8)
        cdef int64_t at
        if not entity.shape[0] == count.shape[0] == origin.shape[0]:
            raise ValueError("Entities, counts and origins must be as many.")
        free(self.rows)
        self.rows, self.n = _room(entity.shape[0]), entity.shape[0]
        for at in range(self.n):
            self.rows[at].entity, self.rows[at].count = entity[at], count[at]
            self.rows[at].origins, self.rows[at].expanded = origin[at], 0.0
        _share(self)

    def __dealloc__(self):
        free(self.rows)

    def __len__(self):
        return self.n

    def __iter__(self):
        """Entities, counts and origins."""
        return iter((self.entities, self.counts, self.origins))

    def __reduce__(self):
        columns = self.entities, self.counts, self.origins, self.prior, self.expanded_prior, self.total
        return _again, columns

    @property
    def entities(self):
        cdef int64_t at
        found = np.empty(self.n, np.int32)
        cdef int32_t[::1] out = found
        for at in range(self.n):
            out[at] = self.rows[at].entity
        return found

    @property
    def counts(self):
        cdef int64_t at
        found = np.empty(self.n, np.int32)
        cdef int32_t[::1] out = found
        for at in range(self.n):
            out[at] = self.rows[at].count
        return found

    @property
    def origins(self):
        cdef int64_t at
        found = np.empty(self.n, np.uint8)
        cdef uint8_t[::1] out = found
        for at in range(self.n):
            out[at] = self.rows[at].origins
        return found

    @property
    def prior(self):
        cdef int64_t at
        found = np.empty(self.n)
        cdef double[::1] out = found
        for at in range(self.n):
            out[at] = self.rows[at].prior
        return found

    @property
    def expanded_prior(self):
        cdef int64_t at
        found = np.empty(self.n)
        cdef double[::1] out = found
        for at in range(self.n):
            out[at] = self.rows[at].expanded
        return found

    @property
    def key(self):
        """The entities as bytes: equal for the same entities in the same order."""
        cdef bytes found = PyBytes_FromStringAndSize(NULL, self.n * sizeof(int32_t))
        cdef int32_t *out = <int32_t *> PyBytes_AS_STRING(found)
        cdef int64_t at
        for at in range(self.n):
            out[at] = self.rows[at].entity
        return found

    def is_mostly(self, int origin, double share):
        """Whether the first entity has this origin and a larger P(e|m) than `share`."""
        return self.n > 0 and (self.rows[0].origins & origin) != 0 and self.rows[0].prior > share

    def take(self, const int64_t[:] order):
        """Some of the candidates, in this order, with their P(e|m) and total as they are."""
        cdef Candidates found = _empty(order.shape[0])
        cdef int64_t at
        for at in range(order.shape[0]):
            if not 0 <= order[at] < self.n:
                raise IndexError(f"There is no candidate {order[at]} among {self.n}.")
            found.rows[at] = self.rows[order[at]]
        found.total = self.total
        return found


cdef class FormLists:
    """The lists of all forms of a dictionary, in mapped arrays.

    Parameters
    ----------
    indptr
        Candidates of form f are at ``indptr[f]`` to ``indptr[f + 1]`` of the next three.
    """

    cdef const int64_t[::1] indptr
    cdef const int32_t[::1] entities
    cdef const int32_t[::1] counts
    cdef const uint8_t[::1] origins

    def __init__(
        self, const int64_t[::1] indptr, const int32_t[::1] entities, const int32_t[::1] counts, const uint8_t[::1] origins
    ):
        self.indptr, self.entities, self.counts, self.origins = indptr, entities, counts, origins

    def of(self, int64_t form):
        """Candidates of a form."""
        if not 0 <= form < self.indptr.shape[0] - 1:
            raise IndexError(f"There is no form {form}: the dictionary is damaged.")
        cdef int64_t low = self.indptr[form], high = self.indptr[form + 1], at
        if not 0 <= low <= high <= self.entities.shape[0]:
            raise IndexError(f"Form {form} has no list: the dictionary is damaged.")
        cdef Candidates found = _empty(high - low)
        for at in range(high - low):
            found.rows[at].entity, found.rows[at].count = self.entities[low + at], self.counts[low + at]
            found.rows[at].origins, found.rows[at].expanded = self.origins[low + at], 0.0
        _share(found)
        return found


def of_part(const int32_t[:] entities, uint8_t origin):
    """Entities of which no more is known than why a form may mean them."""
    cdef Candidates found = _empty(entities.shape[0])
    cdef int64_t at
    for at in range(found.n):
        found.rows[at].entity, found.rows[at].count = entities[at], 0
        found.rows[at].origins, found.rows[at].expanded = origin, 0.0
    _share(found)
    return found


def unknown(const int32_t[:] entities, int64_t total):
    """Entities of which nothing is known, not even a P(e|m)."""
    cdef Candidates found = of_part(entities, 0)
    cdef int64_t at
    for at in range(found.n):
        found.rows[at].prior = 0.0
    found.total = total
    return found


def merge(list parts):
    """Candidates of several forms as if they were one: counts summed, origins joined; by falling count, then by number."""
    cdef int64_t n = 0, at, kept = 0
    cdef Candidates part, found
    for part in parts:
        n += part.n
    found = _empty(n)
    n = 0
    for part in parts:
        for at in range(part.n):
            found.rows[n] = part.rows[at]
            n += 1
    qsort(found.rows, n, sizeof(Candidate), _by_entity)
    for at in range(n):
        if kept and found.rows[kept - 1].entity == found.rows[at].entity:
            found.rows[kept - 1].count += found.rows[at].count
            found.rows[kept - 1].origins |= found.rows[at].origins
        else:
            found.rows[kept] = found.rows[at]
            kept += 1
    found.n = kept
    qsort(found.rows, kept, sizeof(Candidate), _by_count)
    _share(found)
    return found


def complete(Candidates found, list others):
    """Candidates of a form, and behind them those of `others` that it does not have, with no count, as they come.

    What is None among the others has none.
    """
    cdef int64_t n = found.n, at, old
    cdef Candidates part, whole
    for part in others:
        if part is not None:
            n += part.n
    if n == found.n:
        return found
    whole = _empty(n)
    n = found.n
    for at in range(n):
        whole.rows[at] = found.rows[at]
    for part in others:
        if part is None:
            continue
        for at in range(part.n):
            for old in range(n):
                if whole.rows[old].entity == part.rows[at].entity:
                    break
            else:
                whole.rows[n] = part.rows[at]
                whole.rows[n].count = 0
                n += 1
    if n == found.n:
        return found
    whole.n = n
    _share(whole)
    return whole


def weigh(Candidates found, const int64_t[::1] in_links, const int64_t[::1] own, double shared_out):
    """Candidates by falling P(e|m), then by number, where P(e|m) also counts `shared_out` links more by popularity.

    Parameters
    ----------
    in_links
        Where the list of pages that link to each entity begins and ends.
    own
        Entities of which one such page does not count, rising.
    """
    cdef int64_t at, links
    cdef double total = 0.0, all_links = 0.0
    cdef Candidates weighed = _empty(found.n)
    cdef Candidate *them = weighed.rows
    for at in range(found.n):
        them[at] = found.rows[at]
        if not 0 <= them[at].entity < in_links.shape[0] - 1:
            raise IndexError(f"There is no entity {them[at].entity}: the dictionary is damaged.")
        links = in_links[them[at].entity + 1] - in_links[them[at].entity]
        if own.shape[0] and _has(own, them[at].entity):
            links -= 1
        them[at].prior = <double> (links if links > 0 else 0) + 1.0
        all_links += them[at].prior
        total += them[at].count
    for at in range(found.n):
        them[at].prior = (them[at].count + shared_out * them[at].prior / all_links) / (total + shared_out)
    qsort(them, found.n, sizeof(Candidate), _by_prior)
    weighed.total = found.total
    return weighed


def join(Candidates found, Candidates longer, int64_t most):
    """At most so many candidates of a form and of a longer one, with both priors; `total` is that of the form.

    Without a longer one they come as they are, else by falling sum of both priors, then by the first, then by number.
    """
    cdef int64_t n = found.n, at, old
    cdef Candidates both
    if longer is None or longer.n == 0:
        return found if found.n <= most else found.take(np.arange(most))
    both = _empty(found.n + longer.n)
    for at in range(found.n):
        both.rows[at] = found.rows[at]
    for at in range(longer.n):
        for old in range(found.n):
            if both.rows[old].entity == longer.rows[at].entity:
                both.rows[old].expanded = longer.rows[at].prior
                break
        else:
            both.rows[n].entity, both.rows[n].count, both.rows[n].origins = longer.rows[at].entity, 0, 0
            both.rows[n].prior, both.rows[n].expanded = 0.0, longer.rows[at].prior
            n += 1
    qsort(both.rows, n, sizeof(Candidate), _by_both)
    both.n, both.total = min(n, most), found.total
    return both


def _again(entities, counts, origins, const double[:] prior, const double[:] expanded, int64_t total):
    """What `Candidates.__reduce__` took apart."""
    cdef Candidates found = Candidates(entities, counts, origins)
    cdef int64_t at
    for at in range(found.n):
        found.rows[at].prior, found.rows[at].expanded = prior[at], expanded[at]
    found.total = total
    return found


cdef Candidates _empty(int64_t n):
    """A list with room for so many candidates."""
    cdef Candidates found = Candidates.__new__(Candidates)
    found.rows, found.n = _room(n), n
    return found


cdef Candidate *_room(int64_t n) except NULL:
    cdef Candidate *room = <Candidate *> malloc((n + 1) * sizeof(Candidate))
    if not room:
        raise MemoryError
    return room


cdef void _share(Candidates found) noexcept:
    """Add counts up, and set P(e|m) by them."""
    cdef int64_t at
    found.total = 0
    for at in range(found.n):
        found.total += found.rows[at].count
    for at in range(found.n):
        if found.total:
            found.rows[at].prior = <double> found.rows[at].count / <double> found.total
        else:
            found.rows[at].prior = 1.0 / <double> found.n


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


cdef int _by_both(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    cdef double first = one.prior + one.expanded, second = other.prior + other.expanded
    return (first < second) - (first > second) or _by_prior(left, right)
