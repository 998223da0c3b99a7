from libc.stdint cimport int32_t

from pairlinking.relatedness._entity cimport Entity

cdef int32_t *count_chains(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m) noexcept nogil
cdef double counting_cost(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m) noexcept nogil
