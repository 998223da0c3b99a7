"""Vectors of the words around mentions, and their cosines with candidates: whole documents at once."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import numpy as np

cdef extern from "_dots.h" nogil:
    enum: LANES
    void add_weighed(const uint16_t *vector, int dim, int width, double weight, float *room, double *sum)
    void unit_between(
        const double *low, const double *high, const double *first, const double *last, int width, double *out
    )
    double dot_scaled(const int16_t *vector, const double *context, int width)


def around(
    const uint16_t[:, ::1] vectors, const int64_t[::1] ids, const double[::1] weights, const int64_t[:, ::1] bounds,
    const int64_t[::1] widths, int64_t block,
):
    """For each width and mention a unit vector, shape (widths, mentions, columns): columns beyond those of `vectors` are 0.

    Parameters
    ----------
    vectors
        Of all words: 16-bit floats by their bits.
    ids, weights
        The known words of the document and the length that each one's vector gets.
    bounds
        Of mentions, among these words.
    widths
        Words to each side; -1 for all of the document.
    block
        Words that are added up by themselves before they are added to those before them.
    """
    cdef int64_t n_words = ids.shape[0], n = bounds.shape[0], n_widths = widths.shape[0], m, w, low, high, at, n_ends = 0
    cdef int dim = <int> vectors.shape[1], width = (dim + LANES - 1) // LANES * LANES
    result = np.empty((n_widths, n, width))
    if result.size == 0:
        return result
    cdef double[:, :, ::1] out = result
    place_array = np.zeros(n_words + 1, dtype=np.int64)
    cdef int64_t[::1] place = place_array  # of each end of a stretch among the sums that are kept
    cdef float *room = NULL
    cdef double *inside = NULL
    cdef double *sums = NULL
    with nogil:
        for m in range(n):
            place[bounds[m, 0]] = 1
            place[bounds[m, 1]] = 1
            for w in range(n_widths):
                place[_low(bounds[m, 0], widths[w])] = 1
                place[_high(bounds[m, 1], widths[w], n_words)] = 1
        for at in range(n_words + 1):
            if place[at]:
                place[at] = n_ends
                n_ends += 1
            else:
                place[at] = -1
        room = <float *> malloc(width * sizeof(float))
        inside = <double *> malloc(2 * width * sizeof(double))
        sums = <double *> malloc(n_ends * width * sizeof(double))
        if room and inside and sums:
            _sum(&vectors[0, 0], dim, width, ids, weights, place, block, room, inside, sums)
            for w in range(n_widths):
                for m in range(n):
                    low = place[_low(bounds[m, 0], widths[w])]
                    high = place[_high(bounds[m, 1], widths[w], n_words)]
                    unit_between(
                        sums + low * width, sums + high * width, sums + place[bounds[m, 0]] * width,
                        sums + place[bounds[m, 1]] * width, width, &out[w, m, 0],
                    )
    is_done = room != NULL and inside != NULL and sums != NULL
    free(room)
    free(inside)
    free(sums)
    if not is_done:
        raise MemoryError
    return result


def cosines(
    const double[:, :, ::1] contexts, const int64_t[::1] mention, const int64_t[::1] entities,
    const int16_t[:, ::1] vectors, double[:, :] out,
):
    """Product of each candidate's vector with the contexts of its mention, one column a width.

    Gives which candidates have a vector at all.
    """
    cdef int64_t n = entities.shape[0], r, w
    cdef int width = <int> contexts.shape[2], columns = <int> vectors.shape[1], d
    has_vector = np.zeros(n, dtype=np.bool_)
    cdef uint8_t[::1] has = has_vector.view(np.uint8)
    cdef const int16_t *own
    cdef int16_t any_bit
    with nogil:
        for r in range(n):
            own = &vectors[entities[r], 0]
            any_bit = 0
            for d in range(columns):
                any_bit |= own[d]
            has[r] = any_bit != 0
            for w in range(contexts.shape[0]):
                out[r, w] = dot_scaled(own, &contexts[w, mention[r], 0], width) if any_bit else 0.0
    return has_vector


cdef inline int64_t _low(int64_t first, int64_t width) noexcept nogil:
    return 0 if width < 0 or first < width else first - width


cdef inline int64_t _high(int64_t last, int64_t width, int64_t n) noexcept nogil:
    return n if width < 0 or n - last < width else last + width


cdef void _sum(
    const uint16_t *vectors, int dim, int width, const int64_t[::1] ids, const double[::1] weights,
    const int64_t[::1] place, int64_t block, float *room, double *inside, double *sums,
) noexcept nogil:
    """The sum of all words before each place that is kept."""
    cdef double *before = inside + width
    cdef int64_t at, n = ids.shape[0]
    cdef int d
    memset(inside, 0, 2 * width * sizeof(double))
    for at in range(n + 1):
        if place[at] >= 0:
            for d in range(width):
                sums[place[at] * width + d] = before[d] + inside[d]
        if at < n:
            if at and at % block == 0:
                for d in range(width):
                    before[d] = before[d] + inside[d]
                    inside[d] = 0.0
            add_weighed(vectors + ids[at] * dim, dim, width, weights[at], room, inside)
