"""Growing memory, for all kernels of this folder."""

from libc.stdlib cimport realloc


cdef inline void* grown(void* memory, size_t size) except NULL:
    """The same memory with room for `size` bytes; without room, MemoryError is raised and it stays as it was."""
    cdef void* result = realloc(memory, size)
    if result == NULL:
        raise MemoryError()
    return result
