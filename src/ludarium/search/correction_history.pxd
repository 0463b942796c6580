cimport cython

from ludarium.core.constants cimport DECIDED_SCORE
from ludarium.search.bounds cimport (
    CORRECTION_ERROR_LIMIT, CORRECTION_MAX, CORRECTION_POINTS, CORRECTION_SIZE,
)

cdef class CorrectionHistory:
    cdef short[::1] counters

    @cython.locals(i=int)
    cpdef void clear(self) noexcept nogil
    @cython.locals(counter=int)
    cpdef int read_points(self, unsigned long long mixed) noexcept nogil
    @cython.locals(at="unsigned int", change=int, decay=int)
    cpdef void learn_value(
        self, unsigned long long mixed, int static, int value, int alpha, int beta, int depth
    ) noexcept nogil
