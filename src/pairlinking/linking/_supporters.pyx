"""Which other link supports each candidate most."""

from libc.stdint cimport int64_t

import numpy as np

from pairlinking.collective._confidence cimport pair_confidence


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
    cdef double confidence
    best_array, score_array = np.full(n, -1, dtype=np.int64), np.array(local)
    cdef int64_t[::1] best = best_array
    cdef double[::1] score = score_array
    with nogil:
        for row in range(n):
            for name in range(psi.shape[1]):
                if name != own[row]:
                    confidence = pair_confidence(1 - beta, beta, 2 - beta, local[row], chosen[name], psi[row, name])
                    if best[row] < 0 or confidence > score[row]:
                        best[row], score[row] = name, confidence
    return best_array, score_array
