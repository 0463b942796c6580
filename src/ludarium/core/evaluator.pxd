# As in `position`: the methods that take the lock serve games that are not compiled.
cimport cython

from ludarium.core.network cimport Network
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_MOVE, SCORE_LIMIT, UNKNOWN_ENDING

cdef class Evaluator:
    cdef readonly int inputs
    cdef readonly int slots
    cdef readonly Network net
    cdef short[::1] feature_slots
    cdef public int futility_margin
    cdef public int late_move_count
    cdef public int quiescence_depth
    cdef public int reduction_percent
    cdef public int reverse_futility_percent
    cdef public int worse_move_reduction
    cdef public int history_reduction
    cdef public int history_bonus
    cdef public int singular_depth
    cdef public int singular_margin
    cdef public bint corrects_evals
    cdef public int aspiration_window
    cdef public int last_depth_percent
    cdef public int prior_temperature
    cdef public int hand_from_score
    cdef public bint has_endings
    cdef public bint damps_scores

    cpdef int by_hand(self, Position position, int seat) noexcept with gil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept with gil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept with gil
    cpdef unsigned int winning_move(self, Position position) noexcept with gil
    cpdef bint is_threatened(self, Position position) noexcept with gil
    cpdef int keep_defences(
        self, Position position, unsigned int[::1] moves, int top, int end
    ) noexcept with gil
    cpdef int plies_to_end(self, Position position) noexcept with gil
    cpdef int damp_score(self, Position position, int seat, int score) noexcept with gil
    @cython.locals(value=int, excess=int)
    cdef int evaluate(self, Position position, int seat) noexcept nogil
    @cython.locals(value=int, whole=int)
    cdef int hand_share(self, Position position, int seat, int share) noexcept nogil
