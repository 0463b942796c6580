cimport cython

from ludarium.core.kernels cimport update_and_sum, widest_vectors
from ludarium.core.constants cimport ACTIVATION_ONE, NO_FEATURE, ODDS_POINTS, OUTPUT_ONE

cdef class Network:
    cdef int hidden
    cdef int slots
    cdef readonly int vectors
    cdef const short[::1] rows
    cdef const short[::1] out
    cdef int out_bias
    cdef short[::1] sums
    cdef short[::1] seen

    cpdef int score_features(self, int view, short[::1] features) noexcept nogil
    @cython.locals(total="long long", value="long long", one="long long")
    cdef int score_slots(self, int view, short[::1] features, int first) noexcept nogil
    @cython.locals(row=int, count=int)
    cpdef void score_rows(self, short[::1] features, int[::1] scores)
