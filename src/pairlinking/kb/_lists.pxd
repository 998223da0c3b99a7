from libc.stdint cimport int32_t, int64_t, uint8_t

cdef struct Candidate:
    int32_t entity, count
    uint8_t origins
    double prior, expanded  # P(e|m) of the form that was found, and of a longer one

cdef class Candidates:
    cdef Candidate *rows
    cdef int64_t n
    cdef readonly int64_t total
    cdef object _column(self, str name)

cdef class FormLists:
    cdef object number_of
    cdef const int64_t[::1] indptr
    cdef const int32_t[::1] entities
    cdef const int32_t[::1] counts
    cdef const uint8_t[::1] origins
    cpdef Candidates of(self, int64_t form)

cdef object key_number(number_of, key)
cdef Candidates empty_list(int64_t n)
cdef void share(Candidates found) noexcept
