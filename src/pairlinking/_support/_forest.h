/* Trees over rows of numbers: which leaf of each tree a row falls into, and the sum of these leaves' values.
 *
 * The fast way visits every node of a tree instead of following one path: a node that sends a row right rules out the
 * leaves on its left, as bits of a word, and the first remaining leaf is the row's (the QuickScorer algorithm of
 * Lucchese et al. 2015). There are no branches to predict, and four rows are compared at once. It needs trees of at
 * most 64 leaves that treat no value as missing; others are followed from the root. Both add up in the same order. */
#ifndef PAIRLINKING_FOREST_H
#define PAIRLINKING_FOREST_H

#include <stdint.h>

#include "_widest.h"

#define BLOCK 16 /* rows at a time */
#define ZERO 1.0000000180025095e-35 /* numbers up to this size are 0 to LightGBM: 1e-35f */

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t Bits __attribute__((vector_size(32), may_alias));

typedef struct {
    double threshold;
    int64_t rules_out;            /* leaves of the left side, as bits */
    int32_t feature, left, right; /* a child below 0 is leaf ~child, from the left */
    int32_t missing;              /* 0: nothing, 1: zero, 2: not a number; + 4 if that goes left */
} Node;

typedef struct {
    int64_t first_node, first_leaf, n_nodes;
} Tree;

/* Sums of BLOCK rows. `columns` has the values of the first feature for all rows, then of the second, and so on. */
WIDEST static void sum_block(const Tree *restrict trees, int64_t n_trees, const Node *restrict nodes,
                             const double *restrict leaves, const double *restrict columns, double *restrict sums) {
    Bits open[BLOCK / 4];
    for (int r = 0; r < BLOCK; r++) sums[r] = 0.0;
    for (int64_t t = 0; t < n_trees; t++) {
        const Node *node = nodes + trees[t].first_node, *end = node + trees[t].n_nodes;
        const double *values = leaves + trees[t].first_leaf;
        Bits open0 = {-1, -1, -1, -1}, open1 = open0, open2 = open0, open3 = open0;
        for (; node < end; node++) {
            const Four *column = (const Four *)(columns + (int64_t)node->feature * BLOCK);
            const Four threshold = (Four){} + node->threshold;
            const Bits kept = (Bits){} + ~node->rules_out;
            open0 &= (Bits)(column[0] <= threshold) | kept;
            open1 &= (Bits)(column[1] <= threshold) | kept;
            open2 &= (Bits)(column[2] <= threshold) | kept;
            open3 &= (Bits)(column[3] <= threshold) | kept;
        }
        open[0] = open0; open[1] = open1; open[2] = open2; open[3] = open3;
        for (int r = 0; r < BLOCK; r++) sums[r] += values[__builtin_ctzll(((const int64_t *)open)[r])];
    }
}

/* The sum of one row, any tree. */
static inline double sum_row(const Tree *trees, int64_t n_trees, const Node *nodes, const double *leaves,
                             const double *row) {
    double sum = 0.0;
    for (int64_t t = 0; t < n_trees; t++) {
        int32_t at = trees[t].n_nodes ? 0 : -1;
        while (at >= 0) {
            const Node *node = nodes + trees[t].first_node + at;
            double value = row[node->feature];
            int is_nan = value != value, kind = node->missing & 3;
            if ((is_nan && kind != 2) || (value >= -ZERO && value <= ZERO)) value = 0.0;
            int is_missing = (kind == 1 && value == 0.0) || (kind == 2 && is_nan);
            int goes_left = is_missing ? node->missing >> 2 : value <= node->threshold;
            at = goes_left ? node->left : node->right;
        }
        sum += leaves[trees[t].first_leaf + ~at];
    }
    return sum;
}

#endif
