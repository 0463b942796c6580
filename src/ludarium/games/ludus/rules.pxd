cimport cython

from ludarium.core.constants cimport DRAW, KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
from ludarium.games.ludus.board cimport (
    ADVANCE_FLAG, ARMY_SIZE, CELLS, CELL_MASK, CHECKMATED, EMPTY_CELL, FIRST_LORD_CAPTURED,
    FIRST_SHIFT, FLANK_BITS, FRESH, KIND_COUNT, LEGIONARE, NO_FLANKED, NO_LEGAL_MOVES, NO_PIECE,
    PIECE_MASK, PROMOTION_FLAG, QUIET_LIMIT, QUIET_LIMIT_VALUE, SEAT_SHIFT, SECOND_SHIFT,
    STRIKE_FLAG, TAKEN_KIND_SHIFT, TAKER_KIND_SHIFT, TARGET_SHIFT, TURN_LIMIT, TURN_LIMIT_VALUE,
    VETERAN,
)
from ludarium.games.ludus.slots cimport LudusSlots

cdef int FIRST_LORD_ID[2]
cdef unsigned long long PIECE_KEYS[24][273]
cdef unsigned long long TURN_KEY
cdef unsigned long long QUIET_KEYS[65]
cdef unsigned long long LIMIT_KEYS[65]

cdef class LudusPosition(LudusSlots):
    cdef unsigned int past_move[512]
    cdef short past_cell[512]
    cdef short past_kind[512]
    cdef int past_progress[512]
    cdef unsigned long long past_zobrist[512]
    cdef unsigned int past_flanked[512]
    cdef unsigned int[::1] scratch

    @cython.locals(end=int)
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    cpdef int count_slots(self) noexcept nogil
    cpdef unsigned int move_in_slot(self, int slot) noexcept nogil
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
