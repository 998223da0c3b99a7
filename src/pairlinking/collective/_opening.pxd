from pairlinking.collective._document cimport Document
from pairlinking.collective._queue cimport Queue

cdef void bound_pairs(const Document *doc, Queue *queue) noexcept nogil
cdef int open_level(Document *doc, Queue *queue, int level) noexcept nogil
