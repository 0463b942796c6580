cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.constants cimport NO_MOVE
from ludarium.games.ludus.attack cimport LudusAttack
from ludarium.games.ludus.board cimport (
    ADVANCE_FLAG, CENTRE_END, CENTRE_START, EMPTY_CELL, FIRST_SHIFT, FLIGHT_FLAG, FRESH,
    KIND_COUNT, LEGIONARE, NO_PIECE, NO_SECOND, NO_VICTIMS, PIECE_MASK, PROMOTION_FLAG, ROW_1,
    ROW_10, SEAT_SHIFT, SECOND_SHIFT, SKY_LIFT, SKY_START, STRIKE_FLAG, TARGET_SHIFT, TERRA,
)

cdef int DIRECTION_STEP[8]
cdef int JUMP_STEP[8]
cdef int FORWARD_STEP[2]
cdef int SLIDE_FIRST_WAY[12]
cdef int SLIDE_WAY_STEP[12]
cdef int SLIDE_DISTANCE[12]
cdef int CAN_FLY[12]
cdef int STRIKE_WAY_MASK[12]
cdef int CAN_PIERCE[12]

cdef unsigned int pack_capture(int step, int what, int cell) noexcept nogil

cdef class LudusMoves(LudusAttack):
    @cython.locals(piece=int, kind=int, pieces="unsigned long long")
    cdef int generate_actions(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(enemy=int, source=int, ahead=int, cell=int, step=int, side=int, what=int)
    cdef int generate_legionare(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(enemy=int, source=int, met=int, way=int, cell=int, what=int)
    cdef int generate_terra(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(enemy=int, source=int, way=int, cell=int, what=int, step=int)
    cdef int generate_sky(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(
        enemy=int, source=int, kind=int, met=int, distant=int, way=int, cell=int,
        what=int, distance=int,
    )
    cdef int generate_slides(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(way=int, cell=int)
    cdef int generate_strikes(
        self, unsigned int[::1] out, int at, int piece, int met, int distant
    ) noexcept nogil
    @cython.locals(enemy=int, step=int, first=int, second=int, what=int)
    cdef unsigned int pack_strike(self, int piece, int cell, int way) noexcept nogil
