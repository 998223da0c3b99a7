"""Profiles of entities from the counts of all shards: sums, weights by BM25, and the heaviest words."""

from libc.math cimport rint, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

import numpy as np

DEF WORD_BITS = 20  # of the number of a word among all
DEF FINE_BITS = 6  # of a weight that are ignored in the first, coarse choice
BITS_OF_WORD = WORD_BITS

cdef uint64_t WORD = (1 << WORD_BITS) - 1
cdef const double[::1] OF_HALF = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float64)


def weigh_words(
    const int32_t[::1] entities,
    const int64_t[::1] ends,
    const int32_t[::1] words,
    const uint16_t[::1] counts,
    const float[::1] idf,
    const int32_t[::1] numbers,
    int64_t n,
    int64_t most,
    double saturation,
    double usual_length,
):
    """How many words each entity from 0 up to `n` has in its profile, these words in rising order, and their weights.

    A profile has the `most` heaviest words of an entity by BM25, of equally heavy ones the first, and length 1.

    Parameters
    ----------
    words
        Ranks of words by the number of pages that contain them: what is read most is close together in memory.
    idf, numbers
        How rare a word is, and its number in the result, by rank.
    """
    cdef int64_t n_lists = entities.shape[0], i, at, first, entity, n_kept = 0, size, kept
    cdef int64_t[::1] begins = np.zeros(n + 1, dtype=np.int64)
    cdef int32_t[::1] order = np.empty(n_lists, dtype=np.int32)
    for i in range(n_lists):
        begins[entities[i] + 1] += 1
    for entity in range(n):
        begins[entity + 1] += begins[entity]
    for i in range(n_lists):  # as in a counting sort, after which begins[entity] is where the entity's lists end
        order[begins[entities[i]]] = <int32_t> i
        begins[entities[i]] += 1
    sizes = np.zeros(n, dtype=np.int64)
    best, weights = np.empty(words.shape[0], dtype=np.int32), np.empty(words.shape[0], dtype=np.uint16)
    cdef int64_t[::1] sizes_view = sizes
    cdef int32_t[::1] best_view = best
    cdef uint16_t[::1] weights_view = weights
    cdef uint32_t* sums = <uint32_t*> calloc(idf.shape[0] + 1, sizeof(uint32_t))
    cdef uint64_t* keys = <uint64_t*> malloc((idf.shape[0] + 1) * sizeof(uint64_t))  # lightness above the word
    cdef uint64_t* spare = <uint64_t*> malloc((idf.shape[0] + 1) * sizeof(uint64_t))
    cdef double length, usual, norm
    cdef uint32_t sum_
    cdef uint64_t rank
    cdef uint16_t half
    if sums == NULL or keys == NULL or spare == NULL:
        free(sums)
        free(keys)
        free(spare)
        raise MemoryError()
    i = 0
    for entity in range(n):
        size, length = 0, 0.0
        while i < begins[entity]:
            first = ends[order[i] - 1] if order[i] else 0
            for at in range(first, ends[order[i]]):  # without branches here and below: none is predictable
                keys[size] = words[at]
                size += sums[words[at]] == 0
                sums[words[at]] += counts[at]
                length += counts[at]
            i += 1
        usual = saturation * (0.25 + 0.75 * length / usual_length)
        kept = 0
        for at in range(size):
            rank = keys[at]
            sum_ = sums[rank]
            sums[rank] = 0
            half = _to_half(idf[rank] * <double> sum_ / (<double> sum_ + usual))
            keys[kept] = <uint64_t> (65535 - half) << WORD_BITS | <uint64_t> numbers[rank]
            kept += half != 0
        if kept > most:
            _select(keys, _lighter_left_out(keys, kept, most), most)
            kept = most
        _sort_words(keys, spare, kept)
        norm = 0.0
        for at in range(kept):
            norm += OF_HALF[65535 - (keys[at] >> WORD_BITS)] ** 2
        norm = sqrt(norm)
        for at in range(kept):
            best_view[n_kept + at] = <int32_t> (keys[at] & WORD)
            weights_view[n_kept + at] = _to_half(OF_HALF[65535 - (keys[at] >> WORD_BITS)] / norm)
        sizes_view[entity] = kept
        n_kept += kept
    free(sums)
    free(keys)
    free(spare)
    return sizes, best[:n_kept].copy(), weights[:n_kept].view(np.float16).copy()


def to_half(double value):
    """Bits of a float16: see `_to_half`."""
    return _to_half(value)


cdef inline uint16_t _to_half(double value) noexcept nogil:
    """Bits of the float16 nearest to a number from 0 to 65,504; of two as near, the even one. As numpy rounds."""
    cdef uint64_t bits, rest
    if value < 6.103515625e-05:  # too small for an exponent of float16: multiples of 2^-24
        return <uint16_t> rint(value * 16777216.0)
    memcpy(&bits, &value, 8)
    rest = bits & ((1ULL << 42) - 1)
    bits = (bits >> 42) - ((1023 - 15) << 10)
    return <uint16_t> (bits + ((rest + (1ULL << 41) - 1 + (bits & 1)) >> 42))


cdef int64_t _lighter_left_out(uint64_t* keys, int64_t size, int64_t most) noexcept nogil:
    """Move the `most` lowest keys, and others about as low, to the front; returns how many there are.

    Most words of an entity are far too light. Counting keys by their upper bits takes less time than comparing them.
    """
    cdef uint32_t counted[1 << (16 - FINE_BITS)]
    cdef uint64_t bound = 0
    cdef int64_t at, total = 0, kept = 0
    memset(counted, 0, sizeof(counted))
    for at in range(size):
        counted[keys[at] >> (WORD_BITS + FINE_BITS)] += 1
    while total < most:
        total += counted[bound]
        bound += 1
    bound <<= WORD_BITS + FINE_BITS
    for at in range(size):
        keys[kept] = keys[at]
        kept += keys[at] < bound
    return kept


cdef void _select(uint64_t* values, int64_t size, int64_t most) noexcept nogil:
    """Move the `most` lowest of some distinct numbers to the front: Hoare's selection."""
    cdef int64_t low = 0, high = size - 1, left, right
    cdef uint64_t pivot, swapped
    while low < high:
        pivot = values[(low + high) // 2]
        left, right = low, high
        while left <= right:
            while values[left] < pivot:
                left += 1
            while values[right] > pivot:
                right -= 1
            if left <= right:
                swapped = values[left]
                values[left] = values[right]
                values[right] = swapped
                left += 1
                right -= 1
        if most - 1 <= right:
            high = right
        elif most - 1 >= left:
            low = left
        else:
            return


cdef void _sort_words(uint64_t* keys, uint64_t* spare, int64_t n) noexcept nogil:
    """Sort keys by their words, digit by digit."""
    cdef uint32_t places[128]
    cdef uint32_t total, here
    cdef uint64_t* swapped
    cdef uint64_t* source = keys
    cdef uint64_t* target = spare
    cdef int64_t i
    cdef int digit, shift = 0
    while shift < WORD_BITS:
        memset(places, 0, sizeof(places))
        for i in range(n):
            places[(source[i] & WORD) >> shift & 127] += 1
        total = 0
        for digit in range(128):
            here = places[digit]
            places[digit] = total
            total += here
        for i in range(n):
            digit = (source[i] & WORD) >> shift & 127
            target[places[digit]] = source[i]
            places[digit] += 1
        swapped = source
        source = target
        target = swapped
        shift += 7
    if source != keys:
        memcpy(keys, source, n * 8)
