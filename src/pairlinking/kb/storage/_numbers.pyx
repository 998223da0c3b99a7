"""Numbers of many keys, most of which are already known."""

from cpython.dict cimport PyDict_GetItemWithError
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

import numpy as np


def numbers_of(known, list keys):
    """Number of each key in the dict `known`; missing keys go to its ``__missing__``, as with ``known[key]``."""
    found = np.empty(len(keys), dtype=np.int64)
    cdef int64_t[::1] numbers = found
    cdef int64_t at = 0
    cdef PyObject *number
    for key in keys:
        number = PyDict_GetItemWithError(known, key)
        numbers[at] = <int64_t> <object> number if number else <int64_t> known[key]
        at += 1
    return found
