cimport cython

@cython.locals(best=int, j=int, move="unsigned int", rank=int)
cdef void bring_forward(
    unsigned int[::1] moves, int[::1] ranks, int i, int end
) noexcept nogil
