"""Relatedness of entities: one by one, in blocks, and as a full matrix by counting along chains."""

from libc.math cimport log
from libc.stdint cimport int16_t, int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc

from pairlinking.relatedness._chains cimport count_chains, counting_cost

import numpy as np

from pairlinking.errors import KnowledgeBaseError

cdef int _n
LOGS = <double *> malloc(N_LOGS * sizeof(double))
if LOGS == NULL:
    raise MemoryError
for _n in range(N_LOGS):
    LOGS[_n] = log(<double>(_n + 1))

cdef int64_t LONGEST = 32767 * 32767  # of a vector, squared

cdef enum:
    TILE = 32              # vectors with 300 entries that fit into the L1 cache together


cdef class Source:
    def __cinit__(self, *, wlm, njs, ees, Lists links=None, n_pages=0, vectors=None):
        self.psi.wlm, self.psi.njs, self.psi.ees = wlm, njs, ees
        self.psi.parts = wlm + njs + ees
        self.psi.log_pages = log_count(n_pages)
        self.n_entities = 2 ** 62
        if wlm or njs:
            self._links = links
            self.n_entities = links.n_entities
        if ees:
            self._vectors = vectors
            self.psi.dim = <int> self._vectors.shape[1]
            self.n_entities = min(self.n_entities, self._vectors.shape[0])

    cdef Entity *gather(self, const int64_t[::1] rows) except NULL:
        """Entities of rows, which the caller has checked to be in range; the caller frees the array."""
        cdef Py_ssize_t n = rows.shape[0], p
        cdef Entity *entities = <Entity *> calloc(n + 1, sizeof(Entity))
        cdef Entity *entity
        if entities == NULL:
            raise MemoryError
        try:
            for p in range(n):
                entity = entities + p
                entity.row = rows[p]
                if self.psi.wlm or self.psi.njs:
                    self._links.fetch(rows[p], entity)
                    entity.log_size = log_count(entity.size)
                if self.psi.ees:
                    entity.vector = &self._vectors[rows[p], 0]
                    if square(entity.vector, self.psi.dim) > LONGEST:
                        raise KnowledgeBaseError(
                            f"The vector of entity {rows[p]} is damaged: it is longer than 32767. "
                            "Build or copy the knowledge base again."
                        )
        except BaseException:
            free(entities)
            raise
        return entities

    def score(self, int64_t left, int64_t right):
        return self.block(np.array([left]), np.array([right]))[0, 0].item()

    def bound(self, int64_t left, int64_t right):
        cdef Entity *pair = self.gather(np.array([left, right]))
        cdef double value = mean(&self.psi, link_bound(&self.psi, pair, pair + 1),
                                 ees(&self.psi, pair, pair + 1) if self.psi.ees else 0.0)
        free(pair)
        return 1.0 if left == right else value

    def block(self, const int64_t[::1] lefts, const int64_t[::1] rights):
        """Psi of each left with each right entity."""
        cdef Py_ssize_t n = lefts.shape[0], m = rights.shape[0]
        values = np.empty((n, m))
        cdef double[:, ::1] out = values
        if n == 0 or m == 0:
            return values
        cdef Entity *a = self.gather(lefts)
        cdef Entity *b = NULL
        cdef int done
        try:
            b = self.gather(rights)
            with nogil:
                done = fill(&self.psi, a, n, b, m, &out[0, 0])
        finally:
            free(a)
            free(b)
        if not done:
            raise MemoryError
        return values

    def cost(self, const int64_t[::1] lefts, const int64_t[::1] rights=None):
        """Rough nanoseconds that `block` takes, or `matrix` without `rights`; only ratios are meaningful."""
        cdef Entity *a = self.gather(lefts)
        cdef Entity *b = a
        cdef Py_ssize_t n = lefts.shape[0], m = n
        cdef double cost
        try:
            if rights is not None:
                b = NULL
                b = self.gather(rights)
                m = rights.shape[0]
            cost = (9.0 + 16.0 * self.psi.ees) * n * m / (2 if a == b else 1)
            if self.psi.wlm or self.psi.njs:
                cost += 4.0 * links_cost(a, n, b, m)
            return cost
        finally:
            if b != a:
                free(b)
            free(a)

    def common(self, const int64_t[::1] lefts, const int64_t[::1] rights):
        """How many in-links each left entity shares with each right one."""
        cdef Py_ssize_t n = lefts.shape[0], m = rights.shape[0], p, q
        counts = np.empty((n, m), dtype=np.int32)
        cdef int32_t[:, ::1] out = counts
        cdef Entity *a = self.gather(lefts)
        cdef Entity *b = NULL
        try:
            b = self.gather(rights)
            with nogil:
                for p in range(n):
                    for q in range(m):
                        out[p, q] = n_common(a + p, b + q)
        finally:
            free(a)
            free(b)
        return counts

    def matrix(self, const int64_t[::1] rows):
        """Psi of each entity with each other."""
        cdef Py_ssize_t n = rows.shape[0]
        values = np.empty((n, n))
        cdef double[:, ::1] out = values
        if n == 0:
            return values
        cdef Entity *entities = self.gather(rows)
        cdef int done
        with nogil:
            done = fill(&self.psi, entities, n, entities, n, &out[0, 0])
            free(entities)
        if not done:
            raise MemoryError
        return values


cdef inline int64_t square(const int16_t *vector, int dim) noexcept nogil:
    """Squared length of a vector. A vector that is too long would overflow the sums of a dot product."""
    cdef int64_t total = 0
    cdef int at
    for at in range(dim):
        total += <int32_t> vector[at] * vector[at]
    return total


cdef int fill(const Psi *psi, const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m, double *out) noexcept nogil:
    """Write psi of each `a` with each `b`, row by row; 0 if memory ran out. With a == b only half is computed."""
    cdef int symmetric = a == b, by_links = psi.wlm or psi.njs
    cdef int32_t *counts = NULL
    cdef int32_t dots[TILE]
    cdef Py_ssize_t p, q, tile, first, end
    cdef double links = 0.0, cosine = 0.0
    if by_links and chains_pay(a, n, b, m):
        counts = count_chains(a, n, b, m)
        if counts == NULL:
            return 0
    for tile in range((m + TILE - 1) // TILE):
        first = tile * TILE
        for p in range(first if symmetric else 0, n):
            end = min(first + TILE, p if symmetric else m)
            if psi.ees:
                dot_tile(a[p].vector, b + first, end - first, psi.dim, dots)
            for q in range(first, end):
                if a[p].row == b[q].row:
                    out[p * m + q] = 1.0
                    continue
                if by_links:
                    links = link_part(psi, a + p, b + q,
                                      counts[p * m + q] if counts != NULL else n_common(a + p, b + q))
                if psi.ees:
                    cosine = clamped_cosine(dots[q - first])
                out[p * m + q] = mean(psi, links, cosine)
    free(counts)
    if symmetric:
        mirror(out, n)
    return 1


cdef inline void dot_tile(const int16_t *vector, const Entity *others, Py_ssize_t n, int dim, int32_t *out) noexcept nogil:
    cdef Py_ssize_t q
    for q in range(0, n - 3, 4):
        dot_four(vector, others[q].vector, others[q + 1].vector, others[q + 2].vector, others[q + 3].vector, dim, out + q)
    for q in range(n - n % 4, n):
        out[q] = dot_one(vector, others[q].vector, dim)


cdef void mirror(double *out, Py_ssize_t n) noexcept nogil:
    """Copy the lower triangle to the upper, tile by tile to stay in the cache; 1 on the diagonal."""
    cdef Py_ssize_t i, j, p, q
    for i in range((n + TILE - 1) // TILE):
        for j in range(i + 1):
            for p in range(i * TILE, min((i + 1) * TILE, n)):
                for q in range(j * TILE, min((j + 1) * TILE, p)):
                    out[q * n + p] = out[p * n + q]
    for p in range(n):
        out[p * n + p] = 1.0


cdef int chains_pay(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m) noexcept nogil:
    """Whether counting all pairs at once is cheaper than intersecting list by list."""
    cdef double together = counting_cost(a, n, b, m)
    return apart_cost(a, n, b, m, together) > together


cdef double links_cost(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m) noexcept nogil:
    """Cost of counting shared in-links in the cheaper way."""
    cdef double together = counting_cost(a, n, b, m)
    return min(together, apart_cost(a, n, b, m, together))


cdef double apart_cost(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m, double most) noexcept nogil:
    """Cost of intersecting list by list; if that exceeds `most`, any number above `most`."""
    cdef Py_ssize_t p, q
    cdef double apart = 0.0
    for p in range(n):
        for q in range(p if a == b else m):
            apart += 8 + 0.7 * min(a[p].size, b[q].size)
        if apart > most:
            break
    return apart
