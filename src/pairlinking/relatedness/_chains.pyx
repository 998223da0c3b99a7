"""Sizes of all intersections between two groups of lists at once."""

from libc.stdint cimport INT32_MAX, int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from pairlinking.relatedness._entity cimport Entity


cdef enum:
    # Page ids are counted in blocks of this size, so that the heads of the chains stay in the L1 and L2 caches.
    BLOCK_BITS = 15


cdef struct Node:
    int32_t list           # a list that holds the id
    int32_t next           # the node of the list that joined before it, or 0


cdef struct Chains:        # for the page ids of one block
    int32_t *heads         # per id, the last node of its chain, or 0
    Node *nodes
    int32_t used


cdef int32_t *count_chains(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m) noexcept nogil:
    """Count |U_a and U_b| for all pairs, shape (n, m); the caller frees it. NULL if memory ran out.

    Each page id has a chain of the `b` lists that contain it. For each id of an `a` list, one is added to the count of
    every list on its chain. With a == b, a list joins the chains after counting, so that each pair is seen once, below
    the diagonal; the longest list comes last and need not join. Cost: ids read plus ids shared.
    """
    cdef int symmetric = a == b
    cdef Py_ssize_t p, q, longest = 0
    cdef int64_t n_nodes = 1, last = -1
    for q in range(m):
        n_nodes += b[q].size
        if b[q].size > b[longest].size:
            longest = q
        if b[q].size:
            last = max(last, b[q].ids[b[q].size - 1])
    cdef int32_t *counts = <int32_t *> calloc(n * m, sizeof(int32_t))
    cdef int32_t *places = <int32_t *> calloc(n + m, sizeof(int32_t))   # how far each list has been read
    cdef int32_t *coming = <int32_t *> malloc((n + m) * sizeof(int32_t))  # the next id of each list
    cdef Chains chains
    chains.heads = <int32_t *> malloc(sizeof(int32_t) << BLOCK_BITS)
    chains.nodes = <Node *> malloc(min(n_nodes, 1 + (<int64_t> m << BLOCK_BITS)) * sizeof(Node))
    cdef int64_t block = 0
    if counts == NULL or places == NULL or coming == NULL or chains.heads == NULL or chains.nodes == NULL:
        free(counts)
        counts = NULL
        last = -1
    else:
        for p in range(n):
            coming[p] = a[p].ids[0] if a[p].size else INT32_MAX
        for q in range(m):
            coming[n + q] = b[q].ids[0] if b[q].size else INT32_MAX
    while block <= last:
        memset(chains.heads, 0, sizeof(int32_t) << BLOCK_BITS)
        chains.used = 1
        block += 1 << BLOCK_BITS  # from here on: the first id after the block
        if symmetric:
            for p in range(n):
                if coming[p] < block and p != longest:
                    run(a + p, p, places + p, coming + p, block, &chains, counts + p * m, True, True)
            run(a + longest, longest, places + longest, coming + longest, block, &chains, counts + longest * m,
                True, False)
        else:
            for q in range(m):
                if coming[n + q] < block:
                    run(b + q, q, places + n + q, coming + n + q, block, &chains, NULL, False, True)
            for p in range(n):
                if coming[p] < block:
                    run(a + p, p, places + p, coming + p, block, &chains, counts + p * m, True, False)
    if symmetric and counts != NULL:
        for p in range(longest + 1, n):
            counts[p * m + longest] = counts[longest * m + p]
    free(places)
    free(coming)
    free(chains.heads)
    free(chains.nodes)
    return counts


cdef inline void run(const Entity *entity, Py_ssize_t index, int32_t *place, int32_t *coming, int64_t block,
                     Chains *chains, int32_t *counts, bint counting, bint joining) noexcept nogil:
    """Process the ids of one list that come before the end of the block."""
    cdef const int32_t *ids = entity.ids
    cdef int32_t *heads = chains.heads
    cdef Node *nodes = chains.nodes
    cdef int32_t at = place[0], size = entity.size, used = chains.used, head, node
    cdef int64_t first = block - (1 << BLOCK_BITS)
    while at < size and ids[at] < block:
        head = heads[ids[at] - first]
        if counting:
            node = head
            while node:
                counts[nodes[node].list] += 1
                node = nodes[node].next
        if joining:
            nodes[used].list = <int32_t> index
            nodes[used].next = head
            heads[ids[at] - first] = used
            used += 1
        at += 1
    place[0] = at
    coming[0] = ids[at] if at < size else INT32_MAX
    chains.used = used


cdef double counting_cost(const Entity *a, Py_ssize_t n, const Entity *b, Py_ssize_t m) noexcept nogil:
    """Cost of `count_chains`, as the number of ids that could be looked up in other lists in the same time.

    Fitted on one machine; only the ratio matters, and near break-even either way will do.
    """
    cdef Py_ssize_t p
    cdef double ids = 0.0, others = 0.0, shared
    cdef int64_t last = 0
    for p in range(n):
        ids += a[p].size
        if a[p].size:
            last = max(last, a[p].ids[a[p].size - 1])
    shared = ids * ids / 2  # each pair once
    if a != b:
        for p in range(m):
            others += b[p].size
        shared = ids * others
    return 0.25 * (ids + others) + 3.0 * shared / (last + 1) + (last >> BLOCK_BITS) * (250 + 0.2 * (n + m))
