"""A filter of forms by hash: one bit says that some form continues after a beginning, another that one ends there."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:  # as `CharKind`
    OTHER = 0
    SPACE = 1
    WORD = 2
    ONE = 3
    MARK = 4


cdef inline uint64_t no_code() noexcept nogil:
    """The hash of an empty string."""
    return 0x243F6A8885A308D3ULL


cdef inline uint64_t with_code(uint64_t value, uint32_t code) noexcept nogil:
    """The hash of code points with one more."""
    return (value ^ code) * 0x9E3779B97F4A7C15ULL


cdef inline uint64_t mix(uint64_t value) noexcept nogil:
    """The number from which the slot of a hash follows."""
    return value ^ (value >> 32)


cdef inline uint8_t goes_on(uint64_t mixed) noexcept nogil:
    """Bit of a slot that means that a form continues."""
    return <uint8_t> (1 << (mixed >> 62))


cdef inline uint8_t ends(uint64_t mixed) noexcept nogil:
    """Bit of a slot that means that a form ends."""
    return <uint8_t> (16 << (mixed >> 62))


cdef inline bint is_inside(uint8_t before, uint8_t after) noexcept nogil:
    """Whether no form can end, or begin, between two characters of these kinds: see `find_boundaries`."""
    return (after == MARK and before != SPACE) or (after == WORD and (before == WORD or before == MARK))
