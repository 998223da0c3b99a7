from pairlinking.collective._document cimport Document

cdef double full_cost(const Document *doc) noexcept nogil
cdef double lazy_cost(const Document *doc, bint look) noexcept nogil
