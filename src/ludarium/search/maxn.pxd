cimport cython

from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, NO_MOVE, ONGOING, WIN_SCORE
from ludarium.search.bounds cimport MAX_PLY, MOVE_ROOM

cdef int MOVE_STACK_SIZE

cdef class MaxnSearch:
    cdef Evaluator evaluator
    cdef readonly int width
    cdef int seats
    cdef readonly long long nodes
    cdef long long node_limit
    cdef public bint stopped
    cdef bint depth_limited
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef int[::1] scores
    cdef unsigned int[::1] lines
    cdef int[::1] lengths

    @cython.locals(mover=int, own=int)
    cdef list _search_root_moves(self, Position position, list moves, int depth)
    cdef void search_child(self, Position position, int depth)
    @cython.locals(win="unsigned int", end=int)
    cdef void search_node(self, Position position, int depth, int ply, int top) noexcept nogil
    @cython.locals(mover=int, last=int, i=int)
    cdef void search_moves(
        self, Position position, int depth, int ply, int top, int end
    ) noexcept nogil
    @cython.locals(new=int, old=int)
    cdef bint prefers_child(self, int ply, int mover) noexcept nogil
    @cython.locals(total=int, seat=int)
    cdef int sum_other_scores(self, int ply, int mover) noexcept nogil
    @cython.locals(seat=int, length=int, i=int)
    cdef void take_child_line(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(seat=int, score=int)
    cdef void score_verdict(self, int verdict, int ply, int end) noexcept nogil
    @cython.locals(mover=int, score=int, seat=int)
    cdef void evaluate_leaf(self, Position position, int ply) noexcept nogil
    @cython.locals(best=int, j=int, move="unsigned int", rank=int)
    cdef void pick_next_move(self, int i, int end) noexcept nogil
