from libc.stdint cimport int32_t, uint8_t


cdef class SentenceColumns:
    cdef const uint8_t[::1] data
    cdef const int32_t[::1] offsets, lists, starts, ends
