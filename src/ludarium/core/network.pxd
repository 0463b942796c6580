cimport cython

from ludarium.core.kernels cimport add_row, replace_row, subtract_row, sum_weighted_squares
from ludarium.core.constants cimport ACTIVATION_ONE, NO_FEATURE, ODDS_POINTS, OUTPUT_ONE

cdef class Network:
    cdef int hidden
    cdef int slots
    cdef const short[::1] rows
    cdef const short[::1] out
    cdef int out_bias
    cdef short[::1] sums
    cdef short[::1] seen

    @cython.locals(slot=int, now=int, before=int)
    cpdef int score_features(self, int view, short[::1] features) noexcept nogil
    @cython.locals(old=int, new=int)
    cdef void replace_feature(self, int at, int before, int now) noexcept nogil
    @cython.locals(total="long long", value="long long", one="long long")
    cdef int compute_output(self, int at) noexcept nogil
