"""The board of Pyramids, the numbers of its rules and the layout of its packed moves."""
# not compiled

from __future__ import annotations

SIZE = 5
CELLS = 25
CENTRE = 12
FULL = (1 << CELLS) - 1
# Alphabetical, so that codes in ascending order are the names in the order of rule P10.
COLOURS = "BGRY"
SIZES = "LMS"
RED = COLOURS.index("R")
COPIES = 6  # of each of the 12 kinds of pyramid, and nests of each colour
PIECES = 72  # also the room for one stack
HAND = 16  # the codes that a hand has room for
CAPS = 6
TRIOS = 3  # to win
NEVER = 1 << 30  # in place of a limit, a count that no game reaches
FLOW = 3  # the most pieces that one eruption moves on this board

# A code is the colour above two bits of size; a piece is its number among its like above its code.
COLOUR = 2
SIZE_OF = 3
NUMBER = 4
CODE = 15

# A packed move: source 5 bits, target 5, direction 3, code 4, and a bit for a power play
# (which has no source and no direction) and for a pass (which has nothing else).
TARGET = 5
DIRECTION = 10
PIECE = 13
POWER = 0x20000
PASS = 0x40000
CELL = 31
# A packed turn, for a search: the fields of the eruption's move, in which the target is the cell
# of the power play; how many pieces land, 2 bits; how many moves it takes, 11 bits.
LANDED = 19
LENGTH = 21

# The places of six caps on the board, and what an eruption may ask of them: for each cell and
# direction, 1 to 3 cells free to land on, then the same with a cap behind them.
PLACINGS = 177_100
KINDS = 6
WAYS_OUT = 200  # cells times directions
ALL_KINDS = 1200
NO_CELL = 25  # in place of a cell: off the board
AGAIN = 26  # a row of distances of its own
LAYER = 26  # the bit of a placing that says that the power play has been made

# The counters of a turn, kept in one word to be taken back: quiet moves and barren turns 10 bits
# each, the power play, the seat.
BARREN_TURNS = 10
POWER_USED = 20
SEAT = 21
COUNTER = 1023
# The record of an eruption: a byte for each piece, with a bit for a captured one, and their count.
TAKEN = 0x80
ANY_TAKEN = 0x808080
FLOWN = 24

# N, NE, E, SE, S, SW, W, NW (rule G11).
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# Ways to end, in the order of Pyramids.reasons.
THREE_TRIOS = 1
BARREN_TRIOS = 2
BARREN_PIECES = 3
BARREN = 4

NAMES = {
    colour << COLOUR | size: COLOURS[colour] + SIZES[size]
    for colour in range(len(COLOURS))
    for size in range(len(SIZES))
}
CODES = {name: code for code, name in NAMES.items()}


def source(move: int) -> int:
    """The cell a cap leaves."""
    return move & CELL


def target(move: int) -> int:
    """The cell a cap enters, or that a power play puts its piece on."""
    return move >> TARGET & CELL


def direction(move: int) -> int:
    """Which of the eight directions a cap takes."""
    return move >> DIRECTION & 7


def code(move: int) -> int:
    """What a power play puts back."""
    return move >> PIECE & CODE


def nest(colour: int) -> list[int]:
    """The codes of a nest, from the bottom: small, medium, large."""
    return [colour << COLOUR | size for size in reversed(range(len(SIZES)))]


def room(cell: int, towards: int) -> int:
    """How many steps in a direction stay on the board."""
    row, col = divmod(cell, SIZE)
    down, right = DIRECTIONS[towards]
    steps = 0
    while 0 <= row + down < SIZE and 0 <= col + right < SIZE:
        row, col, steps = row + down, col + right, steps + 1
    return steps


def steps(cell: int) -> list[int]:
    """The packed moves of a cap on this cell if no other stood in its way."""
    return [
        towards << DIRECTION | (cell + SIZE * down + right) << TARGET | cell
        for towards, (down, right) in enumerate(DIRECTIONS)
        if room(cell, towards)
    ]
