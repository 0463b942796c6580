cimport cython

from ludarium.core.bits cimport mixed
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.terms cimport DRAW, NO_MOVE, ONGOING
from ludarium.search.bounds cimport (
    AT_LEAST, AT_MOST, BOUND, CONTINUATION, DECIDED, DEEPEST, DEPTH, EXACT, FIRST, KILLER, LIMIT,
    LOUD, MOST_RENOWN, MOVE, NO_STATIC, RENOWN, ROOM, TOP_RANK, WIN, WINDOW,
)
from ludarium.search.order cimport bring_forward
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
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef short[::1] history
    cdef short[::1] continuation
    cdef unsigned int[::1] killers
    cdef unsigned int[::1] path
    cdef int[::1] statics
    cdef int[::1] reductions
    cdef unsigned int[::1] lines
    cdef int[::1] lengths
    cdef unsigned int[::1] answers
    cdef int[::1] answer_lengths
    cdef int[::1] answer_values
    cdef unsigned long long[::1] first_keys
    cdef unsigned int[::1] kept
    cdef int[::1] kept_lengths
    cdef int[::1] kept_values
    cdef int hero
    cdef int depth
    cdef readonly int reached
    cdef int line

    @cython.locals(i=int)
    cpdef void forget(self) noexcept
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
    @cython.locals(i=int, move="unsigned int", urgency=int)
    cdef void rank(
        self, Position position, int ply, int top, int end, unsigned int first
    ) noexcept nogil
    @cython.locals(total=int)
    cdef int promise(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(move="unsigned int", bonus=int, i=int, change=int, past="unsigned int")
    cdef void reward(self, int ply, int depth, int top, int found) noexcept nogil
    @cython.locals(hundredths=int, plies=int)
    cdef int less(self, int depth, int tried, bint full, bint better, int rank) noexcept nogil
    @cython.locals(kept=int, i=int, move="unsigned int", urgency=int)
    cdef int sift(self, Position position, int top, int end, unsigned int first) noexcept nogil
    @cython.locals(key="unsigned long long", line=int)
    cdef bint taken(self, Position position, unsigned int move) noexcept nogil
    @cython.locals(length=int, i=int)
    cdef void extend_line(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(at=int, i=int)
    cdef void keep_answer(self, Position position, int value) noexcept nogil
    @cython.locals(line=int, i=int)
    cdef void finish_depth(self, int lines) noexcept nogil

@cython.locals(bound=int, deep=int)
cdef bint settles(
    unsigned long long entry, int value, int depth, int low, int high
) noexcept nogil
@cython.locals(wide="unsigned long long")
cdef unsigned int after(unsigned int past, unsigned int move) noexcept nogil
@cython.locals(pull=int)
cdef void learn(short[::1] memory, unsigned int at, int change) noexcept nogil
