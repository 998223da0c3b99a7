from libc.stdint cimport int32_t, int64_t, uint8_t

from pairlinking.building.writers._vocabulary cimport Key, Vocabulary


cdef struct Link:
    int64_t start, end  # places of the first word of its anchor, and of the first word after it
    int64_t target
    int64_t page


cdef struct Page:
    int64_t first  # place of its first word
    int64_t entity  # or -1


cdef class WordRow:
    cdef readonly Vocabulary words
    cdef int32_t* _ids
    cdef Link* _links
    cdef Page* _pages
    cdef int64_t _n_ids, _room_ids, _n_links, _room_links, _n_pages, _room_pages
    cdef dict _split

    cdef int64_t _end(self, int64_t page) noexcept
    cdef int _part(self, const uint8_t* text, int64_t begin, int64_t end) except -1
    cdef int _others(self, const uint8_t* text, int64_t begin, int64_t end) except -1
    cdef int _plain(self, const uint8_t* text, int64_t begin, int64_t end) except -1
    cdef int _append_all(self, const uint8_t* word, const Key* keys, int n) except -1
    cdef int _append(self, const uint8_t* word, Key key) except -1
