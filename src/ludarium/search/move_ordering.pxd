cimport cython

from ludarium.core.bits cimport mixed
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_MOVE
from ludarium.search.bounds cimport (
    CONTINUATION, DEEPEST, FIRST, KILLER, LOUD, MOST_RENOWN, RENOWN, TOP_RANK,
)

cdef class Order:
    cdef Evaluator evaluator
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef short[::1] history
    cdef short[::1] continuation
    cdef unsigned int[::1] killers
    cdef unsigned int[::1] path

    @cython.locals(i=int)
    cpdef void forget(self) noexcept
    @cython.locals(i=int, move="unsigned int", urgency=int)
    cdef void rank(
        self, Position position, int ply, int top, int end, unsigned int first
    ) noexcept nogil
    @cython.locals(kept=int, i=int, move="unsigned int", urgency=int)
    cdef int sift(self, Position position, int top, int end, unsigned int first) noexcept nogil
    @cython.locals(total=int)
    cdef int promise(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(move="unsigned int", bonus=int, i=int, change=int, past="unsigned int")
    cdef void reward(self, int ply, int depth, int top, int found) noexcept nogil

@cython.locals(best=int, j=int, move="unsigned int", rank=int)
cdef void bring_forward(
    unsigned int[::1] moves, int[::1] ranks, int i, int end
) noexcept nogil
@cython.locals(wide="unsigned long long")
cdef unsigned int after(unsigned int past, unsigned int move) noexcept nogil
@cython.locals(pull=int)
cdef void learn(short[::1] memory, unsigned int at, int change) noexcept nogil
