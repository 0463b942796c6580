from ludarium.core.constants cimport UNKNOWN_ENDING
from ludarium.core.position cimport Position

cdef class EndingClass:
    cdef readonly str name
    cdef readonly long long size
    cdef readonly long long[::1] targets
    cdef readonly int exit_win
    cdef readonly int exit_loss
    cdef readonly bint exit_draw

    cpdef bint arrange(self, long long number) noexcept with gil
    cpdef void list_exits(self) noexcept with gil
    cpdef int list_successors(self) noexcept with gil
    cpdef int list_predecessors(self) noexcept with gil
    cpdef long long number_of(self, Position position)

cdef class EndingTables:
    cpdef int find_plies(self, Position position) noexcept with gil
