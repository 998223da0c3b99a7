"""Counts the pages in which surface forms occur: from every start of a word, text is followed while a form continues.

Looking up a trie through Python at every word took ten times as long. Here it is looked up once for each form of a
shard. What stops a walk is a filter of all forms and their beginnings, which now and then lets something else through.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from pairlinking.building.writers._columns cimport SentenceColumns
from pairlinking.building.writers._filter cimport (
    ONE, OTHER, SPACE, WORD, ends, goes_on, is_inside, mix, no_code, with_code
)
from pairlinking.building.writers._forms cimport Entry, FormTable
from pairlinking.building.writers._memory cimport grown
from pairlinking.text.boundaries import LONGEST

cdef int64_t MOST = LONGEST


cdef class FormCounter:
    """In how many pages forms occur, and in how many as links.

    Parameters
    ----------
    trie
        All forms.
    slots
        Their filter, made by `fill_filter`.
    kinds
        `char_kinds`.
    """

    cdef const uint8_t[::1] _slots, _kinds
    cdef FormTable _forms
    cdef uint32_t* _codes  # code points of a sentence
    cdef uint8_t* _kinds_of  # and their kinds
    cdef int64_t* _found  # entries of the page
    cdef int64_t _room_codes, _n_found, _room_found
    cdef int32_t _page
    cdef bint _has_links

    def __cinit__(self, trie, const uint8_t[::1] slots, const uint8_t[::1] kinds):
        self._slots, self._kinds, self._forms = slots, kinds, FormTable(trie)
        self._room_codes, self._room_found = 1 << 12, 1 << 10
        self._codes = <uint32_t*> malloc(self._room_codes * 4)
        self._kinds_of = <uint8_t*> malloc(self._room_codes)
        self._found = <int64_t*> malloc(self._room_found * 8)
        if self._codes == NULL or self._kinds_of == NULL or self._found == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self._codes)
        free(self._kinds_of)
        free(self._found)

    def begin_page(self, own):
        """Start another page, to which the following sentences belong; its `own` names do not count."""
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
            entry = self._entry(0, len(name))
            if entry >= 0:
                self._forms.entries[entry].page = self._forms.entries[entry].linking_page = self._page

    def end_page(self):
        """Count what was found, if the page has links; returns whether it has."""
        cdef int64_t at
        cdef Entry* entry
        cdef bint has_links = self._has_links
        self._has_links = False
        if has_links:
            for at in range(self._n_found):
                entry = &self._forms.entries[self._found[at]]
                entry.pages += 1
                entry.linked += entry.linking_page == self._page
        return has_links

    def add(self, SentenceColumns columns not None, int64_t first, int64_t last):
        """Add sentences from `first` up to `last` to the page. The words of a link count only as that link."""
        cdef int64_t row, at, begin, end, done, length, entry
        for row in range(first, last):
            length = self._decode(columns.data, columns.offsets[row], columns.offsets[row + 1])
            done = 0
            for at in range(columns.lists[row], columns.lists[row + 1]):
                self._has_links = True
                begin, end = min(max(columns.starts[at], 0), length), min(max(columns.ends[at], 0), length)
                if begin < end:
                    entry = self._entry(begin, end)
                    if entry >= 0:
                        self._count(entry)
                        # An own name was marked for both, so it is not among what was found.
                        self._forms.entries[entry].linking_page = self._page
                self._count_between(done, begin)
                done = max(done, end)
            self._count_between(done, length)

    cdef int _make_room(self, int64_t size) except -1:
        if size > self._room_codes:
            self._room_codes = 2 * size
            self._codes = <uint32_t*> grown(self._codes, self._room_codes * 4)
            self._kinds_of = <uint8_t*> grown(self._kinds_of, self._room_codes)
        return 0

    cdef int64_t _decode(self, const uint8_t[::1] data, int64_t start, int64_t end) except -1:
        """Decode UTF-8 to code points, with plain apostrophes and spaces, and their kinds; returns how many."""
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

    cdef int64_t _entry(self, int64_t start, int64_t end) except -2:
        """Number of a form's entry, or -1 if it is not a form."""
        cdef uint64_t value = no_code()
        cdef int64_t at
        for at in range(start, end):
            value = with_code(value, self._codes[at])
        value = mix(value)
        if not self._slots[value & (self._slots.shape[0] - 1)] & ends(value):
            return -1
        return self._forms.entry(self._codes + start, end - start, value)

    cdef int _count_between(self, int64_t begin, int64_t end) except -1:
        """Count the forms between two links, or the ends of the sentence."""
        cdef int64_t start, at, limit, entry
        cdef uint64_t value, mixed, mask = self._slots.shape[0] - 1
        cdef uint8_t before = SPACE, after, bits
        for start in range(begin, end):
            after = self._kinds_of[start]
            if not is_inside(before, after) and (
                after == WORD or after == ONE or (after == OTHER and before == SPACE)
            ):
                value = no_code()
                limit = min(end, start + MOST)
                at = start
                while at < limit:
                    value = with_code(value, self._codes[at])
                    at += 1
                    if at < end and is_inside(self._kinds_of[at - 1], self._kinds_of[at]):
                        continue
                    mixed = mix(value)
                    bits = self._slots[mixed & mask]
                    if bits & ends(mixed):
                        entry = self._forms.entry(self._codes + start, at - start, mixed)
                        if entry >= 0:
                            self._count(entry)
                    if not bits & goes_on(mixed):
                        break
            before = after
        return 0

    cdef int _count(self, int64_t entry) except -1:
        if self._forms.entries[entry].page != self._page:
            self._forms.entries[entry].page = self._page
            if self._n_found == self._room_found:
                self._room_found *= 2
                self._found = <int64_t*> grown(self._found, self._room_found * 8)
            self._found[self._n_found] = entry
            self._n_found += 1
        return 0

    def take_counts(self):
        """Forms that were found since the last call, in how many pages each, and in how many as a link."""
        return self._forms.take_counts()
