"""Words of many sentences as numbers.

The words are those of `pairlinking.text.words`. ASCII text, which most text is, is split here, and all else there.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

import numpy as np

from pairlinking.building.writers._columns cimport SentenceColumns
from pairlinking.building.writers._memory cimport grown
from pairlinking.building.writers._vocabulary cimport Key, Vocabulary, Word, expect, expect_entry, key_of, number_of
from pairlinking.text.words import words

cdef uint8_t LOWER[128]
for _code in range(128):
    LOWER[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() else 0

DEF LONGEST = 256  # bytes of a word that are lowered on the stack; longer words take the slow path
DEF TOGETHER = 16  # words that are looked up together
DEF MOST_SPLIT = 65536  # pieces of non-ASCII text whose words are cached


cdef inline int64_t _skip(const uint8_t* text, int64_t at, int64_t end, int64_t points) noexcept nogil:
    """The place in UTF-8 that is this many code points later, or the end."""
    while points > 0 and at < end:
        at += 1
        while at < end and text[at] & 0xC0 == 0x80:
            at += 1
        points -= 1
    return at


cdef class WordRow:
    """The words of pages in one row, as numbers in the order of their first occurrence.

    Attributes
    ----------
    words
        Their spelling, and in how many pages each occurs.
    """

    def __cinit__(self):
        self._room_ids, self._room_links, self._room_pages = 1 << 16, 1 << 10, 1 << 8
        self._ids = <int32_t*> malloc(self._room_ids * 4)
        self._links = <Link*> malloc(self._room_links * sizeof(Link))
        self._pages = <Page*> malloc(self._room_pages * sizeof(Page))
        if self._ids == NULL or self._links == NULL or self._pages == NULL:
            raise MemoryError()
        self.words = Vocabulary()
        self._split = {}  # words of non-ASCII pieces

    def __dealloc__(self):
        free(self._ids)
        free(self._links)
        free(self._pages)

    def __len__(self):
        return self._n_ids

    @property
    def n_pages(self):
        """Pages that have words."""
        cdef int64_t page, n = 0
        for page in range(self._n_pages):
            n += self._end(page) > self._pages[page].first
        return n

    @property
    def ids(self):
        """Numbers of all words, as a copy."""
        result = np.empty(self._n_ids, dtype=np.int32)
        cdef int32_t[::1] view = result
        if self._n_ids:
            memcpy(&view[0], self._ids, self._n_ids * 4)
        return result

    @property
    def links(self):
        """Of each link the places of the first word of its anchor and of the first one after it, its target and page."""
        cdef int64_t i
        found = [self._links[i] for i in range(self._n_links)]
        return [(link["start"], link["end"], link["target"], link["page"]) for link in found]

    def begin_page(self, int64_t entity):
        """Start another page, to which the following words belong: the page of an entity, or of none with -1."""
        if self._n_pages == self._room_pages:
            self._room_pages *= 2
            self._pages = <Page*> grown(self._pages, self._room_pages * sizeof(Page))
        self._pages[self._n_pages] = Page(self._n_ids, entity)
        self._n_pages += 1

    cdef int64_t _end(self, int64_t page) noexcept:
        """Place of the first word after a page."""
        return self._pages[page + 1].first if page + 1 < self._n_pages else self._n_ids

    def add(
        self, SentenceColumns columns not None, int64_t first, int64_t last, const int64_t[::1] targets, bint with_links
    ):
        """Add sentences from `first` up to `last` to the page.

        The target of an anchor is the number of an entity, or -1. Of anchors that overlap, the first counts.
        """
        cdef int64_t row, at, begin, end, length, before, at_point, at_byte
        cdef const uint8_t* text
        for row in range(first, last):
            begin, end = columns.offsets[row], columns.offsets[row + 1]
            length = end - begin
            if length == 0:
                continue
            text = &columns.data[begin]
            at_point = at_byte = 0
            if with_links:
                for at in range(columns.lists[row], columns.lists[row + 1]):
                    if targets[at] < 0 or columns.starts[at] < at_point:
                        continue
                    begin = _skip(text, at_byte, length, columns.starts[at] - at_point)
                    at_point = max(columns.ends[at], columns.starts[at])
                    end = _skip(text, begin, length, at_point - columns.starts[at])
                    self._part(text, at_byte, begin)
                    before = self._n_ids
                    self._part(text, begin, end)
                    if self._n_links == self._room_links:
                        self._room_links *= 2
                        self._links = <Link*> grown(self._links, self._room_links * sizeof(Link))
                    self._links[self._n_links] = Link(before, self._n_ids, targets[at], self._n_pages - 1)
                    self._n_links += 1
                    at_byte = end
            self._part(text, at_byte, length)

    cdef int _part(self, const uint8_t* text, int64_t begin, int64_t end) except -1:
        """Add the words of some bytes: what is between spaces is split here if it is ASCII, otherwise by `words`."""
        cdef int64_t at, first = begin
        cdef uint8_t high = 0
        for at in range(begin, end):
            high |= text[at]
        if high < 128:
            return self._plain(text, begin, end)
        high = 0
        for at in range(begin, end):
            high |= text[at]
            if text[at] == c" ":  # how a letter is lowered never depends on what is beyond a space
                if high < 128:
                    self._plain(text, first, at)
                else:
                    self._others(text, first, at)
                first, high = at, 0
        return self._plain(text, first, end) if high < 128 else self._others(text, first, end)

    cdef int _others(self, const uint8_t* text, int64_t begin, int64_t end) except -1:
        """Add the words of non-ASCII text; the same pieces come again and again."""
        cdef bytes chunk = text[begin:end], encoded
        found = self._split.get(chunk)
        if found is None:
            found = [each.encode() for each in words(chunk.decode())]
            if len(self._split) >= MOST_SPLIT:
                self._split.clear()
            self._split[chunk] = found
        for encoded in <list> found:
            self._append(<const uint8_t*> encoded, key_of(<const uint8_t*> encoded, len(encoded)))
        return 0

    cdef int _plain(self, const uint8_t* text, int64_t begin, int64_t end) except -1:
        """Add the words of ASCII text, several at a time, so that their entries are fetched from memory in parallel."""
        cdef uint8_t lowered[TOGETHER * LONGEST]
        cdef Key keys[TOGETHER]
        cdef int64_t first = 0, size = 0, place
        cdef int n = 0
        cdef uint8_t letter
        cdef bytes encoded
        for place in range(begin, end):
            letter = LOWER[text[place]]
            if letter:
                if size == LONGEST:
                    self._append_all(lowered, keys, n)
                    encoded = bytes(lowered[first : first + size])
                    while place < end and LOWER[text[place]]:
                        encoded += bytes([LOWER[text[place]]])
                        place += 1
                    self._append(<const uint8_t*> encoded, key_of(<const uint8_t*> encoded, len(encoded)))
                    return self._plain(text, place, end)
                lowered[first + size] = letter
                size += 1
            elif size:
                keys[n] = key_of(&lowered[first], size)
                expect(self.words, keys[n])
                first, size, n = first + size, 0, n + 1
                if n == TOGETHER:
                    self._append_all(lowered, keys, n)
                    first = n = 0
        if size:
            keys[n] = key_of(&lowered[first], size)
            n += 1
        return self._append_all(lowered, keys, n)

    cdef int _append_all(self, const uint8_t* word, const Key* keys, int n) except -1:
        """Add words that follow one another in memory."""
        cdef int i
        for i in range(n):
            expect_entry(self.words, keys[i])
        for i in range(n):
            self._append(word, keys[i])
            word += keys[i].size
        return 0

    cdef int _append(self, const uint8_t* word, Key key) except -1:
        cdef int64_t number = number_of(self.words, word, key)
        cdef Word* entry = &self.words.entries[number]
        if entry.last_page != self._n_pages:
            entry.last_page = <int32_t> self._n_pages
            entry.pages += 1
        if self._n_ids == self._room_ids:
            self._room_ids *= 2
            self._ids = <int32_t*> grown(self._ids, self._room_ids * 4)
        self._ids[self._n_ids] = <int32_t> number
        self._n_ids += 1
        return 0
