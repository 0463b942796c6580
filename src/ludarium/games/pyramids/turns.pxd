cimport cython

from ludarium.core.bits cimport lowest_bit, mix_bits
from ludarium.core.position cimport Position
from ludarium.core.constants cimport KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
from ludarium.games.pyramids.board cimport (
    ANY_TAKEN_MASK, BARREN_SHIFT, CELLS, CELL_MASK, CODE_MASK, CODE_SHIFT, COUNTER_MASK,
    DIRECTION_SHIFT, LANDED_SHIFT, LENGTH_SHIFT, MAX_FLOW, NO_CELL, PASS_FLAG, POWER_FLAG,
    POWER_USED_SHIFT, SEAT_SHIFT, SIZE_MASK, TARGET_SHIFT, TRIOS_TO_WIN,
)
from ludarium.games.pyramids.eruption cimport flowing_code, is_captured
from ludarium.games.pyramids.finish cimport CODES_OF_SIZE, WinFinder
from ludarium.games.pyramids.progress cimport TrioProgress
from ludarium.games.pyramids.reach cimport LANDING_ROOM, CapReach
from ludarium.games.pyramids.rules cimport DIRECTION_STEP, PyramidsPosition

cdef unsigned long long TURN_KEY_SALT
cdef int MOST_TURNS
cdef int ALL_CODES

cdef class TurnsPosition(Position):
    cdef readonly PyramidsPosition board
    cdef readonly int depth
    cdef readonly int root_depth
    cdef CapReach reach
    cdef WinFinder finish
    cdef TrioProgress hand
    cdef unsigned int[::1] root
    cdef readonly int root_count
    cdef bint sought
    cdef unsigned int found
    cdef unsigned int past[512]
    cdef unsigned int past_turn[512]
    cdef unsigned int past_flow[512]
    cdef int past_ply[512]
    cdef unsigned long long past_stacked[512]

    cdef void copy_status(self) noexcept nogil
    @cython.locals(
        i=int, turn="unsigned int", alarm="bint", seat=int, spare=int, needed=int, end=int,
    )
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(
        power="bint", source=int, height=int, swept=int, towards=int, longest=int, taken=int,
        misses=int, count=int, before=int,
    )
    cdef int write_turns(
        self, unsigned int[::1] out, int at, bint barren, int spare, int needed
    ) noexcept nogil
    @cython.locals(step=int, code=int, given=int, cell=int)
    cdef int write_swaps(
        self, unsigned int[::1] out, int at, int source, int towards, int count, int misses,
        int spare, int needed,
    ) noexcept nogil
    @cython.locals(
        longest=int, taken=int, count=int, held=int, back=int, size=int, some=int, given=int,
    )
    cdef int write_pushes(
        self, unsigned int[::1] out, int at, int source, int towards
    ) noexcept nogil
    @cython.locals(length=int, turn="unsigned int", quiet=int)
    cdef int write_turn(
        self, unsigned int[::1] out, int at, int source, int towards, int count, int cell, int code
    ) noexcept nogil
    cpdef unsigned int winning_turn(self) noexcept nogil
    @cython.locals(seat=int, i=int, trios=int)
    cdef unsigned int win_at_root(self) noexcept nogil
    @cython.locals(seat=int)
    cpdef bint is_menaced(self) noexcept nogil
    @cython.locals(at=int, turn="unsigned int", flow="unsigned int", piece="unsigned int")
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(at=int, move="unsigned int", turn="unsigned int")
    cpdef void undo(self) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    cpdef void become_root(self) noexcept nogil
    @cython.locals(word="unsigned long long")
    cpdef unsigned long long key(self) noexcept nogil
    cpdef TurnsPosition copy(self)
