cimport cython

from ludarium.core.bits cimport mix_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DECIDED_SCORE, NO_MOVE, ONGOING, UNKNOWN_ENDING, WIN_SCORE
from ludarium.search.bounds cimport (
    BOUND_MASK, DEPTH_SHIFT, EXACT, LOWER_BOUND, MAX_PLY, MOVE_ROOM, MOVE_SHIFT, MULTI_CUT,
    NO_ENTRY, NO_STATIC_EVAL, SCORE_INFINITY, SINGULAR_ENTRY_PLIES, UPPER_BOUND, URGENT_RANK,
)
from ludarium.search.correction_history cimport CorrectionHistory
from ludarium.search.late_move_reduction cimport LateMoveReduction
from ludarium.search.move_ordering cimport MoveOrdering, pick_next_move
from ludarium.search.node_scores cimport NodeScores
from ludarium.search.principal_variations cimport PrincipalVariations
from ludarium.search.table cimport (
    TranspositionTable, entry_cuts_off, static_from_entry, value_from_table, value_to_table,
)

cdef int MOVE_STACK_SIZE

cdef class NegamaxSearch:
    cdef readonly Evaluator evaluator
    cdef TranspositionTable table
    cdef NodeScores scores
    cdef CorrectionHistory corrections
    cdef long long nodes
    cdef long long node_limit
    cdef bint stopped
    cdef readonly MoveOrdering ordering
    cdef readonly PrincipalVariations lines
    cdef int[::1] static_evals
    cdef LateMoveReduction reductions
    cdef int[::1] raw_evals
    cdef unsigned int[::1] excluded_moves
    cdef int iteration_depth

    @cython.locals(
        key="unsigned long long", slot="long long", static=int, entry="unsigned long long",
        value=int, move="unsigned int", threatened="bint", excluded="bint", end=int, ahead=int,
        margin=int, plies=int,
    )
    cdef int search_node(
        self, Position position, int depth, int alpha, int beta, int ply, int top, bint pv
    ) noexcept nogil
    @cython.locals(value=int, bound=int, entry_depth=int, least=int, limit=int, found=int)
    cdef int extend_singular_move(
        self, Position position, int depth, int beta, int ply, int end, bint pv,
        unsigned long long entry,
    ) noexcept nogil
    @cython.locals(
        best=int, best_move="unsigned int", first_alpha=int, move_count=int, improving="bint",
        can_prune="bint", futile="bint", side=int, i=int, move="unsigned int", quiet="bint",
        switched="bint", reduction=int, value=int, bound=int, hash_move="unsigned int", static=int,
        excluded="unsigned int", extension=int, mixed="unsigned long long",
    )
    cdef int search_moves(
        self, Position position, int depth, int alpha, int beta, int ply, int top, int end,
        bint pv, bint threatened, unsigned long long key, unsigned long long entry,
    ) noexcept nogil
    @cython.locals(
        end=int, best=int, best_move="unsigned int", first_alpha=int, side=int, i=int,
        move="unsigned int", switched="bint", value=int, bound=int,
    )
    cdef int search_quiescence(
        self, Position position, int depth, int alpha, int beta, int ply, int top,
        unsigned long long key, unsigned long long entry, int static,
    ) noexcept nogil
    cdef int search_child(
        self, Position position, int depth, int alpha, int beta, int ply, int top, bint pv,
        bint switched,
    ) noexcept nogil
    @cython.locals(wide_seat="unsigned long long")
    cdef unsigned long long position_key(self, Position position) noexcept nogil
    cdef bint changes_side(self, Position position, int before) noexcept nogil
