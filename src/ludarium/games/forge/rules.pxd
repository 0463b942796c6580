cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit, mix_bits
from ludarium.core.constants cimport DRAW, KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
from ludarium.games.forge.board cimport (
    CELLS, CELL_MASK, EMBER_FLAG, EMBER_SLOTS, FORGE_REACHED, NO_LAST_MOVE, PASS_FLAG, SWAP_FLAG,
    TARGET_SHIFT, TURN_LIMIT, TURN_LIMIT_POINTS, TWO_PASSES,
)
from ludarium.core.position cimport Position
from ludarium.games.forge.tracks cimport Tracks

cdef unsigned long long ALL_CELLS
cdef unsigned long long CELL_BIT[36]

cdef class ForgePosition(Position):
    cdef readonly object values
    cdef readonly Tracks tracks
    cdef readonly int hold
    cdef readonly int ember_every
    cdef readonly int burn_turns
    cdef readonly bint points
    cdef readonly bint may_swap
    cdef readonly int turn_limit
    cdef readonly unsigned long long forges[2]
    cdef readonly unsigned long long barred[2]
    cdef readonly unsigned long long tokens[2]
    cdef readonly unsigned long long embers
    cdef readonly int number[36]
    cdef readonly int left[2]
    cdef readonly int turns[2]
    cdef readonly int opening_left
    cdef readonly int passes
    cdef readonly bint ember_due
    cdef readonly bint swapped
    cdef readonly int ply
    cdef readonly unsigned int last
    cdef readonly int fire_cell[128]
    cdef readonly int fire_turn[128]
    cdef readonly int fires_lit
    cdef readonly int fires_out
    cdef unsigned int past[512]
    cdef int past_fires_out[512]
    cdef unsigned int sources[4]
    cdef unsigned long long targets[4]

    @cython.locals(side=int, cell=int, token=int)
    cpdef void number_tokens(self) noexcept nogil
    cpdef int side_to_move(self) noexcept nogil
    @cython.locals(second="bint")
    cpdef bint can_swap(self) noexcept nogil
    cpdef bint lights_now(self) noexcept nogil
    cdef bint may_light(self) noexcept nogil
    @cython.locals(start=int, kind=int, targets="unsigned long long")
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(side=int, kinds=int, movers="unsigned long long")
    cdef int find_targets(self) noexcept nogil
    cpdef int count_slots(self) noexcept nogil
    @cython.locals(side=int)
    cpdef unsigned int move_in_slot(self, int slot) noexcept nogil
    @cython.locals(lit="bint")
    cdef unsigned int ember_in_slot(self, int cell) noexcept nogil
    @cython.locals(free="unsigned long long")
    cpdef unsigned long long drag_targets(self, int side, int source) noexcept nogil
    cpdef unsigned long long free_cells(self, int side) noexcept nogil
    @cython.locals(taken="unsigned long long", side=int)
    cpdef unsigned long long ember_cells(self) noexcept nogil
    cdef unsigned long long closed_cells(self) noexcept nogil
    cpdef unsigned long long walkable_cells(self, int side) noexcept nogil
    @cython.locals(walkable="unsigned long long")
    cpdef bint has_way(self, int side, unsigned long long ember) noexcept nogil
    cpdef int forges_held(self, int side) noexcept nogil
    @cython.locals(side=int)
    cpdef bint owes_ember(self) noexcept nogil
    @cython.locals(side=int, source=int, target=int)
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(total=int)
    cdef void light_ember(self, int side, int cell) noexcept nogil
    @cython.locals(total=int)
    cdef void burn_out(self) noexcept nogil
    @cython.locals(lead=int)
    cdef void check_limits(self) noexcept nogil
    @cython.locals(side=int, source=int, target=int, move="unsigned int")
    cpdef void undo(self) noexcept nogil
    cdef void relight(self) noexcept nogil
    cdef void douse_last(self, int side) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(counters="unsigned long long", mixture="unsigned long long")
    cpdef unsigned long long key(self) noexcept nogil
    @cython.locals(mixture="unsigned long long", fire=int, total=int)
    cdef unsigned long long fire_key(self) noexcept nogil
    cpdef int turns_to_ember(self, int side) noexcept nogil
    cpdef ForgePosition copy(self)
