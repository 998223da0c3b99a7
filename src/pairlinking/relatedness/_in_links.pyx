"""In-links of all entities, mapped from their files: a list is checked, and indexed, when it is first used.

So lists that no document needs are never read, and whatever the kernels read is in range and in order.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc

from pairlinking.errors import KnowledgeBaseError

cdef enum:
    SHORT_LIST = 48  # ids: up to this size a list is merged from end to end; an index would not pay

cdef int32_t NO_SLOTS = 0


cdef class Lists:
    """Lists of page ids, one after the other.

    Parameters
    ----------
    indptr, ids
        List e is ``ids[indptr[e]:indptr[e + 1]]``, strictly increasing, of pages below `n_pages`.
    """

    def __cinit__(self, const int64_t[::1] indptr, const int32_t[::1] ids, int64_t n_pages):
        self._indptr, self._ids, self._n_pages = indptr, ids, n_pages
        self.n_entities = indptr.shape[0] - 1
        # Memory pages of it to which nothing is written take no memory.
        self._slots = <int32_t **> calloc(self.n_entities + 1, sizeof(int32_t *))
        if self._slots == NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef Py_ssize_t e
        if self._slots != NULL:
            for e in range(self.n_entities):
                if self._slots[e] != &NO_SLOTS:
                    free(self._slots[e])
            free(self._slots)

    cdef int fetch(self, int64_t row, Entity *entity) except -1:
        """Write list, size and index of a row that is in range into `entity`. The caller holds the GIL."""
        if self._slots[row] == NULL:
            self._look_at(row)
        cdef int64_t start = self._indptr[row], end = self._indptr[row + 1]
        entity.size = <int32_t> (end - start)
        if entity.size:
            entity.ids = &self._ids[start]
            entity.room = self._ids.shape[0] - end
        if self._slots[row] != &NO_SLOTS:
            entity.slots = self._slots[row]
            entity.shift = slot_shift(entity.size, self._n_pages)
        return 0

    cdef int _look_at(self, int64_t row) except -1:
        """Check a list, and index one longer than 48 ids: where in it each range of 2^shift page ids begins."""
        cdef int64_t start = self._indptr[row], size = self._indptr[row + 1] - start, at, slot = 0, n_slots
        cdef const int32_t *ids
        cdef int32_t *slots
        cdef int shift
        if start < 0 or size < 0 or start > self._ids.shape[0] - size or size > self._n_pages:
            raise _damaged(row)
        if size == 0:
            self._slots[row] = &NO_SLOTS
            return 0
        ids = &self._ids[start]
        cdef bint rises = ids[0] >= 0 and ids[size - 1] < self._n_pages
        for at in range(1, size):
            rises &= ids[at - 1] < ids[at]
        if not rises:
            raise _damaged(row)
        if size <= SHORT_LIST:
            self._slots[row] = &NO_SLOTS
            return 0
        shift = slot_shift(size, self._n_pages)
        n_slots = ((self._n_pages - 1) >> shift) + 2
        slots = <int32_t *> malloc(n_slots * sizeof(int32_t))
        if slots == NULL:
            raise MemoryError
        for at in range(size):
            while slot <= ids[at] >> shift:
                slots[slot] = <int32_t> at
                slot += 1
        while slot < n_slots:
            slots[slot] = <int32_t> size
            slot += 1
        self._slots[row] = slots
        return 0


cdef inline int slot_shift(int64_t size, int64_t n_pages) noexcept nogil:
    """Smallest shift with more than three ids per slot on average: three to six."""
    cdef int shift = 0
    while (size << shift) < 3 * n_pages:
        shift += 1
    return shift


def _damaged(row):
    return KnowledgeBaseError(
        f"The in-links of entity {row} are damaged: they should be numbers of pages, strictly increasing. "
        "Build or copy the knowledge base again."
    )
