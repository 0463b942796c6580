cimport cython

from ludarium.core.bits cimport SPLITMIX_STEP, count_bits, lowest_bit, mix_bits
from ludarium.core.position cimport Position
from ludarium.core.constants cimport DRAW, KEY_HORIZON, NO_MOVE, ONGOING, SLOT_DRAWS, UNDO_DEPTH
from ludarium.games.caldera.board cimport (
    CAPTURE_FLAG, CELLS, CELL_MASK, CROWNS_ERUPTED_MUTUAL, CROWN_CAPTURED,
    CROWN_ERUPTED, ERUPT_FLAG, FORGE_FLAG, FORGE_SLOTS, LANCER, LEAP_SLOTS, NO_CELL, NO_LEGAL_MOVES, PIECE_SHIFT, SEAT_PIECES, SLOTS, SMITH,
    TARGET_SHIFT, TURN_LIMIT_CROWN_HEIGHT, TURN_LIMIT_DRAW, TURN_LIMIT_PIECES, VENT, VICTIM_SHIFT,
)

cdef unsigned long long ALL_CELLS
cdef int STEP_TARGET[49][8]
cdef int LEAP_TARGET[49][8]
cdef unsigned long long NEIGHBOURS[49]
cdef unsigned long long SIDE_NEIGHBOURS[49]
cdef int SLOT_NUMBER[64]
cdef unsigned long long PIECE_KEYS[10][64]
cdef unsigned long long LEVEL_KEYS[5][49]
cdef unsigned long long CLOCK_KEYS[132]

cdef class CalderaPosition(Position):
    cdef readonly int turn_limit
    cdef readonly int start_height
    cdef readonly int ply
    cdef readonly int height[49]
    cdef readonly unsigned long long above[5]
    cdef unsigned long long ground_key
    cdef readonly int where[10]
    cdef unsigned int past[512]
    cdef int quakes
    cdef unsigned long long old_above[245]
    cdef int old_where[490]

    @cython.locals(own="unsigned long long", enemy="unsigned long long", first=int, number=int)
    cpdef int generate(self, unsigned int[::1] out, int at) noexcept nogil
    @cython.locals(
        climb="unsigned long long", reach="unsigned long long", free="unsigned long long",
        brim="unsigned long long", base="unsigned int", source=int, direction=int, near=int, far=int,
    )
    cdef int generate_piece(
        self, unsigned int[::1] out, int at, int first, int number, unsigned long long own,
        unsigned long long enemy
    ) noexcept nogil
    @cython.locals(own="unsigned long long", bits="unsigned long long", move="unsigned int")
    cdef unsigned int draw_move(
        self, unsigned int[::1] scratch, unsigned long long drawn
    ) noexcept nogil
    cpdef int count_slots(self) noexcept nogil
    cpdef unsigned int move_in_slot(self, int slot) noexcept nogil
    @cython.locals(
        free="unsigned long long", enemy="unsigned long long", base="unsigned int", piece=int,
        source=int, target=int,
    )
    cdef unsigned int fill_slot(self, int slot, unsigned long long own) noexcept nogil
    @cython.locals(taken="unsigned long long", brim="unsigned long long")
    cdef unsigned int fill_forge_slot(
        self, unsigned int base, int target, unsigned long long own
    ) noexcept nogil
    @cython.locals(one="unsigned long long", cells="unsigned long long", piece=int)
    cdef unsigned long long army_cells(self, int first) noexcept nogil
    cpdef void play(self, unsigned int move) noexcept nogil
    @cython.locals(move="unsigned int")
    cpdef void undo(self) noexcept nogil
    @cython.locals(one="unsigned long long", target=int)
    cdef void play_special(self, unsigned int move) noexcept nogil
    @cython.locals(one="unsigned long long", target=int)
    cdef void undo_special(self, unsigned int move) noexcept nogil
    @cython.locals(target=int, crown=int, victim=int)
    cdef void capture_piece(self, unsigned int move) noexcept nogil
    @cython.locals(
        one="unsigned long long", raised="unsigned long long", waiting="unsigned long long",
        cell=int, piece=int,
    )
    cdef void erupt_cell(self, int target) noexcept nogil
    @cython.locals(level=int, piece=int)
    cdef void save_board(self) noexcept nogil
    @cython.locals(sunk="unsigned long long", level=int, cell=int, piece=int)
    cdef void restore_board(self) noexcept nogil
    @cython.locals(lost="bint", won="bint")
    cdef void judge_crowns(self) noexcept nogil
    cdef void set_verdict(self) noexcept nogil
    @cython.locals(
        first=int, own="unsigned long long", taken="unsigned long long", piece=int, source=int,
    )
    cdef bint can_move(self) noexcept nogil
    @cython.locals(pieces=int, rise=int)
    cdef void compare_armies(self) noexcept nogil
    cpdef void no_moves_verdict(self) noexcept nogil
    @cython.locals(left=int, mixture="unsigned long long", piece=int)
    cpdef unsigned long long key(self) noexcept nogil
    cpdef CalderaPosition copy(self)
