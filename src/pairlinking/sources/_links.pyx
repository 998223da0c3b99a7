"""The walk of `read_links`, compiled: a regular expression and a loop over its matches took a seventh of the time of
reading a dump.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, PyUnicode_Substring
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from pairlinking.sources.site import Shows

cdef object LINK = Shows.LINK, NOTHING = Shows.NOTHING
cdef object new = tuple.__new__  # half the time of Link(...)

# Characters of a plain target, which needs no decoding and has no namespace: nine of ten are, and are handled fast.
cdef enum:
    WITHIN = 1
    FIRST = 2
    LONGEST_PLAIN = 201

cdef unsigned char PLAIN[128]
cdef int _code
for _code in range(128):
    PLAIN[_code] = WITHIN * (chr(_code).isalnum() or chr(_code) in " ,.()'!-") | FIRST * (
        chr(_code).isalnum() or chr(_code) == "("
    )

cdef struct Found:
    Py_ssize_t target_end, own_start, own_end, end  # own_start is -1 where there is no "|"
    bint is_plain

ctypedef fused CodePoint:
    uint8_t
    uint16_t
    uint32_t


cdef Py_ssize_t _find_pair(const CodePoint *points, Py_ssize_t at, Py_ssize_t n) noexcept:
    """Position of the next "[[" or "]]", or `n`."""
    while at < n - 1:
        if (points[at] == c"[" or points[at] == c"]") and points[at + 1] == points[at]:
            return at
        at += 1
    return n


cdef inline Py_ssize_t _next_pair(int kind, void *data, Py_ssize_t at, Py_ssize_t n) noexcept:
    if kind == 1:
        return _find_pair(<uint8_t *>data, at, n)
    return _find_pair(<uint16_t *>data, at, n) if kind == 2 else _find_pair(<uint32_t *>data, at, n)


cdef inline Py_UCS4 _read(int kind, void *data, Py_ssize_t at, Py_ssize_t n) noexcept:
    """The character at `at`; past the end a line break, which is never part of a target."""
    return PyUnicode_READ(kind, data, at) if at < n else u"\n"


cdef inline Py_ssize_t _skip(int kind, void *data, Py_ssize_t at, Py_ssize_t n) noexcept:
    """Position of the next bracket, or `n`."""
    while at < n and PyUnicode_READ(kind, data, at) not in u"[]":
        at += 1
    return at


cdef bint _match(int kind, void *data, Py_ssize_t at, Py_ssize_t n, Found *found) noexcept:
    """Whether a link begins with the "[[" at `at`: a target, an anchor if there is a "|", and "]]"."""
    cdef Py_ssize_t start = at + 2
    cdef Py_UCS4 char = _read(kind, data, start, n)
    cdef int kinds = WITHIN if char < 128 and PLAIN[char] & FIRST != 0 else 0
    at = start
    while char not in u"[]|\n":
        kinds &= PLAIN[char] if char < 128 else 0
        at += 1
        char = _read(kind, data, at, n)
    found.target_end = at
    found.own_start = -1
    found.is_plain = kinds != 0 and at - start <= LONGEST_PLAIN and PyUnicode_READ(kind, data, at - 1) != u" "
    if char == u"|":
        found.own_start = at + 1
        at = _skip(kind, data, at + 1, n)
        while _read(kind, data, at, n) == u"[":  # an anchor may contain single brackets in pairs
            at = _skip(kind, data, at + 1, n)
            if _read(kind, data, at, n) != u"]":
                return False
            at += 1
            # "[[a|[b]] c": the first of the two closes the single bracket, unless that would leave the link open.
            if _read(kind, data, at, n) == u"]" and at + 1 < n and PyUnicode_READ(kind, data, at + 1) != u"]":
                return False
            at = _skip(kind, data, at, n)
    found.own_end = at
    found.end = at + 2
    return at + 1 < n and PyUnicode_READ(kind, data, at) == u"]" and PyUnicode_READ(kind, data, at + 1) == u"]"


cdef str _between(str text, Py_ssize_t start, Py_ssize_t end, bint stray, restore):
    """Text between links, without stray brackets."""
    cdef str between = PyUnicode_Substring(text, start, end)
    if stray:
        between = between.replace("[[", "").replace("]]", "")
    return between if restore is None else restore(between)


def walk(str text not None, bytes trails not None, bint first_letter, resolved, restore, pipe_trick, link_class):
    """Plain text and links; see `pairlinking.sources.links`.

    `trails` has a 1 for every code point that may follow a link as part of its anchor; `restore` may be None.
    """
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef const unsigned char *is_trail = trails
    cdef Py_ssize_t n = len(text), n_trails = len(trails), at = 0, last = 0, position = 0, start, end
    cdef list pieces = [], links = []
    cdef str raw, target, anchor, trail, piece
    cdef bint stray = False
    cdef Py_UCS4 char
    cdef Found found
    while (at := _next_pair(kind, data, at, n)) < n:
        if PyUnicode_READ(kind, data, at) == u"]" or not _match(kind, data, at, n, &found):
            stray = True
            at += 1
            continue
        piece = _between(text, last, at, stray, restore)
        pieces.append(piece)
        position += len(piece)
        stray = False
        raw = PyUnicode_Substring(text, at + 2, found.target_end)
        if found.is_plain:
            shows, target, anchor = LINK, raw, raw
            if first_letter and u"a" <= raw[0] <= u"z":
                target = raw[0].upper() + raw[1:]
        else:
            shows, target, anchor = resolved[raw if restore is None else restore(raw)]
        if found.own_start >= 0:
            anchor = PyUnicode_Substring(text, found.own_start, found.own_end)
            if restore is not None:
                anchor, raw = restore(anchor), restore(raw)
            anchor = anchor.replace("\n", " ") if anchor else pipe_trick(raw)
        at = found.end
        while at < n and (char := PyUnicode_READ(kind, data, at)) < n_trails and is_trail[char]:
            at += 1
        last = at
        trail = PyUnicode_Substring(text, found.end, at)
        if shows is NOTHING:
            anchor = trail  # letters after a category are not part of it
        elif trail:
            anchor += trail
        if shows is LINK and anchor:
            start, end = 0, len(anchor)
            while start < end and anchor[start].isspace():
                start += 1
            while start < end and anchor[end - 1].isspace():
                end -= 1
            if start < end:
                piece = anchor if end - start == len(anchor) else anchor[start:end]
                links.append(new(link_class, (position + start, position + end, target, piece, "text")))
        pieces.append(anchor)
        position += len(anchor)
    pieces.append(_between(text, last, n, stray, restore))
    return "".join(pieces), links
