"""Edges of the entity graph, filed by level until they are exact, then in the order of Algorithm 1."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport realloc

from pairlinking.collective._document cimport Document

cdef enum:
    LEVELS = 256           # a power of two: the level of a confidence is exact


cdef struct Edge:
    int32_t s, t           # candidates in sorted order
    int32_t next           # entry after it in its level, or -1
    bint exact
    double value           # confidence if exact, else the cosine


cdef struct Queue:
    float *bounds          # per pair of mentions i < j: what its edges without entry may reach
    float *row_bounds      # per i: at least the largest of its bounds
    Edge *edges
    int32_t n_edges, room
    int32_t first[LEVELS + 1]
    int32_t *heap          # exact edges of the current level, first to be taken on top
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


cdef inline int add_edge(Queue *queue, int level, double bound, int64_t s, int64_t t, bint exact, double value) noexcept nogil:
    """File an edge under the level of its bound, at most the current one. 0 if memory ran out."""
    cdef Edge *edges
    cdef Edge *edge
    cdef int own = <int> (bound * LEVELS)
    if own > level:
        own = level
    if queue.n_edges == queue.room:
        if queue.room > 1 << 29:
            return 0
        edges = <Edge *> realloc(queue.edges, 2 * queue.room * sizeof(Edge))
        if edges == NULL:
            return 0
        queue.edges = edges
        queue.room *= 2
    edge = queue.edges + queue.n_edges
    edge.s, edge.t, edge.exact, edge.value = <int32_t> s, <int32_t> t, exact, value
    edge.next = queue.first[own]
    queue.first[own] = queue.n_edges
    queue.n_edges += 1
    return 1


cdef inline int push(const Document *doc, Queue *queue, int32_t edge) noexcept nogil:
    cdef int32_t at = queue.n_heap, parent
    cdef int32_t *heap
    if queue.n_heap == queue.heap_room:
        heap = <int32_t *> realloc(queue.heap, 2 * queue.heap_room * sizeof(int32_t))
        if heap == NULL:
            return 0
        queue.heap = heap
        queue.heap_room *= 2
    queue.n_heap += 1
    while at > 0:
        parent = (at - 1) // 2
        if not comes_first(doc, queue.edges + edge, queue.edges + queue.heap[parent]):
            break
        queue.heap[at] = queue.heap[parent]
        at = parent
    queue.heap[at] = edge
    return 1


cdef inline int32_t pop(const Document *doc, Queue *queue) noexcept nogil:
    cdef int32_t top = queue.heap[0], at = 0, child, last
    queue.n_heap -= 1
    last = queue.heap[queue.n_heap]
    while True:
        child = 2 * at + 1
        if child >= queue.n_heap:
            break
        if child + 1 < queue.n_heap and comes_first(doc, queue.edges + queue.heap[child + 1],
                                                    queue.edges + queue.heap[child]):
            child += 1
        if not comes_first(doc, queue.edges + queue.heap[child], queue.edges + last):
            break
        queue.heap[at] = queue.heap[child]
        at = child
    queue.heap[at] = last
    return top
