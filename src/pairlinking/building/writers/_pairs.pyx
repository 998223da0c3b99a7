"""How often each word occurs on the page of an entity and next to the links to it.

All places of an entity are counted together, in an array of all words: sorting pairs of entity and word took four times
as long. Six of seven words of an entity are counted once in a shard, so these come first in its list, without a count;
and the number of a word is kept in 2 bytes, which hardly pack, and 1, which does. So a pair takes little more than
2 bytes, and few of them need to be packed.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

import numpy as np

from pairlinking.building.writers._counting cimport Link, WordRow

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void*) nogil

DEF AHEAD = 8  # links: their places are scattered over the row, and are prefetched


def count_pairs(WordRow row not None, int64_t window, uint32_t own, uint32_t most):
    """Entities in rising order, with the words of each and how often each word was counted, at most `most` times.

    A word of the entity's own page counts `own` times, one of the `window` words to each side of a link once.

    Returns
    -------
    tuple
        Columns of entities: the entity, the number of its words, and how many of these are counted once. Columns of
        words, those of an entity together and the ones that are counted once first, otherwise in no order: the lower
        16 bits of the word's number, and the higher 8. And the counts of the words that are counted more than once.
    """
    cdef int64_t n_pages = row._n_pages, n_places = n_pages + row._n_links, n = 0, i, at, place, size
    if row.words.n_words >= 1 << 24:
        raise OverflowError(f"A shard has {row.words.n_words:,} different words, and can have {1 << 24:,}.")
    ordered = np.empty(n_places, dtype=np.uint64)  # of each page and link the entity in the upper half, its place below
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
    entities, sizes, once = (np.empty(n, dtype=np.int32) for _ in range(3))
    # Room for as many as possible; what is not used is never touched.
    most_words = row._n_ids + 2 * window * row._n_links
    low, high = np.empty(most_words, dtype=np.uint16), np.empty(most_words, dtype=np.uint8)
    counts = np.empty(most_words, dtype=np.uint16)
    cdef int32_t[::1] entities_view = entities, sizes_view = sizes, once_view = once
    cdef uint16_t[::1] low_view = low, counts_view = counts
    cdef uint8_t[::1] high_view = high
    cdef uint32_t* sums = <uint32_t*> calloc(row.words.n_words + 1, sizeof(uint32_t))
    cdef int32_t* words = <int32_t*> malloc((row.words.n_words + 1) * sizeof(int32_t))
    cdef int32_t* repeated = <int32_t*> malloc((row.words.n_words + 1) * sizeof(int32_t))
    if sums == NULL or words == NULL or repeated == NULL:
        free(sums)
        free(words)
        free(repeated)
        raise MemoryError()
    cdef int64_t n_entities = 0, n_words = 0, n_counts = 0, n_found, n_repeated
    cdef int32_t word
    cdef uint32_t counted
    cdef Link link
    i = 0
    while i < n:
        n_found = n_repeated = 0
        entities_view[n_entities] = <int32_t> (keys[i] >> 32)
        while i < n and <int32_t> (keys[i] >> 32) == entities_view[n_entities]:
            if i + 2 * AHEAD < n:
                _prefetch_link(row, <int64_t> (keys[i + 2 * AHEAD] & 0xFFFFFFFF) - n_pages)
                _prefetch_words(row, <int64_t> (keys[i + AHEAD] & 0xFFFFFFFF) - n_pages, window)
            place = <int64_t> (keys[i] & 0xFFFFFFFF)
            if place < n_pages:
                n_found = _add(row, row._pages[place].first, row._end(place), own, sums, words, n_found)
            else:
                link = row._links[place - n_pages]
                at, size = max(link.start - window, row._pages[link.page].first), row._end(link.page)
                n_found = _add(row, at, link.start, 1, sums, words, n_found)
                n_found = _add(row, link.end, min(link.end + window, size), 1, sums, words, n_found)
            i += 1
        if n_found == 0:
            continue
        for at in range(n_found):  # without branches, which could not be predicted
            word = words[at]
            counted = sums[word]
            sums[word] = 0
            low_view[n_words] = <uint16_t> word
            high_view[n_words] = <uint8_t> (word >> 16)
            n_words += counted == 1
            repeated[n_repeated] = word
            counts_view[n_counts + n_repeated] = <uint16_t> min(counted, most)
            n_repeated += counted != 1
        for at in range(n_repeated):
            low_view[n_words + at] = <uint16_t> repeated[at]
            high_view[n_words + at] = <uint8_t> (repeated[at] >> 16)
        n_words += n_repeated
        n_counts += n_repeated
        sizes_view[n_entities] = <int32_t> n_found
        once_view[n_entities] = <int32_t> (n_found - n_repeated)
        n_entities += 1
    free(sums)
    free(words)
    free(repeated)
    of_entities = tuple(column[:n_entities] for column in (entities, sizes, once))
    return *of_entities, low[:n_words], high[:n_words], counts[:n_counts]


def gather_counts(
    const int32_t[::1] steps,
    const int32_t[::1] sizes,
    const int32_t[::1] once,
    const uint16_t[::1] low,
    const uint8_t[::1] high,
    const uint16_t[::1] repeated,
    const int32_t[::1] numbers,
    int32_t[::1] entities,
    int64_t[::1] ends,
    int64_t n_before,
    int32_t[::1] words,
    uint16_t[::1] counts,
    int64_t n,
):
    """Add a shard's counts after those of `n_before` entities with `n` words; returns the number of words after that.

    Parameters
    ----------
    steps
        From each entity to the next.
    sizes, once, low, high, repeated
        As in `count_pairs`.
    numbers
        What to replace each word with; -1 leaves it out.
    entities, ends
        Filled with each entity, the first of the range being 0, and where its words end in `words` and `counts`.
    """
    cdef int64_t i, at = 0, first_repeated, end, entity = 0, n_repeated = 0
    cdef int32_t word
    for i in range(steps.shape[0]):
        entity += steps[i]
        first_repeated, end = at + once[i], at + sizes[i]
        while at < first_repeated:
            word = numbers[low[at] | <int32_t> high[at] << 16]
            words[n] = word
            counts[n] = 1
            n += word >= 0
            at += 1
        while at < end:
            word = numbers[low[at] | <int32_t> high[at] << 16]
            words[n] = word
            counts[n] = repeated[n_repeated]
            n_repeated += 1
            n += word >= 0
            at += 1
        entities[n_before + i] = <int32_t> entity
        ends[n_before + i] = n
    return n


cdef inline void _prefetch_link(WordRow row, int64_t link) noexcept:
    if link >= 0:
        prefetch(&row._links[link])


cdef inline void _prefetch_words(WordRow row, int64_t link, int64_t window) noexcept:
    """Words next to a link, 16 to a cache line. Prefetching what is before or after the row does no harm."""
    cdef int64_t at
    if link >= 0:
        at = row._links[link].start - window
        while at < row._links[link].end + window:
            prefetch(row._ids + at)
            at += 16


cdef inline int64_t _add(
    WordRow row, int64_t first, int64_t last, uint32_t times, uint32_t* sums, int32_t* words, int64_t n
) noexcept:
    """Count words, each `times`; new ones are added after the first `n`. Returns how many there are then."""
    cdef int64_t at
    cdef int32_t word
    for at in range(first, last):
        word = row._ids[at]
        words[n] = word
        n += sums[word] == 0
        sums[word] += times
    return n
