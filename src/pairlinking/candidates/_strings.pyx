"""How similar forms and names of entities are, for all candidates of a document whose names are plain ASCII."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

cdef extern from "Python.h":
    void *PyUnicode_DATA(object text)

cdef enum:
    MOST_FORMS = 3   # of a mention
    LONGEST = 64     # letters of a form: one bit of a word each
    N_FEATURES = 3   # of each form: edit similarity, whether it is the name, whether the name begins or ends with it

cdef struct Form:
    uint64_t letters[128]  # where in the form each letter is
    uint8_t text[64]
    int64_t length

cdef uint8_t LOWER[128]
cdef int _code
for _code in range(128):
    LOWER[_code] = ord(chr(_code).lower())


def form_features(
    const uint8_t[::1] titles, const uint64_t[::1] ends, forms, const int64_t[::1] offsets,
    const int64_t[::1] entities, double[:, :, :] out,
):
    """Write features of the forms of each mention with the names of its candidates; returns what is left to do.

    These are rows of names or forms with non-ASCII letters, and of forms that are empty or longer than 64 letters; and
    mentions that have a form in capitals, which may be an abbreviation.

    Parameters
    ----------
    titles, ends
        All titles as UTF-8, and where each one begins and ends.
    forms
        The forms of each mention, at most three; mostly they are the same.
    offsets, entities
        Candidates of mention m are at ``offsets[m]`` to ``offsets[m + 1]``.
    out
        Indexed by candidate and form.
    """
    cdef Form table[MOST_FORMS]
    cdef int64_t m, row
    cdef int n_forms, f, g, k
    cdef int same[MOST_FORMS]  # the first form that equals this one
    cdef bint is_plain, is_loud
    cdef list left = [], loud = []
    for m in range(offsets.shape[0] - 1):
        if offsets[m] == offsets[m + 1]:
            continue
        n_forms, is_plain, is_loud = 0, True, False
        for form in forms[m]:
            is_loud = is_loud or (<str> form).isupper()
            if not (<str> form).isascii() or not 0 < len(<str> form) <= LONGEST:
                is_plain = False
            if is_plain:
                _read(&table[n_forms], <const uint8_t *> PyUnicode_DATA(form), len(<str> form))
                same[n_forms] = n_forms
                for g in range(n_forms - 1, -1, -1):
                    if _are_equal(&table[n_forms], &table[g]):
                        same[n_forms] = g
                n_forms += 1
        if is_loud:
            loud.append(m)
        if not is_plain:
            left.extend(range(offsets[m], offsets[m + 1]))
            continue
        for row in range(offsets[m], offsets[m + 1]):
            if not _is_ascii(&titles[0] + ends[entities[row]], &titles[0] + ends[entities[row] + 1]):
                left.append(row)
        with nogil:
            for row in range(offsets[m], offsets[m + 1]):
                for f in range(n_forms):
                    if same[f] < f:
                        for k in range(N_FEATURES):
                            out[row, f, k] = out[row, same[f], k]
                        continue
                    _compare(
                        &table[f], &titles[0] + ends[entities[row]],
                        <int64_t> (ends[entities[row] + 1] - ends[entities[row]]), &out[row, f, 0],
                    )
    return left, loud


cdef bint _are_equal(const Form *one, const Form *other) noexcept nogil:
    return one.length == other.length and memcmp(one.text, other.text, one.length) == 0


cdef void _read(Form *form, const uint8_t *text, int64_t length) noexcept nogil:
    """Read an ASCII form, in lower case."""
    cdef int64_t at
    memset(form.letters, 0, sizeof(form.letters))
    for at in range(length):
        form.text[at] = LOWER[text[at]]
        form.letters[form.text[at]] |= (<uint64_t> 1) << at
    form.length = length


cdef bint _is_ascii(const uint8_t *at, const uint8_t *end) noexcept nogil:
    cdef uint8_t bits = 0
    while at < end:
        bits |= at[0]
        at += 1
    return bits < 128


cdef int64_t _base(const uint8_t *title, int64_t n) noexcept nogil:
    """Length of a title without the parentheses at its end, as `pairlinking.kb.name_parts.base_name` cuts it."""
    cdef int64_t at = n - 2
    if n == 0 or title[n - 1] != c")":
        return n
    while at >= 0 and title[at] != c"(" and title[at] != c")":
        at -= 1
    return at - 1 if at > 0 and title[at] == c"(" and title[at - 1] == c" " else n


cdef void _compare(const Form *form, const uint8_t *title, int64_t n, double *out) noexcept nogil:
    """Bit-parallel edit distance of form and name (Myers 1999, Hyyrö 2003), and where the form is in the name."""
    cdef uint64_t plus = ~(<uint64_t> 0), minus = 0, last = (<uint64_t> 1) << (form.length - 1)
    cdef uint64_t equal, across, down, up
    cdef int64_t m = form.length, distance = m, at
    cdef uint8_t letter
    cdef bint starts, ends
    n = _base(title, n)
    starts = ends = n >= m
    for at in range(n):
        letter = LOWER[title[at] & 127]  # results for other letters are discarded later
        if at < m and letter != form.text[at]:
            starts = False
        if at >= n - m and ends and letter != form.text[at - (n - m)]:
            ends = False
        equal = form.letters[letter]
        down = equal | minus
        across = (((equal & plus) + plus) ^ plus) | equal
        up = minus | ~(across | plus)
        across &= plus
        if up & last:
            distance += 1
        if across & last:
            distance -= 1
        up = up << 1 | 1
        plus = across << 1 | ~(down | up)
        minus = up & down
    out[0] = 1.0 - <double> distance / <double> (m if m > n else n)
    out[1] = 1.0 if starts and n == m else 0.0
    out[2] = 1.0 if starts or ends else 0.0


def with_any_name(
    const uint8_t[::1] titles, const uint64_t[::1] ends, const int32_t[:] entities, tuple starts, str part
):
    """Positions of entities whose titles begin with one of `starts` or contain `part`, all in lower case.

    Entities whose titles have non-ASCII letters are always included.
    """
    cdef list found = []
    cdef list begins = [name.encode("utf-8", "surrogatepass") for name in starts]
    cdef bytes inside = part.encode("utf-8", "surrogatepass"), begin
    cdef const uint8_t *title
    cdef int64_t at, length
    for at in range(entities.shape[0]):
        if not 0 <= entities[at] < <int64_t> ends.shape[0] - 1:
            raise IndexError(f"There is no entity {entities[at]}: the names are damaged.")
        title, length = &titles[0] + ends[entities[at]], <int64_t> (ends[entities[at] + 1] - ends[entities[at]])
        if _has(title, length, inside, len(inside), length) or not _is_ascii(title, title + length):
            found.append(at)
            continue
        for begin in begins:
            if _has(title, length, begin, len(begin), len(begin)):
                found.append(at)
                break
    return found


cdef bint _has(
    const uint8_t *title, int64_t length, const char *part, int64_t n, int64_t within
) noexcept nogil:
    """Whether a part in lower case occurs within this many of the first letters of a title."""
    cdef int64_t first, at
    for first in range(min(length, within) - n + 1):
        at = 0
        while at < n and LOWER[title[first + at] & 127] == <uint8_t> part[at]:
            at += 1
        if at == n:
            return True
    return False
