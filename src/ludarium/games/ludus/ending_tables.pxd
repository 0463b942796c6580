cimport cython

from ludarium.core.constants cimport ENDING_DRAW, UNKNOWN_ENDING
from ludarium.core.endings cimport EndingTables
from ludarium.core.position cimport Position
from ludarium.games.ludus.endings cimport LudusEnding, read_code
from ludarium.games.ludus.rules cimport LudusPosition

cdef class LudusTable:
    cdef LudusEnding ending
    cdef const unsigned char[::1] values
    cdef LudusTable following

    cdef int find_value(self, LudusPosition position, int white, int black) noexcept nogil
    @cython.locals(value=int)
    cdef int read_plies(self, long long number) noexcept nogil

cdef class LudusTables(EndingTables):
    cdef LudusTable first
    cdef object read
    cdef bint is_read
    cdef object lock

    cdef void read_tables(self) noexcept with gil
    cpdef int find_plies(self, Position position) noexcept nogil
    @cython.locals(white=int, black=int)
    cdef int find_ending(self, LudusPosition position) noexcept nogil
