cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.ludus.board cimport (
    ADVANCE_FLAG, CELL_MASK, CENTRE_END, CENTRE_START, EMPTY_CELL, FERROUS, FIRST_LORD, FIRST_SHIFT,
    FRESH, HIGH_LORD, KIND_COUNT, LEGIONARE, NO_PIECE, NO_SECOND, PIECES, PIECE_MASK,
    PROMOTION_FLAG, ROW_1, ROW_10, SEAT_SHIFT, SECOND_SHIFT, SKY_LIFT, SKY_START, STRIKE_FLAG,
    TARGET_SHIFT, TERRA, ROW_WIDTH,
)
from ludarium.games.ludus.rules cimport LudusPosition

cdef int TEMPO_SCORE, GUARD_SCORE, SHELTER_SCORE, BEATEN_PIECES, HUNT_FACTOR, FADE_PLIES
cdef int LORD_URGENCY, CAPTURE_URGENCY, PROMOTION_URGENCY
cdef int RIVAL_AT, LIMIT_AT, LIMIT_BUCKETS
cdef int DIRECTION_STEP[8]
cdef int JUMP_STEP[8]
cdef int FIRST_LORD_ID[2]
cdef int STEADHOLDER_ID[2]
cdef int KIND_SCORE[12]
cdef short PLACE_SCORE[24][273]
cdef short PRESSURE_SCORE[12][11]
cdef int CAPTURE_REACH[24][8]
cdef short CELL_ROW[273]
cdef short CELL_COLUMN[273]
cdef short OWN_FEATURE[24][273]
cdef short RIVAL_FEATURE[24][273]

cdef class LudusEvaluator(Evaluator):
    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    @cython.locals(enemy=int)
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    @cython.locals(
        lord=int, target=int, take="unsigned int", what=int, way=int, cell=int, distance=int,
        kind=int, move="unsigned int",
    )
    cdef unsigned int find_lord_capture(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(way=int, what=int)
    cdef unsigned int find_sky_capture(
        self, LudusPosition position, int seat, int target, unsigned int take
    ) noexcept nogil
    cdef int advance_flags(self, int kind, int target) noexcept nogil
    @cython.locals(second=int, what=int, piece=int)
    cdef unsigned int find_lord_strike(
        self, LudusPosition position, int seat, int way, int source, int target, int lord
    ) noexcept nogil
    @cython.locals(source=int, what=int, far="bint", kind=int, first=int)
    cdef unsigned int find_lord_pierce(
        self, LudusPosition position, int seat, int way, int cell, int lord
    ) noexcept nogil
    @cython.locals(gap=int)
    cdef bint is_warded(self, LudusPosition position, int piece, int owner) noexcept nogil
    @cython.locals(first=int, gain=int, taker=int, price=int, target=int)
    cdef int rate_capture(self, LudusPosition position, unsigned int move) noexcept nogil
    @cython.locals(way=int, what=int, cell=int, distance=int, kind=int)
    cdef bint is_guarded(
        self, LudusPosition position, int target, int taker, int seat
    ) noexcept nogil
    @cython.locals(score=int, quiet=int, left=int)
    cdef int score_by_hand(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(
        total=int, lord=int, pieces="unsigned long long", piece=int, cell=int, kind=int, gap=int,
        hunt=int,
    )
    cdef int score_army(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(pieces="unsigned long long")
    cdef bint is_beaten(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(cell=int, total=int, way=int)
    cdef int score_safety(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(
        piece=int, own="unsigned long long", others="unsigned long long", code=int, quiet=int,
    )
    cdef void fill_slots(self, LudusPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(found=int)
    cdef int limit_bucket(self, int left) noexcept nogil
