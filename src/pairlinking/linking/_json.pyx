"""Linked documents as JSON text: the parts of which there are hundreds."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.dict cimport PyDict_GetItemWithError
from cpython.ref cimport PyObject
from libc.math cimport fabs, rint, signbit
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    unsigned int PyUnicode_READ(int kind, void *data, Py_ssize_t at)

cdef enum:
    LONGEST = 24  # characters of a number: a sign, ten digits, a point, six more
    KEYS = 512    # more than all keys and numbers of an object here take, without the entities in it

cdef double LARGEST = 1e9

cdef char PAIRS[200]  # 00 to 99
cdef int _number
for _number in range(100):
    PAIRS[2 * _number], PAIRS[2 * _number + 1] = c"0" + _number // 10, c"0" + _number % 10


cdef class JsonText:
    """A text that grows, with the parts of a document of which there are many.

    Parameters
    ----------
    entities
        The object of each entity as text, by number; -1 is null.
    strengths, starts, chance
        Words for relatedness: the first up to `chance`, the others from these shares of the way from there to 1.

    Raises
    ------
    OverflowError
        A number is too large to be written with six digits behind the point, or none. Nothing else raises.
    """

    cdef char *start
    cdef int64_t length, room
    cdef object entities  # a dictionary, which makes those that it does not have yet
    cdef list strengths
    cdef double[4] starts
    cdef int n_starts
    cdef double chance
    cdef bint has_candidates, has_evidence
    cdef const int64_t[::1] candidates
    cdef const int64_t[::1] supporters
    cdef const uint8_t[::1] chosen
    cdef const double[:, :] shares
    cdef const int64_t[::1] sizes
    cdef const int64_t[::1] names
    cdef const int64_t[::1] starts_of
    cdef const int64_t[::1] numbers
    cdef const int64_t[::1] steps
    cdef const int64_t[:, :] mentions  # of pairs
    cdef const int64_t[:, :] of_mentions  # their entities
    cdef const double[::1] psi
    cdef const double[::1] confidence

    def __cinit__(self, entities, list strengths, tuple starts, double chance):
        self.room = 1 << 17
        self.start = <char *> malloc(self.room)
        if not self.start:
            raise MemoryError
        self.entities, self.strengths, self.chance = entities, strengths, chance
        assert len(starts) <= 4
        for start in starts:
            self.starts[self.n_starts] = start
            self.n_starts += 1

    def __dealloc__(self):
        free(self.start)

    def content(self):
        """What has been written, in UTF-8."""
        return PyBytes_FromStringAndSize(self.start, self.length)

    cpdef int add(self, bytes what) except -1:
        """Text as it is."""
        cdef int64_t length = PyBytes_GET_SIZE(what)
        cdef char *at = self._more(length)
        self._to(put(at, PyBytes_AS_STRING(what), length))
        return 0

    def of_candidates(
        self, const int64_t[::1] entities, const int64_t[::1] supporters, const uint8_t[::1] chosen,
        const double[:, :] shares, const int64_t[::1] sizes,
    ):
        """Say what the candidates of the mentions are.

        `shares` has rows of prior, local confidence, relatedness and score; `sizes` says how many each mention has.
        """
        self.candidates, self.supporters, self.chosen, self.shares = entities, supporters, chosen, shares
        self.sizes, self.has_candidates = sizes, True

    def of_pairs(
        self, const int64_t[:, :] mentions, const int64_t[:, :] entities, const double[::1] psi,
        const double[::1] confidence,
    ):
        """Say what `add_pairs` writes, and what the evidence of mentions is."""
        self.mentions, self.of_mentions, self.psi, self.confidence = mentions, entities, psi, confidence

    def of_evidence(
        self, const int64_t[::1] names, const int64_t[::1] starts, const int64_t[::1] numbers, const int64_t[::1] steps
    ):
        """Say which of the pairs are evidence for each mention, or rather for its name, and the step that decided it.

        The numbers of the pairs of name m are at ``starts[m]`` to ``starts[m + 1]``, ~number for one whose second side
        it is. A step of 0 is none.
        """
        self.names, self.starts_of, self.numbers, self.steps = names, starts, numbers, steps
        self.has_evidence = True

    def add_mentions(
        self, text, spans, escape, const int64_t[::1] entities, const double[::1] confidence,
        const double[::1] local, list clusters,
    ):
        """All mentions, with the candidates and the evidence that were given before.

        `escape` writes a string that is not plain ASCII. Entities below 0 are none; such a mention has a cluster.
        """
        cdef int64_t number = 0, start, end, last = 0
        for start, end in spans:
            self.add(b",{" if number else b"{")
            self._mention(text, start, end, escape, entities[number], confidence[number], clusters[number], local[number])
            if self.has_candidates:
                self._candidates(last, last + self.sizes[number])
                last += self.sizes[number]
            if self.has_evidence:
                self._evidence(self.names[number])
            self.add(b"}")
            number += 1

    cdef int _mention(
        self, text, int64_t start, int64_t end, escape, int64_t entity, double confidence, cluster, double local
    ) except -1:
        cdef char *at = self._more(KEYS + end - start)
        at = put_int(put(at, b'"start":', 8), start)
        at = put_int(put(at, b',"end":', 7), end)
        at = put(at, b',"text":', 8)
        if is_plain(text, start, end):
            at = put_plain(put(at, b'"', 1), text, start, end)
            self._to(put(at, b'"', 1))
        else:
            self._to(at)
            self.add(<bytes> escape(text[start:end]))
        at = self._entity(b',"entity":', 10, entity, 0)
        if entity >= 0:
            at = put_number(put(at, b',"confidence":', 14), confidence)
        else:
            self._to(put(at, b',"cluster":"', 12))
            self.add((<str> cluster).encode())
            at = put(self._more(KEYS), b'"', 1)
        return self._to(put_number(put(at, b',"local":', 9), local))

    cdef int _candidates(self, int64_t first, int64_t last) except -1:
        """Candidates from `first` to before `last`."""
        cdef const double[:, :] shares = self.shares
        cdef int64_t row
        cdef char *at
        self.add(b',"candidates":[')
        for row in range(first, last):
            at = self._entity(b",", row > first, self.candidates[row], 1)  # its last bracket comes later
            at = put_number(put(at, b',"prior":', 9), shares[0, row])
            at = put_number(put(at, b',"local":', 9), shares[1, row])
            self._to(put_number(put(at, b',"relatedness":', 15), shares[2, row]))
            at = self._entity(b',"supporter":', 13, self.supporters[row], 0)
            at = put_number(put(at, b',"score":', 9), shares[3, row])
            self._to(put(at, b',"chosen":true}', 15) if self.chosen[row] else put(at, b',"chosen":false}', 16))
        return self.add(b"]")

    cdef int _evidence(self, int64_t name) except -1:
        """The other sides of the pairs of a name, and the step that decided it."""
        cdef int64_t at_pair, number, other, first = self.starts_of[name]
        cdef char *at
        self.add(b',"evidence":[')
        for at_pair in range(first, self.starts_of[name + 1]):
            number = self.numbers[at_pair]
            other = number >= 0
            number = number if other else ~number
            at = put(self._more(KEYS), b",", at_pair > first)
            self._to(put_int(put(at, b'{"mention":', 11), self.mentions[number, other]))
            at = self._entity(b',"entity":', 10, self.of_mentions[number, other], 0)
            self._to(self._put_end(at, self.psi[number], self.confidence[number]))
        at = put(self._more(KEYS), b'],"decided_in_step":', 20)
        return self._to(put_int(at, self.steps[name]) if self.steps[name] else put(at, b"null", 4))

    def add_pairs(self, bint has_steps):
        """A list of pairs, each with its number if they are steps."""
        cdef int64_t step
        cdef char *at
        self.add(b"[")
        for step in range(self.confidence.shape[0]):
            at = put(put(self._more(KEYS), b",", step > 0), b"{", 1)
            if has_steps:
                at = put(put_int(put(at, b'"step":', 7), step + 1), b",", 1)
            at = put_int(put(at, b'"mentions":[', 12), self.mentions[step, 0])
            at = put_int(put(at, b",", 1), self.mentions[step, 1])
            self._to(self._put_end(put(at, b"]", 1), self.psi[step], self.confidence[step]))
        self.add(b"]")

    cdef char *_put_end(self, char *at, double psi, double confidence) except NULL:
        """How related and how confident a pair is, in the last keys of an object."""
        cdef int word = 0, start
        cdef double share = (psi - self.chance) / (1 - self.chance if 1 - self.chance > 1e-9 else 1e-9)
        cdef bytes name
        if psi >= self.chance:
            for start in range(self.n_starts):
                word += share >= self.starts[start]
        name = <bytes> self.strengths[word]
        at = put_number(put(at, b',"relatedness":', 15), psi)
        at = put(put(at, b',"strength":"', 13), PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name))
        at = put_number(put(at, b'","confidence":', 15), confidence)
        return put(at, b"}", 1)

    cdef char *_entity(self, const char *key, int64_t length, int64_t number, int64_t without) except NULL:
        """Write a key and an entity without its last letters; gives where to go on, with room for an object's keys."""
        cdef object boxed = number
        cdef PyObject *known = PyDict_GetItemWithError(self.entities, boxed)
        cdef bytes entity = <bytes> <object> known if known else <bytes> self.entities[boxed]
        cdef char *at = self._more(length + PyBytes_GET_SIZE(entity) + KEYS)
        at = put(put(at, key, length), PyBytes_AS_STRING(entity), PyBytes_GET_SIZE(entity) - without)
        self._to(at)
        return at

    cdef inline char *_more(self, int64_t length) except NULL:
        """Where to go on, with room for so many characters."""
        cdef char *larger
        if self.length + length > self.room:
            larger = <char *> realloc(self.start, 2 * (self.length + length))
            if not larger:
                raise MemoryError
            self.start, self.room = larger, 2 * (self.length + length)
        return self.start + self.length

    cdef inline int _to(self, const char *at) except -1:
        """What was written ends here."""
        self.length = at - self.start
        return 0


cdef inline char *put(char *at, const char *what, int64_t length) noexcept nogil:
    memcpy(at, what, length)
    return at + length


cdef inline char *put_int(char *at, int64_t number) noexcept nogil:
    cdef char digits[LONGEST]
    cdef int first = LONGEST
    while True:
        first -= 1
        digits[first] = <char> (c"0" + number % 10)
        number //= 10
        if not number:
            break
    return put(at, digits + first, LONGEST - first)


cdef inline char *put_number(char *at, double value) except NULL:
    """Write a number. Six digits and those before them are few enough to be its shortest form."""
    cdef int64_t millionths
    cdef int part, n = 6
    if not fabs(value) < LARGEST:
        raise OverflowError(f"{value} is not between -{LARGEST:.0f} and {LARGEST:.0f}")
    if signbit(value):
        at = put(at, b"-", 1)
    millionths = <int64_t> rint(fabs(value) * 1e6)
    if 0 < millionths < 10:  # as orjson has it
        at[0] = <char> (c"0" + millionths)
        return put(at + 1, b"e-6", 3)
    part = <int> (millionths % 1000000)
    at = put(put_int(at, millionths // 1000000), b".", 1)
    memcpy(at, PAIRS + 2 * (part // 10000), 2)
    memcpy(at + 2, PAIRS + 2 * (part // 100 % 100), 2)
    memcpy(at + 4, PAIRS + 2 * (part % 100), 2)
    while n > 1 and at[n - 1] == c"0":
        n -= 1
    return at + n


cdef bint is_plain(text, int64_t at, int64_t end) noexcept:
    """Whether JSON has this stretch of a text as it is."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef unsigned int letter
    while at < end:
        letter = PyUnicode_READ(kind, data, at)
        if letter < 32 or letter > 126 or letter == c'"' or letter == c"\\":
            return False
        at += 1
    return True


cdef char *put_plain(char *to, text, int64_t at, int64_t end) noexcept:
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    while at < end:
        to[0] = <char> PyUnicode_READ(kind, data, at)
        to += 1
        at += 1
    return to
