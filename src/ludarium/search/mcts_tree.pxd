cimport cython
from libc.math cimport exp, log, sqrt

from ludarium.core.bits cimport mix_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport (
    DRAW, NO_MOVE, ODDS_POINTS, ONGOING, SCORE_LIMIT, UNDO_DEPTH, WIN_SCORE,
)

cdef long long WIN_RANK
cdef long long OPEN_RANK
cdef double LEAST_CHANCE

cdef class MctsTree:
    cdef readonly int seats
    cdef readonly int node_limit
    cdef Evaluator evaluator
    cdef bint has_evaluator
    cdef bint evaluate_leaves
    cdef double exploration
    cdef int playout_plies
    cdef double prior_temperature
    cdef double fpu_reduction
    cdef unsigned long long random_step
    cdef unsigned long long random_state
    cdef unsigned int[::1] stack
    cdef unsigned int[::1] moves
    cdef int[::1] first_children
    cdef int[::1] child_counts
    cdef int[::1] tried_children
    cdef int[::1] visits
    cdef float[::1] priors
    cdef signed char[::1] proven
    cdef short[::1] proven_plies
    cdef double[::1] values
    cdef int[::1] path
    cdef double[::1] leaf_values
    cdef public bint stopped
    cdef readonly int used
    cdef readonly long long iterations
    cdef readonly int max_depth

    cpdef void reset_tree(self, unsigned long long seed) noexcept nogil
    cpdef void grow(self, Position position, long long iterations)
    cdef void run_iterations(self, Position position, long long iterations) noexcept nogil
    @cython.locals(win="unsigned int", child=int)
    cdef void expand_root(self, Position position) noexcept nogil
    @cython.locals(node=int, ply=int)
    cdef void run_iteration(self, Position position) noexcept nogil
    @cython.locals(
        first=int, best=int, best_merit=double, parent_visits=int, exploration_term=double,
        unvisited_value=double, untried=int, child=int, visits=int, merit=double, share=double,
    )
    cdef int select_child(self, int node, int mover) noexcept nogil
    @cython.locals(best=int, highest=float, child=int, move="unsigned int")
    cdef void pull_best_prior(self, int at, int end) noexcept nogil
    @cython.locals(end=int, i=int, j=int)
    cdef bint expand_node(self, Position position, int node) noexcept nogil
    @cython.locals(node=int, seat=int)
    cdef void add_node(self, unsigned int move) noexcept nogil
    @cython.locals(highest=double, child=int, total=double)
    cdef void set_priors(self, Position position, int first, int last) noexcept nogil
    cdef void evaluate_leaf(self, Position position, int node, int ply) noexcept nogil
    @cython.locals(played=int, end=int, _=int)
    cdef void play_out(self, Position position, int ply) noexcept nogil
    @cython.locals(mover=int, chance=double, total=double, seat=int)
    cdef void evaluate_position(self, Position position) noexcept nogil
    cdef double win_chance(self, Position position, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef void score_verdict(self, int verdict) noexcept nogil
    @cython.locals(node=int, seat=int)
    cdef void back_propagate(self, Position position, int ply) noexcept nogil
    @cython.locals(result=int, longest=int, other=int)
    cdef void propagate_proof(self, int node, int child, int mover) noexcept nogil
    @cython.locals(number="unsigned long long")
    cdef int draw_number(self, int count) noexcept nogil
    @cython.locals(first=int, child=int)
    cpdef list rank_children(self, int node, int mover)
    @cython.locals(best=int, best_rank="long long", first=int, child=int, rank="long long")
    cpdef int best_child(self, int node, int mover) noexcept nogil
    @cython.locals(result=int)
    cpdef long long child_rank(self, int child, int mover) noexcept nogil
    @cython.locals(winner=int, plies=int, chance=double, points=double, score=int)
    cpdef int seat_score(self, int node, int seat) noexcept nogil
    cpdef unsigned int node_move(self, int node) noexcept nogil
    cpdef int node_visits(self, int node)
    cpdef tuple proven_result(self, int node)
    cpdef double mean_value(self, int node, int seat)
