"""Columns as Arrow stores them, filled row by row. Compiled: as lists of Python strings and numbers, the rows of a dump
took a quarter of its reading time, most of it spent on creating objects and converting them back into these bytes.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_GET_SIZE, PyByteArray_Resize
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport INT32_MAX, int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)


cdef class _Bytes:
    """A growing buffer: doubles its capacity when full, because a bytearray grows in far smaller steps."""

    cdef bytearray _data
    cdef Py_ssize_t size

    def __init__(self):
        self._data = bytearray()
        self.size = 0

    cdef inline char *room(self, Py_ssize_t more) except NULL:
        """Room for up to `more` bytes; bytes written there count once they are added to `size`."""
        if self.size + more >= PyByteArray_GET_SIZE(self._data):
            PyByteArray_Resize(self._data, 2 * (self.size + more) + 64)
        return PyByteArray_AS_STRING(self._data) + self.size

    def whole(self):
        """All bytes so far."""
        PyByteArray_Resize(self._data, self.size)
        return self._data


cdef class Numbers:
    """A column of int32."""

    cdef _Bytes _bytes

    def __init__(self):
        self._bytes = _Bytes()

    def __len__(self):
        return self._bytes.size // <Py_ssize_t>sizeof(int32_t)

    def buffer(self):
        """The bytes of the column."""
        return self._bytes.whole()

    cdef inline int add(self, int32_t number) except -1:
        (<int32_t *>self._bytes.room(sizeof(int32_t)))[0] = number
        self._bytes.size += sizeof(int32_t)
        return 0


cdef class Strings:
    """A column of strings: their UTF-8 end to end, and where each ends. No string is kept as an object.

    Offsets have 32 bits; a new chunk begins before the bytes exceed `limit`, so only a string longer than that fails.
    """

    cdef list _full  # chunks
    cdef _Bytes _bytes
    cdef Numbers _ends
    cdef Py_ssize_t _length, _limit

    def __init__(self, *, Py_ssize_t limit=INT32_MAX):
        self._full = []
        self._limit = limit
        self._length = 0
        self._begin()

    def __len__(self):
        return self._length

    def chunks(self):
        """Length, offsets and bytes of each chunk; there is always at least one."""
        return [*self._full, self._chunk()]

    def append(self, str text not None):
        """Add a string at the end."""
        self.add(text, 0, len(text))

    def repeat(self, str text not None, Py_ssize_t times):
        """Add the same string many times."""
        for _ in range(times):
            self.add(text, 0, len(text))

    cdef tuple _chunk(self):
        return len(self._ends) - 1, self._ends.buffer(), self._bytes.whole()

    cdef int _begin(self) except -1:
        self._bytes = _Bytes()
        self._ends = Numbers()
        self._ends.add(0)
        return 0

    cdef int add(self, str text, Py_ssize_t start, Py_ssize_t end) except -1:
        """Add ``text[start:end]``."""
        cdef int kind = PyUnicode_KIND(text)
        cdef Py_ssize_t n = end - start, written = n
        cdef Py_ssize_t most = n if PyUnicode_IS_ASCII(text) else n * min(kind + 1, 4)  # bytes
        if self._bytes.size + most > self._limit:
            self._full.append(self._chunk())
            self._begin()
            if most > self._limit:
                raise OverflowError(f"A string of {n:,} characters is too long for a column.")
        cdef char *out = self._bytes.room(most)
        cdef void *points = <char *>PyUnicode_DATA(text) + start * kind
        if most == n:
            memcpy(out, points, n)
        elif kind == 1:
            written = _encode(<uint8_t *>points, n, <unsigned char *>out)
        elif kind == 2:
            written = _encode(<uint16_t *>points, n, <unsigned char *>out)
        else:
            written = _encode(<uint32_t *>points, n, <unsigned char *>out)
        if written < 0:
            text[start:end].encode()  # raises the error that reports half a surrogate pair
        self._bytes.size += written
        self._ends.add(<int32_t>self._bytes.size)
        self._length += 1
        return 0


ctypedef fused CodePoint:
    uint8_t
    uint16_t
    uint32_t


cdef Py_ssize_t _encode(const CodePoint *points, Py_ssize_t n, unsigned char *out) noexcept:
    """Write UTF-8 and return its number of bytes; -1 at half of a surrogate pair."""
    cdef unsigned char *first = out
    cdef Py_ssize_t at
    cdef uint32_t point
    for at in range(n):
        point = points[at]
        if point < 0x80:
            out[0] = point
            out += 1
        elif point < 0x800:
            out[0] = 0xC0 | point >> 6
            out[1] = 0x80 | point & 0x3F
            out += 2
        elif point < 0x10000:
            if 0xD800 <= point < 0xE000:
                return -1
            out[0] = 0xE0 | point >> 12
            out[1] = 0x80 | point >> 6 & 0x3F
            out[2] = 0x80 | point & 0x3F
            out += 3
        else:
            out[0] = 0xF0 | point >> 18
            out[1] = 0x80 | point >> 12 & 0x3F
            out[2] = 0x80 | point >> 6 & 0x3F
            out[3] = 0x80 | point & 0x3F
            out += 4
    return out - first


cdef bint _has_plain_spaces(str text) noexcept:
    """Whether splitting at space and joining again would change nothing."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t at
    cdef Py_UCS4 char
    cdef bint after_space = True
    for at in range(len(text)):
        char = PyUnicode_READ(kind, data, at)
        if char.isspace():
            if after_space or char != u" ":
                return False
            after_space = True
        else:
            after_space = False
    return not after_space or len(text) == 0


cdef inline tuple _fields(link):
    """The link as a plain tuple, which is faster to read by position than by name."""
    if not isinstance(link, tuple) or len(link) != 5:
        raise TypeError(f"A Link was expected, not {link!r}.")
    return <tuple>link


cdef class Links:
    """Target, anchor and place of links; runs of space in an anchor are one plain space."""

    cdef readonly Strings targets, anchors, places

    def __init__(self):
        self.targets, self.anchors, self.places = Strings(), Strings(), Strings()

    def __len__(self):
        return len(self.targets)

    def append(self, link):
        """Add a `Link`."""
        cdef tuple fields = _fields(link)
        cdef str target = fields[2], anchor = fields[3], place = fields[4]
        if not _has_plain_spaces(anchor):
            anchor = " ".join(anchor.split())
        self.targets.add(target, 0, len(target))
        self.anchors.add(anchor, 0, len(anchor))
        self.places.add(place, 0, len(place))


cdef class Sentences:
    """Text of each sentence and its number within the page, and its links with offsets from its start.

    The links of sentence i are ``first_links[i]`` up to, but not including, ``first_links[i + 1]``.
    """

    cdef readonly Strings texts, targets
    cdef readonly Numbers numbers, first_links, starts, ends

    def __init__(self):
        self.texts, self.targets = Strings(), Strings()
        self.numbers, self.first_links, self.starts, self.ends = Numbers(), Numbers(), Numbers(), Numbers()
        self.first_links.add(0)

    def __len__(self):
        return len(self.texts)

    def extend(self, str text not None, spans, list links not None):
        """Add sentences of a page, from their spans and the links of its running text, both in order."""
        cdef Py_ssize_t start, end, at = 0, link_start = -1, link_end = -1, n_links = len(links)
        cdef int32_t number = 0
        cdef tuple link
        cdef str target
        for start, end in spans:
            while at < n_links:
                link = _fields(links[at])
                link_start, link_end, target = link[0], link[1], link[2]
                if link_end > end:
                    break
                at += 1
                if link_start >= start:
                    self.starts.add(link_start - start)
                    self.ends.add(link_end - start)
                    self.targets.add(target, 0, len(target))
            self.texts.add(text, start, end)
            self.numbers.add(number)
            self.first_links.add(<int32_t>self.targets._length)
            number += 1
