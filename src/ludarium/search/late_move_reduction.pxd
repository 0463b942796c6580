cimport cython

from ludarium.core.evaluator cimport Evaluator

cdef int REDUCED_DEPTHS

cdef class LateMoveReduction:
    cdef Evaluator evaluator
    cdef int[::1] table

    @cython.locals(last=int, hundredths=int, points=int, plies=int)
    cdef int count_plies(
        self, int depth, int move_count, bint pv, bint improving, int rank
    ) noexcept nogil
