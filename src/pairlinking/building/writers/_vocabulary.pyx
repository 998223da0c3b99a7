"""Words and their numbers: a hash table of UTF-8."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

import numpy as np

from pairlinking.building.writers._memory cimport grown

DEF TOGETHER = 16  # words that are looked up together


cdef class Vocabulary:
    """Words, numbered in the order of their first occurrence."""

    def __cinit__(self):
        self.room_bytes, self.room_words = 1 << 16, 1 << 12
        self.bytes_ = <uint8_t*> malloc(self.room_bytes)
        self.entries = <Word*> malloc(self.room_words * sizeof(Word))
        if self.bytes_ == NULL or self.entries == NULL:
            raise MemoryError()
        self._make_slots((1 << 14) - 1)

    def __dealloc__(self):
        free(self.bytes_)
        free(self.entries)
        free(self.slots)

    def __len__(self):
        return self.n_words

    def learn(self, const uint8_t[::1] data, const int32_t[::1] offsets):
        """Numbers of words, an Arrow column of strings. New words are added; an empty string has the number -1."""
        return self._numbers(data, offsets, True)

    def find(self, const uint8_t[::1] data, const int32_t[::1] offsets):
        """Numbers of words, an Arrow column of strings; -1 for unknown ones."""
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
                    expect(self, keys[row - first])
            for row in range(first, min(first + TOGETHER, n)):
                if offsets[row + 1] > offsets[row]:
                    expect_entry(self, keys[row - first])
            for row in range(first, min(first + TOGETHER, n)):
                if offsets[row + 1] > offsets[row]:
                    if adds:
                        view[row] = <int32_t> number_of(self, &data[offsets[row]], keys[row - first])
                    else:
                        view[row] = <int32_t> find(self, &data[offsets[row]], keys[row - first], &slot)
        return result

    def spelled(self, int64_t first=0):
        """The UTF-8 of the words from `first` on, and where each begins and the last ends."""
        cdef int64_t i, begin = self.entries[first].start if first < self.n_words else self.n_bytes
        starts = np.empty(self.n_words - first + 1, dtype=np.int32)
        cdef int32_t[::1] view = starts
        for i in range(first, self.n_words):
            view[i - first] = <int32_t> (self.entries[i].start - begin)
        view[self.n_words - first] = <int32_t> (self.n_bytes - begin)
        return bytes(self.bytes_[begin : self.n_bytes]), starts

    @property
    def pages(self):
        """In how many pages each word occurs, if pages were counted."""
        result = np.empty(self.n_words, dtype=np.int64)
        cdef int64_t[::1] view = result
        cdef int64_t i
        for i in range(self.n_words):
            view[i] = self.entries[i].pages
        return result

    cdef int64_t add(self, const uint8_t* word, Key key, uint64_t slot) except -1:
        """Number of a new word, whose slot `find` returned."""
        cdef int64_t number = self.n_words
        while self.n_bytes + key.size > self.room_bytes:
            self.room_bytes *= 2
            self.bytes_ = <uint8_t*> grown(self.bytes_, self.room_bytes)
        if number == self.room_words:
            self.room_words *= 2
            self.entries = <Word*> grown(self.entries, self.room_words * sizeof(Word))
        memcpy(self.bytes_ + self.n_bytes, word, key.size)
        self.entries[number] = Word(self.n_bytes, key.head, key.size, 0, -1)
        self.slots[slot] = Slot(key.hash, <uint32_t> (number + 1))
        self.n_bytes += key.size
        self.n_words += 1
        if self.n_words * 2 > self.mask:
            self._make_slots(self.mask * 2 + 1)
        return number

    cdef int _make_slots(self, int64_t mask) except -1:
        """Replace the table by one with `mask` + 1 slots."""
        cdef Slot* slots = <Slot*> calloc(mask + 1, sizeof(Slot))
        cdef int64_t at
        cdef uint64_t place
        if slots == NULL:
            raise MemoryError()
        if self.slots != NULL:
            for at in range(self.mask + 1):
                if self.slots[at].number:
                    place = self.slots[at].hash & mask
                    while slots[place].number:
                        place = (place + 1) & mask
                    slots[place] = self.slots[at]
        free(self.slots)
        self.slots, self.mask = slots, mask
        return 0
