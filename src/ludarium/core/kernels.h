/* The inner loops of a network, with the widest vectors of the processor at hand.

   Every path gives the same integers. Compilers and processors without these instructions take the
   plain loop. Memoryviews are passed as they are and taken apart by macros. */

#ifndef LUDARIUM_KERNELS_H
#define LUDARIUM_KERNELS_H

#include <string.h>

/* Rows that change in one pass; more changes take several passes. */
#define LUDARIUM_PASS_ROWS 64
/* Slots that are compared at once: most keep their feature. */
#define LUDARIUM_GROUP_SLOTS 16

/* The units from `at` on, one by one. */
static long long ludarium_score_units(
    short *restrict sums, const short *restrict rows, const int *restrict added, int added_count,
    const int *restrict removed, int removed_count, const short *restrict out, int at, int count) {
    long long total = 0;
    for (; at < count; at++) {
        int sum = sums[at];
        for (int i = 0; i < added_count; i++) sum += rows[added[i] + at];
        for (int i = 0; i < removed_count; i++) sum -= rows[removed[i] + at];
        sums[at] = (short)sum;
        sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        total += sum * out[at] * sum;
    }
    return total;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define LUDARIUM_VECTORS 1

#define KERNEL_TARGET
#define KERNEL_NAME ludarium_score_sse2
#define VECTOR __m128i
#define VECTOR_FILL(number) _mm_set1_epi16(number)
#define VECTOR_LOAD(from) _mm_loadu_si128((const __m128i *)(from))
#define VECTOR_STORE(to, vector) _mm_storeu_si128((__m128i *)(to), vector)
#define VECTOR_ADD _mm_add_epi16
#define VECTOR_SUBTRACT _mm_sub_epi16
#define VECTOR_MIN _mm_min_epi16
#define VECTOR_MAX _mm_max_epi16
#define VECTOR_MULTIPLY _mm_mullo_epi16
#define VECTOR_MULTIPLY_PAIRS _mm_madd_epi16
#define VECTOR_ADD_32 _mm_add_epi32
#include "ludarium/core/vector_kernel.h"

#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_NAME ludarium_score_avx2
#define VECTOR __m256i
#define VECTOR_FILL(number) _mm256_set1_epi16(number)
#define VECTOR_LOAD(from) _mm256_loadu_si256((const __m256i *)(from))
#define VECTOR_STORE(to, vector) _mm256_storeu_si256((__m256i *)(to), vector)
#define VECTOR_ADD _mm256_add_epi16
#define VECTOR_SUBTRACT _mm256_sub_epi16
#define VECTOR_MIN _mm256_min_epi16
#define VECTOR_MAX _mm256_max_epi16
#define VECTOR_MULTIPLY _mm256_mullo_epi16
#define VECTOR_MULTIPLY_PAIRS _mm256_madd_epi16
#define VECTOR_ADD_32 _mm256_add_epi32
#include "ludarium/core/vector_kernel.h"

#define KERNEL_TARGET __attribute__((target("avx512f,avx512bw")))
#define KERNEL_NAME ludarium_score_avx512
#define VECTOR __m512i
#define VECTOR_FILL(number) _mm512_set1_epi16(number)
#define VECTOR_LOAD(from) _mm512_loadu_si512((const void *)(from))
#define VECTOR_STORE(to, vector) _mm512_storeu_si512((void *)(to), vector)
#define VECTOR_ADD _mm512_add_epi16
#define VECTOR_SUBTRACT _mm512_sub_epi16
#define VECTOR_MIN _mm512_min_epi16
#define VECTOR_MAX _mm512_max_epi16
#define VECTOR_MULTIPLY _mm512_mullo_epi16
#define VECTOR_MULTIPLY_PAIRS _mm512_madd_epi16
#define VECTOR_ADD_32 _mm512_add_epi32
#include "ludarium/core/vector_kernel.h"
#endif

/* 0 plain, 1 SSE2, 2 AVX2, 3 AVX-512: the widest that the processor has. */
static int ludarium_widest_vectors(void) {
#ifdef LUDARIUM_VECTORS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) return 3;
    return __builtin_cpu_supports("avx2") ? 2 : 1;
#else
    return 0;
#endif
}

static long long ludarium_pass(
    int vectors, short *restrict sums, const short *restrict rows, const int *restrict added,
    int added_count, const int *restrict removed, int removed_count, const short *restrict out,
    int count) {
    switch (vectors) {
#ifdef LUDARIUM_VECTORS
    case 3:
        return ludarium_score_avx512(
            sums, rows, added, added_count, removed, removed_count, out, count);
    case 2:
        return ludarium_score_avx2(
            sums, rows, added, added_count, removed, removed_count, out, count);
    case 1:
        return ludarium_score_sse2(
            sums, rows, added, added_count, removed, removed_count, out, count);
#endif
    default:
        return ludarium_score_units(
            sums, rows, added, added_count, removed, removed_count, out, 0, count);
    }
}

static inline int ludarium_lowest_slot(unsigned bits) {
#ifdef __GNUC__
    return __builtin_ctz(bits);
#else
    int lowest = 0;
    while (!(bits >> lowest & 1)) lowest++;
    return lowest;
#endif
}

/* The slots of a group whose feature is another than before, as bits. */
static inline unsigned ludarium_changed_slots(
    const short *restrict seen, const short *restrict features, int size) {
    unsigned changed = 0;
#ifdef LUDARIUM_VECTORS
    if (size == LUDARIUM_GROUP_SLOTS) {
        __m128i low = _mm_cmpeq_epi16(
            _mm_loadu_si128((const __m128i *)seen), _mm_loadu_si128((const __m128i *)features));
        __m128i high = _mm_cmpeq_epi16(
            _mm_loadu_si128((const __m128i *)(seen + 8)),
            _mm_loadu_si128((const __m128i *)(features + 8)));
        return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high)) ^ 0xFFFFu;
    }
#endif
    for (int i = 0; i < size; i++) changed |= (unsigned)(seen[i] != features[i]) << i;
    return changed;
}

/* Replaces the features seen by the ones given, in the sums too, and returns the weighted squares. */
static long long ludarium_score_features(
    int vectors, short *restrict sums, short *restrict seen, const short *restrict features,
    int slots, const short *restrict rows, const short *restrict out, int count) {
    int added[LUDARIUM_PASS_ROWS], removed[LUDARIUM_PASS_ROWS];
    int added_count = 0, removed_count = 0;
    for (int first = 0; first < slots; first += LUDARIUM_GROUP_SLOTS) {
        int size = slots - first < LUDARIUM_GROUP_SLOTS ? slots - first : LUDARIUM_GROUP_SLOTS;
        unsigned changed = ludarium_changed_slots(seen + first, features + first, size);
        if (added_count > LUDARIUM_PASS_ROWS - LUDARIUM_GROUP_SLOTS ||
            removed_count > LUDARIUM_PASS_ROWS - LUDARIUM_GROUP_SLOTS) {
            ludarium_pass(
                vectors, sums, rows, added, added_count, removed, removed_count, out, count);
            added_count = removed_count = 0;
        }
        for (; changed; changed &= changed - 1) {
            int slot = first + ludarium_lowest_slot(changed);
            int before = seen[slot], now = features[slot];
            seen[slot] = (short)now;
            if (now >= 0) added[added_count++] = now * count;
            if (before >= 0) removed[removed_count++] = before * count;
        }
    }
    return ludarium_pass(
        vectors, sums, rows, added, added_count, removed, removed_count, out, count);
}

#define LUDARIUM_AT(view, at) ((short *)(view).data + (at))
#define ludarium_update_and_sum(vectors, sums, at, seen, seen_at, features, first, slots, rows, out, \
                                count) \
    ludarium_score_features( \
        vectors, LUDARIUM_AT(sums, at), LUDARIUM_AT(seen, seen_at), LUDARIUM_AT(features, first), \
        slots, LUDARIUM_AT(rows, 0), LUDARIUM_AT(out, 0), count)

#endif
