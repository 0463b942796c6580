cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.skysummit.board cimport (
    BUILD_SHIFT, CELLS, CELL_MASK, DOME, NO_CELL, PLACE_FLAG, SUMMIT, TARGET_SHIFT, WORKER_SHIFT,
)
from ludarium.games.skysummit.rules cimport SkysummitPosition

cdef int CELL_LEVELS
cdef int WORKER_LEVELS
cdef int OWN_WORKERS_AT
cdef int RIVAL_WORKERS_AT
cdef int LIMIT_AT
cdef int LAST_PLIES
cdef int INPUTS
cdef int SLOTS

cdef int LEVEL_SCORE[3]
cdef int CLIMB_SCORE[3]
cdef int FLAT_STEP_SCORE[3]
cdef int CENTRE_SCORE[3]
cdef int BLOCKED_PENALTY
cdef int UNWATCHED_SCORE
cdef int TEMPO_SCORE
cdef int LIMIT_SCORE

cdef int SUMMIT_URGENCY
cdef int STOP_URGENCY
cdef int THREAT_URGENCY
cdef int QUIET_URGENCY

cdef unsigned int NEIGHBOURS[25]
cdef unsigned int WITHIN_TWO_STEPS[25]
cdef int EDGE_DISTANCE[25]

cdef class SkysummitEvaluator(Evaluator):
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    @cython.locals(other=int)
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int keep_defences(
        self, Position position, unsigned int[::1] moves, int top, int end
    ) noexcept nogil
    @cython.locals(
        summits="unsigned int", targets="unsigned int", worker=int, source="unsigned int",
        step="unsigned int",
    )
    cdef unsigned int summit_step(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(
        summits="unsigned int", targets="unsigned int", worker=int, other=int,
        source="unsigned int", kept=int, i=int,
    )
    cdef int keep_domes(
        self, SkysummitPosition position, unsigned int[::1] moves, int top, int end
    ) noexcept nogil
    @cython.locals(score=int, left=int)
    cdef int score_by_hand(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(
        occupied="unsigned int", rivals=int, score=int, worker=int, cell=int, level=int,
        ways="unsigned int", flat="unsigned int",
    )
    cdef int score_workers(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(a=int, b=int, c=int, d=int, own=int, other=int)
    cdef int limit_result(self, SkysummitPosition position, int seat) noexcept nogil
    @cython.locals(cell=int, worker=int, base=int, left=int)
    cdef void fill_slots(self, SkysummitPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(build=int, source=int, level=int, raised=int)
    cdef int rate_move(self, SkysummitPosition position, unsigned int move) noexcept nogil
    @cython.locals(worker=int, source=int)
    cdef bint can_reach_summit(self, SkysummitPosition position, int seat, int cell) noexcept nogil
    @cython.locals(a=int, b=int)
    cdef int rate_placement(self, unsigned int move) noexcept nogil
