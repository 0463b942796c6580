# Memoryviews are passed as they are and taken apart by macros: the calls look the same in Python.
cdef extern from "ludarium/core/kernels.h" nogil:
    int widest_vectors "ludarium_widest_vectors" ()
    long long update_and_sum "ludarium_update_and_sum" (
        int vectors, short[::1] sums, int at, short[::1] seen, int seen_at,
        short[::1] features, int first, int slots, const short[::1] rows, const short[::1] out, int count)
