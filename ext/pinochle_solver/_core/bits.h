/* Bit counting on 64-bit words, a monotonic clock and a flag between threads, on gcc, clang and MSVC.
 *
 * lowest_bit and highest_bit want a word that is not zero. A condition that is `rarely` true is one
 * whose branch the compiler keeps out of the way. What is fetched ahead is on its way from memory
 * while something else is worked out. */
#ifndef PINOCHLE_SOLVER_BITS_H
#define PINOCHLE_SOLVER_BITS_H

#include <assert.h>
#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static __forceinline int lowest_bit(uint64_t word) {
    unsigned long index;
    _BitScanForward64(&index, word);
    return (int)index;
}

static __forceinline int highest_bit(uint64_t word) {
    unsigned long index;
    _BitScanReverse64(&index, word);
    return (int)index;
}

#define rarely(condition) (condition)

static __forceinline void fetch_ahead(const void *place) {
#if defined(_M_X64)
    _mm_prefetch((const char *)place, _MM_HINT_T0);
#else
    (void)place;
#endif
}

static __forceinline int read_flag(const int *flag) { return *(const volatile int *)flag; }

static __forceinline void write_flag(int *flag, int value) { *(volatile int *)flag = value; }

static inline double monotonic_seconds(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

#else
#include <time.h>

static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

static inline int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }

#define rarely(condition) __builtin_expect(!!(condition), 0)

static inline void fetch_ahead(const void *place) { __builtin_prefetch(place); }

static inline int read_flag(const int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

static inline void write_flag(int *flag, int value) {
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

static inline double monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif

/* Without a processor flag the compiler's own popcount is a call into its library. */
static inline int bit_count(uint64_t word) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(word);
#else
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((word * 0x0101010101010101u) >> 56);
#endif
}

#endif
