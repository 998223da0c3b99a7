"""Edges of the entity graph, filed by level until they are exact, then in the order of Algorithm 1."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport realloc

from pairlinking.collective._document cimport Document

cdef enum:
    LEVELS = 256           # a power of two: the level of a confidence is exact
    PER_CHUNK = 15


cdef struct Edge:
    int32_t s, t           # candidates in sorted order; s is stored as its complement (~s) once the edge is exact
    double value           # confidence if exact, else the cosine


cdef struct Chunk:         # edges of one level: a chain of single edges would miss the cache at every step
    int32_t next           # another chunk of the level, or -1
    int32_t n
    Edge edges[PER_CHUNK]


cdef struct Queue:
    float *bounds          # per pair of mentions i < j: bound of its edges without an entry
    float *row_bounds      # per i: at least the largest of its bounds
    unsigned char *opened  # per pair of mentions: whether its edges have had a chance to get an entry
    Chunk *chunks
    int32_t n_chunks, room
    int32_t free           # first of the chunks that can be reused, or -1
    int32_t first[LEVELS + 1]
    Edge *heap             # exact edges of the current level, the next one on top
    int32_t n_heap, heap_room


cdef inline bint is_dead(const Document *doc, int64_t s, int64_t t) noexcept nogil:
    """Whether the edge contradicts a decision, or both its mentions are decided."""
    cdef int32_t left = doc.decided[doc.mention[s]], right = doc.decided[doc.mention[t]]
    return (left >= 0 and left != s) or (right >= 0 and right != t) or (left >= 0 and right >= 0)


cdef inline bint comes_first(const Document *doc, const Edge *x, const Edge *y) noexcept nogil:
    """Order of Algorithm 1: falling confidence, then (i, j, a, b); flat positions rise with mention and candidate."""
    if x.value != y.value:
        return x.value > y.value
    if doc.mention[x.s] != doc.mention[y.s]:
        return doc.mention[x.s] < doc.mention[y.s]
    if doc.mention[x.t] != doc.mention[y.t]:
        return doc.mention[x.t] < doc.mention[y.t]
    return doc.flat[x.s] < doc.flat[y.s] or (x.s == y.s and doc.flat[x.t] < doc.flat[y.t])


cdef inline int file_edge(Queue *queue, int level, const Edge *edge) noexcept nogil:
    """Add an edge to a level. 0 if memory ran out."""
    cdef int32_t at = queue.first[level]
    cdef Chunk *chunks
    if at < 0 or queue.chunks[at].n == PER_CHUNK:
        if queue.free >= 0:
            at = queue.free
            queue.free = queue.chunks[at].next
        else:
            if queue.n_chunks == queue.room:
                if queue.room > 1 << 26:
                    return 0
                chunks = <Chunk *> realloc(queue.chunks, 2 * queue.room * sizeof(Chunk))
                if chunks == NULL:
                    return 0
                queue.chunks = chunks
                queue.room *= 2
            at = queue.n_chunks
            queue.n_chunks += 1
        queue.chunks[at].n = 0
        queue.chunks[at].next = queue.first[level]
        queue.first[level] = at
    queue.chunks[at].edges[queue.chunks[at].n] = edge[0]
    queue.chunks[at].n += 1
    return 1


cdef inline int push(const Document *doc, Queue *queue, const Edge *edge) noexcept nogil:
    cdef int32_t at = queue.n_heap, parent
    cdef Edge *heap
    if queue.n_heap == queue.heap_room:
        heap = <Edge *> realloc(queue.heap, 2 * queue.heap_room * sizeof(Edge))
        if heap == NULL:
            return 0
        queue.heap = heap
        queue.heap_room *= 2
    queue.n_heap += 1
    while at > 0:
        parent = (at - 1) // 2
        if not comes_first(doc, edge, queue.heap + parent):
            break
        queue.heap[at] = queue.heap[parent]
        at = parent
    queue.heap[at] = edge[0]
    return 1


cdef inline Edge pop(const Document *doc, Queue *queue) noexcept nogil:
    cdef Edge top = queue.heap[0], last
    cdef int32_t at = 0, child
    queue.n_heap -= 1
    last = queue.heap[queue.n_heap]
    while True:
        child = 2 * at + 1
        if child >= queue.n_heap:
            break
        if child + 1 < queue.n_heap and comes_first(doc, queue.heap + child + 1, queue.heap + child):
            child += 1
        if not comes_first(doc, queue.heap + child, &last):
            break
        queue.heap[at] = queue.heap[child]
        at = child
    queue.heap[at] = last
    return top
