from pairlinking.collective._document cimport Document

cdef double full_cost(const Document *doc) noexcept nogil
cdef bint lazy_is_cheaper(const Document *doc) noexcept nogil
