# As in `position`: what takes the lock here serves games that are not compiled.
cimport cython

from ludarium.core.network cimport Network
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_MOVE, SCORE_LIMIT

cdef class Evaluator:
    cdef readonly int inputs
    cdef readonly int slots
    cdef readonly Network net
    cdef short[::1] found
    cdef public int margin
    cdef public int late
    cdef public int tail
    cdef public int reduction
    cdef public int sure

    cpdef int by_hand(self, Position position, int seat) noexcept with gil
    cpdef void features(self, Position position, int seat, short[::1] out) noexcept with gil
    cpdef int urgency(self, Position position, unsigned int move) noexcept with gil
    cpdef unsigned int winning(self, Position position) noexcept with gil
    cpdef bint threatened(self, Position position) noexcept with gil
    @cython.locals(value=int)
    cdef int judge(self, Position position, int seat) noexcept nogil
    @cython.locals(value=int)
    cdef int supported(self, Position position, int seat, int share) noexcept nogil
