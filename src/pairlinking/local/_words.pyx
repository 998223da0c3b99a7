"""Words of a text, each numbered when it comes first: one pass over the characters."""

from cpython.dict cimport PyDict_GetItemWithError, PyDict_SetItem
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

import numpy as np

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    unsigned int PyUnicode_READ(int kind, void *data, Py_ssize_t at)
    str PyUnicode_DecodeASCII(const char *text, Py_ssize_t length, const char *errors)

cdef char LETTERS[128]  # in lower case; 0 for what is neither letter nor digit
cdef int _code
for _code in range(128):
    LETTERS[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() else 0


cdef class _Numbered:
    """Words by number, and the number of each word of a text."""

    cdef dict number_of
    cdef int64_t *places
    cdef int64_t n, room

    def __cinit__(self):
        self.number_of = {}

    def __dealloc__(self):
        free(self.places)

    cdef int add(self, str word) except -1:
        cdef PyObject *known = PyDict_GetItemWithError(self.number_of, word)
        cdef int64_t number
        cdef int64_t *larger
        if known:
            number = <int64_t> <object> known
        else:
            number = len(self.number_of)
            PyDict_SetItem(self.number_of, word, number)
        if self.n == self.room:
            larger = <int64_t *> realloc(self.places, (2 * self.room + 64) * sizeof(int64_t))
            if not larger:
                raise MemoryError
            self.places, self.room = larger, 2 * self.room + 64
        self.places[self.n] = number
        self.n += 1
        return 0


def split(str text, spans, words):
    """Each word once, in the order of the text; which of them each word is; and the first and last plus one of each span.

    Parameters
    ----------
    spans
        Stretches at whose ends words end, too.
    words
        Gives the words of a stretch that is not all ASCII.
    """
    cdef Py_ssize_t length = len(text), done = 0, stop, at
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef _Numbered found = _Numbered()
    cdef dict first_at = {}  # the first word behind each end of a span
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
                    found.add(word)
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
    return list(found.number_of), places_array, bounds_array


cdef bint _is_ascii(int kind, void *data, Py_ssize_t at, Py_ssize_t stop) noexcept:
    while at < stop:
        if PyUnicode_READ(kind, data, at) >= 128:
            return False
        at += 1
    return True


cdef int _scan(int kind, void *data, Py_ssize_t at, Py_ssize_t stop, char *room, _Numbered found) except -1:
    """Add the words of a stretch: runs of letters and digits."""
    cdef Py_ssize_t n = 0
    cdef char letter
    while at < stop:
        letter = LETTERS[PyUnicode_READ(kind, data, at)]
        if letter:
            room[n] = letter
            n += 1
        elif n:
            found.add(PyUnicode_DecodeASCII(room, n, NULL))
            n = 0
        at += 1
    if n:
        found.add(PyUnicode_DecodeASCII(room, n, NULL))
    return 0
