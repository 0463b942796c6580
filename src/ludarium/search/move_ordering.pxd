cimport cython

from ludarium.core.bits cimport mix_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_MOVE
from ludarium.search.bounds cimport (
    CONTINUATION_SIZE, HASH_MOVE_RANK, HISTORY_MAX, HISTORY_SIZE, KILLER_RANK, MAX_PLY, MAX_URGENCY,
    URGENT_RANK,
)

cdef class MoveOrdering:
    cdef Evaluator evaluator
    cdef unsigned int[::1] moves
    cdef int[::1] ranks
    cdef short[::1] history
    cdef short[::1] continuation
    cdef unsigned int[::1] killers
    cdef unsigned int[::1] path

    @cython.locals(i=int)
    cpdef void clear_history(self) noexcept nogil
    @cython.locals(
        i=int, move="unsigned int", urgency=int, after_last="unsigned long long", after_own="unsigned long long"
    )
    cdef void rank_moves(
        self, Position position, int ply, int top, int end, unsigned int hash_move
    ) noexcept nogil
    @cython.locals(kept=int, i=int, move="unsigned int", urgency=int)
    cdef int keep_urgent_moves(
        self, Position position, int top, int end, unsigned int hash_move
    ) noexcept nogil
    @cython.locals(mixed="unsigned long long", total=int)
    cdef int history_score(
        self, unsigned int move, unsigned long long after_last, unsigned long long after_own
    ) noexcept nogil
    @cython.locals(wide="unsigned long long")
    cdef unsigned long long mix_earlier_move(self, int ply, unsigned long long back) noexcept nogil
    @cython.locals(
        move="unsigned int", bonus=int, i=int, change=int, mixed="unsigned long long", at="unsigned int",
        after_last="unsigned long long", after_own="unsigned long long",
    )
    cdef void record_cutoff(self, int ply, int depth, int top, int cutoff_index) noexcept nogil

@cython.locals(best=int, best_rank=int, j=int, move="unsigned int", rank=int)
cdef void pick_next_move(
    unsigned int[::1] moves, int[::1] ranks, int i, int end
) noexcept nogil
@cython.locals(decay=int)
cdef void update_history(short[::1] counters, unsigned int at, int change) noexcept nogil
