cimport cython

from ludarium.core.bits cimport SPLITMIX_STEP, lowest_bit, mix_bits
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, NO_MOVE, ONGOING, SLOT_DRAWS, UNDO_DEPTH
from ludarium.games.skysummit.board cimport (
    BUILD_SHIFT, CELLS, CELL_MASK, DOME, NO_CELL, NO_LEGAL_MOVES, PLACE_FLAG, PLACE_SLOTS, REACH_LEVEL3, STEP_SLOTS,
    SUMMIT,
    TARGET_SHIFT, TURN_LIMIT_ALTITUDE, TURN_LIMIT_DRAW, TURN_LIMIT_PEAK, WORKER_SHIFT,
)

cdef unsigned int ALL_CELLS
cdef int NEAR[32][8]
cdef unsigned int NEIGHBOURS[25]
cdef unsigned int UNSIGNED_ONE

cdef class SkysummitPosition(Position):
    cdef readonly int turn_limit
    cdef readonly int ply
    cdef readonly unsigned int height[25]
    cdef readonly unsigned int above[5]
    cdef readonly unsigned int where[4]
    cdef unsigned int past[512]

    @cython.locals(
        occupied="unsigned int", worker=int, source=int, others="unsigned int",
        targets="unsigned int", target=int, step="unsigned int", sites="unsigned int",
    )
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(
        occupied="unsigned int", slots="unsigned long long", bits="unsigned long long",
        move="unsigned int",
    )
    cdef unsigned int draw_move(
        self, unsigned int[::1] scratch, unsigned long long drawn
    ) noexcept nogil
    cpdef int count_slots(self) noexcept nogil
    cpdef unsigned int move_in_slot(self, int slot) noexcept nogil
    @cython.locals(
        worker=int, source=int, target=int, build=int, steps="unsigned int", sites="unsigned int",
        peak="unsigned int", fits="unsigned int",
    )
    cdef unsigned int fill_slot(self, int slot, unsigned int occupied) noexcept nogil
    cdef unsigned int place_in_slot(self, int a, int b, unsigned int occupied) noexcept nogil
    @cython.locals(occupied="unsigned int", a=int, b=int)
    cdef int generate_places(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(cells="unsigned int", worker=int)
    cdef unsigned int occupied_cells(self) noexcept nogil
    @cython.locals(build="unsigned int")
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(a=int, b=int)
    cdef void place_workers(self, unsigned int move) noexcept nogil
    @cython.locals(build="unsigned int", move="unsigned int")
    cpdef void undo(self) noexcept nogil
    cdef void set_verdict(self) noexcept nogil
    @cython.locals(occupied="unsigned int", worker=int, source=int)
    cdef bint can_move(self) noexcept nogil
    @cython.locals(a=int, b=int, c=int, d=int)
    cdef void compare_altitudes(self) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(
        one="unsigned long long", second="unsigned long long", fourth="unsigned long long",
        ours="unsigned long long", theirs="unsigned long long", mixture="unsigned long long",
    )
    cpdef unsigned long long key(self) noexcept nogil
    cpdef SkysummitPosition copy(self)
