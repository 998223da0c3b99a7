"""In-links of all entities; each list is checked when it is first used."""

from libc.stdint cimport int32_t, int64_t

from pairlinking.relatedness._entity cimport Entity

cdef class Lists:
    cdef const int64_t[::1] _indptr
    cdef const int32_t[::1] _ids
    cdef int64_t _n_pages
    cdef readonly Py_ssize_t n_entities
    cdef int32_t **_slots  # of each list; NULL for one that was never used, NO_SLOTS for a short one
    cdef int fetch(self, int64_t row, Entity *entity) except -1
    cdef int _look_at(self, int64_t row) except -1
