/* Sums of products in the same order on every machine: eight running sums, each of every eighth product, added from
 * first to last. The lanes of a vector register are such running sums, so the compiler may use them. */
#ifndef PAIRLINKING_DOTS_H
#define PAIRLINKING_DOTS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "_widest.h"

#define LANES 8

/* A finite 16-bit float as 32 bits, exactly: its bits go to their place in a float, then the exponent is corrected. */
static inline float half_to_float(uint16_t half) {
    uint32_t bits = (uint32_t)(half & 0x7fff) << 13, sign = (uint32_t)(half & 0x8000) << 16;
    float value;
    memcpy(&value, &bits, 4);
    value *= 0x1p112f;
    memcpy(&bits, &value, 4);
    bits |= sign;
    memcpy(&value, &bits, 4);
    return value;
}

/* A word's vector with length `weight`, as `width` floats, a multiple of LANES. */
WIDEST static void weighed(const uint16_t *restrict vector, int dim, int width, double weight, float *restrict room) {
    float lanes[LANES] = {0}, square = 0.0f;
    for (int d = 0; d < dim; d++) room[d] = half_to_float(vector[d]);
    for (int d = dim; d < width; d++) room[d] = 0.0f;
    for (int d = 0; d < width; d += LANES)
        for (int t = 0; t < LANES; t++) lanes[t] += room[d + t] * room[d + t];
    for (int t = 0; t < LANES; t++) square += lanes[t];
    float length = sqrtf(square);
    if (!(length > 1e-9f)) length = 1e-9f;
    float factor = (float)(weight / (double)length);
    for (int d = 0; d < width; d++) room[d] *= factor;
}

WIDEST static void add_floats(const float *restrict vector, int width, double *restrict sum) {
    for (int d = 0; d < width; d++) sum[d] += (double)vector[d];
}

/* The difference of two running sums, without the mention's own words, as a unit vector; 0 if it is shorter than 1e-9.
 * `width` is a multiple of LANES. */
WIDEST static void unit_between(const double *restrict low, const double *restrict high, const double *restrict first,
                                const double *restrict last, int width, double *restrict out) {
    double lanes[LANES] = {0}, square = 0.0;
    for (int d = 0; d < width; d++) out[d] = (high[d] - low[d]) - (last[d] - first[d]);
    for (int d = 0; d < width; d += LANES)
        for (int t = 0; t < LANES; t++) lanes[t] += out[d + t] * out[d + t];
    for (int t = 0; t < LANES; t++) square += lanes[t];
    double length = sqrt(square);
    if (length > 1e-9)
        for (int d = 0; d < width; d++) out[d] /= length;
    else
        memset(out, 0, (size_t)width * sizeof(double));
}

/* An entity's vector, which is scaled to 32767. */
WIDEST static void unscaled(const int16_t *restrict vector, int width, double *restrict out) {
    for (int d = 0; d < width; d++) out[d] = (double)((float)vector[d] / 32767.0f);
}

/* Dot product of two vectors; `width` is a multiple of LANES. */
WIDEST static double dot(const double *restrict left, const double *restrict right, int width) {
    double lanes[LANES] = {0}, sum = 0.0;
    for (int d = 0; d < width; d += LANES)
        for (int t = 0; t < LANES; t++) lanes[t] += left[d + t] * right[d + t];
    for (int t = 0; t < LANES; t++) sum += lanes[t];
    return sum;
}

#endif
