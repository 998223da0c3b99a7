"""Numbers of many keys that are mostly known already."""

from cpython.dict cimport PyDict_GetItemWithError
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

import numpy as np


def numbers_of(known, list keys):
    """Number of each key by a dictionary, which is asked for those that it does not have, as ``known[key]`` asks it."""
    found = np.empty(len(keys), dtype=np.int64)
    cdef int64_t[::1] numbers = found
    cdef int64_t at = 0
    cdef PyObject *number
    for key in keys:
        number = PyDict_GetItemWithError(known, key)
        numbers[at] = <int64_t> <object> number if number else <int64_t> known[key]
        at += 1
    return found
