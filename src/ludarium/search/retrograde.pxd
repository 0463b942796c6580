cimport cython

from ludarium.core.constants cimport ENDING_DRAW, MAX_ENDING_PLIES, NO_POSITION
from ludarium.core.endings cimport EndingClass

cdef int VALUE_COUNT

cdef class RetrogradeAnalysis:
    cdef readonly EndingClass ending
    cdef unsigned char[::1] values
    cdef long long[::1] waiting
    cdef int waiting_count
    cdef long long[::1] counts
    cdef readonly bint too_long

    @cython.locals(number="long long")
    cpdef void start_values(self, long long first, long long end)
    @cython.locals(number="long long", found="long long")
    cpdef long long extend_layer(self, int plies, long long first, long long end)
    @cython.locals(count=int, i=int, before="long long", value=int)
    cdef void extend_position(self, long long number, int plies) noexcept nogil
    @cython.locals(count=int, i=int, value=int)
    cdef int longest_loss(self, long long number, int plies) noexcept nogil
    @cython.locals(value=int, number="long long")
    cpdef list count_values(self)
    @cython.locals(count=int, i=int, value=int, win=int, loss=int, drawn="bint")
    cpdef int value_by_moves(self, long long number)
