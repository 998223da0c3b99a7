"""Forms seen so far, and how often: a hash table of code points, in front of the trie of all forms."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

import numpy as np

from pairlinking.building.writers._memory cimport grown
from pairlinking.kb.storage.tries import find_key

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)


cdef class FormTable:
    """Strings that were looked up, forms and others: each is looked up in the trie only once."""

    def __cinit__(self, trie):
        self._trie = trie
        self._room_entries, self._room_points = 1 << 12, 1 << 16
        self._mask = (1 << 14) - 1
        self.entries = <Entry*> malloc(self._room_entries * sizeof(Entry))
        self._places = <int32_t*> calloc(self._mask + 1, 4)  # number of the entry plus one, by hash
        self._points = <uint32_t*> malloc(self._room_points * 4)  # of all entries
        if self.entries == NULL or self._places == NULL or self._points == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.entries)
        free(self._places)
        free(self._points)

    def take_counts(self):
        """Forms that were found since the last call, in how many pages each, and in how many as a link."""
        cdef int64_t at, n = 0
        columns = np.empty((3, self.n_entries), dtype=np.int64)
        cdef int64_t[:, ::1] view = columns
        for at in range(self.n_entries):
            if self.entries[at].pages:
                view[0, n] = self.entries[at].form
                view[1, n] = self.entries[at].pages
                view[2, n] = self.entries[at].linked
                self.entries[at].pages = self.entries[at].linked = 0
                n += 1
        return columns[:, :n]

    cdef int64_t entry(self, const uint32_t* codes, int64_t size, uint64_t mixed) except -2:
        """Number of the entry of a form, whose hash is `mixed`; -1 if it is not a form."""
        cdef uint64_t place = mixed & self._mask
        cdef int64_t number
        cdef Entry* entry
        while self._places[place]:
            number = self._places[place] - 1
            entry = &self.entries[number]
            if (
                entry.hash == mixed
                and entry.size == size
                and memcmp(self._points + entry.start, codes, size * 4) == 0
            ):
                return number if entry.form >= 0 else -1
            place = (place + 1) & self._mask
        return self._new(codes, size, mixed, place)

    cdef int64_t _new(self, const uint32_t* codes, int64_t size, uint64_t mixed, uint64_t place) except -2:
        cdef int64_t number = self.n_entries, other
        form = find_key(self._trie, PyUnicode_FromKindAndData(4, codes, size))
        if number == self._room_entries:
            self._room_entries *= 2
            self.entries = <Entry*> grown(self.entries, self._room_entries * sizeof(Entry))
        while self._n_points + size > self._room_points:
            self._room_points *= 2
            self._points = <uint32_t*> grown(self._points, self._room_points * 4)
        memcpy(self._points + self._n_points, codes, size * 4)
        self.entries[number] = Entry(mixed, self._n_points, size, -1 if form is None else form, 0, 0, 0, 0)
        self._n_points += size
        self._places[place] = <int32_t> (number + 1)
        self.n_entries += 1
        if self.n_entries * 2 > self._mask:
            self._mask = self._mask * 4 + 3
            free(self._places)
            self._places = <int32_t*> calloc(self._mask + 1, 4)
            if self._places == NULL:
                raise MemoryError()
            for other in range(self.n_entries):
                place = self.entries[other].hash & self._mask
                while self._places[place]:
                    place = (place + 1) & self._mask
                self._places[place] = <int32_t> (other + 1)
        return number if form is not None else -1
