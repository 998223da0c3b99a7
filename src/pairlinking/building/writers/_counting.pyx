"""Words of many sentences as numbers.

The words are those of `pairlinking.text.words`: what is ASCII, which most text is, is split here; the rest there.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

import numpy as np

from pairlinking.building.writers._memory cimport grown
from pairlinking.text.words import words

cdef uint8_t LOWER[128]
for _code in range(128):
    LOWER[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() else 0

DEF LONGEST = 256  # bytes of a word that are lowered on the stack; longer ones take the slow way
DEF MOST_SPLIT = 65536  # pieces of text that is not ASCII whose words are kept


cdef inline uint64_t _hash(const uint8_t* data, Py_ssize_t size) noexcept nogil:
    cdef uint64_t value = 0xcbf29ce484222325ULL
    cdef Py_ssize_t i
    for i in range(size):
        value = (value ^ data[i]) * 0x100000001b3ULL
    return value ^ (value >> 29)


cdef inline int64_t _skip(const uint8_t* text, int64_t at, int64_t end, int64_t points) noexcept nogil:
    """Where UTF-8 is so many code points later, or ends."""
    while points > 0 and at < end:
        at += 1
        while at < end and text[at] & 0xC0 == 0x80:
            at += 1
        points -= 1
    return at


cdef class WordRow:
    """The words of pages in one row, as numbers in the order in which they first come.

    Attributes
    ----------
    ids
        All words.
    links
        For each link the places of the first word of its anchor and of the first behind it, its target and its page.
    """

    cdef uint8_t* _bytes  # all words, one after the other
    cdef int64_t* _starts  # where each word begins in them, and where the last ends
    cdef int32_t* _pages  # in how many pages each word is
    cdef int32_t* _last_page  # in which it was last
    cdef uint32_t* _slots  # number of the word plus one, by hash
    cdef int32_t* _ids
    cdef int64_t _n_bytes, _room_bytes, _n_words, _room_words, _mask, _n_ids, _room_ids
    cdef int32_t _page
    cdef list _links
    cdef dict _split  # words of what is not ASCII

    def __cinit__(self):
        self._room_bytes, self._room_words, self._room_ids = 1 << 16, 1 << 12, 1 << 16
        self._mask = (1 << 14) - 1
        self._bytes = <uint8_t*> malloc(self._room_bytes)
        self._starts = <int64_t*> malloc((self._room_words + 1) * 8)
        self._pages = <int32_t*> malloc(self._room_words * 4)
        self._last_page = <int32_t*> malloc(self._room_words * 4)
        self._slots = <uint32_t*> calloc(self._mask + 1, 4)
        self._ids = <int32_t*> malloc(self._room_ids * 4)
        if not (self._bytes and self._starts and self._pages and self._last_page and self._slots and self._ids):
            raise MemoryError()
        self._starts[0] = 0
        self._page = -1
        self._links = []
        self._split = {}

    def __dealloc__(self):
        free(self._bytes)
        free(self._starts)
        free(self._pages)
        free(self._last_page)
        free(self._slots)
        free(self._ids)

    def begin_page(self):
        """From here on, words are of another page; gives the place of its first."""
        self._page += 1
        return self._n_ids

    def __len__(self):
        return self._n_ids

    def add(
        self,
        const uint8_t[::1] data,
        const int32_t[::1] offsets,
        int64_t first,
        int64_t last,
        const int32_t[::1] lists,
        const int32_t[::1] starts,
        const int32_t[::1] ends,
        const int64_t[::1] targets,
        bint with_links,
    ):
        """Add the sentences from `first` to before `last` to the page: Arrow's columns of texts and lists of anchors.

        A target is the number of an entity, or -1. Of anchors that overlap, the first counts.
        """
        cdef int64_t row, at, begin, end, length, before, at_point, at_byte
        cdef const uint8_t* text
        for row in range(first, last):
            begin, end = offsets[row], offsets[row + 1]
            length = end - begin
            if length == 0:
                continue
            text = &data[begin]
            at_point = at_byte = 0
            if with_links:
                for at in range(lists[row], lists[row + 1]):
                    if targets[at] < 0 or starts[at] < at_point:
                        continue
                    begin = _skip(text, at_byte, length, starts[at] - at_point)
                    end = _skip(text, begin, length, max(ends[at], starts[at]) - starts[at])
                    self._part(text, at_byte, begin)
                    before = self._n_ids
                    self._part(text, begin, end)
                    self._links.append((before, self._n_ids, targets[at], self._page))
                    at_point, at_byte = max(ends[at], starts[at]), end
            self._part(text, at_byte, length)

    cdef int _part(self, const uint8_t* text, int64_t begin, int64_t end) except -1:
        """Add the words of some bytes: what is between spaces is split here if it is ASCII, else by `words`."""
        cdef int64_t at, first = begin
        cdef uint8_t high = 0
        for at in range(begin, end):
            high |= text[at]
        if high < 128:
            return self._plain(text, begin, end)
        high = 0
        for at in range(begin, end):
            high |= text[at]
            if text[at] == c" ":  # no letter is lowered otherwise for what is beyond a space
                if high < 128:
                    self._plain(text, first, at)
                else:
                    self._others(text, first, at)
                first, high = at, 0
        return self._plain(text, first, end) if high < 128 else self._others(text, first, end)

    cdef int _others(self, const uint8_t* text, int64_t begin, int64_t end) except -1:
        """Words of what is not ASCII; most of it comes again and again."""
        cdef bytes chunk = text[begin:end], encoded
        found = self._split.get(chunk)
        if found is None:
            found = [each.encode() for each in words(chunk.decode())]
            if len(self._split) >= MOST_SPLIT:
                self._split.clear()
            self._split[chunk] = found
        for encoded in <list> found:
            self._append(<const uint8_t*> encoded, len(encoded))
        return 0

    cdef int _plain(self, const uint8_t* text, int64_t begin, int64_t end) except -1:
        cdef uint8_t word[LONGEST]
        cdef int64_t size = 0, place
        cdef uint8_t letter
        cdef bytes encoded
        for place in range(begin, end):
            letter = LOWER[text[place]]
            if letter:
                if size == LONGEST:
                    encoded = bytes(word[:size])
                    while place < end and LOWER[text[place]]:
                        encoded += bytes([LOWER[text[place]]])
                        place += 1
                    self._append(<const uint8_t*> encoded, len(encoded))
                    return self._plain(text, place, end)
                word[size] = letter
                size += 1
            elif size:
                self._append(word, size)
                size = 0
        if size:
            self._append(word, size)
        return 0

    cdef int _append(self, const uint8_t* word, Py_ssize_t size) except -1:
        cdef uint64_t slot = _hash(word, size) & self._mask
        cdef int64_t number
        while True:
            number = <int64_t> self._slots[slot] - 1
            if number < 0:
                number = self._new(word, size, slot)
                break
            if (
                self._starts[number + 1] - self._starts[number] == size
                and memcmp(self._bytes + self._starts[number], word, size) == 0
            ):
                break
            slot = (slot + 1) & self._mask
        if self._last_page[number] != self._page:
            self._last_page[number] = self._page
            self._pages[number] += 1
        if self._n_ids == self._room_ids:
            self._room_ids *= 2
            self._ids = <int32_t*> grown(self._ids, self._room_ids * 4)
        self._ids[self._n_ids] = <int32_t> number
        self._n_ids += 1
        return 0

    cdef int64_t _new(self, const uint8_t* word, Py_ssize_t size, uint64_t slot) except -1:
        cdef int64_t number = self._n_words, other
        cdef uint64_t place
        while self._n_bytes + size > self._room_bytes:
            self._room_bytes *= 2
            self._bytes = <uint8_t*> grown(self._bytes, self._room_bytes)
        if number == self._room_words:
            self._room_words *= 2
            self._starts = <int64_t*> grown(self._starts, (self._room_words + 1) * 8)
            self._pages = <int32_t*> grown(self._pages, self._room_words * 4)
            self._last_page = <int32_t*> grown(self._last_page, self._room_words * 4)
        memcpy(self._bytes + self._n_bytes, word, size)
        self._n_bytes += size
        self._starts[number + 1] = self._n_bytes
        self._pages[number] = 0
        self._last_page[number] = -1
        self._slots[slot] = <uint32_t> (number + 1)
        self._n_words += 1
        if self._n_words * 2 > self._mask:
            free(self._slots)
            self._mask = self._mask * 4 + 3
            self._slots = <uint32_t*> calloc(self._mask + 1, 4)
            if self._slots == NULL:
                raise MemoryError()
            for other in range(self._n_words):
                place = _hash(self._bytes + self._starts[other], self._starts[other + 1] - self._starts[other]) & self._mask
                while self._slots[place]:
                    place = (place + 1) & self._mask
                self._slots[place] = <uint32_t> (other + 1)
        return number

    def pairs(self, const int64_t[::1] first, const int64_t[::1] entities, int window, int shift):
        """Words of every page with its entity, and words beside every link with the link's: not sorted.

        A pair is ``entity << shift | word << 1``, and odd for a page. A page begins with the word `first`; where its
        entity is -1, its own words are left out.
        """
        cdef int64_t page, n_pages = first.shape[0], link, at, n = 0, low, high, start, end
        cdef uint64_t key
        cdef const int64_t[:, ::1] links = self.links
        # Room for all there can be; what is not used is never touched.
        result = np.empty(self._n_ids + 2 * window * links.shape[0], dtype=np.uint64)
        cdef uint64_t[::1] keys = result
        for page in range(n_pages):
            if entities[page] >= 0:
                key = <uint64_t> entities[page] << shift | 1
                for at in range(first[page], first[page + 1] if page + 1 < n_pages else self._n_ids):
                    keys[n] = key | <uint64_t> self._ids[at] << 1
                    n += 1
        for link in range(links.shape[0]):
            start, end, page = links[link, 0], links[link, 1], links[link, 3]
            low = max(start - window, first[page])
            high = min(end + window, first[page + 1] if page + 1 < n_pages else self._n_ids)
            key = <uint64_t> links[link, 2] << shift
            for at in range(low, start):
                keys[n] = key | <uint64_t> self._ids[at] << 1
                n += 1
            for at in range(end, high):
                keys[n] = key | <uint64_t> self._ids[at] << 1
                n += 1
        return result[:n]

    def learn(self, const uint8_t[::1] data, const int32_t[::1] offsets):
        """Add words, Arrow's column of strings, as if each were a sentence."""
        cdef int64_t row
        for row in range(offsets.shape[0] - 1):
            if offsets[row + 1] > offsets[row]:
                self._append(&data[offsets[row]], offsets[row + 1] - offsets[row])

    def find(self, const uint8_t[::1] data, const int32_t[::1] offsets):
        """Numbers of words, Arrow's column of strings; -1 for those that are not there."""
        result = np.full(offsets.shape[0] - 1, -1, dtype=np.int32)
        cdef int32_t[::1] view = result
        cdef int64_t row, size, number
        cdef uint64_t slot
        cdef const uint8_t* word
        for row in range(offsets.shape[0] - 1):
            size = offsets[row + 1] - offsets[row]
            if size == 0:
                continue
            word = &data[offsets[row]]
            slot = _hash(word, size) & self._mask
            while self._slots[slot]:
                number = <int64_t> self._slots[slot] - 1
                if (
                    self._starts[number + 1] - self._starts[number] == size
                    and memcmp(self._bytes + self._starts[number], word, size) == 0
                ):
                    view[row] = <int32_t> number
                    break
                slot = (slot + 1) & self._mask
        return result

    @property
    def n_words(self):
        """How many different words there are."""
        return self._n_words

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
        """Rows of four numbers: see above."""
        return np.array(self._links, dtype=np.int64).reshape(-1, 4)

    def vocabulary(self):
        """The UTF-8 of all words, where each begins and the last ends, and in how many pages each is."""
        pages = np.empty(self._n_words, dtype=np.int64)
        starts = np.empty(self._n_words + 1, dtype=np.int32)
        cdef int64_t[::1] pages_view = pages
        cdef int32_t[::1] starts_view = starts
        cdef int64_t i
        for i in range(self._n_words):
            pages_view[i] = self._pages[i]
        for i in range(self._n_words + 1):
            starts_view[i] = <int32_t> self._starts[i]
        return bytes(self._bytes[: self._n_bytes]), starts, pages
