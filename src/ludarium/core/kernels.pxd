# Memoryviews are passed as they are and taken apart by macros: the calls look the same in Python.
cdef extern from * nogil:
    """
    /* One version for processors with wide vectors, chosen when the library is loaded. */
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
    #define LUDARIUM_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define LUDARIUM_WIDE
    #endif

    LUDARIUM_WIDE static void ludarium_add_row(
        short *restrict sums, const short *restrict row, int count) {
        for (int i = 0; i < count; i++) sums[i] += row[i];
    }
    LUDARIUM_WIDE static void ludarium_take_row(
        short *restrict sums, const short *restrict row, int count) {
        for (int i = 0; i < count; i++) sums[i] -= row[i];
    }
    LUDARIUM_WIDE static void ludarium_swap_rows(
        short *restrict sums, const short *restrict new_row, const short *restrict old_row,
        int count) {
        for (int i = 0; i < count; i++) sums[i] += new_row[i] - old_row[i];
    }
    LUDARIUM_WIDE static int ludarium_squares(
        const short *restrict sums, const short *restrict weights, int count) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            short active = sums[i] < 0 ? 0 : sums[i] > 255 ? 255 : sums[i];
            short weighted = active * weights[i];
            total += weighted * active;
        }
        return total;
    }
    #define LUDARIUM_AT(view, at) ((short *)(view).data + (at))
    #define ludarium_add(sums, at, rows, row, count) \
        ludarium_add_row(LUDARIUM_AT(sums, at), LUDARIUM_AT(rows, row), count)
    #define ludarium_take(sums, at, rows, row, count) \
        ludarium_take_row(LUDARIUM_AT(sums, at), LUDARIUM_AT(rows, row), count)
    #define ludarium_swap(sums, at, rows, new_row, old_row, count) ludarium_swap_rows( \
        LUDARIUM_AT(sums, at), LUDARIUM_AT(rows, new_row), LUDARIUM_AT(rows, old_row), count)
    #define ludarium_output(sums, at, weights, count) \
        ludarium_squares(LUDARIUM_AT(sums, at), LUDARIUM_AT(weights, 0), count)
    """
    void add_row "ludarium_add" (short[::1] sums, int at, const short[::1] rows, int new, int count)
    void subtract_row "ludarium_take" (
        short[::1] sums, int at, const short[::1] rows, int old, int count)
    void replace_row "ludarium_swap" (
        short[::1] sums, int at, const short[::1] rows, int new, int old, int count)
    int sum_weighted_squares "ludarium_output" (short[::1] sums, int at, const short[::1] weights, int count)
