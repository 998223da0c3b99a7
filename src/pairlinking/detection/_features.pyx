"""Features of tokens, hashed: what a token looks like, its neighbours, the corpus, the dictionary and the document."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t

import numpy as np

# As in _tokens.pyx.
cdef enum:
    SYMBOL = 0
    SMALL = 1
    CAPITAL = 2
    CAPITALS = 3
    LETTER = 4
    MIXED = 5
    NUMBER = 6
    WITH_DIGIT = 7
    CASELESS = 8

# What the letters of a sentence say about names: something, or nothing as all, most or none are capitals.
cdef enum:
    PLAIN_CASE = 0
    UPPER_CASE = 1
    TITLE_CASE = 2
    LOWER_CASE = 3

cdef enum:
    N_FEATURES = 28
    OUTSIDE = 15     # look of what is before and behind a sentence
    PROBES = 64
    CASE_BITS = 5

TEMPLATES = N_FEATURES
cdef str NO_START = u",;.')]}&/%$+-_"  # marks behind which no sentence begins


cdef inline uint32_t _mix(uint32_t a, uint32_t b) noexcept:
    a = (a ^ (b * <uint32_t>0x85EBCA6B)) * <uint32_t>0xC2B2AE35
    return a ^ (a >> 15)


def case_table(const uint32_t[::1] words, const uint8_t[::1] buckets, int bits):
    """Open-addressed table from the hash of a word to its bucket, of 2**bits entries."""
    table = np.zeros(1 << bits, np.uint32)
    cdef uint32_t[::1] entries = table
    cdef uint32_t mask = (1 << bits) - 1, at, word
    cdef Py_ssize_t i, probe
    for i in range(words.shape[0]):
        word = words[i]
        at = _mix(word, 7) & mask
        for probe in range(PROBES):
            if entries[at] == 0:
                entries[at] = (word & ~<uint32_t>((1 << CASE_BITS) - 1)) | buckets[i]
                break
            at = (at + 1) & mask
    return table


cdef inline int _case(const uint32_t *table, uint32_t mask, uint32_t word) noexcept:
    cdef uint32_t at = _mix(word, 7) & mask, entry, low = (1 << CASE_BITS) - 1
    cdef int probe
    for probe in range(PROBES):
        entry = table[at]
        if entry == 0:
            return 0
        if (entry ^ word) & ~low == 0:
            return entry & low
        at = (at + 1) & mask
    return 0


def cases(const uint32_t[:, ::1] hashes, const uint32_t[::1] table):
    """Bucket of each word by how often it is in small letters in the corpus; 0 if it is unknown."""
    found = np.empty(hashes.shape[0], np.uint8)
    cdef uint8_t[::1] out = found
    cdef Py_ssize_t i
    cdef uint32_t mask = table.shape[0] - 1
    for i in range(hashes.shape[0]):
        out[i] = _case(&table[0], mask, hashes[i, 0])
    return found


def layout(
    str text,
    const uint8_t[::1] looks,
    const int32_t[::1] starts,
    const int32_t[::1] ends,
    const int32_t[:, ::1] sentences,
):
    """Bounds of the sentences in tokens, the case of each, and of each token whether it begins its sentence.

    2 for the first word, 1 for one behind a mark that may begin another sentence, 0 for all others.
    """
    cdef Py_ssize_t n = looks.shape[0], m = sentences.shape[0], at = 0, k, first
    cdef Py_ssize_t n_small = 0, n_capital = 0
    bounds, modes, begins = np.empty(m + 1, np.int32), np.empty(m, np.uint8), np.zeros(n, np.uint8)
    cdef int32_t[::1] bound = bounds
    cdef uint8_t[::1] mode = modes, begin = begins
    cdef bint is_first
    for at in range(n):
        n_small += looks[at] == SMALL
        n_capital += looks[at] == CAPITAL or looks[at] == CAPITALS or looks[at] == MIXED
    cdef bint is_lower = n_small > 0 and n_capital * 100 <= n_small
    at = 0
    for k in range(m):
        first = at
        bound[k] = first
        is_first = True
        while at < n and starts[at] < sentences[k, 1]:
            if looks[at] != SYMBOL:
                if is_first:
                    begin[at] = 2
                is_first = False
            elif not is_first and at + 1 < n and looks[at + 1] != SYMBOL and text[starts[at]] not in NO_START:
                begin[at + 1] = 1
            at += 1
        mode[k] = LOWER_CASE if is_lower else _mode(looks, starts, ends, first, at)
        if mode[k] == TITLE_CASE and text[ends[at - 1] - 1] in u".!?":
            mode[k] = PLAIN_CASE
    bound[m] = at
    return bounds, modes, begins


cdef int _mode(
    const uint8_t[::1] looks, const int32_t[::1] starts, const int32_t[::1] ends, Py_ssize_t first, Py_ssize_t last
) noexcept:
    cdef Py_ssize_t at, n_small = 0, n_long = 0, n_capital = 0, n_capitals = 0
    for at in range(first, last):
        if looks[at] == SMALL:
            n_small += 1
            n_long += ends[at] - starts[at] > 3
        elif looks[at] == CAPITALS:
            n_capitals += 1
        elif looks[at] == CAPITAL or looks[at] == MIXED:
            n_capital += 1
    if n_capitals and n_small + n_capital == 0:
        return UPPER_CASE
    if n_capitals >= 3 and n_capitals >= 4 * (n_small + n_capital):
        return UPPER_CASE
    if n_capital + n_capitals >= 4 and (n_capital + n_capitals) >= 5 * n_long:
        return TITLE_CASE
    return PLAIN_CASE


def repeats(
    const uint32_t[:, ::1] hashes,
    const uint8_t[::1] looks,
    const int32_t[::1] bounds,
    const uint8_t[::1] modes,
    const uint8_t[::1] begins,
):
    """Of each token how its word appears in the document where case tells something: 1 with a capital, 2 in small."""
    cdef Py_ssize_t n = looks.shape[0], i, k
    cdef uint32_t size = 16
    while size < 2 * n:
        size *= 2
    keys, flags, found = np.zeros(size, np.uint32), np.zeros(size, np.uint8), np.zeros(n, np.uint8)
    cdef uint32_t[::1] key = keys
    cdef uint8_t[::1] flag = flags, out = found
    cdef uint32_t at, word
    for k in range(modes.shape[0]):
        if modes[k] != PLAIN_CASE:
            continue
        for i in range(bounds[k], bounds[k + 1]):
            if begins[i] == 2 or looks[i] == SYMBOL or looks[i] == NUMBER:
                continue
            word = hashes[i, 0] | 1
            at = _mix(word, 11) & (size - 1)
            while key[at] != 0 and key[at] != word:
                at = (at + 1) & (size - 1)
            key[at] = word
            flag[at] |= 2 if looks[i] == SMALL else 1
    for i in range(n):
        word = hashes[i, 0] | 1
        at = _mix(word, 11) & (size - 1)
        while key[at] != 0 and key[at] != word:
            at = (at + 1) & (size - 1)
        out[i] = flag[at]
    return found


cdef struct Token:
    uint32_t word
    uint32_t look
    uint32_t case_of
    uint32_t known
    uint32_t glued


cdef class Document:
    """Everything about the tokens of a document that features are made of."""

    cdef const uint32_t[:, ::1] _hashes
    cdef const uint8_t[::1] _looks, _glued, _cases, _begins, _repeated, _known

    def __init__(
        self,
        const uint32_t[:, ::1] hashes,
        const uint8_t[::1] looks,
        const uint8_t[::1] glued,
        const uint8_t[::1] case_of,
        const uint8_t[::1] begins,
        const uint8_t[::1] repeated,
        const uint8_t[::1] known,
    ):
        self._hashes, self._looks, self._glued, self._cases = hashes, looks, glued, case_of
        self._begins, self._repeated, self._known = begins, repeated, known

    cdef inline Token _token(self, Py_ssize_t at, Py_ssize_t first, Py_ssize_t last) noexcept:
        cdef Token token
        if first <= at < last:
            token.word, token.look, token.case_of = self._hashes[at, 0], self._looks[at], self._cases[at]
            token.known, token.glued = self._known[at], self._glued[at]
        else:
            token.word, token.look, token.case_of, token.known, token.glued = 1, OUTSIDE, 31, 255, 0
        return token

    def features(self, Py_ssize_t first, Py_ssize_t last, int mode, int bits):
        """Numbers of the features of the tokens `first` to `last`, one sentence, in a table of 2**bits weights."""
        cdef Py_ssize_t at, t
        rows = np.empty((last - first, N_FEATURES), np.uint32)
        cdef uint32_t[:, ::1] table = rows
        cdef uint32_t mask = (<uint32_t>1 << bits) - 1
        cdef uint32_t *row
        for at in range(first, last):
            row = &table[at - first, 0]
            self._fill(row, at, first, last, mode)
            for t in range(N_FEATURES):
                row[t] = _mix(row[t], 101 + t) & mask
        return rows

    def scores(
        self,
        const int32_t[::1] bounds,
        const uint8_t[::1] modes,
        const int8_t[:, ::1] weights,
        double scale,
    ):
        """Scores of the three labels of each token; that of the label outside is 0."""
        found = np.zeros((self._looks.shape[0], 3))
        cdef double[:, ::1] score = found
        cdef Py_ssize_t at, t, k
        cdef uint32_t mask = weights.shape[0] - 1
        cdef uint32_t row[N_FEATURES]
        cdef const int8_t *weight
        cdef int begins, goes_on
        for k in range(modes.shape[0]):
            for at in range(bounds[k], bounds[k + 1]):
                self._fill(row, at, bounds[k], bounds[k + 1], modes[k])
                begins = goes_on = 0
                for t in range(N_FEATURES):
                    weight = &weights[_mix(row[t], 101 + t) & mask, 0]
                    begins += weight[0]
                    goes_on += weight[1]
                score[at, 1] = begins * scale
                score[at, 2] = goes_on * scale
        return found

    cdef void _fill(self, uint32_t *row, Py_ssize_t at, Py_ssize_t first, Py_ssize_t last, uint32_t mode) noexcept:
        """Features of one token: each row number is a template, its value what it holds."""
        cdef Token here = self._token(at, first, last)
        cdef Token before = self._token(at - 1, first, last), earlier = self._token(at - 2, first, last)
        cdef Token behind = self._token(at + 1, first, last), later = self._token(at + 2, first, last)
        cdef uint32_t begins = self._begins[at], repeated = self._repeated[at]
        cdef uint32_t look = here.look | mode << 4, cased = here.look | here.case_of << 4 | mode << 9
        row[0] = mode
        row[1] = _mix(here.word, mode > 0)
        row[2] = _mix(before.word, here.look)
        row[3] = _mix(behind.word, here.look)
        row[4] = _mix(here.word, before.word)
        row[5] = _mix(here.word, behind.word)
        row[6] = _mix(self._hashes[at, 1], here.look)
        row[7] = _mix(self._hashes[at, 2], here.look)
        row[8] = _mix(self._hashes[at, 3], here.look)
        row[9] = _mix(self._hashes[at, 4], mode)
        row[10] = look | begins << 8
        row[11] = cased | begins << 12
        row[12] = cased | before.look << 12 | before.case_of << 16 | here.glued << 21
        row[13] = cased | behind.look << 12 | behind.case_of << 16 | behind.glued << 21
        row[14] = look | before.look << 8 | behind.look << 12 | here.glued << 16 | behind.glued << 17
        row[15] = look | before.look << 8 | earlier.look << 12 | here.glued << 16
        row[16] = look | behind.look << 8 | later.look << 12 | behind.glued << 16
        row[17] = here.known | mode << 8
        row[18] = here.known | cased << 8
        row[19] = here.known | before.known << 8 | mode << 16
        row[20] = here.known | behind.known << 8 | here.look << 16
        row[21] = cased | repeated << 12 | begins << 16
        row[22] = _mix(earlier.word, here.look | before.look << 4)
        row[23] = _mix(later.word, here.look | behind.look << 4)
        row[24] = _mix(before.word, cased)
        row[25] = _mix(behind.word, cased)
        row[26] = _mix(earlier.word, before.word)
        row[27] = here.known | repeated << 8 | begins << 10 | mode << 12
