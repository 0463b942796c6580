cimport cython

from ludarium.core.constants cimport NO_MOVE
from ludarium.games.ludus.armies cimport LudusArmies
from ludarium.games.ludus.board cimport (
    ADVANCE_FLAG, CELL_MASK, CENTRE_END, CENTRE_START, EMPTY_CELL, FERROUS, FIRST_SHIFT, FLANK_BITS,
    FRESH, HIGH_LORD, KIND_COUNT, LEGIONARE, NO_FLANKED, NO_PIECE, NO_SECOND, PIECE_MASK,
    PROMOTION_FLAG, ROW_1, ROW_10, ROW_WIDTH, SEAT_SHIFT, SECOND_SHIFT, SIGHT_DISTANCE, SIGHT_MASK,
    SIGHT_SHIFT, SKY_LIFT, SKY_START, STRIKE_FLAG, TARGET_SHIFT, TERRA,
)

cdef int DIRECTION_STEP[8]
cdef int JUMP_STEP[8]
cdef int STEADHOLDER_ID[2]
cdef int FIRST_LORD_ID[2]
cdef int CAPTURE_REACH[24][8]
cdef short CELL_ROW[273]
cdef short CELL_COLUMN[273]

@cython.locals(distance=int)
cdef int look_along(short *cells, int cell, int step) noexcept nogil

cdef class LudusAttack(LudusArmies):
    @cython.locals(
        lord=int, target=int, take="unsigned int", what=int, way=int, distance=int,
        kind=int, move="unsigned int",
    )
    cdef unsigned int find_lord_capture(self, int seat) noexcept nogil
    @cython.locals(way=int, what=int)
    cdef unsigned int find_sky_capture(
        self, int seat, int target, unsigned int take
    ) noexcept nogil
    cdef int advance_flags(self, int kind, int target) noexcept nogil
    @cython.locals(source=int, second=int, what=int, piece=int)
    cdef unsigned int find_lord_strike(
        self, int seat, int way, int target, int lord
    ) noexcept nogil
    @cython.locals(source=int, what=int, far="bint", kind=int, first=int)
    cdef unsigned int find_lord_pierce(self, int seat, int way, int cell, int lord) noexcept nogil
    @cython.locals(gap=int)
    cdef bint is_warded(self, int piece, int owner) noexcept nogil
    cdef bint is_lord_open(self, int seat) noexcept nogil
    @cython.locals(way=int, what=int, distance=int, kind=int)
    cdef bint is_guarded(self, int target, int taker, int seat) noexcept nogil
    @cython.locals(
        target=int, source=int, found="unsigned int", way=int, cell=int, what=int,
    )
    cdef unsigned int flanked_pieces(self, unsigned int move, int seat) noexcept nogil
    cdef int victim_at(self, unsigned int move, unsigned int flanked, int number) noexcept nogil
    @cython.locals(seat=int, kept=int, i=int, attacked="bint", safe="bint", move="unsigned int")
    cdef int keep_legal_moves(self, unsigned int[::1] out, int at, int end) noexcept nogil
    @cython.locals(
        piece=int, source=int, target=int, i=int, flanked="unsigned int", victim=int,
    )
    cdef bint can_open_lord(self, unsigned int move, int owner) noexcept nogil
    @cython.locals(rows=int, columns=int, lord=int)
    cdef bint is_near_lord(self, int cell, int owner) noexcept nogil
    @cython.locals(source=int, target=int, flanked="unsigned int", size=int, opened="bint")
    cdef bint opens_lord(self, unsigned int move, int owner) noexcept nogil
    @cython.locals(one="unsigned long long", enemy=int, i=int, victim=int)
    cdef void lift_victims(
        self, unsigned int move, unsigned int flanked, bint lifted
    ) noexcept nogil
