"""Vectors of the words around mentions, and their cosines with candidates: whole documents at once."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy as np

cdef extern from "_dots.h" nogil:
    enum: LANES
    void weighed(const uint16_t *vector, int dim, int width, double weight, float *room)
    void add_floats(const float *vector, int width, double *sum)
    void unit_between(
        const double *low, const double *high, const double *first, const double *last, int width, double *out
    )
    void unscaled(const int16_t *vector, int width, double *out)
    double dot(const double *left, const double *right, int width)

cdef enum:
    KEPT = 1 << 12  # distinct words whose vectors are computed once: two megabytes, nearly all words of most texts


def around(
    const uint16_t[:, ::1] vectors, const int64_t[::1] counts, double total, double smoothing, const int64_t[::1] ids,
    const int64_t[::1] places, const int64_t[:, ::1] bounds, const int64_t[::1] widths, int64_t block,
):
    """For each width and mention a unit vector, shape (widths, mentions, columns); columns beyond `vectors`' are 0.

    Parameters
    ----------
    vectors, counts
        Of all words: the bits of 16-bit floats, and how often each word is in the corpus of `total` words.
    smoothing
        A word's vector gets the length ``smoothing / (smoothing + its share of the corpus)``.
    ids, places
        Number of each distinct word of the document, -1 if it is unknown; and which of them each word is.
    bounds
        Of mentions, among the words of the document.
    widths
        Known words on each side; -1 for the whole document.
    block
        Words that are summed on their own before they are added to those before them.
    """
    cdef int64_t n_words = 0, n = bounds.shape[0], n_widths = widths.shape[0], n_ends = 0
    cdef int64_t m, w, low, high, at, first, last, kept = min(ids.shape[0], KEPT)
    cdef int dim = <int> vectors.shape[1], width = (dim + LANES - 1) // LANES * LANES
    result = np.empty((n_widths, n, width))
    if result.size == 0:
        return result
    cdef double[:, :, ::1] out = result
    # Known words before each word, which known word is which, and where each end of a span is among the kept places.
    cdef int64_t *before = <int64_t *> malloc(3 * (places.shape[0] + 1) * sizeof(int64_t))
    cdef int64_t *known = before + places.shape[0] + 1
    cdef int64_t *place = known + places.shape[0] + 1
    cdef double *weights = <double *> malloc((ids.shape[0] + 1) * sizeof(double))
    cdef float *made = <float *> malloc((kept + 1) * width * sizeof(float))
    cdef double *inside = <double *> malloc(2 * width * sizeof(double))
    cdef double *sums = NULL
    cdef bint is_done = before and weights and made and inside
    with nogil:
        if is_done:
            for at in range(places.shape[0]):
                before[at] = n_words
                if ids[places[at]] >= 0:
                    known[n_words] = places[at]
                    n_words += 1
            before[places.shape[0]] = n_words
            for at in range(n_words + 1):
                place[at] = 0
            for m in range(n):
                first, last = before[bounds[m, 0]], before[bounds[m, 1]]
                place[first] = place[last] = 1
                for w in range(n_widths):
                    place[_low(first, widths[w])] = 1
                    place[_high(last, widths[w], n_words)] = 1
            for at in range(n_words + 1):
                if place[at]:
                    place[at] = n_ends
                    n_ends += 1
                else:
                    place[at] = -1
            for at in range(ids.shape[0]):
                if ids[at] >= 0:
                    weights[at] = smoothing / (smoothing + <double> counts[ids[at]] / total)
                    if at < kept:
                        weighed(&vectors[ids[at], 0], dim, width, weights[at], made + at * width)
            sums = <double *> malloc(n_ends * width * sizeof(double))
            is_done = sums != NULL
        if is_done:
            _sum(&vectors[0, 0], dim, width, ids, weights, known, n_words, place, block, made, kept, inside, sums)
            for w in range(n_widths):
                for m in range(n):
                    first, last = before[bounds[m, 0]], before[bounds[m, 1]]
                    low, high = place[_low(first, widths[w])], place[_high(last, widths[w], n_words)]
                    unit_between(
                        sums + low * width, sums + high * width, sums + place[first] * width,
                        sums + place[last] * width, width, &out[w, m, 0],
                    )
    free(before)
    free(weights)
    free(made)
    free(inside)
    free(sums)
    if not is_done:
        raise MemoryError
    return result


def cosines(
    const double[:, :, ::1] contexts, const int64_t[::1] mention, const int64_t[::1] entities,
    const int16_t[:, ::1] vectors, double[:, :] out,
):
    """Dot product of each candidate's vector with the contexts of its mention, one column per width.

    Returns which candidates have a vector at all.
    """
    cdef int64_t n = entities.shape[0], r, w
    cdef int width = <int> contexts.shape[2], columns = <int> vectors.shape[1], d
    has_vector = np.zeros(n, dtype=np.bool_)
    cdef uint8_t[::1] has = has_vector.view(np.uint8)
    cdef const int16_t *own
    cdef int16_t any_bit
    cdef double *room = <double *> malloc((width + 1) * sizeof(double))
    if not room:
        raise MemoryError
    with nogil:
        for r in range(n):
            own = &vectors[entities[r], 0]
            any_bit = 0
            for d in range(columns):
                any_bit |= own[d]
            has[r] = any_bit != 0
            if any_bit:
                unscaled(own, width, room)
            for w in range(contexts.shape[0]):
                out[r, w] = dot(room, &contexts[w, mention[r], 0], width) if any_bit else 0.0
    free(room)
    return has_vector


cdef inline int64_t _low(int64_t first, int64_t width) noexcept nogil:
    return 0 if width < 0 or first < width else first - width


cdef inline int64_t _high(int64_t last, int64_t width, int64_t n) noexcept nogil:
    return n if width < 0 or n - last < width else last + width


cdef void _sum(
    const uint16_t *vectors, int dim, int width, const int64_t[::1] ids, const double *weights, const int64_t *known,
    int64_t n, const int64_t *place, int64_t block, float *made, int64_t kept, double *inside, double *sums,
) noexcept nogil:
    """The sum of all words before each kept place. `made` has the first `kept` vectors and room for one more."""
    cdef double *before = inside + width
    cdef float *vector
    cdef int64_t at
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
            vector = made + min(known[at], kept) * width
            if known[at] >= kept:
                weighed(vectors + ids[known[at]] * dim, dim, width, weights[known[at]], vector)
            add_floats(vector, width, inside)
