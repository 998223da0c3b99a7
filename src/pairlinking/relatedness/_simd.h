/* The loops behind all relatedness: a dot product, a set intersection, and a bound for many pairs at once.
 *
 * The first two are integer arithmetic and the third has no sum across lanes, so every instruction set gives the same
 * result and the compiler may vectorise freely (see _widest.h). */
#ifndef PAIRLINKING_SIMD_H
#define PAIRLINKING_SIMD_H

#include <stdint.h>

#include "_widest.h"

/* Dot product of int16 vectors; `dim` is a multiple of 16. A unit vector scaled to 32767 keeps every partial sum
 * below 2^30 in size (Cauchy-Schwarz), so int32 cannot overflow. */
WIDEST static int32_t dot_one(const int16_t *restrict a, const int16_t *restrict b, int dim) {
    int32_t sum = 0;
    dim &= ~15; /* tells the compiler that there is no remainder */
    for (int d = 0; d < dim; d++) sum += (int32_t)a[d] * b[d];
    return sum;
}

/* One vector against four others: `a` is loaded only once. */
WIDEST static void dot_four(const int16_t *restrict a, const int16_t *restrict b0, const int16_t *restrict b1,
                            const int16_t *restrict b2, const int16_t *restrict b3, int dim, int32_t *restrict out) {
    int32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    dim &= ~15;
    for (int d = 0; d < dim; d++) {
        s0 += (int32_t)a[d] * b0[d];
        s1 += (int32_t)a[d] * b1[d];
        s2 += (int32_t)a[d] * b2[d];
        s3 += (int32_t)a[d] * b3[d];
    }
    out[0] = s0; out[1] = s1; out[2] = s2; out[3] = s3;
}

/* Shared ids of two short sorted lists, by a merge whose steps depend on comparisons but not on branches. */
static inline int32_t common_by_merge(const int32_t *a, int32_t na, const int32_t *b, int32_t nb) {
    int32_t i = 0, j = 0, count = 0;
    while (i < na && j < nb) {
        int32_t x = a[i], y = b[j];
        count += x == y;
        i += x <= y;
        j += y <= x;
    }
    return count;
}

/* Shared ids of a sorted list `a` and a longer one `b` whose slots are indexed: the ids of `b` in
 * [s << shift, (s + 1) << shift) are at b[slots[s]] .. b[slots[s + 1] - 1]. A slot holds about four ids, so eight
 * lanes compared at once mostly settle a probe. Hits stay in their lanes until the end: no probe waits for another.
 * `room` is how far after b[nb - 1] the array may be read; those values are masked out. */
WIDEST static int32_t common_by_slots(const int32_t *restrict a, int32_t na, const int32_t *restrict b, int32_t nb,
                                      const int32_t *restrict slots, int shift, int64_t room) {
    int32_t hits[8] = {0}, count = 0;
    for (int32_t i = 0; i < na; i++) {
        int32_t x = a[i], low = slots[x >> shift], high = slots[(x >> shift) + 1];
        if (low + 8 <= nb + room) {
            const int32_t *lane = b + low;
            int32_t width = high - low;
            for (int t = 0; t < 8; t++) hits[t] += (lane[t] == x) & (t < width);
            low += 8;
        }
        while (high - low > 16) { /* a crowded slot: ids that come in runs */
            int32_t middle = low + (high - low) / 2;
            if (b[middle] <= x) low = middle; else high = middle;
        }
        for (; low < high; low++) count += b[low] == x;
    }
    for (int t = 0; t < 8; t++) count += hits[t];
    return count;
}

/* The parts of a pair's confidence: weights of phi and psi, and the measures of which psi is the mean. */
typedef struct {
    double phi, psi, divisor;          /* 1 - beta, beta, 2 - beta */
    double wlm, njs, ees, parts;       /* 1 or 0 each, and their sum */
    double log_pages;
} Weights;

/* Upper bound of the confidence of one candidate with each of `n` others, from phi and the sizes of in-link lists
 * alone: as if the larger list contained the smaller, and the vectors were equal. The 1e-300 only prevents 0/0 (two
 * empty lists: they may belong to the same entity, and then psi is 1). */
WIDEST static void bound_row(const Weights *restrict w, double phi, double log_size, const double *restrict phis,
                             const double *restrict log_sizes, int n, double *restrict out) {
    const Weights v = *w;
    for (int t = 0; t < n; t++) {
        double small = log_size < log_sizes[t] ? log_size : log_sizes[t];
        double large = log_size < log_sizes[t] ? log_sizes[t] : log_size;
        double wlm = 1.0 - (large - small) / (v.log_pages - small + 1e-300);
        double psi = (v.wlm * (wlm > 0.0 ? wlm : 0.0) + v.njs * ((small + 1e-300) / (large + 1e-300)) + v.ees) / v.parts + 1e-12;
        out[t] = (v.phi * (phi + phis[t]) + v.psi * (psi < 1.0 ? psi : 1.0)) / v.divisor;
    }
}

#endif
