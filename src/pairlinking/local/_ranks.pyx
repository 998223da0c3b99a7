"""The rank of each candidate among those of its mention, by each of several numbers."""

from libc.stdint cimport int64_t


def ranks_and_margins(const double[:, :] values, const int64_t[::1] offsets, double[:, :] out):
    """For each column, the rank among a mention's candidates, and the difference to the best of the others.

    Of equal values the first ranks first. The margin of a lone candidate is its value. `offsets` bound the rows of each
    mention; `out` gets two columns for each column of `values`.
    """
    cdef int64_t m, at, low, high, row, other
    cdef int64_t place
    cdef double value, best, second
    with nogil:
        for m in range(offsets.shape[0] - 1):
            low, high = offsets[m], offsets[m + 1]
            for at in range(values.shape[1]):
                best = second = 0.0
                for row in range(low, high):
                    value = values[row, at]
                    if row == low or value > best:
                        second = best if row > low else 0.0
                        best = value
                    elif row == low + 1 or value > second:
                        second = value
                for row in range(low, high):
                    value = values[row, at]
                    place = 0
                    for other in range(low, row):
                        place += values[other, at] >= value
                    for other in range(row + 1, high):
                        place += values[other, at] > value
                    out[row, 2 * at] = <double> place
                    out[row, 2 * at + 1] = value - (best if place else second)
