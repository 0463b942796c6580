cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.forge.board cimport (
    CELLS, CELL_MASK, EMBER_FLAG, PASS_FLAG, SIZE, TARGET_SHIFT, SEAT_TOKENS,
)
from ludarium.games.forge.rules cimport ForgePosition

cdef unsigned long long ALL_CELLS, NOT_FIRST_COLUMN, NOT_LAST_COLUMN
cdef int DISTANCE_SCORE[10]
cdef int EMBER_SOON_SCORE[4]
cdef int MAX_DRAGS, BLOCKED_DRAGS, RESERVE_DIVISOR, NARROW_PENALTY, TEMPO_SCORE, EMBER_NOW_SCORE
cdef int FADE_TURNS
cdef int WIN_URGENCY, QUENCH_URGENCY, IDLE_URGENCY
cdef int OWN_TOKENS_AT, RIVAL_TOKENS_AT, EMBERS_AT, EMBER_DUE_AT, EMBER_TIME_AT, EMBER_BUCKETS
cdef int LIMIT_AT, LIMIT_BUCKETS
cdef int STEPS_AT, STEP_BUCKETS, RACE_AT, RACE_BUCKETS

cdef unsigned long long spread_cells(unsigned long long cells) noexcept nogil

cdef class ForgeEvaluator(Evaluator):
    cdef int steps[6]
    cdef int narrow[2]

    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    @cython.locals(movers="unsigned long long")
    cdef unsigned int winning_drag(self, ForgePosition position) noexcept nogil
    cdef bint has_threat(self, ForgePosition position) noexcept nogil
    @cython.locals(
        one="unsigned long long", free="unsigned long long", seen="unsigned long long",
        wider="unsigned long long", _=int,
    )
    cdef unsigned long long arriving_tokens(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(taken="unsigned long long")
    cdef unsigned long long free_cells(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(seat=int, target=int)
    cdef int rate_move(self, ForgePosition position, unsigned int move) noexcept nogil
    @cython.locals(
        one="unsigned long long", seat=int, free="unsigned long long", seen="unsigned long long",
        wider="unsigned long long", _=int,
    )
    cdef bint stops_win(self, ForgePosition position, unsigned int move) noexcept nogil
    @cython.locals(
        one="unsigned long long", free="unsigned long long", tokens="unsigned long long",
        ring="unsigned long long", seen="unsigned long long", wider="unsigned long long",
        met="unsigned long long", at=int, end=int, i=int, steps=int,
    )
    cdef void measure_steps(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(steps=int)
    cdef int drags_to_forge(self, ForgePosition position, int token) noexcept nogil
    @cython.locals(first=int, worth=int, token=int)
    cdef int score_ways(self, ForgePosition position, int seat) noexcept nogil
    cdef int score_embers(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(score=int, left=int)
    cdef int score_by_hand(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(slot=int, turn=int, own=int, i=int, token=int, race=int, rival=int)
    cdef void fill_slots(self, ForgePosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(cell=int)
    cdef void place_features(
        self, unsigned long long cells, int first, int turn, short[::1] out
    ) noexcept nogil
    cdef int ember_bucket(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(left=int)
    cdef int left_bucket(self, ForgePosition position) noexcept nogil
    @cython.locals(bucket=int)
    cdef int time_bucket(self, int turns, int buckets) noexcept nogil
