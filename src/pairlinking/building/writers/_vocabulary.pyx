"""Words and their numbers: a hash table of UTF-8."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

import numpy as np

from pairlinking.building.writers._memory cimport grown

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void*) nogil

DEF TOGETHER = 16  # words that are looked up together

cdef uint64_t FACTOR = 0x9E3779B97F4A7C15ULL


cdef inline uint64_t _head(const uint8_t* data, Py_ssize_t size) noexcept nogil:
    """The first 8 bytes; of shorter words all there are, each word of a length with a number of its own."""
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


cdef Key key_of(const uint8_t* word, Py_ssize_t size) noexcept nogil:
    """What a word of at least one byte is looked up by."""
    cdef uint64_t head = _head(word, size), value = (size ^ head) * FACTOR
    cdef Py_ssize_t at = 8
    while at < size:
        value ^= value >> 29
        value = (value ^ _head(word + at, size - at)) * FACTOR
        at += 8
    value = (value ^ value >> 32) * FACTOR  # or a place, which is of the lower bits, would not depend on the last bytes
    return Key(head, <uint32_t> (value >> 32), <int32_t> size)


cdef class Vocabulary:
    """Words, numbered in the order in which they first come."""

    def __cinit__(self):
        self._room_bytes, self._room_words = 1 << 16, 1 << 12
        self._bytes = <uint8_t*> malloc(self._room_bytes)
        self.entries = <Word*> malloc(self._room_words * sizeof(Word))
        if self._bytes == NULL or self.entries == NULL:
            raise MemoryError()
        self._make_slots((1 << 14) - 1)

    def __dealloc__(self):
        free(self._bytes)
        free(self.entries)
        free(self._slots)

    def __len__(self):
        return self.n_words

    def learn(self, const uint8_t[::1] data, const int32_t[::1] offsets):
        """Numbers of words, Arrow's column of strings; what is not there yet is added, an empty string is -1."""
        return self._numbers(data, offsets, True)

    def find(self, const uint8_t[::1] data, const int32_t[::1] offsets):
        """Numbers of words, Arrow's column of strings; -1 for those that are not there."""
        return self._numbers(data, offsets, False)

    def _numbers(self, const uint8_t[::1] data, const int32_t[::1] offsets, bint adds):
        cdef int64_t n = offsets.shape[0] - 1, first, row
        cdef Key keys[TOGETHER]
        cdef uint64_t slot
        result = np.full(n, -1, dtype=np.int32)
        cdef int32_t[::1] view = result
        for first in range(0, n, TOGETHER):
            for row in range(first, min(first + TOGETHER, n)):
                if offsets[row + 1] > offsets[row]:
                    keys[row - first] = key_of(&data[offsets[row]], offsets[row + 1] - offsets[row])
                    self.expect(keys[row - first])
            for row in range(first, min(first + TOGETHER, n)):
                if offsets[row + 1] > offsets[row]:
                    self.expect_entry(keys[row - first])
            for row in range(first, min(first + TOGETHER, n)):
                if offsets[row + 1] > offsets[row]:
                    if adds:
                        view[row] = <int32_t> self.number(&data[offsets[row]], keys[row - first])
                    else:
                        view[row] = <int32_t> self._find(&data[offsets[row]], keys[row - first], &slot)
        return result

    def spelled(self, int64_t first=0):
        """The UTF-8 of the words from `first` on, and where each begins and the last ends."""
        cdef int64_t i, begin = self.entries[first].start if first < self.n_words else self._n_bytes
        starts = np.empty(self.n_words - first + 1, dtype=np.int32)
        cdef int32_t[::1] view = starts
        for i in range(first, self.n_words):
            view[i - first] = <int32_t> (self.entries[i].start - begin)
        view[self.n_words - first] = <int32_t> (self._n_bytes - begin)
        return bytes(self._bytes[begin : self._n_bytes]), starts

    @property
    def pages(self):
        """In how many pages each word is, where they were counted."""
        result = np.empty(self.n_words, dtype=np.int64)
        cdef int64_t[::1] view = result
        cdef int64_t i
        for i in range(self.n_words):
            view[i] = self.entries[i].pages
        return result

    cdef int64_t number(self, const uint8_t* word, Key key) except -1:
        """Number of a word, which is added if it is new."""
        cdef uint64_t slot = 0
        cdef int64_t found = self._find(word, key, &slot)
        return found if found >= 0 else self._new(word, key, slot)

    cdef void expect(self, Key key) noexcept nogil:
        """Ask for the slot of a word that will be looked up soon, so that it comes while other work is done."""
        prefetch(&self._slots[key.hash & self._mask])

    cdef void expect_entry(self, Key key) noexcept nogil:
        """Ask for what is known of the word: worth it a little after `expect`."""
        cdef Slot here = self._slots[key.hash & self._mask]
        if here.number:
            prefetch(&self.entries[here.number - 1])

    cdef int64_t _find(self, const uint8_t* word, Key key, uint64_t* slot) noexcept nogil:
        """Number of a word; else -1, and the slot it would have."""
        cdef uint64_t place = key.hash & self._mask
        cdef Slot here
        cdef Word* entry
        while True:
            here = self._slots[place]
            if here.number == 0:
                slot[0] = place
                return -1
            if here.hash == key.hash:
                entry = &self.entries[here.number - 1]
                if entry.size == key.size and entry.head == key.head:
                    if key.size <= 8 or memcmp(self._bytes + entry.start + 8, word + 8, key.size - 8) == 0:
                        return here.number - 1
            place = (place + 1) & self._mask

    cdef int64_t _new(self, const uint8_t* word, Key key, uint64_t slot) except -1:
        cdef int64_t number = self.n_words
        while self._n_bytes + key.size > self._room_bytes:
            self._room_bytes *= 2
            self._bytes = <uint8_t*> grown(self._bytes, self._room_bytes)
        if number == self._room_words:
            self._room_words *= 2
            self.entries = <Word*> grown(self.entries, self._room_words * sizeof(Word))
        memcpy(self._bytes + self._n_bytes, word, key.size)
        self.entries[number] = Word(self._n_bytes, key.head, key.size, 0, -1)
        self._slots[slot] = Slot(key.hash, <uint32_t> (number + 1))
        self._n_bytes += key.size
        self.n_words += 1
        if self.n_words * 2 > self._mask:
            self._make_slots(self._mask * 2 + 1)
        return number

    cdef int _make_slots(self, int64_t mask) except -1:
        """A table of `mask` + 1 slots in place of the last one."""
        cdef Slot* slots = <Slot*> calloc(mask + 1, sizeof(Slot))
        cdef int64_t at
        cdef uint64_t place
        if slots == NULL:
            raise MemoryError()
        if self._slots != NULL:
            for at in range(self._mask + 1):
                if self._slots[at].number:
                    place = self._slots[at].hash & mask
                    while slots[place].number:
                        place = (place + 1) & mask
                    slots[place] = self._slots[at]
        free(self._slots)
        self._slots, self._mask = slots, mask
        return 0
