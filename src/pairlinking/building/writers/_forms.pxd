from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t


cdef struct Entry:
    uint64_t hash
    int64_t start, size  # of its code points, among those of all entries
    int64_t form  # -1 if it is not a form
    int32_t page, linking_page  # the last page in which it was found, and the last one as a link
    int32_t pages, linked


cdef class FormTable:
    cdef object _trie
    cdef Entry* entries
    cdef int32_t* _places
    cdef uint32_t* _points
    cdef int64_t n_entries, _room_entries, _mask, _n_points, _room_points

    cdef int64_t entry(self, const uint32_t* codes, int64_t size, uint64_t mixed) except -2
    cdef int64_t _new(self, const uint32_t* codes, int64_t size, uint64_t mixed, uint64_t place) except -2
