cimport cython

from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_MOVE
from ludarium.search.bounds cimport MAX_PLY, SCORE_INFINITY

cdef class PrincipalVariations:
    cdef unsigned int[::1] moves
    cdef int[::1] lengths
    cdef int current
    cdef int count
    cdef bint complete
    cdef unsigned int[::1] answers
    cdef int[::1] answer_lengths
    cdef int[::1] answer_values
    cdef unsigned long long[::1] first_keys
    cdef unsigned int[::1] kept
    cdef int[::1] kept_lengths
    cdef int[::1] kept_values

    cpdef void prepare_lines(self, int lines)
    @cython.locals(line=int)
    cdef void reset_lines(self) noexcept nogil
    @cython.locals(key="unsigned long long", line=int)
    cdef bint is_taken(self, Position position, unsigned int move) noexcept nogil
    cdef void set_last_move(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(length=int, i=int)
    cdef void extend_line(self, int ply, unsigned int move) noexcept nogil
    @cython.locals(at=int, i=int)
    cdef void keep_root_line(self, Position position, int value) noexcept nogil
    @cython.locals(line=int, i=int)
    cdef void finish_depth(self, int lines) noexcept nogil
