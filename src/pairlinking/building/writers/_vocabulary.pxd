"""Looking up words, inlined into the kernels that do it: a call for each word would take as long as the lookup."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void*) nogil


cdef struct Word:
    int64_t start  # of its bytes, among those of all words
    uint64_t head  # its first 8 bytes: most words have no more, and are compared without reading the bytes of all words
    int32_t size
    int32_t pages  # that contain it
    int32_t last_page  # that contained it


cdef struct Key:
    uint64_t head
    uint32_t hash
    int32_t size


cdef struct Slot:
    uint32_t hash
    uint32_t number  # of the word, plus one


cdef class Vocabulary:
    cdef uint8_t* bytes_
    cdef Word* entries
    cdef Slot* slots
    cdef int64_t n_bytes, room_bytes, n_words, room_words, mask

    cdef int64_t add(self, const uint8_t* word, Key key, uint64_t slot) except -1
    cdef int _make_slots(self, int64_t mask) except -1


cdef inline uint64_t head_of(const uint8_t* data, Py_ssize_t size) noexcept nogil:
    """The first 8 bytes; of a shorter word all of them, such that different words of the same length differ."""
    cdef uint64_t whole
    cdef uint32_t first, last
    if size >= 8:
        memcpy(&whole, data, 8)
        return whole
    if size >= 4:
        memcpy(&first, data, 4)
        memcpy(&last, data + size - 4, 4)
        return first | <uint64_t> last << 32
    return data[0] | <uint64_t> data[size >> 1] << 8 | <uint64_t> data[size - 1] << 16


cdef inline Key key_of(const uint8_t* word, Py_ssize_t size) noexcept nogil:
    """The key by which a word of at least one byte is looked up."""
    cdef uint64_t factor = 0x9E3779B97F4A7C15ULL, head = head_of(word, size), value = (size ^ head) * factor
    cdef Py_ssize_t at = 8
    while at < size:
        value ^= value >> 29
        value = (value ^ head_of(word + at, size - at)) * factor
        at += 8
    value = (value ^ value >> 32) * factor  # or a place, made of the lower bits, would ignore the last bytes
    return Key(head, <uint32_t> (value >> 32), <int32_t> size)


cdef inline void expect(Vocabulary words, Key key) noexcept nogil:
    """Prefetch the slot of a word that will be looked up soon."""
    prefetch(&words.slots[key.hash & words.mask])


cdef inline void expect_entry(Vocabulary words, Key key) noexcept nogil:
    """Prefetch the entry of the word, some time after `expect`."""
    cdef Slot here = words.slots[key.hash & words.mask]
    if here.number:
        prefetch(&words.entries[here.number - 1])


cdef inline int64_t find(Vocabulary words, const uint8_t* word, Key key, uint64_t* slot) noexcept nogil:
    """Number of a word; or -1, and the slot it would have."""
    cdef uint64_t place = key.hash & words.mask
    cdef Slot here
    cdef Word* entry
    while True:
        here = words.slots[place]
        if here.number == 0:
            slot[0] = place
            return -1
        if here.hash == key.hash:
            entry = &words.entries[here.number - 1]
            if entry.size == key.size and entry.head == key.head:
                if key.size <= 8 or memcmp(words.bytes_ + entry.start + 8, word + 8, key.size - 8) == 0:
                    return here.number - 1
        place = (place + 1) & words.mask


cdef inline int64_t number_of(Vocabulary words, const uint8_t* word, Key key) except -1:
    """Number of a word, which is added if it is new."""
    cdef uint64_t slot = 0
    cdef int64_t found = find(words, word, key, &slot)
    return found if found >= 0 else words.add(word, key, slot)
