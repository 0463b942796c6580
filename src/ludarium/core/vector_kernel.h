/* The loop of a network for one kind of vectors; kernels.h includes it once for each kind.

   Brings hidden sums up to date by rows to add and to subtract, then returns their weighted squares,
   each sum first clipped to 0 and 255. Clipped times weight has 16 bits, because a weight of the
   output is at most 127. A lane of 32 bits takes up to 256 such products: 1 024 units in four lanes. */

KERNEL_TARGET static long long KERNEL_NAME(
    short *restrict sums, const short *restrict rows, const int *restrict added, int added_count,
    const int *restrict removed, int removed_count, const short *restrict out, int count) {
    const int lanes = sizeof(VECTOR) / sizeof(short);
    const VECTOR zero = VECTOR_FILL(0), one = VECTOR_FILL(255);
    VECTOR totals = zero;
    int at = 0;
    /* Four vectors at a time stay in registers while the rows pass. */
    for (; at + 4 * lanes <= count; at += 4 * lanes) {
        VECTOR sum[4];
        for (int v = 0; v < 4; v++) sum[v] = VECTOR_LOAD(sums + at + v * lanes);
        for (int i = 0; i < added_count; i++)
            for (int v = 0; v < 4; v++)
                sum[v] = VECTOR_ADD(sum[v], VECTOR_LOAD(rows + added[i] + at + v * lanes));
        for (int i = 0; i < removed_count; i++)
            for (int v = 0; v < 4; v++)
                sum[v] = VECTOR_SUBTRACT(sum[v], VECTOR_LOAD(rows + removed[i] + at + v * lanes));
        for (int v = 0; v < 4; v++) {
            VECTOR_STORE(sums + at + v * lanes, sum[v]);
            VECTOR active = VECTOR_MAX(VECTOR_MIN(sum[v], one), zero);
            VECTOR weighted = VECTOR_MULTIPLY(active, VECTOR_LOAD(out + at + v * lanes));
            totals = VECTOR_ADD_32(totals, VECTOR_MULTIPLY_PAIRS(weighted, active));
        }
    }
    for (; at + lanes <= count; at += lanes) {
        VECTOR sum = VECTOR_LOAD(sums + at);
        for (int i = 0; i < added_count; i++) sum = VECTOR_ADD(sum, VECTOR_LOAD(rows + added[i] + at));
        for (int i = 0; i < removed_count; i++)
            sum = VECTOR_SUBTRACT(sum, VECTOR_LOAD(rows + removed[i] + at));
        VECTOR_STORE(sums + at, sum);
        VECTOR active = VECTOR_MAX(VECTOR_MIN(sum, one), zero);
        VECTOR weighted = VECTOR_MULTIPLY(active, VECTOR_LOAD(out + at));
        totals = VECTOR_ADD_32(totals, VECTOR_MULTIPLY_PAIRS(weighted, active));
    }
    int parts[sizeof(VECTOR) / sizeof(int)];
    memcpy(parts, &totals, sizeof parts);
    long long total = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) total += parts[i];
    return total + ludarium_score_units(
        sums, rows, added, added_count, removed, removed_count, out, at, count);
}

#undef KERNEL_TARGET
#undef KERNEL_NAME
#undef VECTOR
#undef VECTOR_FILL
#undef VECTOR_LOAD
#undef VECTOR_STORE
#undef VECTOR_ADD
#undef VECTOR_SUBTRACT
#undef VECTOR_MIN
#undef VECTOR_MAX
#undef VECTOR_MULTIPLY
#undef VECTOR_MULTIPLY_PAIRS
#undef VECTOR_ADD_32
