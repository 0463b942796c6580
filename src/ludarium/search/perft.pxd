cimport cython

from ludarium.core.position cimport Position

@cython.locals(end=int, i=int, total="long long")
cdef long long _count_positions(
    Position position, int depth, unsigned int[::1] out, int at
) noexcept nogil
