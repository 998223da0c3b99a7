/* One step of skip-gram with negative sampling: a few contexts of a token against the token itself and its negatives.
 *
 * These contexts share the negatives, so a step is three small matrix products: inputs by outputs for the scores, and
 * errors by outputs and by inputs for the two gradients. A row that is loaded is used in several products instead of
 * one. Sums run in eight fixed lanes without fused operations, so every instruction set gives the same bytes (see
 * _widest.h). */
#ifndef PAIRLINKING_SKIPGRAM_H
#define PAIRLINKING_SKIPGRAM_H

#include <stdint.h>

#include "_widest.h"

#define LANES 8  /* floats in a vector; rows are a multiple of it */
#define OUTPUTS 6 /* rows in one step: a token and five negatives */
#define TOGETHER 4 /* contexts that share negatives, give or take one (docs/decisions/0019-own-skip-gram.md) */

typedef float Lanes __attribute__((vector_size(32), aligned(4), may_alias));
typedef float Half __attribute__((vector_size(16)));
typedef int32_t IntHalf __attribute__((vector_size(16)));
typedef union { Lanes all; Half half[2]; } Halves;

#define AT(row, d) (*(Lanes *)((row) + (d)))

#ifdef __clang__
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (IntHalf){i, j, k, l})
#endif

/* Sums over the lanes of four vectors, always in the same order. */
#define FOLD(x) ((Halves){x}.half[0] + (Halves){x}.half[1])
#define SUM_FOUR(a, b, c, d, out) do { \
        Half ab = SHUFFLE(a, b, 0, 4, 1, 5) + SHUFFLE(a, b, 2, 6, 3, 7); \
        Half cd = SHUFFLE(c, d, 0, 4, 1, 5) + SHUFFLE(c, d, 2, 6, 3, 7); \
        out = SHUFFLE(ab, cd, 0, 1, 4, 5) + SHUFFLE(ab, cd, 2, 3, 6, 7); \
    } while (0)

/* 1 / (1 + e^-x), to about 1e-7 and without a branch: e^-x = 2^n 2^f, with a polynomial for 2^f, |f| <= 1/2. */
static inline float sigmoid(float x) {
    float t = x * -1.44269504f;
    t = t > 30.0f ? 30.0f : t;
    t = t < -30.0f ? -30.0f : t;
    float n = (t + 12582912.0f) - 12582912.0f, f = t - n; /* 1.5 * 2^23 leaves no room for a fraction */
    float power = 0.0013333558f * f + 0.0096181291f;
    power = power * f + 0.0555041087f;
    power = power * f + 0.2402265070f;
    power = power * f + 0.6931471806f;
    power = power * f + 1.0f;
    union { int32_t bits; float value; } scale = {((int32_t)n + 127) << 23};
    return 1.0f / (1.0f + power * scale.value);
}

/* Move `n` inputs and six outputs by one step of gradient ascent. The first output is the true one where `is_true` is 1.
 * `errors` has room for `n` times LANES floats. Rows may be the same: each change is added to the current values. */
WIDEST static void step(float *const *inputs, int n, float *const *outputs, int dim, float rate, float is_true,
                        float *restrict errors) {
    const Half none = {0, 0, 0, 0};
    float *o0 = outputs[0], *o1 = outputs[1], *o2 = outputs[2], *o3 = outputs[3], *o4 = outputs[4], *o5 = outputs[5];
    for (int i = 0; i < n; i++) {
        const float *row = inputs[i];
        Lanes s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0};
        for (int d = 0; d < dim; d += LANES) {
            Lanes x = AT(row, d);
            s0 += x * AT(o0, d);
            s1 += x * AT(o1, d);
            s2 += x * AT(o2, d);
            s3 += x * AT(o3, d);
            s4 += x * AT(o4, d);
            s5 += x * AT(o5, d);
        }
        Halves score;
        Half h0 = FOLD(s0), h1 = FOLD(s1), h2 = FOLD(s2), h3 = FOLD(s3), h4 = FOLD(s4), h5 = FOLD(s5);
        SUM_FOUR(h0, h1, h2, h3, score.half[0]);
        SUM_FOUR(h4, h5, none, none, score.half[1]);
        AT(errors, i * LANES) = score.all;
    }
    for (int t = 0; t < n * LANES; t++) errors[t] = -rate * sigmoid(errors[t]);
    for (int i = 0; i < n; i++) errors[i * LANES] += rate * is_true;
    for (int d = 0; d < dim; d += LANES) {
        const Lanes y0 = AT(o0, d), y1 = AT(o1, d), y2 = AT(o2, d), y3 = AT(o3, d), y4 = AT(o4, d), y5 = AT(o5, d);
        Lanes c0 = {0}, c1 = {0}, c2 = {0}, c3 = {0}, c4 = {0}, c5 = {0};
        for (int i = 0; i < n; i++) {
            const float *e = errors + i * LANES;
            const Lanes x = AT(inputs[i], d);
            AT(inputs[i], d) = x + (((e[0] * y0 + e[1] * y1) + (e[2] * y2 + e[3] * y3)) + (e[4] * y4 + e[5] * y5));
            c0 += e[0] * x;
            c1 += e[1] * x;
            c2 += e[2] * x;
            c3 += e[3] * x;
            c4 += e[4] * x;
            c5 += e[5] * x;
        }
        AT(o0, d) += c0;
        AT(o1, d) += c1;
        AT(o2, d) += c2;
        AT(o3, d) += c3;
        AT(o4, d) += c4;
        AT(o5, d) += c5;
    }
}

/* The next number in a sequence of 64-bit random numbers (SplitMix64). */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Prefetch a row. */
static inline void fetch(const float *row, int dim) {
    for (int d = 0; d < dim; d += 16) __builtin_prefetch(row + d, 1);
}

#endif
