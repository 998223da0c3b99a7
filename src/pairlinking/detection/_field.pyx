"""A conditional random field over tokens that begin a name, go on with it, or are outside: learning and tagging.

Three labels: 0 outside, 1 begins, 2 goes on. Weights of the label outside are 0, as only differences count.
"""

from libc.math cimport exp, log, sqrt
from libc.stdint cimport int32_t, uint8_t, uint32_t

import numpy as np

cdef enum:
    N = 3

cdef double NEVER = -1e30
cdef double IMPOSSIBLE = -1e20


cdef inline double _sum(double a, double b, double c) noexcept:
    cdef double most = a if a > b else b
    if c > most:
        most = c
    if most <= NEVER:
        return NEVER
    return most + log(exp(a - most) + exp(b - most) + exp(c - most))


cdef void _forward(
    const double[:, ::1] score, const double[:, ::1] move, const uint8_t *allowed, double[:, ::1] to
) noexcept:
    """Log sums over all paths to each label; `allowed` are bits of labels of each token."""
    cdef Py_ssize_t i
    cdef int y
    for y in range(N):
        to[0, y] = score[0, y] if y != 2 and allowed[0] >> y & 1 else NEVER
    for i in range(1, score.shape[0]):
        for y in range(N):
            if allowed[i] >> y & 1:
                to[i, y] = score[i, y] + _sum(
                    to[i - 1, 0] + move[0, y], to[i - 1, 1] + move[1, y], to[i - 1, 2] + move[2, y]
                )
            else:
                to[i, y] = NEVER


cdef void _backward(
    const double[:, ::1] score, const double[:, ::1] move, const uint8_t *allowed, double[:, ::1] back
) noexcept:
    cdef Py_ssize_t i, n = score.shape[0]
    cdef int y, z
    cdef double part[3]
    for y in range(N):
        back[n - 1, y] = 0
    for i in range(n - 2, -1, -1):
        for y in range(N):
            for z in range(N):
                part[z] = move[y, z] + score[i + 1, z] + back[i + 1, z] if allowed[i + 1] >> z & 1 else NEVER
            back[i, y] = _sum(part[0], part[1], part[2])


cdef double _marginals(
    const double[:, ::1] score, const double[:, ::1] move, const uint8_t *allowed, double[:, ::1] to, double[:, ::1] back,
    double[:, ::1] share, double[:, ::1] moves, double sign
) noexcept:
    """Add `sign` times the marginals of labels and moves; gives the log sum over all paths."""
    cdef Py_ssize_t i, n = score.shape[0]
    cdef int y, z
    cdef double total, p
    _forward(score, move, allowed, to)
    _backward(score, move, allowed, back)
    total = _sum(to[n - 1, 0], to[n - 1, 1], to[n - 1, 2])
    for i in range(n):
        for y in range(N):
            share[i, y] += sign * exp(to[i, y] + back[i, y] - total)
            if i:
                for z in range(N):
                    if allowed[i] >> y & 1:
                        p = to[i - 1, z] + move[z, y] + score[i, y] + back[i, y] - total
                        moves[z, y] += sign * exp(p)
    return total


cdef class Learner:
    """Weights while they are learnt, by AdaGrad on the likelihood of what is known about the labels of sentences."""

    cdef readonly object weights
    cdef readonly object transitions
    cdef float[:, ::1] _weight, _square
    cdef double[:, ::1] _move, _move_square
    cdef double _rate

    def __init__(self, int bits, double rate):
        self.weights = np.zeros((1 << bits, 2), np.float32)
        self._weight = self.weights
        self._square = np.full((1 << bits, 2), 1e-2, np.float32)
        self.transitions = np.zeros((N, N))
        self.transitions[0, 2] = NEVER
        self._move = self.transitions
        self._move_square = np.full((N, N), 1e-2)
        self._rate = rate

    def learn(self, const uint32_t[:, ::1] rows, const uint8_t[::1] allowed):
        """One step: `rows` are features of the tokens of a sentence, `allowed` bits of the labels each may have."""
        cdef Py_ssize_t n = rows.shape[0], m = rows.shape[1], i, f
        if n == 0:
            return 0.0
        cdef double[:, ::1] score = np.zeros((n, N)), share = np.zeros((n, N)), moves = np.zeros((N, N))
        cdef double[:, ::1] to = np.empty((n, N)), back = np.empty((n, N))
        cdef uint8_t[::1] free = np.full(n, 7, np.uint8)
        cdef int y, z
        cdef double known, all_, g
        cdef float *w
        cdef float *s
        for i in range(n):
            for f in range(m):
                w = &self._weight[rows[i, f], 0]
                score[i, 1] += w[0]
                score[i, 2] += w[1]
        _forward(score, self._move, &allowed[0], to)
        if _sum(to[n - 1, 0], to[n - 1, 1], to[n - 1, 2]) <= IMPOSSIBLE:
            return 0.0
        known = _marginals(score, self._move, &allowed[0], to, back, share, moves, 1.0)
        all_ = _marginals(score, self._move, &free[0], to, back, share, moves, -1.0)
        for i in range(n):
            for y in range(2):
                g = share[i, y + 1]
                if -1e-3 < g < 1e-3:
                    continue
                for f in range(m):
                    w = &self._weight[rows[i, f], y]
                    s = &self._square[rows[i, f], y]
                    s[0] += g * g
                    w[0] += self._rate * g / sqrt(s[0])
        for y in range(N):
            for z in range(N):
                if y == 0 and z == 2:
                    continue
                g = moves[y, z]
                self._move_square[y, z] += g * g
                self._move[y, z] += self._rate * g / sqrt(self._move_square[y, z])
        return known - all_


cdef void _best_path(
    const double[:, ::1] score, const double[:, ::1] move, uint8_t[:, ::1] origin, uint8_t[::1] label
) noexcept:
    """Most probable labels of a sentence (Viterbi)."""
    cdef Py_ssize_t n = score.shape[0], i
    cdef double best[3]
    cdef double new[3]
    cdef double found
    cdef int y, z, most
    best[0], best[1], best[2] = score[0, 0], score[0, 1], NEVER
    for i in range(1, n):
        for y in range(N):
            most = 0
            found = best[0] + move[0, y]
            for z in range(1, N):
                if best[z] + move[z, y] > found:
                    found, most = best[z] + move[z, y], z
            new[y] = found + score[i, y]
            origin[i, y] = most
        best[0], best[1], best[2] = new[0], new[1], new[2]
    most = 0
    for y in range(1, N):
        if best[y] > best[most]:
            most = y
    for i in range(n - 1, -1, -1):
        label[i] = most
        most = origin[i, most]


cdef double _log_probability(
    const double[:, ::1] score, const double[:, ::1] move, double[:, ::1] to, double[:, ::1] back,
    Py_ssize_t first, Py_ssize_t last
) noexcept:
    """Of a name from its first token to its last: that it begins, goes on and ends just so."""
    cdef Py_ssize_t n = score.shape[0], i
    cdef int end = 1 if last - first == 1 else 2
    cdef double p = to[first, 1]
    for i in range(first + 1, last):
        p += move[1 if i == first + 1 else 2, 2] + score[i, 2]
    if last < n:
        p += _sum(
            move[end, 0] + score[last, 0] + back[last, 0], move[end, 1] + score[last, 1] + back[last, 1], NEVER
        )
    return p - _sum(to[n - 1, 0], to[n - 1, 1], to[n - 1, 2])


def find_names(const double[:, ::1] scores, const double[:, ::1] move, const int32_t[::1] bounds):
    """First token, token behind the last, and probability of each name, sentence by sentence."""
    cdef Py_ssize_t n = scores.shape[0], k, first, last, i, j
    cdef double[:, ::1] to = np.empty((n, N)), back = np.empty((n, N))
    cdef uint8_t[:, ::1] origin = np.zeros((n, N), np.uint8)
    cdef uint8_t[::1] label = np.zeros(n, np.uint8), free = np.full(n, 7, np.uint8)
    cdef bint any_name
    cdef double sure
    cdef list names = []
    for k in range(bounds.shape[0] - 1):
        first, last = bounds[k], bounds[k + 1]
        if first == last:
            continue
        _best_path(scores[first:last], move, origin[first:last], label[first:last])
        any_name = False
        i = first
        while i < last:
            if label[i] != 1:
                i += 1
                continue
            if not any_name:
                _forward(scores[first:last], move, &free[first], to[first:last])
                _backward(scores[first:last], move, &free[first], back[first:last])
                any_name = True
            j = i + 1
            while j < last and label[j] == 2:
                j += 1
            sure = _log_probability(scores[first:last], move, to[first:last], back[first:last], i - first, j - first)
            names.append((i, j, exp(sure)))
            i = j
    return names
