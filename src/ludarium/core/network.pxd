cimport cython

from ludarium.core.terms cimport CEILING, NO_FEATURE, ODDS, ONE_OUT

cdef class Network:
    cdef int hidden
    cdef int slots
    cdef const short[::1] rows
    cdef const short[::1] out
    cdef int out_bias
    cdef short[::1] sums
    cdef short[::1] seen

    @cython.locals(slot=int, now=int, before=int)
    cpdef int value(self, int view, short[::1] features) noexcept nogil
    @cython.locals(old=int, new=int, unit=int)
    cdef void replace(self, int at, int before, int now) noexcept nogil
    @cython.locals(unit=int, active=short, weighted=short, total=int, value="long long")
    cdef int output(self, int at) noexcept nogil
