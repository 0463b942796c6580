cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit, mix_bits
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
from ludarium.games.forge.board cimport (
    CELLS, CELL_MASK, EMBER_FLAG, FORGE_REACHED, NO_LAST_MOVE, PASS_FLAG, SIZE, TARGET_SHIFT,
    TURN_LIMIT, TWO_PASSES,
)

cdef unsigned long long ALL_CELLS, NOT_FIRST_COLUMN, NOT_LAST_COLUMN
cdef unsigned long long CELL_BIT[36]

cdef unsigned long long spread_cells(unsigned long long cells) noexcept nogil

cdef class ForgePosition(Position):
    cdef readonly int reach
    cdef readonly int ember_first
    cdef readonly int ember_every
    cdef readonly bint both_place
    cdef readonly bint shared_forge
    cdef readonly int turn_limit
    cdef readonly int lights[2]
    cdef readonly int forge[2]
    cdef readonly unsigned long long forges
    cdef readonly unsigned long long barred[2]
    cdef readonly unsigned long long tokens[2]
    cdef readonly unsigned long long embers
    cdef readonly int turns[2]
    cdef readonly int passes
    cdef readonly bint ember_due
    cdef readonly int ply
    cdef readonly unsigned int last
    cdef readonly int number[36]
    cdef unsigned int past[512]
    cdef unsigned long long trail[37]

    @cython.locals(seat=int, cell=int, token=int)
    cpdef void number_tokens(self) noexcept nogil
    @cython.locals(
        start=int, source=int, targets="unsigned long long", movers="unsigned long long",
    )
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(
        _=int, free="unsigned long long", seen="unsigned long long", wider="unsigned long long",
    )
    cpdef unsigned long long drag_targets(self, int seat, int source) noexcept nogil
    cpdef unsigned long long free_cells(self, int seat) noexcept nogil
    @cython.locals(empty="unsigned long long")
    cpdef unsigned long long ember_cells(self) noexcept nogil
    @cython.locals(
        found="unsigned long long", suspects="unsigned long long", cell="unsigned long long",
        detour="unsigned long long",
    )
    cpdef unsigned long long cutting_cells(self, int seat, unsigned long long empty) noexcept nogil
    @cython.locals(
        walkable="unsigned long long", seen="unsigned long long", wider="unsigned long long",
        cell="unsigned long long", found="unsigned long long", length=int,
    )
    cpdef unsigned long long shortest_way(self, int seat, unsigned long long embers) noexcept nogil
    @cython.locals(empty="unsigned long long")
    cdef bint has_ember_cell(self) noexcept nogil
    @cython.locals(walkable="unsigned long long", seen="unsigned long long", steps=int)
    cdef int steps_to_forge(self, int seat) noexcept nogil
    @cython.locals(late=int)
    cpdef bint owes_ember(self) noexcept nogil
    @cython.locals(seat=int, source=int, target=int)
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(source=int, target=int, move="unsigned int")
    cpdef void undo(self) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(counters="unsigned long long", mixture="unsigned long long")
    cpdef unsigned long long key(self) noexcept nogil
    @cython.locals(late=int)
    cdef int turns_to_ember(self, int seat) noexcept nogil
    cpdef ForgePosition copy(self)
