"""Evaluate gradient-boosted trees, which are checked when they are loaded."""

from libc.math cimport exp, isnan
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy as np

cdef extern from "_forest.h" nogil:
    enum: BLOCK
    double ZERO

    ctypedef struct Node:
        double threshold
        int64_t rules_out
        int32_t feature, left, right, missing

    ctypedef struct Tree:
        int64_t first_node, first_leaf, n_nodes

    void sum_block(
        const Tree *trees, int64_t n_trees, const Node *nodes, const double *leaves, const double *columns, double *sums
    )
    double sum_row(const Tree *trees, int64_t n_trees, const Node *nodes, const double *leaves, const double *row)


cdef class Trees:
    """Trees in one block of memory.

    Parameters
    ----------
    n_leaves
        Of each tree; it has one node less.
    features, thresholds, missing, left, right
        Of the nodes of all trees, tree by tree. Children are numbered from 0 in each tree; those below 0 are leaves,
        ~0 is the tree's first.
    values
        Of the leaves of all trees.
    """

    cdef Node *_nodes
    cdef Tree *_trees
    cdef double *_leaves
    cdef readonly int64_t n_trees, n_features
    cdef readonly bint is_fast
    cdef double _steepness

    def __cinit__(
        self, int64_t n_features, double steepness, const int64_t[::1] n_leaves, const int32_t[::1] features,
        const double[::1] thresholds, const int32_t[::1] missing, const int32_t[::1] left, const int32_t[::1] right,
        const double[::1] values,
    ):
        cdef int64_t t, node = 0, leaf = 0
        self.n_trees, self.n_features, self._steepness = n_leaves.shape[0], n_features, steepness
        self._check_sizes(n_leaves, features, thresholds, missing, left, right, values)
        self._nodes = <Node *> malloc(max(features.shape[0], 1) * sizeof(Node))
        self._trees = <Tree *> malloc(max(self.n_trees, 1) * sizeof(Tree))
        self._leaves = <double *> malloc(max(values.shape[0], 1) * sizeof(double))
        if not (self._nodes and self._trees and self._leaves):
            raise MemoryError
        for t in range(features.shape[0]):
            if not 0 <= features[t] < n_features:
                raise ValueError(f"a tree looks at feature {features[t]} of {n_features}")
            self._nodes[t].feature, self._nodes[t].threshold = features[t], thresholds[t]
            self._nodes[t].left, self._nodes[t].right = left[t], right[t]
            self._nodes[t].missing = missing[t]
        self.is_fast = True
        for t in range(self.n_trees):
            self._trees[t].first_node, self._trees[t].first_leaf = node, leaf
            self._trees[t].n_nodes = n_leaves[t] - 1
            self._arrange(t, n_leaves[t], &values[leaf])
            node += n_leaves[t] - 1
            leaf += n_leaves[t]

    def __dealloc__(self):
        free(self._nodes)
        free(self._trees)
        free(self._leaves)

    cdef _check_sizes(self, n_leaves, features, thresholds, missing, left, right, values):
        if min(n_leaves, default=1) < 1:
            raise ValueError("a tree has no leaves")
        expected = sum(n_leaves) - len(n_leaves)
        if {len(each) for each in (features, thresholds, missing, left, right)} != {expected}:
            raise ValueError("trees lack nodes")
        if len(values) != sum(n_leaves):
            raise ValueError("trees lack leaves")

    cdef _arrange(self, int64_t t, int64_t n_leaves, const double *values):
        """Check that nodes and leaves form a tree, and number its leaves from the left.

        A node comes before its children, and everything but the root is the child of exactly one node: so there is no
        cycle, and every node can be reached.
        """
        cdef Node *nodes = self._nodes + self._trees[t].first_node
        cdef double *leaves = self._leaves + self._trees[t].first_leaf
        cdef int64_t n = n_leaves - 1, at, child, side, n_left
        cdef int64_t[::1] size = np.ones(n + n_leaves, dtype=np.int64)  # leaves below each node, then of each leaf
        cdef int64_t[::1] first = np.zeros(n + n_leaves, dtype=np.int64)  # the leftmost of them
        cdef char[::1] seen = np.zeros(n + n_leaves, dtype=np.int8)
        for at in range(n - 1, -1, -1):
            size[at] = 0
            for side in range(2):
                child = _place(nodes[at].right if side else nodes[at].left, n)
                if not at < child < n + n_leaves or seen[child]:
                    raise ValueError(f"node {at} of tree {t} has a child that it cannot have")
                seen[child] = 1
                size[at] += size[child]
        for at in range(n):
            n_left = size[_place(nodes[at].left, n)]
            first[_place(nodes[at].left, n)] = first[at]
            first[_place(nodes[at].right, n)] = first[at] + n_left
            nodes[at].rules_out = 0
            if n_leaves <= 64:
                nodes[at].rules_out = <int64_t> (((<uint64_t> 1 << n_left) - 1) << first[at])
            if n_leaves > 64 or nodes[at].missing & 3:
                self.is_fast = False
        for at in range(n):
            if nodes[at].left < 0:
                nodes[at].left = <int32_t> ~first[_place(nodes[at].left, n)]
            if nodes[at].right < 0:
                nodes[at].right = <int32_t> ~first[_place(nodes[at].right, n)]
        for at in range(n_leaves):
            leaves[first[n + at]] = values[at]

    def predict(self, const double[:, ::1] rows):
        """The probability of each row."""
        if rows.shape[1] != self.n_features:
            raise ValueError(f"rows have {rows.shape[1]} features instead of {self.n_features}")
        result = np.empty(rows.shape[0], dtype=np.float64)
        cdef double[::1] sums = result
        cdef int64_t n = rows.shape[0], r
        if n == 0:
            return result
        if self.is_fast:
            self._sum_fast(&rows[0, 0], n, &sums[0])
        else:
            for r in range(n):
                sums[r] = sum_row(self._trees, self.n_trees, self._nodes, self._leaves, &rows[r, 0])
        for r in range(n):
            sums[r] = 1.0 / (1.0 + exp(-self._steepness * sums[r]))
        return result

    cdef _sum_fast(self, const double *rows, int64_t n, double *sums):
        cdef double *columns = <double *> malloc(BLOCK * self.n_features * sizeof(double))
        cdef double block[BLOCK]
        cdef int64_t start, r, f, n_here
        cdef double value
        if not columns:
            raise MemoryError
        memset(columns, 0, BLOCK * self.n_features * sizeof(double))
        with nogil:
            start = 0
            while start < n:
                n_here = min(<int64_t> BLOCK, n - start)
                for r in range(n_here):
                    for f in range(self.n_features):
                        value = rows[(start + r) * self.n_features + f]
                        columns[f * BLOCK + r] = 0.0 if isnan(value) or -ZERO <= value <= ZERO else value
                sum_block(self._trees, self.n_trees, self._nodes, self._leaves, columns, block)
                for r in range(n_here):
                    sums[start + r] = block[r]
                start += BLOCK
        free(columns)


cdef inline int64_t _place(int64_t child, int64_t n_nodes) noexcept:
    """Index at which a child is counted: leaves come after the nodes."""
    return child if child >= 0 else n_nodes + ~child
