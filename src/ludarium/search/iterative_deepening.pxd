cimport cython

from ludarium.core.constants cimport DECIDED_SCORE, WIN_SCORE
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.search.bounds cimport MAX_PLY, SCORE_INFINITY
from ludarium.search.negamax cimport NegamaxSearch
from ludarium.search.principal_variations cimport PrincipalVariations
from ludarium.search.table cimport TranspositionTable

cdef int FIRST_WINDOW_DEPTH

cdef class IterativeDeepening:
    cdef readonly Evaluator evaluator
    cdef NegamaxSearch tree
    cdef readonly PrincipalVariations lines
    cdef public bint stop_after_depth
    cdef readonly int completed_depth

    cdef void restart(self, long long node_limit) noexcept nogil
    cpdef void clear_history(self) noexcept nogil
    cpdef void deepen_iteratively(
        self, Position position, int first_depth, int last_depth, int lines
    )
    @cython.locals(depth=int, line=int)
    cdef void iterate_depths(
        self, Position position, int first_depth, int last_depth, int lines
    ) noexcept nogil
    @cython.locals(width=int, centre=int, alpha=int, beta=int, value=int)
    cdef int search_aspiration_window(self, Position position, int depth) noexcept nogil
