"""Ludus: boards, armies, the numbers of the rules and the bit layout of packed moves."""
# not compiled

from __future__ import annotations

from typing import NamedTuple

GROUND_SIZE = 11
SKY_SIZE = 5
SKY_CORNER = 3  # sky (r, c) hangs over ground (r + 3, c + 3)

# One array holds both boards in rows of 13 cells, surrounded by walls. A Knight Terra jumps two
# cells, so two rows of wall lie above and below the ground. One wall at each side is enough,
# because the end of a row meets the start of the next.
ROW_WIDTH = 13
CELLS = 273
GROUND_START = 27  # the ground's first cell
SKY_LIFT = 130  # from a central ground cell to the sky cell above it
SKY_START = 195  # sky cells come after this number, ground cells before it
CENTRE_START = 65  # the ground cells with sky above them (and some others) start here ...
CENTRE_END = 130  # ... and end before this one
ROW_1 = 39  # a legionare that goes forward is promoted before this cell ...
ROW_10 = 156  # ... or from this one on; no legionare goes forward to its own first row

NORTH, NORTH_EAST, EAST, SOUTH_EAST = -ROW_WIDTH, 1 - ROW_WIDTH, 1, 1 + ROW_WIDTH
SOUTH, SOUTH_WEST, WEST, NORTH_WEST = ROW_WIDTH, ROW_WIDTH - 1, -1, -ROW_WIDTH - 1
COMPASS = (NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST)
STRAIGHT = 0b01010101  # directions as bits of the compass
DIAGONAL = 0b10101010
# rule L14
JUMPS = tuple(
    ROW_WIDTH * dr + dc for dr in range(-2, 3) for dc in range(-2, 3) if abs(dr) + abs(dc) == 3
)

# The kinds of pieces; FRESH is a legionare that has not moved.
LEGIONARE = 0
VETERAN = 1
FLORA = 2
TERRA = 3
IGNUS = 4
FERROUS = 5
AERIS = 6
HIGH_LORD = 7
CURSOR = 8
STEADHOLDER = 9
FIRST_LORD = 10
FRESH = 11
KIND_COUNT = 12
TAGS = ("L", "VL", "KF", "KT", "KI", "KR", "KA", "HL", "CU", "SH", "FL", "L")
AERIAL = (AERIS, HIGH_LORD, FIRST_LORD)
PIERCERS = (TERRA, HIGH_LORD)
# The cells a kind slides on the ground: along rows and columns, and diagonally.
SLIDE_REACH = {
    VETERAN: (1, 1),
    FLORA: (0, 2),
    IGNUS: (2, 0),
    FERROUS: (2, 2),
    AERIS: (2, 2),
    HIGH_LORD: (2, 2),
    CURSOR: (4, 4),
    STEADHOLDER: (1, 1),
    FIRST_LORD: (2, 2),
}
# The directions in which a kind strikes, and its range in cells.
STRIKE_WAYS = {FLORA: DIAGONAL, TERRA: STRAIGHT, IGNUS: STRAIGHT, HIGH_LORD: STRAIGHT}
STRIKE_RANGE = {FLORA: 2, TERRA: 1, IGNUS: 2, HIGH_LORD: 2}

# What an army is worth at a limit, by the table of pieces (rule L30).
ARMY_VALUES = {
    LEGIONARE: 1, VETERAN: 2, FLORA: 3, TERRA: 3, IGNUS: 3, FERROUS: 4, AERIS: 4, HIGH_LORD: 6,
    CURSOR: 3, STEADHOLDER: 2, FIRST_LORD: 0, FRESH: 1,
}  # fmt: skip


class LudusSettings(NamedTuple):
    """The options of a game, in the order of Ludus.options."""

    sky_combat: bool = True
    quiet_limit: int = 100
    turn_limit: int = 600
    shieldwall: bool = False
    flanking: bool = False
    check: bool = False
    tally: bool = False


class Placement(NamedTuple):
    """Both armies and the counters of a position."""

    standing: dict[int, tuple[int, int]]  # the kind and the cell of every piece in play
    moved: set[int]  # the pieces that have moved
    booty: list[list[int]]  # the packed captures of each seat
    ply: int
    quiet: int  # plies since the last progress


WHITE = 0
BLACK = 1
COLOUR_NAMES = ("white", "black")
FORWARD_STEPS = (NORTH, SOUTH)
LAST_ROW = (0, GROUND_SIZE - 1)

# A cell holds a piece with its seat in the bits above, or EMPTY_CELL or WALL_CELL with NO_PIECE.
SEAT_SHIFT = 6
EMPTY_CELL = 2 << SEAT_SHIFT | 63
WALL_CELL = 3 << SEAT_SHIFT | 63
# The first cell with a piece or a wall on a line, with its distance in the bits above.
SIGHT_SHIFT = 8
SIGHT_MASK = 255
SIGHT_DISTANCE = 4  # the farthest that any piece captures

# A packed move: piece 6 bits, target 9, two removed pieces 6 each, and four flags. Bit 31 is
# unused, so that a signed C integer can hold a move. A wall removes no first piece and has its
# size in place of the second one. Flanked pieces follow from the position and are not packed.
PIECE_MASK = 63
NO_PIECE = 63  # no piece is removed
TARGET_SHIFT = 6
CELL_MASK = 511
FIRST_SHIFT = 15
SECOND_SHIFT = 21
NO_SECOND = NO_PIECE << SECOND_SHIFT
NO_VICTIMS = NO_PIECE << FIRST_SHIFT | NO_SECOND
STRIKE_FLAG = 1 << 27  # the target is the striker's own cell
FLIGHT_FLAG = 1 << 28  # up, or down to empty ground
ADVANCE_FLAG = 1 << 29  # a legionare goes forward
PROMOTION_FLAG = 1 << 30

# A wall is a row of legionares that step forward together (rule L10).
MIN_WALL_SIZE = 2
MAX_WALL_SIZE = 5
# The flanked pieces of a move: one for each straight direction, 6 bits each.
FLANK_BITS = 6
NO_FLANKED = 0xFFFFFF

# A packed capture: the taken piece 6 bits, its kind 4, the kind of the taker 4.
TAKEN_KIND_SHIFT = 6
TAKER_KIND_SHIFT = 10
KIND_MASK = 15

# Ways to end, in the order of Ludus.reasons.
NO_LEGAL_MOVES = 1
FIRST_LORD_CAPTURED = 2
QUIET_LIMIT = 3
TURN_LIMIT = 4
CHECKMATED = 5
QUIET_LIMIT_VALUE = 6
TURN_LIMIT_VALUE = 7
NO_LIMIT = 1 << 30  # a count that no game reaches


def ground_cell(row: int, col: int) -> int:
    """The ground cell of a row and a column."""
    return GROUND_START + ROW_WIDTH * row + col


def sky_cell(row: int, col: int) -> int:
    """The sky cell of a row and a column of the sky."""
    return ground_cell(row + SKY_CORNER, col + SKY_CORNER) + SKY_LIFT


# The board of every cell, and its row and column there.
PLACES = {
    ground_cell(r, c): ("ground", r, c) for r in range(GROUND_SIZE) for c in range(GROUND_SIZE)
}
PLACES.update({sky_cell(r, c): ("sky", r, c) for r in range(SKY_SIZE) for c in range(SKY_SIZE)})

BACK_RANK = (
    AERIS, TERRA, IGNUS, FLORA, HIGH_LORD, FIRST_LORD, HIGH_LORD, FLORA, IGNUS, TERRA, AERIS
)  # fmt: skip
THIRD_RANK = ((CURSOR, 4), (STEADHOLDER, 6), (FERROUS, 3), (FERROUS, 7))


def _armies() -> list[tuple[int, int, int]]:
    """Seat, kind and cell of every piece at the start, by id (rules L1, L2)."""
    armies = []
    for col, kind in enumerate(BACK_RANK):
        armies.append((BLACK, kind, ground_cell(0, col)))
        armies.append((BLACK, FRESH, ground_cell(1, col)))
        armies.append((WHITE, FRESH, ground_cell(9, col)))
        armies.append((WHITE, kind, ground_cell(10, col)))
    armies.extend((BLACK, kind, ground_cell(2, col)) for kind, col in THIRD_RANK)
    armies.extend((WHITE, kind, ground_cell(8, col)) for kind, col in THIRD_RANK)
    return armies


PIECES = 52
ARMY_SIZE = 26
OWNER, START_KIND, START_CELL = (list(column) for column in zip(*_armies(), strict=True))
STEADHOLDER_IDS = (49, 45)
FIRST_LORD_IDS = (23, 20)
# The Knights Aeris and High Lords of each seat as bits: what can capture in the sky.
FLIER_SETS = tuple(
    sum(
        1 << piece
        for piece, (owner, kind) in enumerate(zip(OWNER, START_KIND, strict=True))
        if owner == seat and kind in (AERIS, HIGH_LORD)
    )
    for seat in (WHITE, BLACK)
)


def move_piece(move: int) -> int:
    """The piece that acts; of a wall the one with the lowest column."""
    return move & PIECE_MASK


def move_target(move: int) -> int:
    """The cell of the piece after the move."""
    return move >> TARGET_SHIFT & CELL_MASK


def wall_size(move: int) -> int:
    """The number of legionares in a wall; 0 for any other move."""
    if move >> FIRST_SHIFT & PIECE_MASK != NO_PIECE or move & NO_SECOND == NO_SECOND:
        return 0
    return move >> SECOND_SHIFT & PIECE_MASK


def named_pieces(move: int) -> list[int]:
    """The removed pieces that the packed move names, the nearer one first; not the flanked ones."""
    first, second = move >> FIRST_SHIFT & PIECE_MASK, move >> SECOND_SHIFT & PIECE_MASK
    if first == NO_PIECE:
        return []
    return [first] if second == NO_PIECE else [first, second]
