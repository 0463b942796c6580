cimport cython

from ludarium.core.bits cimport MASK_64, SPLITMIX_STEP, mix_bits
from ludarium.core.constants cimport DECIDED_SCORE, DRAW, ONGOING, SCORE_LIMIT
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.search.bounds cimport MAX_PLY
from ludarium.search.iterative_deepening cimport IterativeDeepening
from ludarium.search.mcts_tree cimport MctsTree
from ludarium.search.table cimport TranspositionTable

cdef int SHARE_ONE

cdef class SelfPlayLoop:
    cdef Evaluator evaluator
    cdef TranspositionTable table
    cdef IterativeDeepening search
    cdef MctsTree tree
    cdef int seats
    cdef int best_child
    cdef unsigned int[::1] moves
    cdef short[::1] feature_row
    cdef unsigned long long random_state
    cdef int opening_least
    cdef int opening_most
    cdef int nodes
    cdef int nodes_width
    cdef int stray_share
    cdef int kept_share
    cdef int played_out_share
    cdef int sure
    cdef int patience
    cdef int longest
    cdef int slots
    cdef readonly int leader
    cdef int lead_plies
    cdef int winner
    cdef readonly long long searches
    cdef readonly int count
    cdef short[::1] features
    cdef short[::1] scores
    cdef signed char[::1] results
    cdef short[::1] plies
    cdef signed char[::1] viewers

    cpdef int play_game(self, Position position, unsigned long long seed)
    @cython.locals(
        ply=int, played_out="bint", move="unsigned int", score=int, i=int, drawn="bint"
    )
    cdef void play_moves(self, Position position) noexcept nogil
    @cython.locals(plies=int)
    cdef bint play_opening(self, Position position) noexcept nogil
    @cython.locals(end=int)
    cdef void play_move(self, Position position, unsigned int move) noexcept nogil
    cdef unsigned int random_move(self, Position position) noexcept nogil
    @cython.locals(limit=int)
    cdef unsigned int think(self, Position position) noexcept nogil
    cdef unsigned int think_in_tree(self, Position position, int iterations) noexcept nogil
    cdef int mover_score(self, Position position) noexcept nogil
    cdef int tree_score(self, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef void record(self, Position position, int score, int ply) noexcept nogil
    @cython.locals(i=int, at=int)
    cdef void record_view(self, Position position, int seat, int score, int ply) noexcept nogil
    @cython.locals(leader=int)
    cpdef bint settled(self, int seat, int score) noexcept nogil
    @cython.locals(wide="unsigned long long")
    cdef int draw_number(self, int bound) noexcept nogil

cpdef int clip_score(int score) noexcept nogil
