"""Skip-gram with negative sampling over lines of token ids, without the GIL."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef extern from "_skipgram.h" nogil:
    enum: LANES
    enum: OUTPUTS
    enum: TOGETHER
    void step(float **inputs, int n, float **outputs, int dim, float rate, float is_true, float *errors)
    uint64_t next_random(uint64_t *state)
    void fetch(const float *row, int dim)

ROW = LANES


cdef struct Draw:
    uint32_t below  # of 2**32 draws, how many keep the token at this place; the others take `alias`
    int32_t alias


cdef struct Room:
    int32_t *tokens  # of a line, those that are kept
    int32_t *reach  # how many tokens on each side are the context
    int32_t *negatives  # of the current group and of the next one
    float **inputs
    float *errors
    float *nothing  # used in place of missing outputs if a step has fewer than OUTPUTS


def learn_lines(
    float[:, ::1] inputs, float[:, ::1] outputs, const int32_t[::1] tokens, const int64_t[::1] offsets,
    const uint32_t[::1] keep, const uint64_t[::1] draws, int window, int negative, float rate, uint64_t seed,
):
    """Learn from the lines of `tokens` bounded by `offsets`; `skipgram.py` checks the arguments.

    `keep` and `draws` come from `kept_share` and `alias_table`. Several threads may share the matrices.
    """
    cdef int64_t line, longest = 1
    cdef Room room
    for line in range(offsets.shape[0] - 1):
        longest = max(longest, offsets[line + 1] - offsets[line])
    cdef int dim = inputs.shape[1]
    room.tokens = <int32_t *> malloc(longest * sizeof(int32_t))
    room.reach = <int32_t *> malloc(longest * sizeof(int32_t))
    room.negatives = <int32_t *> malloc(2 * negative * sizeof(int32_t))
    room.inputs = <float **> malloc(2 * window * sizeof(float *))
    room.errors = <float *> malloc(2 * window * LANES * sizeof(float))
    room.nothing = <float *> malloc(dim * sizeof(float))
    try:
        if not (room.tokens and room.reach and room.negatives and room.inputs and room.errors and room.nothing):
            raise MemoryError
        with nogil:
            for line in range(offsets.shape[0] - 1):
                _learn_line(
                    &inputs[0, 0], &outputs[0, 0], dim, &tokens[offsets[line]], offsets[line + 1] - offsets[line],
                    &keep[0], <const Draw *> &draws[0], keep.shape[0], window, negative, rate, &seed, &room,
                )
    finally:
        free(room.tokens)
        free(room.reach)
        free(room.negatives)
        free(room.inputs)
        free(room.errors)
        free(room.nothing)


cdef void _learn_line(
    float *inputs, float *outputs, int64_t dim, const int32_t *tokens, int64_t length, const uint32_t *keep,
    const Draw *draws, uint64_t n_tokens, int window, int negative, float rate, uint64_t *seed, Room *room,
) noexcept nogil:
    """Learn every token of a line from the tokens around it: a few of them at a time, with negatives of their own."""
    cdef int64_t i, j, first, end, n = 0
    cdef int group, n_groups, n_inputs, k
    cdef uint64_t bits
    cdef int32_t *now
    cdef int32_t *ahead
    for i in range(length):
        bits = next_random(seed)
        if <uint32_t> bits <= keep[tokens[i]]:
            room.tokens[n] = tokens[i]
            room.reach[n] = 1 + <int32_t> (((bits >> 32) * <uint64_t> window) >> 32)
            n += 1
    if n < 2:
        return
    now, ahead = room.negatives, room.negatives + negative
    _draw(ahead, negative, draws, n_tokens, seed)
    for i in range(n):
        if i + 1 < n:
            fetch(outputs + room.tokens[i + 1] * dim, <int> dim)
        first, end = max(i - room.reach[i], 0), min(i + room.reach[i] + 1, n)
        n_groups = <int> (end - first - 1 + TOGETHER - 1) // TOGETHER
        for group in range(n_groups):
            # While one group is learnt, the rows of the next one's negatives are fetched from memory.
            now, ahead = ahead, now
            _draw(ahead, negative, draws, n_tokens, seed)
            for k in range(negative):
                fetch(outputs + ahead[k] * dim, <int> dim)
            n_inputs = 0
            j = first + group
            while j < end:
                if j != i:
                    room.inputs[n_inputs] = inputs + room.tokens[j] * dim
                    n_inputs += 1
                j += n_groups
            _learn_group(outputs, dim, room.tokens[i], n_inputs, now, negative, rate, room)


cdef void _learn_group(
    float *outputs, int64_t dim, int64_t token, int n_inputs, const int32_t *negatives, int negative, float rate,
    Room *room,
) noexcept nogil:
    """Learn the inputs against a token and its negatives, six outputs at a time."""
    cdef float *rows[OUTPUTS]
    cdef int filled = 1, k
    cdef float is_true = 1.0
    rows[0] = outputs + token * dim
    for k in range(negative):
        if negatives[k] != token:
            rows[filled] = outputs + negatives[k] * dim
            filled += 1
        if filled == OUTPUTS or (k == negative - 1 and filled > 0):
            if filled < OUTPUTS:
                memset(room.nothing, 0, dim * sizeof(float))
            while filled < OUTPUTS:
                rows[filled] = room.nothing
                filled += 1
            step(room.inputs, n_inputs, rows, <int> dim, rate, is_true, room.errors)
            filled = 0
            is_true = 0.0


cdef inline void _draw(
    int32_t *negatives, int negative, const Draw *draws, uint64_t n_tokens, uint64_t *seed
) noexcept nogil:
    cdef int k
    cdef uint64_t bits, place
    for k in range(negative):
        bits = next_random(seed)
        place = ((bits >> 32) * n_tokens) >> 32
        negatives[k] = <int32_t> place if <uint32_t> bits < draws[place].below else draws[place].alias


def alias_table(const double[::1] weights, uint64_t[::1] draws):
    """Fill `draws` so that a draw from it gives `i` with a probability proportional to ``weights[i]``.

    Walker's alias method: every place is drawn equally often, and passes part of its draws to one other place.
    """
    cdef int64_t n = weights.shape[0], i, n_small = 0, n_large = 0, small, large
    cdef double total = 0
    cdef Draw *table = <Draw *> &draws[0]
    cdef double *share = <double *> malloc(n * sizeof(double))
    cdef int64_t *stack = <int64_t *> malloc(n * sizeof(int64_t))  # small ones from the left, large ones from the right
    try:
        if not (share and stack):
            raise MemoryError
        for i in range(n):
            total += weights[i]
        for i in range(n):
            share[i] = weights[i] / total * n
            table[i].below, table[i].alias = 0xFFFFFFFF, <int32_t> i
            if share[i] < 1:
                stack[n_small] = i
                n_small += 1
            else:
                n_large += 1
                stack[n - n_large] = i
        while n_small and n_large:
            n_small -= 1
            small, large = stack[n_small], stack[n - n_large]
            table[small].below, table[small].alias = <uint32_t> (share[small] * 4294967295.0), <int32_t> large
            share[large] -= 1 - share[small]
            if share[large] < 1:
                n_large -= 1
                stack[n_small] = large
                n_small += 1
    finally:
        free(share)
        free(stack)
