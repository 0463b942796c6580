cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
from ludarium.games.ludus.board cimport (
    ADVANCE, ARMY, CELL, CELLS, CENTRE, CENTRE_END, EMPTY, FERROUS, FIRST, FIRST_LORD_CAPTURED,
    FLIGHT, FRESH, KINDS, LEGIONARE, LIFT, NEVER, NO_LEGAL_MOVES, NO_SECOND, NO_TARGETS, NOBODY,
    PIECE, PIECES, PROMOTION, QUIET_LIMIT, ROW_1, ROW_10, SEAT, SECOND, SKY, STRIKE, TAKEN_KIND,
    TAKER_KIND, TARGET, TERRA, TURN_LIMIT, VETERAN, WALL, WIDTH,
)

cdef int DELTA[8]
cdef int LEAP[8]
cdef int AHEAD[2]
cdef int SHELTER[2]
cdef int LORD[2]
cdef int FIRST_WAY[12]
cdef int NEXT_WAY[12]
cdef int SLIDE[12]
cdef int FLIES[12]
cdef int AIM[12]
cdef int PIERCE[12]
cdef unsigned long long KEYS[24][273]
cdef unsigned long long TURN_KEY
cdef unsigned long long QUIET_KEYS[65]
cdef unsigned long long LIMIT_KEYS[65]

cdef class LudusPosition(Position):
    cdef readonly bint sky_combat
    cdef readonly int quiet_limit
    cdef readonly int turn_limit
    cdef readonly int ply
    cdef readonly int progress
    cdef readonly short board[273]
    cdef readonly short kind[52]
    cdef readonly short where[52]
    cdef readonly unsigned long long alive[2]
    cdef readonly int moves[52]
    cdef readonly int booty[52]
    cdef readonly int taken[2]
    cdef unsigned long long zobrist
    cdef unsigned int past_move[512]
    cdef short past_cell[512]
    cdef short past_kind[512]
    cdef int past_progress[512]
    cdef unsigned long long past_zobrist[512]
    cdef unsigned int[::1] scratch

    @cython.locals(piece=int, kind=int, pieces="unsigned long long")
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(enemy=int, source=int, ahead=int, cell=int, step=int, side=int, what=int)
    cdef int generate_legionare(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(enemy=int, source=int, met=int, way=int, cell=int, what=int)
    cdef int generate_terra(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(enemy=int, source=int, way=int, cell=int, what=int, step=int)
    cdef int generate_sky(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(
        enemy=int, source=int, kind=int, met=int, distant=int, way=int, cell=int,
        what=int, distance=int,
    )
    cdef int generate_slides(self, unsigned int[::1] out, int at, int piece) noexcept nogil
    @cython.locals(
        source=int, enemy=int, way=int, cell=int, first=int, second=int, what=int,
    )
    cdef int generate_strikes(
        self, unsigned int[::1] out, int at, int piece, int met, int distant
    ) noexcept nogil
    @cython.locals(steadholder=int, gap=int)
    cdef bint warded(self, int piece) noexcept nogil
    @cython.locals(
        seat=int, piece=int, kind=int, source=int, now=int, victim=int, target=int,
    )
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(kind=int, cell=int, one="unsigned long long")
    cdef void take(self, int seat, int victim, int taker) noexcept nogil
    @cython.locals(seat=int, now=int, move="unsigned int", piece=int, victim=int)
    cpdef void undo(self) noexcept nogil
    @cython.locals(one="unsigned long long")
    cdef void give_back(self, int seat, int victim) noexcept nogil
    cdef void judge(self) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(key="unsigned long long", left=int, still=int)
    cpdef unsigned long long key(self) noexcept nogil
    @cython.locals(cell=int, piece=int, seat=int)
    cpdef LudusPosition copy(self)
