cimport cython

from ludarium.core.bits cimport mix_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport (
    DECIDED_SCORE, DRAW, ENDING_DRAW, NO_MOVE, ONGOING, UNKNOWN_ENDING, WIN_SCORE,
)
from ludarium.search.bounds cimport (
    DRAWN_SCORE_DIVISOR, DRAWN_SCORE_LIMIT, EXACT, LOWER_BOUND, MAX_PLY, MOVE_ROOM, MOVE_SHIFT,
    NO_STATIC_EVAL, SCORE_INFINITY, UPPER_BOUND, URGENT_RANK,
)
from ludarium.search.late_move_reduction cimport LateMoveReduction
from ludarium.search.move_ordering cimport MoveOrdering, pick_next_move
from ludarium.search.principal_variations cimport PrincipalVariations
from ludarium.search.table cimport TranspositionTable, entry_cuts_off, value_from_table, value_to_table

cdef int MOVE_STACK_SIZE

cdef class NegamaxSearch:
    cdef readonly Evaluator evaluator
    cdef TranspositionTable table
    cdef int noise
    cdef unsigned long long seed
    cdef readonly long long nodes
    cdef long long node_limit
    cdef public bint stopped
    cdef public bint stop_after_depth
    cdef readonly MoveOrdering ordering
    cdef readonly PrincipalVariations lines
    cdef int[::1] static_evals
    cdef LateMoveReduction reductions
    cdef int root_seat
    cdef int iteration_depth
    cdef readonly int completed_depth

    cdef void restart(self, long long node_limit) noexcept nogil
    cpdef void deepen_iteratively(
        self, Position position, int first_depth, int last_depth, int lines
    )
    @cython.locals(depth=int, line=int)
    cdef void iterate_depths(
        self, Position position, int first_depth, int last_depth, int lines
    ) noexcept nogil
    @cython.locals(width=int, centre=int, alpha=int, beta=int, value=int)
    cdef int search_aspiration_window(self, Position position, int depth) noexcept nogil
    @cython.locals(
        key="unsigned long long", slot="long long", hash_move="unsigned int", static=int,
        entry="unsigned long long", value=int, move="unsigned int", threatened="bint", end=int,
        ahead=int, margin=int, plies=int,
    )
    cdef int search_node(
        self, Position position, int depth, int alpha, int beta, int ply, int top, bint pv
    ) noexcept nogil
    @cython.locals(
        best=int, best_move="unsigned int", first_alpha=int, move_count=int, improving="bint",
        can_prune="bint", futile="bint", side=int, i=int, move="unsigned int", quiet="bint",
        switched="bint", reduction=int, value=int, bound=int,
    )
    cdef int search_moves(
        self, Position position, int depth, int alpha, int beta, int ply, int top, int end,
        bint pv, bint threatened, unsigned long long key, unsigned int hash_move,
        int static,
    ) noexcept nogil
    @cython.locals(
        end=int, best=int, best_move="unsigned int", first_alpha=int, side=int, i=int,
        move="unsigned int", switched="bint", value=int, bound=int,
    )
    cdef int search_quiescence(
        self, Position position, int depth, int alpha, int beta, int ply, int top,
        unsigned long long key, unsigned int hash_move, int static,
    ) noexcept nogil
    cdef int search_child(
        self, Position position, int depth, int alpha, int beta, int ply, int top, bint pv,
        bint switched,
    ) noexcept nogil
    @cython.locals(wide_seat="unsigned long long")
    cdef unsigned long long position_key(self, Position position) noexcept nogil
    cdef bint changes_side(self, Position position, int before) noexcept nogil
    @cython.locals(won="bint")
    cdef int score_verdict(self, Position position, int ply) noexcept nogil
    @cython.locals(value=int, share=int)
    cdef int score_ending(self, Position position, int plies, int ply) noexcept nogil
    @cython.locals(
        seat=int, value=int, wide_seed="unsigned long long", width="unsigned long long",
        wide_noise="unsigned long long", noise=int,
    )
    cdef int evaluate_position(self, Position position) noexcept nogil
