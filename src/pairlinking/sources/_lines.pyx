"""The last pass of `clean_marks`, compiled: a single pass, line by line, in place of five over every text."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND
from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void *data, Py_ssize_t size)

ctypedef fused CodePoint:
    uint8_t
    uint16_t
    uint32_t


cdef inline bint _is_space(Py_UCS4 char) noexcept:
    return char.isspace()


cdef object _tidy(const CodePoint *points, Py_ssize_t n, CodePoint *out):
    cdef Py_ssize_t size = 0, at, start, end, line = 0, first = 0
    cdef CodePoint point
    while line <= n:
        start = end = line
        while end < n and points[end] != c"\n":
            end += 1
        line = end + 1
        if start > 0:  # text before the first line break does not count as a line
            if start < end and points[start] == c"=":
                at = end
                while points[at - 1] == c" " or points[at - 1] == c"\t":
                    at -= 1
                if points[at - 1] == c"=":
                    end = at
                    while start < end and points[start] == c"=":
                        start += 1
                    while start < end and points[end - 1] == c"=":
                        end -= 1
                    while start < end and _is_space(points[start]):
                        start += 1
                    while start < end and _is_space(points[end - 1]):
                        end -= 1
            at = start
            while at < end and points[at] == c"-":
                at += 1
            if at - start >= 4:
                start = at
            while start < end and (
                points[start] == c" " or points[start] == c"\t" or points[start] == 0xA0 or points[start] == c"*"
                or points[start] == c"#" or points[start] == c":" or points[start] == c";"
            ):
                start += 1
            if start == end:
                continue
            out[size] = c"\n"
            size += 1
        for at in range(start, end):
            point = points[at]
            if point != c" " or at == start or points[at - 1] != c" ":
                out[size] = point
                size += 1
    while first < size and _is_space(out[first]):
        first += 1
    while first < size and _is_space(out[size - 1]):
        size -= 1
    return PyUnicode_FromKindAndData(sizeof(CodePoint), out + first, size - first)


def tidy_lines(str text not None):
    """Text without marks at the start of lines and around headings, rules, empty lines, and superfluous spaces.

    Characters before the first line break do not count as a line.
    """
    cdef Py_ssize_t n = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef void *out = PyMem_Malloc((n + 1) * kind)  # no line gets longer
    if out == NULL:
        raise MemoryError
    try:
        if kind == 1:
            return _tidy(<uint8_t *>data, n, <uint8_t *>out)
        if kind == 2:
            return _tidy(<uint16_t *>data, n, <uint16_t *>out)
        return _tidy(<uint32_t *>data, n, <uint32_t *>out)
    finally:
        PyMem_Free(out)
