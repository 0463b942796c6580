cimport cython

from ludarium.core.bits cimport mix_bits
from ludarium.core.constants cimport DRAW, ENDING_DRAW, WIN_SCORE
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.search.bounds cimport DRAWN_SCORE_DIVISOR, DRAWN_SCORE_LIMIT

cdef class NodeScores:
    cdef Evaluator evaluator
    cdef int noise
    cdef unsigned long long seed
    cdef int root_seat

    @cython.locals(won="bint")
    cdef int score_verdict(self, Position position, int ply) noexcept nogil
    @cython.locals(value=int, share=int)
    cdef int score_ending(self, Position position, int plies, int ply) noexcept nogil
    @cython.locals(
        seat=int, value=int, wide_seed="unsigned long long", width="unsigned long long",
        wide_noise="unsigned long long", noise=int,
    )
    cdef int evaluate_position(self, Position position) noexcept nogil
