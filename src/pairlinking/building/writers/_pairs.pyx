"""How often each word comes on the page of an entity and beside the links to it.

All places of an entity are counted together, in an array of all words: sorting pairs of entity and word took four times
as long.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

import numpy as np

from pairlinking.building.writers._counting cimport Link, WordRow

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void*) nogil

DEF AHEAD = 8  # links: their places are anywhere in the row, and are asked for before they are needed


def count_pairs(WordRow row not None, int64_t window, uint32_t own, uint32_t most):
    """Entities, rising; how many words each has; these words, in no order; and what each counts, at most `most`.

    A word of the entity's own page counts `own` times, one of the `window` words to each side of a link once.
    """
    cdef int64_t n_pages = row._n_pages, n_places = n_pages + row._n_links, n = 0, i, at, place, size
    ordered = np.empty(n_places, dtype=np.uint64)  # the entity of each page and link above, its place below
    cdef uint64_t[::1] keys = ordered
    for i in range(n_pages):
        if row._pages[i].entity >= 0:
            keys[n] = <uint64_t> row._pages[i].entity << 32 | <uint64_t> i
            n += 1
    for i in range(row._n_links):
        keys[n] = <uint64_t> row._links[i].target << 32 | <uint64_t> (n_pages + i)
        n += 1
    ordered = ordered[:n]
    ordered.sort()
    keys = ordered
    # Room for all there can be; what is not used is never touched.
    entities, sizes = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int32)
    words = np.empty(row._n_ids + 2 * window * row._n_links, dtype=np.int32)
    counts = np.empty(len(words), dtype=np.uint16)
    cdef int32_t[::1] entities_view = entities, sizes_view = sizes, words_view = words
    cdef uint16_t[::1] counts_view = counts
    cdef uint32_t* sums = <uint32_t*> calloc(row.words.n_words + 1, sizeof(uint32_t))
    if sums == NULL:
        raise MemoryError()
    cdef int64_t n_entities = 0, n_words = 0, first
    cdef Link link
    i = 0
    while i < n:
        first = n_words
        entities_view[n_entities] = <int32_t> (keys[i] >> 32)
        while i < n and <int32_t> (keys[i] >> 32) == entities_view[n_entities]:
            if i + 2 * AHEAD < n:
                _prefetch_link(row, <int64_t> (keys[i + 2 * AHEAD] & 0xFFFFFFFF) - n_pages)
                _prefetch_words(row, <int64_t> (keys[i + AHEAD] & 0xFFFFFFFF) - n_pages, window)
            place = <int64_t> (keys[i] & 0xFFFFFFFF)
            if place < n_pages:
                n_words = _add(row, row._pages[place].first, row._end(place), own, sums, words_view, n_words)
            else:
                link = row._links[place - n_pages]
                at, size = max(link.start - window, row._pages[link.page].first), row._end(link.page)
                n_words = _add(row, at, link.start, 1, sums, words_view, n_words)
                n_words = _add(row, link.end, min(link.end + window, size), 1, sums, words_view, n_words)
            i += 1
        for at in range(first, n_words):
            counts_view[at] = <uint16_t> min(sums[words_view[at]], most)
            sums[words_view[at]] = 0
        if n_words > first:
            sizes_view[n_entities] = <int32_t> (n_words - first)
            n_entities += 1
    free(sums)
    return entities[:n_entities], sizes[:n_entities], words[:n_words], counts[:n_words]


cdef inline void _prefetch_link(WordRow row, int64_t link) noexcept:
    if link >= 0:
        prefetch(&row._links[link])


cdef inline void _prefetch_words(WordRow row, int64_t link, int64_t window) noexcept:
    """Words beside a link: 16 to a line of the cache. What is before or behind the row is no harm."""
    cdef int64_t at
    if link >= 0:
        at = row._links[link].start - window
        while at < row._links[link].end + window:
            prefetch(row._ids + at)
            at += 16


cdef inline int64_t _add(
    WordRow row, int64_t first, int64_t last, uint32_t times, uint32_t* sums, int32_t[::1] words, int64_t n
) noexcept:
    """Count words, each `times`; those that were not there go behind the first `n`. Gives how many are there then."""
    cdef int64_t at
    cdef int32_t word
    for at in range(first, last):
        word = row._ids[at]
        if sums[word] == 0:
            words[n] = word
            n += 1
        sums[word] += times
    return n
