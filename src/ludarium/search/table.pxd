cimport cython

from ludarium.core.bits cimport prefetch
from ludarium.search.bounds cimport (
    AGE, AGES, DECIDED, DEPTH, EXACT, LIMIT, MOVE, NO_STATIC, VALUE,
)

cdef int BUCKET

cdef class Table:
    cdef unsigned long long mask
    cdef unsigned long long age
    cdef unsigned long long[::1] words

    cpdef void grow_older(self) noexcept nogil
    @cython.locals(i="long long")
    cpdef void clear(self) noexcept
    cdef void expect(self, unsigned long long key) noexcept nogil
    @cython.locals(at="long long", i="long long")
    cpdef long long find(self, unsigned long long key) noexcept nogil
    cpdef unsigned long long entry(self, long long at) noexcept nogil
    cpdef int static(self, long long at) noexcept nogil
    @cython.locals(at="long long")
    cpdef unsigned long long get(self, unsigned long long key) noexcept nogil
    @cython.locals(
        at="long long", old="unsigned long long", recent="bint", wide="unsigned long long",
        judged="unsigned long long", word="unsigned long long",
    )
    cpdef void put(
        self, unsigned long long key, unsigned long long move, int value,
        unsigned long long depth, unsigned long long bound, int static=*,
    ) noexcept nogil
    @cython.locals(
        at="long long", i="long long", best="long long", least="long long",
        word="unsigned long long", years="long long", worth="long long",
    )
    cdef long long cheapest(self, unsigned long long key) noexcept nogil

@cython.locals(value=int)
cdef int from_table(unsigned long long entry, int ply) noexcept nogil
cdef int to_table(int value, int ply) noexcept nogil
