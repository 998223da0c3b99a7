"""The compiled loop of `sentence_spans`: it looks at every character of a dump. Regular expressions took a sixth of the
time of reading one.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, PyUnicode_Substring
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from pairlinking.text import languages

# A full stop after one of these words, or after a single letter ("J. Smith", "e.g."), does not end a sentence.
cdef frozenset ABBREVIATIONS = languages.ABBREVIATIONS
cdef Py_ssize_t LONGEST = max(map(len, ABBREVIATIONS))

cdef enum:
    STOP = 1     # may end a sentence
    CLOSER = 2   # may come between the stop and the space after it
    GOES_ON = 4  # begins no sentence
    BEFORE = 8   # may come before an abbreviation

cdef unsigned char KINDS[128]  # of ASCII, nearly all of most dumps
cdef int _code
for _code in range(128):
    _char = chr(_code)
    KINDS[_code] = (
        STOP * (_char in "\n.!?") | CLOSER * (_char in "\"')]") | GOES_ON * (_char in " \t,;:)" or "a" <= _char <= "z")
        | BEFORE * (_char.isspace() or _char in "([\"'.")
    )


ctypedef fused CodePoint:
    uint8_t
    uint16_t
    uint32_t


cdef Py_ssize_t _find_stop(const CodePoint *points, Py_ssize_t at, Py_ssize_t n) noexcept:
    """Position of the next character that may end a sentence, or `n`."""
    cdef Py_UCS4 char
    while at < n:
        char = points[at]
        if char < 128:
            if KINDS[char] & STOP:
                return at
        elif CodePoint is not uint8_t and char in u"؟۔।。！？":
            return at
        at += 1
    return n


cdef inline Py_ssize_t _next_stop(int kind, void *data, Py_ssize_t at, Py_ssize_t n) noexcept:
    if kind == 1:
        return _find_stop(<uint8_t *>data, at, n)
    return _find_stop(<uint16_t *>data, at, n) if kind == 2 else _find_stop(<uint32_t *>data, at, n)


cdef inline bint _is_wide(Py_UCS4 char) noexcept:
    """Whether it is a full-width stop of Chinese or Japanese, which needs no space after it."""
    return char in u"。！？"


cdef inline bint _is_closer(Py_UCS4 char, bint wide) noexcept:
    if wide:
        return char in u"」』”）"
    if char < 128:
        return KINDS[char] & CLOSER
    return char in u"”’»"


cdef inline bint _goes_on(Py_UCS4 char) noexcept:
    return char < 128 and KINDS[char] & GOES_ON != 0


cdef bint _is_abbreviated(str text, int kind, void *data, Py_ssize_t stop):
    """Whether the full stop at `stop` belongs to the word before it."""
    cdef Py_ssize_t start = stop
    cdef Py_UCS4 char
    while start > 0:
        char = PyUnicode_READ(kind, data, start - 1)
        if (char < 128 and KINDS[char] & BEFORE != 0) or (char >= 128 and char.isspace()):
            break
        start -= 1
        if stop - start > LONGEST:
            return False
    if stop - start == 1:
        char = PyUnicode_READ(kind, data, start)
        return char.isalnum() and not char.isdecimal()
    return PyUnicode_Substring(text, start, stop) in ABBREVIATIONS


cdef int _add(list spans, int kind, void *data, Py_ssize_t start, Py_ssize_t end) except -1:
    """Add the span without the space around it, unless nothing is left."""
    while end > start and (<Py_UCS4>PyUnicode_READ(kind, data, end - 1)).isspace():
        end -= 1
    while start < end and (<Py_UCS4>PyUnicode_READ(kind, data, start)).isspace():
        start += 1
    if start < end:
        spans.append((start, end))
    return 0


def spans(str text not None, unbroken):
    """Spans of the sentences; see `pairlinking.text.sentences`."""
    cdef list found = []
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t n = len(text), at = 0, end, start = 0, spaces
    cdef Py_ssize_t next_span = 0, n_spans = len(unbroken), span_end = -1  # of the last one to start by `at`
    cdef Py_ssize_t next_start = unbroken[0][0] if n_spans else n
    cdef Py_UCS4 char
    cdef bint wide
    while (at := _next_stop(kind, data, at, n)) < n:
        char = PyUnicode_READ(kind, data, at)
        end = at + 1
        if char != u"\n":
            wide = _is_wide(char)
            while end < n and _is_closer(PyUnicode_READ(kind, data, end), wide):
                end += 1
            if not wide:
                spaces = end
                while end < n and PyUnicode_READ(kind, data, end) in u" \t":
                    end += 1
                if end == spaces or (end < n and _goes_on(PyUnicode_READ(kind, data, end))):
                    at = end
                    continue
            if char == u"." and _is_abbreviated(text, kind, data, at):
                at = end
                continue
            while next_start <= at and next_span < n_spans:
                span_end = unbroken[next_span][1]
                next_span += 1
                next_start = unbroken[next_span][0] if next_span < n_spans else n
            if end < span_end:
                at = end
                continue
        _add(found, kind, data, start, end)
        start = at = end
    _add(found, kind, data, start, n)
    return found

