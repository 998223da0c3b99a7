/* WIDEST before a function: where the toolchain can (GCC on x86-64 Linux), it is compiled for plain x86-64 and for AVX2,
 * and the loader picks the version that fits the machine. So a wheel runs everywhere, and fast where possible. */
#ifndef PAIRLINKING_WIDEST_H
#define PAIRLINKING_WIDEST_H

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define WIDEST __attribute__((unused, target_clones("avx2", "default")))
#else
#define WIDEST __attribute__((unused))
#endif

#endif
