cimport cython

from ludarium.games.pyramids.board cimport HAND, SIZE_OF
from ludarium.games.pyramids.rules cimport COUNT, PyramidsPosition

cdef class Progress:
    cdef int counts[16]

    @cython.locals(code=int)
    cdef void read(self, PyramidsPosition board, int seat) noexcept nogil
    cdef void change(self, int code, int by) noexcept nogil
    cpdef int lacking(self, PyramidsPosition board, int seat) noexcept nogil
    @cython.locals(
        first=int, second=int, third=int, colour=int, large=int, medium=int, small=int, one=int,
        two=int, three=int,
    )
    cdef int shortage(self) noexcept nogil
    @cython.locals(found=int, code=int)
    cdef int codes(self) noexcept nogil
    @cython.locals(found=int, now=int, code=int)
    cdef int spare(self) noexcept nogil
    @cython.locals(found=int, now=int, code=int)
    cdef int needed(self) noexcept nogil
