"""The data of one entity, gathered once per document so that the inner loops need no lookups."""

from libc.stdint cimport int16_t, int32_t, int64_t

cdef struct Entity:
    int64_t row            # its index in the knowledge base: equal rows have psi = 1
    const int32_t *ids     # its in-links, sorted
    const int32_t *slots   # where in `ids` each range of page ids begins; NULL for a short list
    const int16_t *vector
    double log_size        # log(|U| + 1)
    int64_t room           # how many ids are stored after the list: they may be read, but are ignored
    int32_t size           # |U|
    int32_t shift          # a slot covers 2^shift page ids
