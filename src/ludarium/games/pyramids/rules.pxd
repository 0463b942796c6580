cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit, mix_bits, nth_bit
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
from ludarium.games.pyramids.board cimport (
    ANY_TAKEN_MASK, BARREN, BARREN_PIECES, BARREN_SHIFT, BARREN_TRIOS, CAP_COUNT, CAP_SLOTS, CELLS, CELL_MASK,
    CODE_MASK, CODE_SHIFT, COUNTER_MASK, DIRECTION_SHIFT, FLOWN_SHIFT, HAND_CODES, NO_LIMIT, NUMBER_SHIFT,
    PASS_FLAG, PIECES, POWER_FLAG, POWER_USED_SHIFT, SEAT_SHIFT, SIZE_MASK, TAKEN_FLAG,
    TARGET_SHIFT, THREE_TRIOS, TRIOS_TO_WIN,
)

cdef unsigned int ALL_CELLS
cdef unsigned long long KEY_SALT
cdef int DIRECTION_STEP[8]
cdef int STEPS_TO_EDGE[25][8]
cdef unsigned int CAP_MOVES[25][8]
cdef int CAP_MOVE_COUNT[25]
cdef int BIT_COUNT[64]

cdef class PyramidsPosition(Position):
    cdef readonly bint power_play
    cdef readonly int quiet_limit
    cdef readonly int barren_limit
    cdef readonly int ply_limit
    cdef readonly int ply
    cdef readonly int quiet
    cdef readonly bint power_used
    cdef readonly int barren
    cdef readonly unsigned int caps
    cdef readonly int cap_on[25]
    cdef readonly int height[25]
    cdef unsigned char piece[1800]
    cdef int top_size[25] # one more than the size of a cell's top piece, 0 without a piece
    cdef unsigned char held[48]
    cdef unsigned long long hands[3] # the pieces of a seat, counted in 4 bits for each code
    cdef readonly int owned[3]
    cdef unsigned long long stacked # the part of the key for the pieces
    cdef unsigned int past[512]
    cdef unsigned int past_turn[512]
    cdef unsigned int past_flow[512]
    cdef unsigned long long past_stacked[512]

    @cython.locals(
        first=int, forced="bint", codes="unsigned int", caps="unsigned int", free="unsigned int",
        power="unsigned int",
    )
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(i=int)
    cdef int generate_cap(
        self, unsigned int[::1] out, int at, int source, bint forced
    ) noexcept nogil
    cpdef int count_slots(self) noexcept nogil
    @cython.locals(caps="unsigned int", move="unsigned int", number=int)
    cpdef unsigned int move_in_slot(self, int slot) noexcept nogil
    @cython.locals(codes="unsigned int", code=int)
    cdef unsigned int power_codes(self) noexcept nogil
    cpdef bint can_power(self) noexcept nogil
    @cython.locals(source=int, direction=int)
    cpdef bint is_eruption(self, unsigned int move) noexcept nogil
    @cython.locals(
        at=int, source=int, target=int, turn="unsigned int", flow="unsigned int",
    )
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(_=int, landing=int, count=int)
    cdef unsigned int erupt_stack(self, int source, int direction) noexcept nogil
    @cython.locals(landing=int, moved=int, piece="unsigned int", flow="unsigned int")
    cdef unsigned int spill_pieces(self, int source, int direction, int count) noexcept nogil
    @cython.locals(
        at=int, source=int, target=int, piece="unsigned int", move="unsigned int",
        turn="unsigned int",
    )
    cpdef void undo(self) noexcept nogil
    @cython.locals(moved=int, landing=int, piece="unsigned int", code=int)
    cdef void flow_back(self, int source, int direction, unsigned int flow) noexcept nogil
    @cython.locals(at=int)
    cdef void push_piece(self, int cell, unsigned int piece) noexcept nogil
    @cython.locals(at=int)
    cdef unsigned int pop_piece(self, int cell) noexcept nogil
    @cython.locals(at=int)
    cdef void remove_top(self, int cell) noexcept nogil
    @cython.locals(wide="unsigned long long")
    cdef void count_piece(self, int seat, int code, int by) noexcept nogil
    @cython.locals(at=int, slot=int)
    cdef void capture_piece(self, int seat, unsigned int piece) noexcept nogil
    @cython.locals(at=int, slot=int, number=int)
    cdef unsigned int give_piece(self, int seat, int code) noexcept nogil
    @cython.locals(seat=int)
    cdef void close_turn(self, bint captured) noexcept nogil
    cdef void set_verdict(self) noexcept nogil
    @cython.locals(total=int, slot=int, large=int, medium=int)
    cpdef int count_trios(self, int seat) noexcept nogil
    cdef int barren_rank(self, int seat) noexcept nogil
    @cython.locals(best=int, alike=int, equal=int, seat=int)
    cdef void end_barren_game(self) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(word="unsigned long long")
    cpdef unsigned long long key(self) noexcept nogil
    @cython.locals(cell=int, at=int)
    cpdef PyramidsPosition copy(self)
