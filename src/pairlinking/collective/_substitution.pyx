"""Hill climbing: the gain of every single substitution, kept up to date from one substitution to the next."""

from libc.stdint cimport int64_t

import numpy as np

cdef double TIE = 1e-12    # gains closer than this differ only by rounding: the first of them counts as best


cdef class Climb:
    """An assignment, and for each candidate p what the objective's psi part would be with p in it.

    rows[i, p] is psi of the entity chosen for mention i with candidate p; the caller supplies it, and a new row with
    each substitution. Up to a constant, the psi part for p is support[p] + others[p]:

    ALL-Link: support[p] is the sum of psi to the other mentions' chosen entities; others[p] is 0.
    SINGLE-Link: support[p] is the largest of them. others[p] is the sum of the other mentions' own largest psi once p
    represents its mention: for mention l the larger of psi to p and the best without p's mention, which is second[l]
    if first[l], the source of best[l], is that mention, and best[l] if not.
    """

    cdef bint single
    cdef double beta
    cdef Py_ssize_t n, size
    cdef const int64_t[::1] offsets
    cdef const double[::1] local
    cdef double[:, ::1] rows
    cdef int64_t[::1] chosen, source, first, runner_up
    cdef double[::1] support, others, best_psi, second_psi
    cdef signed char[::1] stale

    def __init__(self, bint single, const int64_t[::1] offsets, const double[::1] local, double[:, ::1] rows,
                 const int64_t[::1] chosen, double beta):
        self.single, self.beta = single, beta
        self.n, self.size = offsets.shape[0] - 1, local.shape[0]
        self.offsets, self.local, self.rows = offsets, local, rows
        self.chosen = np.array(chosen)
        self.support, self.others = np.zeros(self.size), np.zeros(self.size)
        self.source = np.full(self.size, -1, dtype=np.int64)  # the mention behind support[p], SINGLE-Link only
        self.best_psi, self.second_psi = np.zeros(self.n), np.zeros(self.n)
        self.first, self.runner_up = np.full(self.n, -1, dtype=np.int64), np.full(self.n, -1, dtype=np.int64)
        self.stale = np.zeros(self.n, dtype=np.int8)
        cdef Py_ssize_t j, p
        with nogil:
            for j in range(self.n):
                for p in range(self.size):
                    if self.offsets[j] <= p < self.offsets[j + 1]:
                        continue
                    if not single:
                        self.support[p] += rows[j, p]
                    elif rows[j, p] > self.support[p]:
                        self.support[p] = rows[j, p]
                        self.source[p] = j
            if single:
                for j in range(self.n):
                    self.rank(j)
                    self.count(j, 1.0)

    def best(self):
        """Largest gain of a substitution, its mention and its candidate's flat position; gain 0 if there is none."""
        cdef Py_ssize_t i, p, mention = -1, position = -1
        cdef double gain, largest = 0.0
        with nogil:
            for i in range(self.n):
                for p in range(self.offsets[i], self.offsets[i + 1]):
                    gain = self.gain(i, p)
                    if gain > largest + TIE:
                        largest, mention, position = gain, i, p
        return largest, mention, position

    def n_gaining(self, double least):
        """How many mentions have a substitution that gains more than `least`."""
        cdef Py_ssize_t i, p, found = 0
        for i in range(self.n):
            for p in range(self.offsets[i], self.offsets[i + 1]):
                if self.gain(i, p) > least:
                    found += 1
                    break
        return found

    cdef inline double gain(self, Py_ssize_t i, Py_ssize_t p) noexcept nogil:
        """What the objective gains if mention i takes candidate p."""
        cdef Py_ssize_t current = self.chosen[i]
        cdef double scale = self.beta if self.single else 2.0 * self.beta
        return (1.0 - self.beta) * (self.local[p] - self.local[current]) + scale * (
            (self.support[p] - self.support[current]) + (self.others[p] - self.others[current]))

    def replace(self, Py_ssize_t i, Py_ssize_t position, const double[::1] row):
        """Let mention i take the candidate at `position`, whose psi with every candidate is `row`."""
        with nogil:
            if self.single:
                self.replace_single(i, position, row)
            else:
                self.replace_all(i, position, row)

    cdef void replace_all(self, Py_ssize_t i, Py_ssize_t position, const double[::1] row) noexcept nogil:
        cdef Py_ssize_t p
        for p in range(self.offsets[i]):
            self.support[p] += row[p] - self.rows[i, p]
        for p in range(self.offsets[i + 1], self.size):
            self.support[p] += row[p] - self.rows[i, p]
        self.rows[i, :] = row
        self.chosen[i] = position

    cdef void replace_single(self, Py_ssize_t i, Py_ssize_t position, const double[::1] row) noexcept nogil:
        cdef Py_ssize_t j, l, p
        for l in range(self.n):
            # The best or second best psi changes only for these mentions: few, so a step costs a few rows.
            self.stale[l] = (l == i or self.first[l] == i or self.runner_up[l] == i
                             or row[self.chosen[l]] > self.second_psi[l])
            if self.stale[l]:
                self.count(l, -1.0)
        self.rows[i, :] = row
        self.chosen[i] = position
        for p in range(self.size):
            if self.offsets[i] <= p < self.offsets[i + 1]:
                continue
            if row[p] > self.support[p]:
                self.support[p] = row[p]
                self.source[p] = i
            elif self.source[p] == i:
                self.support[p] = 0.0
                self.source[p] = -1
                for j in range(self.n):
                    if self.rows[j, p] > self.support[p] and not self.offsets[j] <= p < self.offsets[j + 1]:
                        self.support[p] = self.rows[j, p]
                        self.source[p] = j
        for l in range(self.n):
            if self.stale[l]:
                self.rank(l)
                self.count(l, 1.0)

    cdef void rank(self, Py_ssize_t l) noexcept nogil:
        """Best and second best psi of mention l's entity to the other chosen ones."""
        cdef Py_ssize_t j, first = -1, runner_up = -1
        cdef double psi, best = 0.0, second = 0.0
        for j in range(self.n):
            psi = self.rows[l, self.chosen[j]]
            if j == l:
                continue
            if psi > best:
                second, runner_up = best, first
                best, first = psi, j
            elif psi > second:
                second, runner_up = psi, j
        self.best_psi[l], self.second_psi[l], self.first[l], self.runner_up[l] = best, second, first, runner_up

    cdef void count(self, Py_ssize_t l, double sign) noexcept nogil:
        """Add mention l's own largest psi to `others` of all candidates, or subtract it again."""
        cdef Py_ssize_t i, p
        cdef double without, psi
        for i in range(self.n):
            if i == l:
                continue
            without = self.second_psi[l] if self.first[l] == i else self.best_psi[l]
            for p in range(self.offsets[i], self.offsets[i + 1]):
                psi = self.rows[l, p]
                self.others[p] += sign * (psi if psi > without else without)
