cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit
from ludarium.core.endings cimport EndingClass
from ludarium.core.position cimport Position
from ludarium.games.forge.board cimport CELLS, SIZE
from ludarium.games.forge.rules cimport ForgePosition

cdef int TRIOS
cdef unsigned long long CELL_BIT[36]

cdef class ForgeEnding(EndingClass):
    cdef ForgePosition position
    cdef unsigned long long[::1] trio
    cdef unsigned long long own
    cdef unsigned long long other

    @cython.locals(low=int, middle=int, high=int, total=int)
    cdef int rank(self, unsigned long long cells) noexcept nogil
    @cython.locals(turned="unsigned long long")
    cdef unsigned long long turn_cells(self, unsigned long long cells) noexcept nogil
    cpdef bint arrange(self, long long number) noexcept nogil
    @cython.locals(held="unsigned long long")
    cdef bint holds_forges(self, int side) noexcept nogil
    cpdef void list_exits(self) noexcept nogil
    @cython.locals(
        count=int, source=int, other="long long", movers="unsigned long long",
        targets="unsigned long long", cells="unsigned long long",
    )
    cpdef int list_successors(self) noexcept nogil
    @cython.locals(
        count=int, source=int, target=int, way=int, own="long long", wide="long long",
        movers="unsigned long long", taken="unsigned long long", cells="unsigned long long",
    )
    cpdef int list_predecessors(self) noexcept nogil
    cdef int step(self, int cell, int way) noexcept nogil
    @cython.locals(movers="unsigned long long")
    cdef bint can_move(self) noexcept nogil
    @cython.locals(first="unsigned long long", second="unsigned long long", wide="long long")
    cpdef long long number_of(self, Position position)
