"""Ludus' two boards, its armies, the numbers of its rules and the layout of its packed moves."""
# not compiled

from __future__ import annotations

GROUND_SIZE = 11
SKY_SIZE = 5
SKY_CORNER = 3  # sky (r, c) hangs over ground (r + 3, c + 3)

# Both boards lie in one array, in rows of 13 cells, among walls. A Knight Terra jumps two cells,
# so two rows of wall surround the ground; beside it one wall to the left and one to the right do,
# for the end of a row meets the beginning of the next.
WIDTH = 13
CELLS = 273
GROUND = 27  # the ground's first cell
LIFT = 130  # from a central ground cell to the sky cell above it
SKY = 195  # every sky cell is beyond this one, every ground cell before it
CENTRE = 65  # the ground cells with sky above them, and some others, are from here ...
CENTRE_END = 130  # ... to here
ROW_1 = 39  # a legionare that goes forward is promoted before this cell ...
ROW_10 = 156  # ... or from this one on: no colour's legionare goes forward to the other's last row

NORTH, NORTH_EAST, EAST, SOUTH_EAST = -WIDTH, 1 - WIDTH, 1, 1 + WIDTH
SOUTH, SOUTH_WEST, WEST, NORTH_WEST = WIDTH, WIDTH - 1, -1, -WIDTH - 1
COMPASS = (NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST)
STRAIGHT = 0b01010101  # directions as bits of the compass
DIAGONAL = 0b10101010
# rule L14
LEAPS = tuple(
    WIDTH * dr + dc for dr in range(-2, 3) for dc in range(-2, 3) if abs(dr) + abs(dc) == 3
)

# The kinds of pieces; FRESH is a legionare that has never moved.
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
KINDS = 12
TAGS = ("L", "VL", "KF", "KT", "KI", "KR", "KA", "HL", "CU", "SH", "FL", "L")
AERIAL = (AERIS, HIGH_LORD, FIRST_LORD)
PIERCERS = (TERRA, HIGH_LORD)
# How far a kind slides on the ground: along rows and columns, and diagonally.
REACH = {
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
# Which ways a kind strikes, and how far.
LINES = {FLORA: DIAGONAL, TERRA: STRAIGHT, IGNUS: STRAIGHT, HIGH_LORD: STRAIGHT}
RANGE = {FLORA: 2, TERRA: 1, IGNUS: 2, HIGH_LORD: 2}

WHITE = 0
BLACK = 1
COLOURS = ("white", "black")
FORWARD = (NORTH, SOUTH)
LAST_ROW = (0, GROUND_SIZE - 1)

# A cell holds a piece, with the seat above it, or one of these two, where the piece is NOBODY.
SEAT = 6
EMPTY = 2 << SEAT | 63
WALL = 3 << SEAT | 63

# A packed move: piece 6 bits, target 9, the pieces removed 6 each, and four flags. Bit 31 stays
# free, so that C can hold a move in a signed number.
PIECE = 63
NOBODY = 63  # in place of a removed piece
TARGET = 6
CELL = 511
FIRST = 15
SECOND = 21
NO_SECOND = NOBODY << SECOND
NO_TARGETS = NOBODY << FIRST | NO_SECOND
STRIKE = 1 << 27  # the target is the striker's own cell
FLIGHT = 1 << 28  # up, or down to empty ground
ADVANCE = 1 << 29  # a legionare goes forward
PROMOTION = 1 << 30

# A packed entry of the booty: the piece taken 6 bits, its kind 4, the kind that took it 4.
TAKEN_KIND = 6
TAKER_KIND = 10
KIND = 15

# Ways to end, in the order of Ludus.reasons.
NO_LEGAL_MOVES = 1
FIRST_LORD_CAPTURED = 2
QUIET_LIMIT = 3
TURN_LIMIT = 4
NEVER = 1 << 30  # in place of a limit, a count that no game reaches


def ground(row: int, col: int) -> int:
    """The ground cell of a row and a column."""
    return GROUND + WIDTH * row + col


def sky(row: int, col: int) -> int:
    """The sky cell of a row and a column of the sky."""
    return ground(row + SKY_CORNER, col + SKY_CORNER) + LIFT


# The board of every cell, and its row and column there.
PLACES = {ground(r, c): ("ground", r, c) for r in range(GROUND_SIZE) for c in range(GROUND_SIZE)}
PLACES.update({sky(r, c): ("sky", r, c) for r in range(SKY_SIZE) for c in range(SKY_SIZE)})

BACK_RANK = (
    AERIS, TERRA, IGNUS, FLORA, HIGH_LORD, FIRST_LORD, HIGH_LORD, FLORA, IGNUS, TERRA, AERIS
)  # fmt: skip
THIRD_RANK = ((CURSOR, 4), (STEADHOLDER, 6), (FERROUS, 3), (FERROUS, 7))


def _armies() -> list[tuple[int, int, int]]:
    """Seat, kind and cell of every piece at the start, by id (rules L1, L2)."""
    armies = []
    for col, kind in enumerate(BACK_RANK):
        armies.append((BLACK, kind, ground(0, col)))
        armies.append((BLACK, FRESH, ground(1, col)))
        armies.append((WHITE, FRESH, ground(9, col)))
        armies.append((WHITE, kind, ground(10, col)))
    armies.extend((BLACK, kind, ground(2, col)) for kind, col in THIRD_RANK)
    armies.extend((WHITE, kind, ground(8, col)) for kind, col in THIRD_RANK)
    return armies


PIECES = 52
ARMY = 26
OWNER, START_KIND, START_CELL = (list(column) for column in zip(*_armies(), strict=True))
STEADHOLDERS = (49, 45)
FIRST_LORDS = (23, 20)


# Most moves take nobody, which is seen at once.
TAKEN = PIECE << FIRST | PIECE << SECOND
NONE_TAKEN = NOBODY << FIRST | NOBODY << SECOND


def piece(move: int) -> int:
    """The piece that acts."""
    return move & PIECE


def target(move: int) -> int:
    """The cell on which it stands afterwards."""
    return move >> TARGET & CELL


def removed(move: int) -> list[int]:
    """The pieces that the move removes, the nearer first."""
    if move & TAKEN == NONE_TAKEN:
        return []
    pair = (move >> FIRST & PIECE, move >> SECOND & PIECE)
    return [taken for taken in pair if taken != NOBODY]
