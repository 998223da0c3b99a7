"""Lists of candidates, and those of all forms of a dictionary.

A list is a few rows in memory of its own; numpy arrays are made from it on request.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc

import numpy as np

_LAYOUT = np.dtype(  # of a row, as the compiler lays it out
    [("entity", np.int32), ("count", np.int32), ("origins", np.uint8), ("prior", np.float64), ("expanded", np.float64)],
    align=True,
)
assert _LAYOUT.itemsize == sizeof(Candidate)


cdef class Candidates:
    """Entities of one surface form, by falling count, then by rising number.

    Attributes
    ----------
    entities, counts, origins
        Number of each entity, how many anchors with this form lead to it, and why the form may mean it.
    prior
        P(e|m): counts over their sum; if all are 0, one over the number of entities. For a word that is part of names,
        it also depends on how often each entity is linked to.
    expanded_prior
        P(e|m) of a longer form; 0 if there is none.
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
        share(self)

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
        return self._column("entity")

    @property
    def counts(self):
        return self._column("count")

    @property
    def origins(self):
        return self._column("origins")

    @property
    def prior(self):
        return self._column("prior")

    @property
    def expanded_prior(self):
        return self._column("expanded")

    cdef object _column(self, str name):
        """One number of each candidate, as an array of its own."""
        rows = PyBytes_FromStringAndSize(<const char *> self.rows, self.n * sizeof(Candidate))
        return np.frombuffer(rows, _LAYOUT)[name].copy()

    @property
    def key(self):
        """The entities as bytes: equal for the same entities in the same order."""
        cdef bytes found = PyBytes_FromStringAndSize(NULL, self.n * sizeof(int32_t))
        cdef int32_t *out = <int32_t *> PyBytes_AS_STRING(found)
        cdef int64_t at
        for at in range(self.n):  # needed for every mention, and an array would take several times as long
            out[at] = self.rows[at].entity
        return found

    def is_mostly(self, int origin, double share):
        """Whether the first entity has this origin and a larger P(e|m) than `share`."""
        return self.n > 0 and (self.rows[0].origins & origin) != 0 and self.rows[0].prior > share

    def take(self, const int64_t[:] order):
        """Some of the candidates, in this order, with their P(e|m) and total unchanged."""
        cdef Candidates found = empty_list(order.shape[0])
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
    trie
        Numbers of the forms.
    indptr
        Candidates of form f are at ``indptr[f]`` to ``indptr[f + 1]`` of the next three.
    """

    def __init__(
        self, trie, const int64_t[::1] indptr, const int32_t[::1] entities, const int32_t[::1] counts,
        const uint8_t[::1] origins,
    ):
        self.number_of = trie.get
        self.indptr, self.entities, self.counts, self.origins = indptr, entities, counts, origins

    def find(self, form):
        """Candidates of a form as it is written; None if it is unknown."""
        number = key_number(self.number_of, form)
        return None if number is None else self.of(number)

    cpdef Candidates of(self, int64_t form):
        """Candidates of a form."""
        if not 0 <= form < self.indptr.shape[0] - 1:
            raise IndexError(f"There is no form {form}: the dictionary is damaged.")
        cdef int64_t low = self.indptr[form], high = self.indptr[form + 1], at
        if not 0 <= low <= high <= self.entities.shape[0]:
            raise IndexError(f"Form {form} has no list: the dictionary is damaged.")
        cdef Candidates found = empty_list(high - low)
        for at in range(high - low):
            found.rows[at].entity, found.rows[at].count = self.entities[low + at], self.counts[low + at]
            found.rows[at].origins, found.rows[at].expanded = self.origins[low + at], 0.0
        share(found)
        return found


def of_part(const int32_t[:] entities, uint8_t origin):
    """Entities about which nothing is known but why a form may mean them."""
    cdef Candidates found = empty_list(entities.shape[0])
    cdef int64_t at
    for at in range(found.n):
        found.rows[at].entity, found.rows[at].count = entities[at], 0
        found.rows[at].origins, found.rows[at].expanded = origin, 0.0
    share(found)
    return found


def unknown(const int32_t[:] entities, int64_t total):
    """Entities about which nothing is known, not even a P(e|m)."""
    cdef Candidates found = of_part(entities, 0)
    cdef int64_t at
    for at in range(found.n):
        found.rows[at].prior = 0.0
    found.total = total
    return found


def _again(entities, counts, origins, const double[:] prior, const double[:] expanded, int64_t total):
    """Restore what `Candidates.__reduce__` took apart."""
    cdef Candidates found = Candidates(entities, counts, origins)
    cdef int64_t at
    for at in range(found.n):
        found.rows[at].prior, found.rows[at].expanded = prior[at], expanded[at]
    found.total = total
    return found


cdef object key_number(number_of, key):
    """Like `pairlinking.kb.storage.tries.find_key`: marisa stops at a NUL, and half a surrogate pair is not UTF-8."""
    try:
        number = number_of(key)
    except UnicodeEncodeError:
        return None
    return None if number is None or "\0" in key else number


cdef Candidates empty_list(int64_t n):
    """A list with room for `n` candidates."""
    cdef Candidates found = Candidates.__new__(Candidates)
    found.rows, found.n = _room(n), n
    return found


cdef Candidate *_room(int64_t n) except NULL:
    cdef Candidate *room = <Candidate *> malloc((n + 1) * sizeof(Candidate))
    if not room:
        raise MemoryError
    return room


cdef void share(Candidates found) noexcept:
    """Sum the counts, and set P(e|m) from them."""
    cdef int64_t at
    found.total = 0
    for at in range(found.n):
        found.total += found.rows[at].count
    for at in range(found.n):
        if found.total:
            found.rows[at].prior = <double> found.rows[at].count / <double> found.total
        else:
            found.rows[at].prior = 1.0 / <double> found.n
