"""Which links support each other, which one supports each candidate most, and candidates by that support."""

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc, qsort

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


cdef struct Ranked:  # a pair among others
    double confidence
    int64_t left, right, number


cdef int _in_order(const void *left, const void *right) noexcept nogil:
    """Falling confidence, then the lower mentions."""
    cdef const Ranked *one = <const Ranked *> left
    cdef const Ranked *other = <const Ranked *> right
    if one.confidence != other.confidence:
        return -1 if one.confidence > other.confidence else 1
    if one.left != other.left:
        return -1 if one.left < other.left else 1
    return (one.right > other.right) - (one.right < other.right)


def supporting(
    const int64_t[:, :] mentions, const int64_t[:, :] entities, const double[::1] relatedness,
    const double[::1] confidence, const uint8_t[::1] is_linked, double chance, int64_t most,
):
    """The pairs that are evidence for each mention, most confident first: where those of each begin, and their numbers.

    The number of a pair whose second side the mention is, is ~number.

    Parameters
    ----------
    mentions, entities, relatedness, confidence
        Of all pairs.
    is_linked
        By mention. What is not linked is not evidence for anything.
    chance
        Relatedness of a pair that is evidence, at the least.
    most
        Pairs of a mention, at the most.
    """
    cdef int64_t n = is_linked.shape[0], n_kept = 0, at
    starts_array = np.zeros(n + 1, dtype=np.int64)
    cdef int64_t[::1] starts = starts_array
    cdef int64_t *room = <int64_t *> malloc((n + 1) * sizeof(int64_t))  # pairs of each mention so far
    cdef Ranked *kept = <Ranked *> malloc((confidence.shape[0] + 1) * sizeof(Ranked))
    try:
        if not (room and kept):
            raise MemoryError
        for at in range(confidence.shape[0]):
            # A pair can be confident by its local confidences alone; its entities are then no evidence.
            # Neither is an entity evidence for itself, by another name.
            if relatedness[at] >= chance and entities[at, 0] != entities[at, 1]:
                kept[n_kept] = Ranked(confidence[at], mentions[at, 0], mentions[at, 1], at)
                n_kept += 1
        qsort(kept, n_kept, sizeof(Ranked), _in_order)
        for at in range(n_kept):
            starts[kept[at].left + 1] += is_linked[kept[at].right]
            starts[kept[at].right + 1] += is_linked[kept[at].left]
        for at in range(n):
            starts[at + 1] = starts[at] + min(starts[at + 1], most)
            room[at] = starts[at]
        found_array = np.empty(starts[n], dtype=np.int64)
        if starts[n]:
            _fill(found_array, kept, n_kept, starts, is_linked, room)
    finally:
        free(room)
        free(kept)
    return starts_array, found_array


cdef void _fill(
    int64_t[::1] found, const Ranked *kept, int64_t n_kept, const int64_t[::1] starts, const uint8_t[::1] is_linked,
    int64_t *room,
) noexcept:
    cdef int64_t at, left, right
    for at in range(n_kept):
        left, right = kept[at].left, kept[at].right
        if is_linked[right] and room[left] < starts[left + 1]:
            found[room[left]] = kept[at].number
            room[left] += 1
        if is_linked[left] and room[right] < starts[right + 1]:
            found[room[right]] = ~kept[at].number
            room[right] += 1


def first_steps(const int64_t[:, :] mentions, int64_t n):
    """For each of `n` mentions the first of the pairs, counted from 1, that has it; 0 for none."""
    found = np.zeros(n, dtype=np.int64)
    cdef int64_t[::1] step = found
    cdef int64_t at
    for at in range(mentions.shape[0] - 1, -1, -1):
        step[mentions[at, 0]] = step[mentions[at, 1]] = at + 1
    return found
