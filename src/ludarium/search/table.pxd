cimport cython

from ludarium.search.bounds cimport DEPTH, LIMIT, MOVE, VALUE

cdef class Table:
    cdef unsigned long long mask
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] entries

    @cython.locals(slot="unsigned long long")
    cpdef unsigned long long get(self, unsigned long long key) noexcept nogil
    @cython.locals(slot="unsigned long long", wide="unsigned long long")
    cpdef void put(
        self, unsigned long long key, unsigned long long move, int value,
        unsigned long long depth, unsigned long long bound,
    ) noexcept nogil
