"""Relatedness of two entities at C speed; shared by the measures and by the Pair-Linking kernel."""

from libc.math cimport log
from libc.stdint cimport int16_t, int32_t, int64_t

from pairlinking.relatedness._entity cimport Entity
from pairlinking.relatedness._in_links cimport Lists

cdef extern from "_simd.h" nogil:
    int32_t dot_one(const int16_t *a, const int16_t *b, int dim) noexcept
    void dot_four(const int16_t *a, const int16_t *b0, const int16_t *b1, const int16_t *b2, const int16_t *b3,
                  int dim, int32_t *out) noexcept
    int32_t common_by_merge(const int32_t *a, int32_t na, const int32_t *b, int32_t nb) noexcept
    int32_t common_by_slots(const int32_t *a, int32_t na, const int32_t *b, int32_t nb, const int32_t *slots,
                            int shift, int64_t room) noexcept
    ctypedef struct Weights:
        double phi, psi, divisor, wlm, njs, ees, parts, log_pages
    void bound_row(const Weights *weights, double phi, double log_size, const double *phis, const double *log_sizes,
                   int n, double *out) noexcept

cdef struct Psi:
    int wlm, njs, ees      # which measures the mean is over
    double parts           # how many
    double log_pages       # log(|W| + 1), for WLM
    int dim                # of the vectors, padded to a multiple of 16

cdef enum:
    N_LOGS = 65536

cdef double *LOGS          # log(n + 1); the table contains the results of log(), so both forms agree to the last bit


cdef inline double log_count(int64_t n) noexcept nogil:
    return LOGS[n] if n < N_LOGS else log(<double>(n + 1))


cdef inline int32_t n_common(const Entity *a, const Entity *b) noexcept nogil:
    """|U_a and U_b|."""
    if a.size > b.size:
        a, b = b, a
    if a.size == 0 or a.ids[0] > b.ids[b.size - 1] or b.ids[0] > a.ids[a.size - 1]:
        return 0
    if b.slots == NULL:
        return common_by_merge(a.ids, a.size, b.ids, b.size)
    return common_by_slots(a.ids, a.size, b.ids, b.size, b.slots, b.shift, b.room)


cdef inline double clamped_cosine(int32_t dot) noexcept nogil:
    cdef double cosine = dot / (32767.0 * 32767.0)
    return 0.0 if cosine < 0.0 else 1.0 if cosine > 1.0 else cosine


cdef inline double ees(const Psi *psi, const Entity *a, const Entity *b) noexcept nogil:
    """Cosine of two vectors, clamped to [0, 1] (Eq. 11)."""
    return clamped_cosine(dot_one(a.vector, b.vector, psi.dim))


cdef inline double link_part(const Psi *psi, const Entity *a, const Entity *b, int64_t common) noexcept nogil:
    """Sum of WLM and NJS, or of the one that was requested (Eq. 9, 10)."""
    cdef double total = 0.0, large, small, value
    if psi.wlm:
        large = a.log_size if a.size > b.size else b.log_size
        small = b.log_size if a.size > b.size else a.log_size
        if psi.log_pages > small:
            value = 1.0 - (large - log_count(common)) / (psi.log_pages - small)
            if value > 0.0:  # Eq. 9 turns negative for popular entities that share little
                total += value if value < 1.0 else 1.0
    if psi.njs and common:
        total += log_count(common) / log_count(<int64_t>a.size + b.size - common)
    return total


cdef inline double link_bound(const Psi *psi, const Entity *a, const Entity *b) noexcept nogil:
    """Upper bound of `link_part`: as if the larger list contained the smaller."""
    cdef double total = 0.0, large = a.log_size, small = b.log_size, value
    if small > large:
        large, small = small, large
    if small == 0.0 and not psi.wlm:
        return 0.0
    if psi.wlm and psi.log_pages > small:
        value = 1.0 - (large - small) / (psi.log_pages - small)
        total += value if value > 0.0 else 0.0
    if psi.njs and small > 0.0:
        total += small / large
    return total + 1e-12  # rounding must not lift the exact value above its bound


cdef inline double mean(const Psi *psi, double links, double vectors) noexcept nogil:
    cdef double value = (links + vectors) / psi.parts
    return value if value < 1.0 else 1.0


cdef inline double exact(const Psi *psi, const Entity *a, const Entity *b) noexcept nogil:
    """Psi of two entities: the mean of the requested measures."""
    if a.row == b.row:
        return 1.0
    return mean(
        psi,
        link_part(psi, a, b, n_common(a, b)) if psi.wlm or psi.njs else 0.0,
        ees(psi, a, b) if psi.ees else 0.0,
    )


cdef class Source:
    """Lists and vectors, and the mean of measures over them."""
    cdef Psi psi
    cdef Lists _links
    cdef const int16_t[:, ::1] _vectors
    cdef readonly Py_ssize_t n_entities
    cdef Entity *gather(self, const int64_t[::1] rows) except NULL
