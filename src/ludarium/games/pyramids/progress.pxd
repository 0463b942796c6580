cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.games.pyramids.rules cimport PyramidsPosition

cdef unsigned char COLOUR_CLASS[4096]
cdef unsigned char PAIR_CLASS[400]
cdef unsigned char LACKING_PIECES[400]
cdef int COLOUR_COUNT, PAIR_COUNT, KNOWN_CODES

cdef class TrioProgress:
    cdef unsigned long long counts

    cdef void read_hand(self, PyramidsPosition board, int seat) noexcept nogil
    @cython.locals(wide="unsigned long long")
    cdef void add_pieces(self, int code, int by) noexcept nogil
    cpdef int lacking_pieces(self, PyramidsPosition board, int seat) noexcept nogil
    @cython.locals(low=int, high=int)
    cdef int missing_pieces(self) noexcept nogil
    @cython.locals(found=int, rest="unsigned long long", code=int, wide="unsigned long long")
    cdef int held_codes(self) noexcept nogil
    @cython.locals(found=int, now=int, codes=int, code=int)
    cdef int spare_codes(self) noexcept nogil
    @cython.locals(found=int, now=int, codes=int, code=int)
    cdef int needed_codes(self) noexcept nogil
