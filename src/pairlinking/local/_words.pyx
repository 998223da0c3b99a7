"""Words of a text, numbered by first occurrence, in one pass over the characters."""

from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

import numpy as np

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    unsigned int PyUnicode_READ(int kind, void *data, Py_ssize_t at)
    str PyUnicode_DecodeASCII(const char *text, Py_ssize_t length, const char *errors)

cdef enum:
    MOST_KEPT = 0x7fffffff

cdef uint32_t FIRST = 2166136261  # of the FNV hash (Fowler, Noll, Vo)
cdef uint32_t FACTOR = 16777619

cdef char LETTERS[128]  # in lower case; 0 for what is neither letter nor digit
cdef int _code
for _code in range(128):
    LETTERS[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() else 0


cdef struct Slot:
    uint32_t hash
    int32_t number, start, length  # of the word among all kept words; a length of 0 is an empty slot


cdef class _Numbered:
    """Words by number, and the number of each word of a text.

    ASCII words, nearly all of them, are found by their bytes: a Python string is made of each only once.
    """

    cdef list words
    cdef dict others  # numbers of words that are not ASCII
    cdef Slot *slots
    cdef char *kept
    cdef int64_t *places
    cdef int64_t n, room, n_slots, n_known, n_kept, kept_room

    def __cinit__(self):
        self.words, self.others = [], {}
        self.n_slots, self.kept_room = 1 << 9, 1 << 12
        self.slots = <Slot *> calloc(self.n_slots, sizeof(Slot))
        self.kept = <char *> malloc(self.kept_room)
        if not (self.slots and self.kept):
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)
        free(self.kept)
        free(self.places)

    cdef int add(self, const char *word, int32_t length, uint32_t hash) except -1:
        """Add an ASCII word in lower case."""
        cdef int64_t at = hash & (self.n_slots - 1)
        cdef Slot *slot = self.slots + at
        while slot.length:
            if slot.hash == hash and slot.length == length and memcmp(self.kept + slot.start, word, length) == 0:
                return self._place(slot.number)
            at = (at + 1) & (self.n_slots - 1)
            slot = self.slots + at
        slot.hash, slot.length, slot.start, slot.number = hash, length, self._keep(word, length), len(self.words)
        self._place(slot.number)
        self.words.append(PyUnicode_DecodeASCII(word, length, NULL))
        self.n_known += 1
        return self._grow() if 2 * self.n_known > self.n_slots else 0

    cdef int add_other(self, str word) except -1:
        """Add any word in lower case."""
        cdef bytes letters
        if word.isascii():
            letters = word.encode("ascii")
            return self.add(letters, len(letters), _hash(letters, len(letters)))
        number = self.others.setdefault(word, len(self.words))
        if number == len(self.words):
            self.words.append(word)
        return self._place(number)

    cdef int _place(self, int64_t number) except -1:
        """Record that the next word of the text is the one with this number."""
        cdef int64_t *larger
        if self.n == self.room:
            larger = <int64_t *> realloc(self.places, (2 * self.room + 64) * sizeof(int64_t))
            if not larger:
                raise MemoryError
            self.places, self.room = larger, 2 * self.room + 64
        self.places[self.n] = number
        self.n += 1
        return 0

    cdef int32_t _keep(self, const char *word, int32_t length) except -1:
        cdef char *larger
        cdef int64_t start = self.n_kept
        if start + length > self.kept_room:
            larger = <char *> realloc(self.kept, 2 * (start + length))
            if not larger:
                raise MemoryError
            self.kept, self.kept_room = larger, 2 * (start + length)
        if start + length > MOST_KEPT:
            raise MemoryError("a text with more than 2 GB of different words")
        memcpy(self.kept + start, word, length)
        self.n_kept += length
        return <int32_t> start

    cdef int _grow(self) except -1:
        cdef Slot *slots = <Slot *> calloc(4 * self.n_slots, sizeof(Slot))
        cdef int64_t old, at, mask = 4 * self.n_slots - 1
        if not slots:
            raise MemoryError
        for old in range(self.n_slots):
            if self.slots[old].length:
                at = self.slots[old].hash & mask
                while slots[at].length:
                    at = (at + 1) & mask
                slots[at] = self.slots[old]
        free(self.slots)
        self.slots, self.n_slots = slots, 4 * self.n_slots
        return 0


cdef uint32_t _hash(const char *word, int64_t length) noexcept:
    cdef uint32_t hash = FIRST
    cdef int64_t at
    for at in range(length):
        hash = (hash ^ <unsigned char> word[at]) * FACTOR
    return hash


def split(str text, spans, words):
    """Each word once, in the order of the text; which of them each word is; and the first and last plus one of each span.

    Parameters
    ----------
    spans
        Words also end at both ends of these spans.
    words
        Returns the words of a part of the text that is not all ASCII.
    """
    cdef Py_ssize_t length = len(text), done = 0, stop, at
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef _Numbered found = _Numbered()
    cdef dict first_at = {}  # the first word after each end of a span
    cdef int64_t number = 0
    cdef char *room = <char *> malloc(length + 1)
    if not room:
        raise MemoryError
    try:
        for end in [*sorted({end for span in spans for end in span}), length]:
            stop = min(<Py_ssize_t> end, length)
            if _is_ascii(kind, data, done, stop):
                _scan(kind, data, done, stop, room, found)
            else:
                for word in words(text[done:stop]):
                    found.add_other(word)
            first_at[end] = found.n
            done = stop
    finally:
        free(room)
    bounds_array = np.empty((len(spans), 2), dtype=np.int64)
    cdef int64_t[:, ::1] bounds = bounds_array
    for start, end in spans:
        bounds[number, 0], bounds[number, 1] = first_at[start], first_at[end]
        number += 1
    places_array = np.empty(found.n, dtype=np.int64)
    cdef int64_t[::1] places = places_array
    if found.n:
        memcpy(&places[0], found.places, found.n * sizeof(int64_t))
    return found.words, places_array, bounds_array


cdef bint _is_ascii(int kind, void *data, Py_ssize_t at, Py_ssize_t stop) noexcept:
    while at < stop:
        if PyUnicode_READ(kind, data, at) >= 128:
            return False
        at += 1
    return True


cdef int _scan(int kind, void *data, Py_ssize_t at, Py_ssize_t stop, char *room, _Numbered found) except -1:
    """Add the words of a part of the text: runs of letters and digits."""
    cdef int32_t n = 0
    cdef char letter
    cdef uint32_t hash = FIRST
    while at < stop:
        letter = LETTERS[PyUnicode_READ(kind, data, at)]
        if letter:
            room[n] = letter
            hash = (hash ^ <unsigned char> letter) * FACTOR
            n += 1
        elif n:
            found.add(room, n, hash)
            n, hash = 0, FIRST
        at += 1
    return found.add(room, n, hash) if n else 0
