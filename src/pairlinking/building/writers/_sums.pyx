"""Pairs of numbers sorted and counted: how often each entity and each word come together."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

import numpy as np

DEF KEY_BYTES = 8  # of a pair of entity and word, and of its count
DEF COUNT_BYTES = 2
DEF WORD_BITS = 20  # of the number of a word among all
BITS_OF_WORD = WORD_BITS


def sort_numbers(uint64_t[::1] values, int low=0):
    """Sort numbers in place, digit by digit: several times as fast as comparing them.

    Without their last `low` bits; numbers that are the same but for these stay in their order.
    """
    cdef Py_ssize_t n = values.shape[0], i
    cdef uint64_t most = 0, total, here
    cdef int shift = low, digit
    cdef uint64_t* source
    cdef uint64_t* target
    cdef uint64_t* spare
    cdef uint64_t* swapped
    cdef uint64_t counts[2048]
    if n < 2:
        return
    spare = <uint64_t*> malloc(n * 8)
    if spare == NULL:
        raise MemoryError()
    with nogil:
        for i in range(n):
            most |= values[i]
        source, target = &values[0], spare
        while most >> shift:
            for digit in range(2048):
                counts[digit] = 0
            for i in range(n):
                counts[source[i] >> shift & 2047] += 1
            total = 0
            for digit in range(2048):
                here = counts[digit]
                counts[digit] = total
                total += here
            if counts[1] != <uint64_t> n or counts[0] != 0:  # else all have the digit 0
                for i in range(n):
                    digit = source[i] >> shift & 2047
                    target[counts[digit]] = source[i]
                    counts[digit] += 1
                swapped = source
                source = target
                target = swapped
            shift += 11
            if shift >= 64:
                break
        if source != &values[0]:
            memcpy(&values[0], source, n * 8)
    free(spare)


def count_sorted(const uint64_t[::1] keys, int own):
    """Different values of sorted numbers without their last bit, and how often each comes; with that bit, `own` times."""
    cdef Py_ssize_t n = keys.shape[0], i, size = 0
    cdef uint64_t last = 0
    for i in range(n):
        if i == 0 or keys[i] >> 1 != last:
            size += 1
            last = keys[i] >> 1
    found = np.empty(size, dtype=np.int64)
    counts = np.zeros(size, dtype=np.int64)
    cdef int64_t[::1] found_view = found
    cdef int64_t[::1] counts_view = counts
    cdef Py_ssize_t at = -1
    with nogil:
        for i in range(n):
            if i == 0 or keys[i] >> 1 != last:
                at += 1
                last = keys[i] >> 1
                found_view[at] = <int64_t> last
            counts_view[at] += own if keys[i] & 1 else 1
    return found, counts


def find_lowest(const int64_t[::1] indptr, const int64_t[::1] values, int64_t most):
    """Whether each number is among the `most` lowest of its row; numbers of a row are different."""
    cdef int64_t row, first, last, size, longest = 0, low, high, left, right, at
    cdef int64_t pivot, spare
    for row in range(indptr.shape[0] - 1):
        longest = max(longest, indptr[row + 1] - indptr[row])
    found = np.ones(values.shape[0], dtype=np.uint8)
    cdef uint8_t[::1] kept = found
    cdef int64_t* row_values = <int64_t*> malloc((longest + 1) * 8)
    if row_values == NULL:
        raise MemoryError()
    with nogil:
        for row in range(indptr.shape[0] - 1):
            first, last = indptr[row], indptr[row + 1]
            size = last - first
            if size <= most:
                continue
            memcpy(row_values, &values[first], size * 8)
            low, high = 0, size - 1
            while low < high:  # Hoare's selection of what is at place `most` - 1 in order
                pivot = row_values[(low + high) // 2]
                left, right = low, high
                while left <= right:
                    while row_values[left] < pivot:
                        left += 1
                    while row_values[right] > pivot:
                        right -= 1
                    if left <= right:
                        spare = row_values[left]
                        row_values[left] = row_values[right]
                        row_values[right] = spare
                        left += 1
                        right -= 1
                if most - 1 <= right:
                    high = right
                elif most - 1 >= left:
                    low = left
                else:
                    break
            pivot = row_values[most - 1]
            for at in range(first, last):
                kept[at] = values[at] <= pivot
    free(row_values)
    return found.view(np.bool_)


def gather_counts(
    const uint8_t[::1] planes, int64_t key, int bits, int64_t first, const int32_t[::1] numbers, uint64_t[::1] rows, int64_t n
):
    """Add counts of a shard to `rows`, of which `n` are filled, and give how many are then.

    Parameters
    ----------
    planes
        Bytes of the steps from key to key, which is ``entity << bits | word``, and of counts; each in a row of its own.
    key
        The one that the first step leads on from.
    first
        The entity that counts as 0.
    numbers
        What to put in the place of each word; pairs with -1 are left out.
    """
    cdef int64_t size = planes.shape[0] // (KEY_BYTES + COUNT_BYTES), at, word
    cdef uint64_t step, mask = (1ULL << bits) - 1
    cdef int byte
    for at in range(size):
        step = 0
        for byte in range(KEY_BYTES):
            step |= <uint64_t> planes[byte * size + at] << (8 * byte)
        key += <int64_t> step
        word = numbers[key & mask]
        if word >= 0:
            rows[n] = (
                <uint64_t> ((key >> bits) - first) << (WORD_BITS + 16) | <uint64_t> word << 16
                | <uint64_t> planes[(KEY_BYTES + 1) * size + at] << 8 | planes[KEY_BYTES * size + at]
            )
            n += 1
    return n


def sum_rows(const uint64_t[::1] rows):
    """Entities, words and the sum of their counts, of sorted rows of `gather_counts`."""
    cdef int64_t n = rows.shape[0], at, size = -1
    cdef uint64_t last = 0, here
    entities, words, counts = (np.empty(n, dtype=np.int64) for _ in range(3))
    cdef int64_t[::1] entities_view = entities, words_view = words, counts_view = counts
    for at in range(n):
        here = rows[at] >> 16
        if size < 0 or here != last:
            size += 1
            last = here
            entities_view[size] = <int64_t> (here >> WORD_BITS)
            words_view[size] = <int64_t> (here & ((1 << WORD_BITS) - 1))
            counts_view[size] = 0
        counts_view[size] += rows[at] & 0xFFFF
    return entities[: size + 1], words[: size + 1], counts[: size + 1]
