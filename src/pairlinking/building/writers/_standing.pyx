"""Where surface forms appear in text, counted by page: every start of a word followed as far as some form goes on.

A trie asked through Python at every word took ten times as long. Here it is asked once for each form of a shard; what
stops a walk is a filter of all forms, cut where a form could end, which now and then lets through what is none.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

import numpy as np

from pairlinking.building.writers._memory cimport grown
from pairlinking.kb.storage.tries import find_key
from pairlinking.text.boundaries import LONGEST, CharKind

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)

cdef uint8_t OTHER = CharKind.OTHER, SPACE = CharKind.SPACE, WORD = CharKind.WORD
cdef uint8_t ONE = CharKind.ONE, MARK = CharKind.MARK
cdef int64_t MOST = LONGEST

cdef uint64_t SEED = 0x243F6A8885A308D3ULL, FACTOR = 0x9E3779B97F4A7C15ULL

cdef struct Entry:
    uint64_t hash
    int64_t start, size  # of its code points, among those of all entries
    int64_t form  # -1 for what is none
    int32_t page, linking_page  # the last that it was found in, and as a link
    int32_t pages, linked


cdef inline bint _is_inside(uint8_t before, uint8_t after) noexcept nogil:
    """Whether no form can end, or begin, between two characters of these kinds: see `find_boundaries`."""
    return (after == MARK and before != SPACE) or (after == WORD and (before == WORD or before == MARK))


cdef inline uint64_t _mixed(uint64_t value) noexcept nogil:
    return value ^ (value >> 32)


cdef inline uint8_t _flag(uint64_t mixed) noexcept nogil:
    """Bit of a slot that says that a form goes on; four bits higher, that one ends."""
    return <uint8_t> (1 << (mixed >> 62))


def fill_filter(forms, uint8_t[::1] slots, const uint8_t[::1] kinds):
    """Set the bits of all forms, and of what each begins with up to every place where another could end.

    The number of slots is a power of two.
    """
    cdef uint64_t mask = slots.shape[0] - 1, value, mixed
    cdef Py_ssize_t at, n
    cdef int kind
    cdef void* data
    cdef uint32_t code
    cdef uint8_t before, after
    cdef str form
    for form in forms:
        n, kind, data = len(form), PyUnicode_KIND(form), PyUnicode_DATA(form)
        value, before = SEED, SPACE
        for at in range(n):
            code = PyUnicode_READ(kind, data, at)
            after = kinds[code]
            if at and not _is_inside(before, after):
                mixed = _mixed(value)
                slots[mixed & mask] |= _flag(mixed)
            value, before = (value ^ code) * FACTOR, after
        mixed = _mixed(value)
        slots[mixed & mask] |= _flag(mixed) << 4


cdef class FormCounter:
    """In how many pages forms stand, and stand as links.

    Parameters
    ----------
    trie
        All forms.
    slots
        Their filter, made by `fill_filter`.
    kinds
        `char_kinds`.
    """

    cdef object _trie
    cdef const uint8_t[::1] _slots, _kinds
    cdef Entry* _entries
    cdef int32_t* _places  # number of the entry plus one, by hash
    cdef uint32_t* _points  # code points of all entries
    cdef uint32_t* _codes  # code points of a sentence
    cdef uint8_t* _kinds_of  # and their kinds
    cdef int64_t* _found  # entries of the page
    cdef int64_t _n_entries, _room_entries, _mask, _n_points, _room_points, _room_codes, _n_found, _room_found
    cdef int32_t _page
    cdef bint _has_links

    def __cinit__(self, trie, const uint8_t[::1] slots, const uint8_t[::1] kinds):
        self._trie, self._slots, self._kinds = trie, slots, kinds
        self._room_entries, self._room_points, self._room_codes, self._room_found = 1 << 12, 1 << 16, 1 << 12, 1 << 10
        self._mask = (1 << 14) - 1
        self._entries = <Entry*> malloc(self._room_entries * sizeof(Entry))
        self._places = <int32_t*> calloc(self._mask + 1, 4)
        self._points = <uint32_t*> malloc(self._room_points * 4)
        self._codes = <uint32_t*> malloc(self._room_codes * 4)
        self._kinds_of = <uint8_t*> malloc(self._room_codes)
        self._found = <int64_t*> malloc(self._room_found * 8)
        if not (
            self._entries and self._places and self._points and self._codes and self._kinds_of and self._found
        ):
            raise MemoryError()

    def __dealloc__(self):
        free(self._entries)
        free(self._places)
        free(self._points)
        free(self._codes)
        free(self._kinds_of)
        free(self._found)

    def begin_page(self, own):
        """From here on, sentences are of another page; its `own` names do not count."""
        cdef str name
        cdef Py_ssize_t at
        cdef int64_t entry
        self._page += 1
        self._n_found = 0
        self._has_links = False
        for name in own:
            self._make_room(len(name))
            for at in range(len(name)):
                self._codes[at] = <uint32_t> name[at]
            entry = self._entry(0, len(name), _mixed(self._hash(0, len(name))))
            if entry >= 0:
                self._entries[entry].page = self._entries[entry].linking_page = self._page

    def end_page(self):
        """Count what was found, if the page has links; gives whether it has."""
        cdef int64_t at
        cdef bint has_links = self._has_links
        self._has_links = False
        if has_links:
            for at in range(self._n_found):
                self._entries[self._found[at]].pages += 1
                self._entries[self._found[at]].linked += self._entries[self._found[at]].linking_page == self._page
        return has_links

    def add(
        self,
        const uint8_t[::1] data,
        const int32_t[::1] offsets,
        int64_t first,
        int64_t last,
        const int32_t[::1] lists,
        const int32_t[::1] starts,
        const int32_t[::1] ends,
    ):
        """Add the sentences from `first` to before `last` to the page: Arrow's columns of texts and lists of anchors.

        The words of a link are that link and nothing else.
        """
        cdef int64_t row, at, begin, end, done, length, entry
        for row in range(first, last):
            length = self._decode(data, offsets[row], offsets[row + 1])
            done = 0
            for at in range(lists[row], lists[row + 1]):
                self._has_links = True
                begin, end = min(max(starts[at], 0), length), min(max(ends[at], 0), length)
                if begin < end:
                    entry = self._entry(begin, end, _mixed(self._hash(begin, end)))
                    if entry >= 0:
                        self._count(entry)
                        # An own name was marked for both, and stays out of what was found.
                        self._entries[entry].linking_page = self._page
                self._stand(done, begin)
                done = max(done, end)
            self._stand(done, length)

    cdef int _make_room(self, int64_t size) except -1:
        if size > self._room_codes:
            self._room_codes = 2 * size
            self._codes = <uint32_t*> grown(self._codes, self._room_codes * 4)
            self._kinds_of = <uint8_t*> grown(self._kinds_of, self._room_codes)
        return 0

    cdef int64_t _decode(self, const uint8_t[::1] data, int64_t start, int64_t end) except -1:
        """Code points of UTF-8, with plain apostrophes and spaces, and their kinds; gives how many."""
        cdef int64_t n = 0, at = start
        cdef uint32_t code
        self._make_room(end - start)
        while at < end:
            code = data[at]
            if code < 0x80:
                at += 1
            elif code < 0xE0:
                code = (code & 0x1F) << 6 | data[at + 1] & 0x3F
                at += 2
            elif code < 0xF0:
                code = (code & 0x0F) << 12 | (data[at + 1] & 0x3F) << 6 | data[at + 2] & 0x3F
                at += 3
            else:
                code = (
                    (code & 0x07) << 18 | (data[at + 1] & 0x3F) << 12 | (data[at + 2] & 0x3F) << 6 | data[at + 3] & 0x3F
                )
                at += 4
            if code == 0x2019:
                code = 0x27
            elif code == 0xA0 or code == 0x202F:
                code = 0x20
            self._codes[n] = code
            self._kinds_of[n] = self._kinds[code]
            n += 1
        return n

    cdef uint64_t _hash(self, int64_t start, int64_t end) noexcept:
        cdef uint64_t value = SEED
        cdef int64_t at
        for at in range(start, end):
            value = (value ^ self._codes[at]) * FACTOR
        return value

    cdef int _stand(self, int64_t begin, int64_t end) except -1:
        """Count the forms between two links, or the ends of the sentence."""
        cdef int64_t start, at, limit, entry
        cdef uint64_t value, mixed, mask = self._slots.shape[0] - 1
        cdef uint8_t before = SPACE, after, bits, flag
        for start in range(begin, end):
            after = self._kinds_of[start]
            if not _is_inside(before, after) and (
                after == WORD or after == ONE or (after == OTHER and before == SPACE)
            ):
                value = SEED
                limit = min(end, start + MOST)
                at = start
                while at < limit:
                    value = (value ^ self._codes[at]) * FACTOR
                    at += 1
                    if at < end and _is_inside(self._kinds_of[at - 1], self._kinds_of[at]):
                        continue
                    mixed = _mixed(value)
                    bits, flag = self._slots[mixed & mask], _flag(mixed)
                    if bits & flag << 4:
                        entry = self._entry(start, at, mixed)
                        if entry >= 0:
                            self._count(entry)
                    if not bits & flag:
                        break
            before = after
        return 0

    cdef int _count(self, int64_t entry) except -1:
        if self._entries[entry].page != self._page:
            self._entries[entry].page = self._page
            if self._n_found == self._room_found:
                self._room_found *= 2
                self._found = <int64_t*> grown(self._found, self._room_found * 8)
            self._found[self._n_found] = entry
            self._n_found += 1
        return 0

    cdef int64_t _entry(self, int64_t start, int64_t end, uint64_t mixed) except -2:
        """Number of the entry of a form, -1 for what is none."""
        cdef uint64_t place = mixed & self._mask
        cdef int64_t number, size = end - start
        cdef Entry* entry
        if not self._slots[mixed & (self._slots.shape[0] - 1)] & _flag(mixed) << 4:
            return -1
        while self._places[place]:
            number = self._places[place] - 1
            entry = &self._entries[number]
            if (
                entry.hash == mixed
                and entry.size == size
                and memcmp(self._points + entry.start, self._codes + start, size * 4) == 0
            ):
                return number if entry.form >= 0 else -1
            place = (place + 1) & self._mask
        return self._new(start, size, mixed, place)

    cdef int64_t _new(self, int64_t start, int64_t size, uint64_t mixed, uint64_t place) except -2:
        cdef int64_t number = self._n_entries, other
        form = find_key(self._trie, PyUnicode_FromKindAndData(4, self._codes + start, size))
        if number == self._room_entries:
            self._room_entries *= 2
            self._entries = <Entry*> grown(self._entries, self._room_entries * sizeof(Entry))
        while self._n_points + size > self._room_points:
            self._room_points *= 2
            self._points = <uint32_t*> grown(self._points, self._room_points * 4)
        memcpy(self._points + self._n_points, self._codes + start, size * 4)
        self._entries[number] = Entry(mixed, self._n_points, size, -1 if form is None else form, 0, 0, 0, 0)
        self._n_points += size
        self._places[place] = <int32_t> (number + 1)
        self._n_entries += 1
        if self._n_entries * 2 > self._mask:
            self._mask = self._mask * 4 + 3
            free(self._places)
            self._places = <int32_t*> calloc(self._mask + 1, 4)
            if self._places == NULL:
                raise MemoryError()
            for other in range(self._n_entries):
                place = self._entries[other].hash & self._mask
                while self._places[place]:
                    place = (place + 1) & self._mask
                self._places[place] = <int32_t> (other + 1)
        return number if form is not None else -1

    def take_counts(self):
        """Forms that were found since the last time, in how many pages each, and in how many as a link."""
        cdef int64_t at, n = 0
        columns = np.empty((3, self._n_entries), dtype=np.int64)
        cdef int64_t[:, ::1] view = columns
        for at in range(self._n_entries):
            if self._entries[at].pages:
                view[0, n], view[1, n], view[2, n] = (
                    self._entries[at].form,
                    self._entries[at].pages,
                    self._entries[at].linked,
                )
                self._entries[at].pages = self._entries[at].linked = 0
                n += 1
        return columns[:, :n]
