"""Tokens of a text and what each looks like, in one walk: compiled, as it looks at every character."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport int32_t, uint8_t, uint32_t

import numpy as np

# Cython's char.lower() makes a string; these are the tables of the interpreter.
cdef extern from "Python.h":
    Py_UCS4 Py_UNICODE_TOLOWER(Py_UCS4 char) noexcept

# Kinds of characters, as `pairlinking.text.boundaries` numbers them.
cdef enum:
    OTHER = 0
    SPACE = 1
    WORD = 2
    ONE = 3
    MARK = 4

# What a token looks like. `pairlinking.detection.tokens` names them for Python.
cdef enum:
    SYMBOL = 0     # a mark, an emoji
    SMALL = 1      # word
    CAPITAL = 2    # Word
    CAPITALS = 3   # WORD
    LETTER = 4     # W, W., U.S.
    MIXED = 5      # McWord, eBay
    NUMBER = 6     # 12
    WITH_DIGIT = 7 # F16, 2nd
    CASELESS = 8   # a word of a script without case

cdef uint32_t SEED = 2166136261
cdef uint32_t PRIME = 16777619


cdef inline uint32_t _add(uint32_t hash, Py_UCS4 char) noexcept:
    hash ^= <uint32_t>char
    hash *= PRIME
    return hash ^ (hash >> 15)


cdef Py_ssize_t _end_of_word(const uint8_t *kinds, int kind, void *data, Py_ssize_t at, Py_ssize_t n) noexcept:
    """End of the word that starts at `at`; initials with their points are one word (U.S., J.)."""
    cdef Py_ssize_t end = at + 1, stop
    cdef int found = kinds[PyUnicode_READ(kind, data, at)]
    if found == ONE or found == OTHER:
        while end < n and kinds[PyUnicode_READ(kind, data, end)] == MARK:
            end += 1
        return end
    while end < n:
        found = kinds[PyUnicode_READ(kind, data, end)]
        if found != WORD and found != MARK:
            break
        end += 1
    if end - at > 1 or not (<Py_UCS4>PyUnicode_READ(kind, data, at)).isupper():
        return end
    stop = end
    while stop < n and PyUnicode_READ(kind, data, stop) == u".":
        end = stop + 1
        if (
            end + 1 < n
            and (<Py_UCS4>PyUnicode_READ(kind, data, end)).isupper()
            and PyUnicode_READ(kind, data, end + 1) == u"."
        ):
            stop = end + 1
        else:
            break
    return end


cdef int _look(int kind, void *data, Py_ssize_t start, Py_ssize_t end, uint32_t *row) noexcept:
    """Hashes of the word without case, of its first and last letters and of its shape; gives the kind of token."""
    cdef uint32_t word = SEED, shape = SEED
    cdef Py_UCS4 char, small, last = 0, sign
    cdef Py_ssize_t at, n_upper = 0, n_lower = 0, n_digit = 0, n_letters = 0
    cdef bint starts_upper = False
    for at in range(start, end):
        char = PyUnicode_READ(kind, data, at)
        small = Py_UNICODE_TOLOWER(char)
        word = _add(word, small)
        if at - start == 2:
            row[1] = word
        if char.isupper() or char.istitle():
            sign = u"X"
            n_upper += 1
            starts_upper = starts_upper or at == start
        elif char.islower():
            sign = u"x"
            n_lower += 1
        elif char.isdigit():
            sign = u"0"
            n_digit += 1
        else:
            sign = char if char < 128 else u"?"
        n_letters += char.isalpha()
        if sign != last:
            shape = _add(shape, sign)
        last = sign
    row[0] = word
    if end - start < 3:
        row[1] = word
    row[2] = _tail(kind, data, start, end, 3)
    row[3] = _tail(kind, data, start, end, 2)
    row[4] = shape
    if n_letters == 0:
        return NUMBER if n_digit else SYMBOL
    if n_digit:
        return WITH_DIGIT
    if n_upper == 0:
        return SMALL if n_lower else CASELESS
    if n_letters == 1 or (n_upper == n_letters and PyUnicode_READ(kind, data, end - 1) == u"."):
        return LETTER
    if n_lower == 0:
        return CAPITALS
    return CAPITAL if n_upper == 1 and starts_upper else MIXED


cdef uint32_t _tail(int kind, void *data, Py_ssize_t start, Py_ssize_t end, Py_ssize_t length) noexcept:
    cdef uint32_t tail = SEED
    cdef Py_ssize_t at
    for at in range(max(start, end - length), end):
        tail = _add(tail, Py_UNICODE_TOLOWER(PyUnicode_READ(kind, data, at)))
    return tail


def hash_word(str word not None):
    """Hash of a word without case, as `tokenize` gives it."""
    cdef uint32_t found = SEED
    cdef Py_UCS4 char
    for char in word:
        found = _add(found, Py_UNICODE_TOLOWER(char))
    return found


def tokenize(str text not None, const uint8_t[::1] kinds):
    """Starts, ends, kinds, whether a token follows another without space, and hashes (one row a token)."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t n = len(text), at = 0, end, count = 0, room = n // 4 + 16
    starts, ends, looks = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.uint8)
    glued, hashes = np.empty(room, np.uint8), np.empty((room, 5), np.uint32)
    cdef int32_t[::1] first = starts, last = ends
    cdef uint8_t[::1] look = looks, glue = glued
    cdef uint32_t[:, ::1] rows = hashes
    while at < n:
        if kinds[PyUnicode_READ(kind, data, at)] == SPACE:
            at += 1
            continue
        if count == room:
            room *= 2
            starts, ends, looks = np.resize(starts, room), np.resize(ends, room), np.resize(looks, room)
            glued, hashes = np.resize(glued, room), np.resize(hashes, (room, 5))
            first, last, look, glue, rows = starts, ends, looks, glued, hashes
        end = _end_of_word(&kinds[0], kind, data, at, n)
        first[count], last[count] = at, end
        look[count] = _look(kind, data, at, end, &rows[count, 0])
        glue[count] = count > 0 and last[count - 1] == at
        count += 1
        at = end
    return starts[:count], ends[:count], looks[:count], glued[:count], hashes[:count]
