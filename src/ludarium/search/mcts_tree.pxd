cimport cython
from libc.math cimport exp, log, sqrt

from ludarium.core.bits cimport mixed
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, NO_MOVE, ODDS, ONGOING, UNDO_DEPTH

cdef class Tree:
    cdef readonly int seats
    cdef readonly int node_limit
    cdef Evaluator evaluator
    cdef bint knows
    cdef bint judged
    cdef double exploration
    cdef int playout
    cdef double heat
    cdef double hope
    cdef unsigned long long step
    cdef unsigned long long state
    cdef unsigned int[::1] stack
    cdef unsigned int[::1] moves
    cdef int[::1] firsts
    cdef int[::1] counts
    cdef int[::1] visits
    cdef float[::1] priors
    cdef signed char[::1] fates
    cdef short[::1] ends
    cdef double[::1] values
    cdef int[::1] path
    cdef double[::1] worth
    cdef public bint stopped
    cdef readonly int used
    cdef readonly long long iterations
    cdef readonly int deepest

    cpdef void plant(self, unsigned long long seed) noexcept
    cpdef void grow(self, Position position, long long iterations)
    cdef void run(self, Position position, long long iterations) noexcept nogil
    @cython.locals(win="unsigned int", child=int)
    cdef void begin(self, Position position) noexcept nogil
    @cython.locals(node=int, ply=int)
    cdef void iterate(self, Position position) noexcept nogil
    @cython.locals(
        first=int, best=int, highest=double, tried=int, curiosity=double, expected=double,
        child=int, visits=int, merit=double, share=double,
    )
    cdef int choose(self, int node, int mover) noexcept nogil
    @cython.locals(end=int, i=int, j=int, move="unsigned int")
    cdef bint expand(self, Position position, int node) noexcept nogil
    @cython.locals(node=int, seat=int)
    cdef void take(self, unsigned int move) noexcept nogil
    @cython.locals(highest=double, child=int, total=double)
    cdef void prefer(self, Position position, int first, int last) noexcept nogil
    cdef void weigh(self, Position position, int node, int ply) noexcept nogil
    @cython.locals(played=int, end=int, _=int)
    cdef void play_out(self, Position position, int ply) noexcept nogil
    @cython.locals(mover=int, chance=double, total=double, seat=int)
    cdef void judge(self, Position position) noexcept nogil
    cdef double chance(self, Position position, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef void award(self, int verdict) noexcept nogil
    @cython.locals(node=int, seat=int)
    cdef void back(self, Position position, int ply) noexcept nogil
    @cython.locals(fate=int, longest=int, other=int)
    cdef void settle(self, int node, int child, int mover) noexcept nogil
    @cython.locals(number="unsigned long long")
    cdef int draw(self, int count) noexcept nogil
    @cython.locals(child=int, fate=int)
    cpdef list ranked(self, int node, int mover)
    cpdef unsigned int move(self, int node)
    cpdef int seen(self, int node)
    cpdef tuple fate(self, int node)
    cpdef double mean(self, int node, int seat)
