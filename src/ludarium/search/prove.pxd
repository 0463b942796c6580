cimport cython

from ludarium.core.bits cimport mixed
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, NO_MOVE, ONGOING
from ludarium.search.bounds cimport (
    AT_LEAST, AT_MOST, BOUND, COMPLETE, DECIDED, DEPTH, EXACT, HISTORY, LIMIT, MOVE, WIN,
)
from ludarium.search.move_ordering cimport bring_forward
from ludarium.search.table cimport Table, from_table, to_table

cdef class Prover:
    cdef readonly int seat
    cdef public long long node_limit
    cdef readonly long long nodes
    cdef readonly bint cut
    cdef Table table
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef int[::1] history

    @cython.locals(value=int)
    cpdef int look(self, Position position, int depth, int low=*, int high=*)
    @cython.locals(entry="unsigned long long")
    cpdef unsigned int best(self, Position position)
    @cython.locals(
        key="unsigned long long", entry="unsigned long long", value=int, end=int,
        first="unsigned int",
    )
    cdef int search(
        self, Position position, int depth, int low, int high, int ply, int top
    ) noexcept nogil
    @cython.locals(
        cut_before="bint", maximise="bint", best=int, best_move="unsigned int", floor=int,
        ceiling=int, i=int, move="unsigned int", value=int, bound=int, reached=int,
    )
    cdef int expand(
        self, Position position, int depth, int low, int high, int ply, int top, int end,
        unsigned long long key, unsigned int first,
    ) noexcept nogil
    cdef int verdict(self, Position position, int ply) noexcept nogil
    @cython.locals(bound=int, deep="bint")
    cdef bint settles(
        self, unsigned long long entry, int value, int depth, int low, int high
    ) noexcept nogil
    @cython.locals(i=int, move="unsigned int")
    cdef void rank(self, int top, int end, unsigned int first) noexcept nogil

cdef bint decided(int value) noexcept nogil
