cimport cython

from ludarium.core.bits cimport mix_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport (
    DECIDED_SCORE, DRAW, ENDING_DRAW, NO_MOVE, ONGOING, UNKNOWN_ENDING, WIN_SCORE,
)
from ludarium.search.bounds cimport (
    BOUND_MASK, COMPLETE_DEPTH, DEPTH_SHIFT, EXACT, LOWER_BOUND, MOVE_SHIFT, PROOF_HISTORY_SIZE,
    SCORE_INFINITY, UPPER_BOUND,
)
from ludarium.search.move_ordering cimport pick_next_move
from ludarium.search.table cimport TranspositionTable, value_from_table, value_to_table

cdef class Prover:
    cdef readonly int seat
    cdef public long long node_limit
    cdef readonly long long nodes
    cdef readonly bint depth_limited
    cdef TranspositionTable table
    cdef Evaluator evaluator
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef int[::1] history

    @cython.locals(value=int)
    cpdef int search_to_depth(self, Position position, int depth, int alpha=*, int beta=*)
    @cython.locals(entry="unsigned long long")
    cpdef unsigned int best_known_move(self, Position position)
    @cython.locals(
        key="unsigned long long", entry="unsigned long long", value=int, end=int,
        hash_move="unsigned int", plies=int,
    )
    cdef int search_node(
        self, Position position, int depth, int alpha, int beta, int ply, int top
    ) noexcept nogil
    @cython.locals(
        limited_before="bint", maximise="bint", best=int, best_move="unsigned int",
        raised_alpha=int, lowered_beta=int, i=int, move="unsigned int", value=int, bound=int,
        proved_depth=int,
    )
    cdef int search_moves(
        self, Position position, int depth, int alpha, int beta, int ply, int top, int end,
        unsigned long long key, unsigned int hash_move,
    ) noexcept nogil
    cdef int score_verdict(self, Position position, int ply) noexcept nogil
    @cython.locals(won="bint")
    cdef int score_ending(self, Position position, int plies, int ply) noexcept nogil
    @cython.locals(bound=int, deep_enough="bint")
    cdef bint entry_cuts_off(
        self, unsigned long long entry, int value, int depth, int alpha, int beta
    ) noexcept nogil
    @cython.locals(i=int, move="unsigned int")
    cdef void rank_moves(self, int top, int end, unsigned int hash_move) noexcept nogil

cdef bint is_decided(int value) noexcept nogil
