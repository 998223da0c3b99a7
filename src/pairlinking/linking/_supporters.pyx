"""Which other link supports each candidate most, and the candidates of a mention by that support."""

from libc.stdint cimport int64_t

import numpy as np

from pairlinking.collective._confidence cimport pair_confidence, weighed


def supporters(
    const double[:, ::1] psi, const double[::1] local, const double[::1] chosen, const int64_t[::1] own, double beta
):
    """For each candidate the name whose link makes the most confident pair with it, and that confidence.

    The first of equal ones; -1 and the local confidence where there is no other name.

    Parameters
    ----------
    psi
        Relatedness of candidates, one a row, with the chosen entities of all names.
    local, chosen
        Local confidence of the candidates, and of the chosen entities.
    own
        The name that each candidate belongs to, which does not support it; -1 for none.
    """
    cdef int64_t n = psi.shape[0], row, name
    cdef double confidence, sum, largest = 0.0
    best_array, score_array = np.full(n, -1, dtype=np.int64), np.array(local)
    cdef int64_t[::1] best = best_array
    cdef double[::1] score = score_array
    with nogil:
        for row in range(n):
            for name in range(psi.shape[1]):
                if name == own[row]:
                    continue
                sum = weighed(1 - beta, beta, local[row], chosen[name], psi[row, name])
                if best[row] < 0 or sum > largest:  # or the confidence is not larger, either
                    largest = sum
                    confidence = pair_confidence(1 - beta, beta, 2 - beta, local[row], chosen[name], psi[row, name])
                    if best[row] < 0 or confidence > score[row]:
                        best[row], score[row] = name, confidence
    return best_array, score_array


def best_first(
    const int64_t[::1] starts, const int64_t[::1] ends, const double[::1] score, const double[::1] local, int64_t most
):
    """Positions of the candidates of each mention by falling score, equals by falling local confidence, then in order.

    Parameters
    ----------
    starts, ends
        Where the candidates of each mention are.
    score, local
        Of all candidates.
    most
        How many of a mention to give at the most.
    """
    cdef int64_t n = 0, m, p, at, low, end
    for m in range(starts.shape[0]):
        n += min(most, ends[m] - starts[m])
    found = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] out = found
    n = 0
    with nogil:
        for m in range(starts.shape[0]):
            low, end = n, n + min(most, ends[m] - starts[m])
            for p in range(starts[m], ends[m]):
                at = n
                if n < end:
                    n += 1
                elif low == end or not _is_before(p, out[end - 1], score, local):
                    continue
                else:
                    at = end - 1
                while at > low and _is_before(p, out[at - 1], score, local):
                    out[at] = out[at - 1]
                    at -= 1
                out[at] = p
    return found


cdef inline bint _is_before(int64_t one, int64_t other, const double[::1] score, const double[::1] local) noexcept nogil:
    """Whether a candidate comes before an earlier one."""
    return score[one] > score[other] or (score[one] == score[other] and local[one] > local[other])
