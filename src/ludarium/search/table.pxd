cimport cython

from ludarium.core.bits cimport prefetch
from ludarium.core.constants cimport DECIDED_SCORE
from ludarium.search.bounds cimport (
    AGE_MASK, AGE_SHIFT, BOUND_MASK, DEPTH_SHIFT, EXACT, LOWER_BOUND, MOVE_SHIFT,
    SCORE_INFINITY, UPPER_BOUND, VALUE_SHIFT,
)

cdef int BUCKET_SLOTS

cdef class TranspositionTable:
    cdef unsigned long long mask
    cdef unsigned long long generation
    cdef unsigned long long[::1] words

    cpdef void start_generation(self) noexcept nogil
    @cython.locals(i="long long")
    cpdef void clear(self) noexcept nogil
    cdef void prefetch_bucket(self, unsigned long long key) noexcept nogil
    @cython.locals(slot="long long", i="long long")
    cpdef long long find_slot(self, unsigned long long key) noexcept nogil
    cpdef unsigned long long entry_at(self, long long slot) noexcept nogil
    @cython.locals(slot="long long")
    cpdef unsigned long long get_entry(self, unsigned long long key) noexcept nogil
    @cython.locals(
        slot="long long", old="unsigned long long", is_recent="bint",
        wide_value="unsigned long long", word="unsigned long long",
    )
    cpdef void put_entry(
        self, unsigned long long key, unsigned long long move, int value,
        unsigned long long depth, unsigned long long bound,
    ) noexcept nogil
    @cython.locals(
        slot="long long", i="long long", best="long long", least_value="long long",
        word="unsigned long long", generations="long long", keep_value="long long",
    )
    cdef long long cheapest_slot(self, unsigned long long key) noexcept nogil

@cython.locals(value=int)
cdef int value_from_table(unsigned long long entry, int ply) noexcept nogil
@cython.locals(bound=int)
cdef int static_from_entry(unsigned long long entry, int value, int static) noexcept nogil
cdef int value_to_table(int value, int ply) noexcept nogil
@cython.locals(bound=int, entry_depth=int)
cdef bint entry_cuts_off(
    unsigned long long entry, int value, int depth, int alpha, int beta
) noexcept nogil
