"""Caldera: the board, the numbers of the rules and the bit layout of packed moves."""
# not compiled

from __future__ import annotations

from collections.abc import Iterable

SIZE = 7
CELLS = 49
ALL_CELLS = (1 << CELLS) - 1
VENT = 4  # the height at which a cell erupts, and the mark of one that has
NO_CELL = 63  # the cell of a dead piece or beyond the edge; never part of a mask

# A seat's pieces in the order of its list (rule C1): their kinds and their columns at the start.
SEAT_PIECES = 5
PIECE_KINDS = ("crown", "lancer", "lancer", "smith", "smith")
HOME_COLUMNS = (3, 1, 5, 2, 4)
CROWN = 0
LANCER = 1
SMITH = 3
HOME_ROWS = (6, 0)

# Row and column steps: N, NE, E, SE, S, SW, W, NW (rule C2).
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# A packed move: source 6 bits (of a forge, the smith's cell), target 6, piece 4 (seat 0's five,
# then seat 1's), 4 for the captured piece (set by the undo history), and a bit each for a forge, a
# capture and an eruption. A quiet move is below FORGE_FLAG, a quiet forge below CAPTURE_FLAG.
TARGET_SHIFT = 6
PIECE_SHIFT = 12
VICTIM_SHIFT = 16
FORGE_FLAG = 1 << 20
CAPTURE_FLAG = 1 << 21
ERUPT_FLAG = 1 << 22
CELL_MASK = 63

# The slots of a random move: eight steps of each piece, then eight leaps of each lancer, then
# four forges of each smith.
LEAP_SLOTS = 40
FORGE_SLOTS = 56
SLOTS = 64

# Ways to end, in the order of Caldera.reasons.
NO_LEGAL_MOVES = 1
CROWN_CAPTURED = 2
CROWN_ERUPTED = 3
CROWNS_ERUPTED_MUTUAL = 4
TURN_LIMIT_PIECES = 5
TURN_LIMIT_CROWN_HEIGHT = 6
TURN_LIMIT_DRAW = 7


def slot_piece(slot: int) -> int:
    """The number of a slot's piece, counted from the crown."""
    if slot < LEAP_SLOTS:
        return slot // 8
    if slot < FORGE_SLOTS:
        return LANCER + (slot - LEAP_SLOTS) // 8
    return SMITH + (slot - FORGE_SLOTS) // 4


def move_source(move: int) -> int:
    """The cell a piece leaves, or the cell of the smith that forges."""
    return move & CELL_MASK


def move_target(move: int) -> int:
    """The cell a piece enters, or the cell that is raised."""
    return move >> TARGET_SHIFT & CELL_MASK


def move_piece(move: int) -> int:
    """Which piece moves or forges: 0 to 4 of seat 0, 5 to 9 of seat 1."""
    return move >> PIECE_SHIFT & 15


def is_capture(move: int) -> bool:
    """Whether an enemy stands on the target."""
    return bool(move & CAPTURE_FLAG)


def cell_at(row: int, col: int) -> int:
    """The cell of a row and column, NO_CELL outside the board."""
    return SIZE * row + col if 0 <= row < SIZE and 0 <= col < SIZE else NO_CELL


def cell_away(cell: int, direction: int, steps: int) -> int:
    """The cell some steps away in one of the DIRECTIONS, NO_CELL outside the board."""
    row, col = divmod(cell, SIZE)
    down, right = DIRECTIONS[direction]
    return cell_at(row + steps * down, col + steps * right)


def side_cells(cell: int) -> list[int]:
    """The orthogonal neighbours of a cell: N, E, S, W."""
    cells = [cell_away(cell, direction, 1) for direction in (0, 2, 4, 6)]
    return [cell for cell in cells if cell != NO_CELL]


def home_cell(piece: int) -> int:
    """The cell where a piece starts."""
    return cell_at(HOME_ROWS[piece // SEAT_PIECES], HOME_COLUMNS[piece % SEAT_PIECES])


def fewest_moves(piece: int, cell: int) -> int:
    """The fewest moves of a piece from its start to a cell on an empty board."""
    start = home_cell(piece)
    steps = max(abs(start // SIZE - cell // SIZE), abs(start % SIZE - cell % SIZE))
    return (steps + 1) // 2 if PIECE_KINDS[piece % SEAT_PIECES] == "lancer" else steps


def cell_mask(cells: Iterable[int]) -> int:
    """The cells as a bit mask; NO_CELL is left out."""
    return sum(1 << cell for cell in cells if cell != NO_CELL)


def symmetric_cells(cell: int) -> list[int]:
    """The images of a cell under the eight symmetries of the square, the identity first."""
    row, col = divmod(cell, SIZE)
    up, left = SIZE - 1 - row, SIZE - 1 - col
    upright = [(row, col), (row, left), (up, col), (up, left)]
    return [SIZE * r + c for r, c in [*upright, *((c, r) for r, c in upright)]]
