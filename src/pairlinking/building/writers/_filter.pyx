"""Filling the filter of forms: all forms, and what each begins with up to every place where a form could end."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from pairlinking.text.boundaries import CharKind

assert (OTHER, SPACE, WORD, ONE, MARK) == tuple(CharKind), "the kinds of characters have other numbers"


def fill_filter(forms, uint8_t[::1] slots, const uint8_t[::1] kinds):
    """Set the bits of all forms, and of what each begins with up to every place where another could end.

    The number of slots is a power of two; `kinds` is `char_kinds`.
    """
    cdef uint64_t mask = slots.shape[0] - 1, value, mixed
    cdef Py_ssize_t at, n
    cdef int kind
    cdef void* data
    cdef uint32_t code
    cdef uint8_t before, after
    cdef str form
    for form in forms:
        n, kind, data = len(form), PyUnicode_KIND(form), PyUnicode_DATA(form)
        value, before = no_code(), SPACE
        for at in range(n):
            code = PyUnicode_READ(kind, data, at)
            after = kinds[code]
            if at and not is_inside(before, after):
                mixed = mix(value)
                slots[mixed & mask] |= goes_on(mixed)
            value, before = with_code(value, code), after
        mixed = mix(value)
        slots[mixed & mask] |= ends(mixed)
