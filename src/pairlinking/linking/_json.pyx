"""Linked documents as JSON text: the parts of which there are hundreds."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport fabs, rint, signbit
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

cdef enum:
    LONGEST = 24  # characters of a number: a sign, ten digits, a point, six more

cdef double LARGEST = 1e9



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
    cdef object entities  # makes those that it does not have yet
    cdef list strengths
    cdef tuple starts
    cdef double chance
    cdef const int64_t[::1] candidates
    cdef const int64_t[::1] supporters
    cdef const uint8_t[::1] chosen
    cdef const double[:, :] shares

    def __cinit__(self, entities, list strengths, tuple starts, double chance):
        self.room = 1 << 16
        self.start = <char *> malloc(self.room)
        if not self.start:
            raise MemoryError
        self.entities, self.strengths, self.starts, self.chance = entities, strengths, starts, chance

    def __dealloc__(self):
        free(self.start)

    def content(self):
        """What has been written, in UTF-8."""
        return PyBytes_FromStringAndSize(self.start, self.length)

    cpdef int add(self, bytes what) except -1:
        """Text as it is."""
        return self._add(PyBytes_AS_STRING(what), PyBytes_GET_SIZE(what))

    def add_mention(
        self, int64_t start, int64_t end, bytes surface, int64_t entity, double confidence, str cluster, double local
    ):
        """A mention as far as its local confidence, without its last bracket."""
        self._add(b'{"start":', 9)
        self._add_int(start)
        self._add(b',"end":', 7)
        self._add_int(end)
        self._add(b',"text":', 8)
        self.add(surface)
        self._add(b',"entity":', 10)
        self.add(<bytes> self.entities[entity])
        if entity >= 0:
            self._add_number(b',"confidence":', 14, confidence)
        else:
            self._add(b',"cluster":"', 12)
            self.add(cluster.encode())
            self._add(b'"', 1)
        self._add_number(b',"local":', 9, local)

    def of_candidates(
        self, const int64_t[::1] entities, const int64_t[::1] supporters, const uint8_t[::1] chosen,
        const double[:, :] shares,
    ):
        """Say what `add_candidates` writes; `shares` has rows of prior, local confidence, relatedness and score."""
        self.candidates, self.supporters, self.chosen, self.shares = entities, supporters, chosen, shares

    def add_candidates(self, int64_t first, int64_t last):
        """Candidates from `first` to before `last`."""
        cdef const double[:, :] shares = self.shares
        cdef int64_t row
        cdef bytes entity
        self._add(b',"candidates":[', 15)
        for row in range(first, last):
            if row > first:
                self._add(b",", 1)
            entity = <bytes> self.entities[self.candidates[row]]
            self._add(PyBytes_AS_STRING(entity), PyBytes_GET_SIZE(entity) - 1)  # its last bracket comes later
            self._add_number(b',"prior":', 9, shares[0, row])
            self._add_number(b',"local":', 9, shares[1, row])
            self._add_number(b',"relatedness":', 15, shares[2, row])
            self._add(b',"supporter":', 13)
            self.add(<bytes> self.entities[self.supporters[row]])
            self._add_number(b',"score":', 9, shares[3, row])
            if self.chosen[row]:
                self._add(b',"chosen":true}', 15)
            else:
                self._add(b',"chosen":false}', 16)
        self._add(b"]", 1)

    def add_evidence(self, pairs, step):
        """The other sides of the pairs of a mention, and the step that decided it, or None."""
        self._add(b',"evidence":[', 13)
        cdef bint is_first = True
        for pair in pairs:
            self._add(b'{"mention":' if is_first else b',{"mention":', 11 if is_first else 12)
            is_first = False
            self._add_int(pair[0][1])
            self._add(b',"entity":', 10)
            self.add(<bytes> self.entities[pair[1][1]])
            self._add_end(pair[2], pair[3])
        self._add(b'],"decided_in_step":', 20)
        if step is None:
            self._add(b"null", 4)
        else:
            self._add_int(step)

    def add_pairs(self, list pairs, bint has_steps):
        """A list of pairs, each with its number if they are steps."""
        cdef int64_t step = 0
        self._add(b"[", 1)
        for pair in pairs:
            self._add(b",{" if step else b"{", 2 if step else 1)
            step += 1
            if has_steps:
                self._add(b'"step":', 7)
                self._add_int(step)
                self._add(b",", 1)
            self._add(b'"mentions":[', 12)
            self._add_int(pair[0][0])
            self._add(b",", 1)
            self._add_int(pair[0][1])
            self._add(b"]", 1)
            self._add_end(pair[2], pair[3])
        self._add(b"]", 1)

    cdef int _add_end(self, double psi, double confidence) except -1:
        """How related and how confident a pair is, in the last keys of an object."""
        cdef int word = 0
        cdef double share = (psi - self.chance) / (1 - self.chance if 1 - self.chance > 1e-9 else 1e-9)
        if psi >= self.chance:
            for start in self.starts:
                word += share >= <double> start
        self._add_number(b',"relatedness":', 15, psi)
        self._add(b',"strength":"', 13)
        self.add(<bytes> self.strengths[word])
        self._add_number(b'","confidence":', 15, confidence)
        return self._add(b"}", 1)

    cdef int _add(self, const char *what, int64_t length) except -1:
        cdef char *larger
        if self.length + length > self.room:
            larger = <char *> realloc(self.start, 2 * (self.length + length))
            if not larger:
                raise MemoryError
            self.start, self.room = larger, 2 * (self.length + length)
        memcpy(self.start + self.length, what, length)
        self.length += length
        return 0

    cdef int _add_int(self, int64_t number) except -1:
        cdef char digits[LONGEST]
        cdef int at = LONGEST
        while True:
            at -= 1
            digits[at] = <char> (c"0" + number % 10)
            number //= 10
            if not number:
                break
        return self._add(digits + at, LONGEST - at)

    cdef int _add_number(self, const char *key, int64_t length, double value) except -1:
        cdef char digits[LONGEST]
        self._add(key, length)
        return self._add(digits, _decimal(value, digits))


cdef int _decimal(double value, char *out) except -1:
    """Write a number; gives its length. Six digits and those before them are few enough to be its shortest form."""
    cdef int64_t millionths, whole, part, divisor
    cdef int n = 0, at
    if not fabs(value) < LARGEST:
        raise OverflowError(f"{value} is not between -{LARGEST:.0f} and {LARGEST:.0f}")
    if signbit(value):
        out[0] = c"-"
        n = 1
    millionths = <int64_t> rint(fabs(value) * 1e6)
    if 0 < millionths < 10:  # as orjson has it
        out[n] = <char> (c"0" + millionths)
        memcpy(out + n + 1, b"e-6", 3)
        return n + 4
    whole, part = millionths // 1000000, millionths % 1000000
    divisor = 1
    while whole // divisor >= 10:
        divisor *= 10
    while divisor:
        out[n] = <char> (c"0" + whole // divisor % 10)
        n += 1
        divisor //= 10
    out[n] = c"."
    for at in range(6, 0, -1):
        out[n + at] = <char> (c"0" + part % 10)
        part //= 10
    at = 6
    while at > 1 and out[n + at] == c"0":
        at -= 1
    return n + at + 1
