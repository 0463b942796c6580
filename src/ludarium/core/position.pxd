# The methods that take the lock here serve games that are not compiled; compiled games override
# them with `nogil` methods of a final class, which the search then calls without the lock.

cimport cython

from ludarium.core.bits cimport SPLITMIX_STEP, mix_bits
from ludarium.core.constants cimport NO_MOVE, SLOT_DRAWS

cdef class Position:
    cdef public int seats
    cdef public int to_move
    cdef public int verdict
    cdef public int reason

    cpdef int generate(self, unsigned int[::1] out, int at) noexcept with gil
    cpdef void play(self, unsigned int move) noexcept with gil
    cpdef void undo(self) noexcept with gil
    cpdef unsigned long long key(self) noexcept with gil
    cpdef Position copy(self)
    cpdef void no_moves_verdict(self) noexcept with gil
    cdef void become_root(self) noexcept nogil
    cpdef int count_slots(self) noexcept with gil
    cpdef unsigned int move_in_slot(self, int slot) noexcept with gil
    @cython.locals(slots="unsigned long long", bits="unsigned long long", move="unsigned int")
    cdef unsigned int draw_move(
        self, unsigned int[::1] scratch, unsigned long long drawn
    ) noexcept nogil
    @cython.locals(count="unsigned long long")
    cdef unsigned int draw_listed_move(
        self, unsigned int[::1] scratch, unsigned long long drawn
    ) noexcept nogil
