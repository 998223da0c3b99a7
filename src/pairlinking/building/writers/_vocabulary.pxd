from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t


cdef struct Word:
    int64_t start  # of its bytes, among those of all words
    uint64_t head  # its first 8 bytes: most words have no more, and are compared without a look at those of all words
    int32_t size
    int32_t pages  # that have it
    int32_t last_page  # that had it


cdef struct Key:
    uint64_t head
    uint32_t hash
    int32_t size


cdef struct Slot:
    uint32_t hash
    uint32_t number  # of the word, plus one


cdef class Vocabulary:
    cdef uint8_t* _bytes
    cdef Word* entries
    cdef Slot* _slots
    cdef int64_t _n_bytes, _room_bytes, n_words, _room_words, _mask

    cdef int64_t number(self, const uint8_t* word, Key key) except -1
    cdef int64_t _find(self, const uint8_t* word, Key key, uint64_t* slot) noexcept nogil
    cdef int64_t _new(self, const uint8_t* word, Key key, uint64_t slot) except -1
    cdef int _make_slots(self, int64_t mask) except -1
    cdef void expect(self, Key key) noexcept nogil
    cdef void expect_entry(self, Key key) noexcept nogil


cdef Key key_of(const uint8_t* word, Py_ssize_t size) noexcept nogil
