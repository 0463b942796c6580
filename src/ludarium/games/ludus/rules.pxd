cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.constants cimport DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
from ludarium.games.ludus.attack cimport LudusAttack
from ludarium.games.ludus.board cimport (
    ADVANCE_FLAG, ARMY_SIZE, CELLS, CELL_MASK, CENTRE_END, CENTRE_START, CHECKMATED, EMPTY_CELL,
    FIRST_LORD_CAPTURED, FIRST_SHIFT, FLANK_BITS, FLIGHT_FLAG, FRESH, KIND_COUNT, LEGIONARE,
    NO_FLANKED, NO_LEGAL_MOVES, NO_PIECE, NO_SECOND, NO_VICTIMS, PIECE_MASK, PROMOTION_FLAG,
    QUIET_LIMIT, QUIET_LIMIT_VALUE, ROW_1, ROW_10, SEAT_SHIFT, SECOND_SHIFT, SKY_LIFT, SKY_START,
    STRIKE_FLAG, TAKEN_KIND_SHIFT, TAKER_KIND_SHIFT, TARGET_SHIFT, TERRA, TURN_LIMIT,
    TURN_LIMIT_VALUE, VETERAN,
)

cdef int DIRECTION_STEP[8]
cdef int JUMP_STEP[8]
cdef int FORWARD_STEP[2]
cdef int FIRST_LORD_ID[2]
cdef int SLIDE_FIRST_WAY[12]
cdef int SLIDE_WAY_STEP[12]
cdef int SLIDE_DISTANCE[12]
cdef int CAN_FLY[12]
cdef int STRIKE_WAY_MASK[12]
cdef int CAN_PIERCE[12]
cdef unsigned long long PIECE_KEYS[24][273]
cdef unsigned long long TURN_KEY
cdef unsigned long long QUIET_KEYS[65]
cdef unsigned long long LIMIT_KEYS[65]

cdef unsigned int pack_capture(int step, int what, int cell) noexcept nogil

cdef class LudusPosition(LudusAttack):
    cdef unsigned int past_move[512]
    cdef short past_cell[512]
    cdef short past_kind[512]
    cdef int past_progress[512]
    cdef unsigned long long past_zobrist[512]
    cdef unsigned int past_flanked[512]
    cdef unsigned int[::1] scratch

    @cython.locals(end=int)
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
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
    @cython.locals(
        source=int, enemy=int, step=int, way=int, cell=int, first=int, second=int, what=int,
    )
    cdef int generate_strikes(
        self, unsigned int[::1] out, int at, int piece, int met, int distant
    ) noexcept nogil
    @cython.locals(
        seat=int, piece=int, kind=int, source=int, now=int, victim=int, target=int,
    )
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(source=int, target=int, flanked="unsigned int", i=int, piece=int)
    cdef void play_special(self, unsigned int move, int seat, int kind) noexcept nogil
    @cython.locals(kind=int, cell=int, one="unsigned long long")
    cdef void capture_piece(self, int seat, int victim, int taker) noexcept nogil
    @cython.locals(seat=int, now=int, move="unsigned int", piece=int, victim=int)
    cpdef void undo(self) noexcept nogil
    @cython.locals(target=int, i=int, piece=int)
    cdef void undo_special(self, unsigned int move, int source, unsigned int flanked) noexcept nogil
    @cython.locals(one="unsigned long long")
    cdef void restore_piece(self, int seat, int victim) noexcept nogil
    cdef void set_verdict(self) noexcept nogil
    @cython.locals(lead=int)
    cdef void judge_limit(self, int drawn, int won) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(key="unsigned long long", left=int, still=int)
    cpdef unsigned long long key(self) noexcept nogil
    cpdef LudusPosition copy(self)
    cpdef unsigned int list_flanked(self, unsigned int move) noexcept nogil
    cpdef bint is_attacked(self, int seat) noexcept nogil
