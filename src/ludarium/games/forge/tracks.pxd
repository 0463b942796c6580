cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit
from ludarium.core.constants cimport NO_MOVE
from ludarium.games.forge.board cimport LINE_CELLS, SEAT_TOKENS, SIZE, TARGET_SHIFT

cdef unsigned long long ALL_CELLS, NOT_FIRST_COLUMN, NOT_LAST_COLUMN
cdef int LINE_ENDS[36][10]
cdef unsigned long long LINES[36][10]

cdef unsigned long long spread_cells(unsigned long long cells) noexcept nogil

cdef class Tracks:
    cdef readonly int reach
    cdef readonly bint straight
    cdef unsigned long long trail[37]

    @cython.locals(
        _=int, met="unsigned long long", up="unsigned long long", down="unsigned long long",
        left="unsigned long long", right="unsigned long long",
    )
    cpdef unsigned long long cells_in_one_drag(
        self, unsigned long long cells, unsigned long long free
    ) noexcept nogil
    @cython.locals(source=int, number=int, line="unsigned long long")
    cdef unsigned int drag_in_slot(
        self, unsigned long long tokens, unsigned long long free, int slot
    ) noexcept nogil
    @cython.locals(
        found="unsigned long long", suspects="unsigned long long", cell="unsigned long long",
        detour="unsigned long long",
    )
    cpdef unsigned long long cutting_cells(
        self, unsigned long long tokens, unsigned long long forges, unsigned long long walkable
    ) noexcept nogil
    @cython.locals(
        seen="unsigned long long", wider="unsigned long long", cell="unsigned long long",
        found="unsigned long long", length=int,
    )
    cpdef unsigned long long shortest_way(
        self, unsigned long long tokens, unsigned long long forges, unsigned long long walkable
    ) noexcept nogil
