"""Pyramids: the board, the numbers of the rules and the bit layout of packed moves."""
# not compiled

from __future__ import annotations

SIZE = 5
CELLS = 25
CENTRE_CELL = 12
ALL_CELLS = (1 << CELLS) - 1
# Alphabetical, so that ascending codes give the order of rule P10.
COLOUR_LETTERS = "BGRY"
SIZE_LETTERS = "LMS"
RED = COLOUR_LETTERS.index("R")
COPIES = 6  # of each of the 12 codes, and nests of each colour
PIECES = 72  # also the capacity of one stack
HAND_CODES = 16  # entries of a hand, one for each code
CAP_COUNT = 6
CAP_SLOTS = 8 * CAP_COUNT  # from which a random move of a cap is drawn
TRIOS_TO_WIN = 3  # to win
NO_LIMIT = 1 << 30  # a count that no game reaches
MAX_FLOW = 3  # the most pieces that one eruption moves on this board

# A code is a colour above two bits of size. A piece is its number among equals above its code.
COLOUR_SHIFT = 2
SIZE_MASK = 3
NUMBER_SHIFT = 4
CODE_MASK = 15

# A packed move: source 5 bits, target 5, direction 3, code 4, and a bit for a power play
# (which has no source and no direction) and for a pass (which has nothing else).
TARGET_SHIFT = 5
DIRECTION_SHIFT = 10
CODE_SHIFT = 13
POWER_FLAG = 0x20000
PASS_FLAG = 0x40000
CELL_MASK = 31
# A packed turn, for the search: the fields of the eruption's move, with the cell of the power play
# as target; then 2 bits for the pieces that land and 11 bits for the moves of the turn.
LANDED_SHIFT = 19
LENGTH_SHIFT = 21

# The placings of six caps, and the kinds of eruption: for each cell and direction, 1 to 3 free
# cells to land on, then the same with a cap behind them.
CAP_PLACINGS = 177_100
ERUPTION_KINDS = 6
ERUPTION_WAYS = 200  # cells times directions
ALL_ERUPTIONS = 1200
NO_CELL = 25  # off the board
RETURN_ROW = 26  # the row of distances for eruptions after a cap has returned
LAYER_SHIFT = 26  # the bit of a placing that marks a made power play

# The counters of a turn in one word, for undo: quiet moves and barren turns 10 bits each, the
# power play, the seat.
BARREN_SHIFT = 10
POWER_USED_SHIFT = 20
SEAT_SHIFT = 21
COUNTER_MASK = 1023
# The record of an eruption: a byte for each piece with a flag if captured, and the piece count.
TAKEN_FLAG = 0x80
ANY_TAKEN_MASK = 0x808080
FLOWN_SHIFT = 24

# N, NE, E, SE, S, SW, W, NW (rule G11).
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# Ways to end, in the order of Pyramids.reasons.
THREE_TRIOS = 1
BARREN_TRIOS = 2
BARREN_PIECES = 3
BARREN = 4

CODE_NAMES = {
    colour << COLOUR_SHIFT | size: COLOUR_LETTERS[colour] + SIZE_LETTERS[size]
    for colour in range(len(COLOUR_LETTERS))
    for size in range(len(SIZE_LETTERS))
}
NAME_CODES = {name: code for code, name in CODE_NAMES.items()}


def move_source(move: int) -> int:
    """The cell a cap leaves."""
    return move & CELL_MASK


def move_target(move: int) -> int:
    """The cell a cap enters, or that a power play puts its piece on."""
    return move >> TARGET_SHIFT & CELL_MASK


def move_code(move: int) -> int:
    """The code of the piece that a power play puts back."""
    return move >> CODE_SHIFT & CODE_MASK


def nest_codes(colour: int) -> list[int]:
    """The codes of a nest, from the bottom: small, medium, large."""
    return [colour << COLOUR_SHIFT | size for size in reversed(range(len(SIZE_LETTERS)))]


def steps_to_edge(cell: int, towards: int) -> int:
    """The number of steps in a direction to the edge of the board."""
    row, col = divmod(cell, SIZE)
    down, right = DIRECTIONS[towards]
    steps = 0
    while 0 <= row + down < SIZE and 0 <= col + right < SIZE:
        row, col, steps = row + down, col + right, steps + 1
    return steps


def cap_moves(cell: int) -> list[int]:
    """The packed moves of a cap on this cell on a board without other caps."""
    return [
        towards << DIRECTION_SHIFT | (cell + SIZE * down + right) << TARGET_SHIFT | cell
        for towards, (down, right) in enumerate(DIRECTIONS)
        if steps_to_edge(cell, towards)
    ]
