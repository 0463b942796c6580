cimport cython

from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, NO_MOVE, ONGOING
from ludarium.search.bounds cimport DEEPEST, ROOM, WIN

cdef int MOVE_STACK

cdef class Maxn:
    cdef Evaluator evaluator
    cdef readonly int width
    cdef int seats
    cdef readonly long long nodes
    cdef long long node_limit
    cdef public bint stopped
    cdef bint cut
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef int[::1] scores
    cdef unsigned int[::1] lines
    cdef int[::1] lengths

    @cython.locals(mover=int, own=int)
    cdef list _try_all(self, Position position, list moves, int depth)
    cdef void look(self, Position position, int depth)
    @cython.locals(win="unsigned int", end=int)
    cdef void search(self, Position position, int depth, int ply, int top) noexcept nogil
    @cython.locals(mover=int, last=int, i=int)
    cdef void expand(self, Position position, int depth, int ply, int top, int end) noexcept nogil
    @cython.locals(new=int, old=int)
    cdef bint better(self, int ply, int mover) noexcept nogil
    @cython.locals(total=int, seat=int)
    cdef int others(self, int ply, int mover) noexcept nogil
    @cython.locals(seat=int, length=int, i=int)
    cdef void keep(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(seat=int, score=int)
    cdef void award(self, int verdict, int ply, int end) noexcept nogil
    @cython.locals(mover=int, score=int, seat=int)
    cdef void judge(self, Position position, int ply) noexcept nogil
    @cython.locals(best=int, j=int, move="unsigned int", rank=int)
    cdef void bring_forward(self, int i, int end) noexcept nogil
