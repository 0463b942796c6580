cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.forge.board cimport (
    CELLS, CELL_MASK, EMBER_FLAG, PASS_FLAG, SEAT_TOKENS, SWAP_FLAG, TARGET_SHIFT,
)
from ludarium.games.forge.rules cimport ForgePosition
from ludarium.games.forge.tracks cimport Tracks

cdef int GOAL_SCORE[13]
cdef int STOCK_SCORE[9]
cdef int MAX_DRAGS, MAX_GOAL_DRAGS, BLOCKED_DRAGS, HELD_SCORE, TEMPO_SCORE, EMBER_SOON_SCORE
cdef int FADE_TURNS, POINT_SCORE
cdef int WIN_URGENCY, QUENCH_URGENCY, IDLE_URGENCY
cdef int OWN_TOKENS_AT, RIVAL_TOKENS_AT, EMBERS_AT, EMBER_BUCKETS, EMBER_DUE_AT, STOCK_AT
cdef int STOCK_BUCKETS, LIMIT_AT, LIMIT_BUCKETS, DRAGS_AT, DRAG_BUCKETS, HELD_AT, HELD_BUCKETS
cdef int RACE_AT, RACE_BUCKETS

cdef class ForgeEvaluator(Evaluator):
    cdef int drags[6]
    cdef int held[2]

    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    @cython.locals(movers="unsigned long long", targets="unsigned long long", side=int, source=int)
    cdef unsigned int winning_drag(self, ForgePosition position) noexcept nogil
    @cython.locals(side=int)
    cdef bint has_threat(self, ForgePosition position) noexcept nogil
    @cython.locals(targets="unsigned long long")
    cdef unsigned long long arriving_tokens(
        self, ForgePosition position, int side, unsigned long long free
    ) noexcept nogil
    @cython.locals(one="unsigned long long", side=int, target=int, free="unsigned long long")
    cdef int rate_move(self, ForgePosition position, unsigned int move) noexcept nogil
    @cython.locals(
        free="unsigned long long", tokens="unsigned long long", ring="unsigned long long",
        seen="unsigned long long", met="unsigned long long", at=int, end=int, i=int, _=int, drags=int,
    )
    cdef void measure_drags(self, ForgePosition position, int side) noexcept nogil
    @cython.locals(missing=int, i=int, drags=int)
    cdef int drags_to_goal(self, ForgePosition position, int side) noexcept nogil
    cdef int score_side(self, ForgePosition position, int side) noexcept nogil
    @cython.locals(side=int, score=int, left=int, lead=int)
    cdef int score_by_hand(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(
        side=int, slot=int, turn=int, own=int, i=int, token=int, race=int, rival=int, fire=int, cell=int,
        burning=int, left=int,
    )
    cdef void fill_slots(self, ForgePosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(cell=int)
    cdef void place_features(
        self, unsigned long long cells, int first, int turn, short[::1] out
    ) noexcept nogil
    @cython.locals(bucket=int)
    cdef int time_bucket(self, int turns, int buckets) noexcept nogil
