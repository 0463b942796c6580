cimport cython

from ludarium.core.bits cimport mixed
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, NO_MOVE, ONGOING
from ludarium.search.bounds cimport (
    AT_LEAST, AT_MOST, BOUND, DECIDED, DEEPEST, DEPTH, EXACT, LIMIT, LOUD, MOVE, NO_STATIC, ROOM,
    WIN, WINDOW,
)
from ludarium.search.principal_variations cimport Lines
from ludarium.search.move_ordering cimport Order, bring_forward
from ludarium.search.table cimport Table, from_table, to_table

cdef int MOVE_STACK

cdef class Negamax:
    cdef Evaluator evaluator
    cdef Table table
    cdef int noise
    cdef unsigned long long seed
    cdef readonly long long nodes
    cdef long long node_limit
    cdef public bint stopped
    cdef public bint enough
    cdef readonly Order order
    cdef readonly Lines lines
    cdef int[::1] statics
    cdef int[::1] reductions
    cdef int hero
    cdef int depth
    cdef readonly int reached

    cpdef void deepen(self, Position position, int first, int last, int lines)
    @cython.locals(depth=int, line=int)
    cdef void iterate(self, Position position, int first, int last, int lines) noexcept nogil
    @cython.locals(width=int, centre=int, low=int, high=int, value=int)
    cdef int aspire(self, Position position, int depth) noexcept nogil
    @cython.locals(
        key="unsigned long long", at="long long", first="unsigned int", static=int,
        entry="unsigned long long", value=int, move="unsigned int", threatened="bint", end=int,
        ahead=int,
    )
    cdef int search(
        self, Position position, int depth, int low, int high, int ply, int top, bint full
    ) noexcept nogil
    @cython.locals(
        best=int, best_move="unsigned int", floor=int, tried=int, better="bint", prunes="bint",
        side=int, i=int, move="unsigned int", quiet="bint", turned="bint", less=int, value=int,
        bound=int,
    )
    cdef int expand(
        self, Position position, int depth, int low, int high, int ply, int top, int end,
        bint full, bint threatened, unsigned long long key, unsigned int first, int static,
    ) noexcept nogil
    @cython.locals(
        end=int, best=int, best_move="unsigned int", floor=int, side=int, i=int,
        move="unsigned int", turned="bint", value=int, bound=int,
    )
    cdef int settle(
        self, Position position, int depth, int low, int high, int ply, int top,
        unsigned long long key, unsigned int first, int static,
    ) noexcept nogil
    cdef int child(
        self, Position position, int depth, int low, int high, int ply, int top, bint full,
        bint turned,
    ) noexcept nogil
    @cython.locals(salt="unsigned long long")
    cdef unsigned long long key(self, Position position) noexcept nogil
    cdef bint turned(self, Position position, int before) noexcept nogil
    @cython.locals(won="bint")
    cdef int verdict(self, Position position, int ply) noexcept nogil
    @cython.locals(
        seat=int, value=int, salt="unsigned long long", width="unsigned long long",
        chance="unsigned long long", drawn=int,
    )
    cdef int judge(self, Position position) noexcept nogil
    @cython.locals(hundredths=int, plies=int)
    cdef int less(self, int depth, int tried, bint full, bint better, int rank) noexcept nogil

@cython.locals(bound=int, deep=int)
cdef bint settles(
    unsigned long long entry, int value, int depth, int low, int high
) noexcept nogil
