cimport cython

from ludarium.games.pyramids.board cimport HAND_CODES, SIZE_MASK
from ludarium.games.pyramids.rules cimport BIT_COUNT, PyramidsPosition

cdef class TrioProgress:
    cdef int counts[16]

    @cython.locals(code=int)
    cdef void read_hand(self, PyramidsPosition board, int seat) noexcept nogil
    cdef void add_pieces(self, int code, int by) noexcept nogil
    cpdef int lacking_pieces(self, PyramidsPosition board, int seat) noexcept nogil
    @cython.locals(
        first=int, second=int, third=int, colour=int, large=int, medium=int, small=int, one=int,
        two=int, three=int,
    )
    cdef int missing_pieces(self) noexcept nogil
    @cython.locals(found=int, code=int)
    cdef int held_codes(self) noexcept nogil
    @cython.locals(found=int, now=int, code=int)
    cdef int spare_codes(self) noexcept nogil
    @cython.locals(found=int, now=int, code=int)
    cdef int needed_codes(self) noexcept nogil
