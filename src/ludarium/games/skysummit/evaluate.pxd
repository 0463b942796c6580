cimport cython

from ludarium.core.bits cimport lowest_bit, count_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.skysummit.board cimport (
    BUILD, CELL, CELLS, DOME, NOWHERE, PLACE, SUMMIT, TARGET, WORKER,
)
from ludarium.games.skysummit.rules cimport SkysummitPosition

cdef int LEVELS
cdef int FLOORS
cdef int WORKERS
cdef int RIVALS
cdef int CLOSING
cdef int LAST_PLIES
cdef int INPUTS
cdef int SLOTS

cdef int STANDING[3]
cdef int CLIMB[3]
cdef int LEVEL_WAY[3]
cdef int CENTRE[3]
cdef int BLOCKED
cdef int UNWATCHED
cdef int TURN
cdef int LIMIT

cdef int SUMMIT_STEP
cdef int STOP
cdef int THREAT
cdef int QUIET

cdef unsigned int NEAR[25]
cdef unsigned int WITHIN[25]
cdef int RING[25]

cdef class SkysummitEvaluator(Evaluator):
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    @cython.locals(other=int)
    cpdef bint is_threatened(self, Position position) noexcept nogil
    @cython.locals(
        summits="unsigned int", targets="unsigned int", worker=int, source="unsigned int",
        step="unsigned int",
    )
    cdef unsigned int ascent(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(score=int, left=int)
    cdef int weigh(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(
        occupied="unsigned int", rivals=int, score=int, worker=int, cell=int, level=int,
        ways="unsigned int", flat="unsigned int",
    )
    cdef int side(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(a=int, b=int, c=int, d=int, own=int, other=int)
    cdef int standing(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(cell=int, worker=int, base=int, left=int)
    cdef void describe(self, SkysummitPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(build=int, source=int, level=int, raised=int)
    cdef int press(self, SkysummitPosition position, unsigned int move) noexcept nogil
    @cython.locals(worker=int, source=int)
    cdef bint climbs(self, SkysummitPosition position, int seat, int cell) noexcept nogil
    @cython.locals(a=int, b=int)
    cdef int place_order(self, unsigned int move) noexcept nogil
