"""Caldera's board, the numbers of its rules and the layout of its packed moves."""
# not compiled

from __future__ import annotations

from collections.abc import Iterable

SIZE = 7
CELLS = 49
GROUND = (1 << CELLS) - 1
VENT = 4  # the height at which a cell erupts, and the mark of one that has
NOWHERE = 63  # the cell of a dead piece and of a step over the edge; never in a mask of cells

# A seat's pieces in the order of its list (rule C1): their kinds and their columns at the start.
PIECES = 5
KINDS = ("crown", "lancer", "lancer", "smith", "smith")
COLUMNS = (3, 1, 5, 2, 4)
CROWN = 0
LANCER = 1
SMITH = 3
HOME_ROWS = (6, 0)

# Row and column steps: N, NE, E, SE, S, SW, W, NW (rule C2).
COMPASS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# A packed move: source 6 bits (of a forge, the smith's cell), target 6, piece 4 (seat 0's five,
# then seat 1's), 4 in which the history notes the captured piece, and a bit each for a forge, a
# capture and a forge that erupts. A quiet move is below FORGE, a quiet forge below CAPTURE.
TARGET = 6
PIECE = 12
VICTIM = 16
FORGE = 1 << 20
CAPTURE = 1 << 21
ERUPT = 1 << 22
CELL = 63

# Ways to end, in the order of Caldera.reasons.
NO_LEGAL_MOVES = 1
CROWN_CAPTURED = 2
CROWN_ERUPTED = 3
CROWNS_ERUPTED_MUTUAL = 4
TURN_LIMIT_PIECES = 5
TURN_LIMIT_CROWN_HEIGHT = 6
TURN_LIMIT_DRAW = 7


def source(move: int) -> int:
    """The cell a piece leaves, or the cell of the smith that forges."""
    return move & CELL


def target(move: int) -> int:
    """The cell a piece enters, or the cell that is raised."""
    return move >> TARGET & CELL


def piece(move: int) -> int:
    """Which piece moves or forges: 0 to 4 of seat 0, 5 to 9 of seat 1."""
    return move >> PIECE & 15


def captures(move: int) -> bool:
    """Whether an enemy stands on the target."""
    return bool(move & CAPTURE)


def cell_at(row: int, col: int) -> int:
    """The cell of a row and column, NOWHERE outside the board."""
    return SIZE * row + col if 0 <= row < SIZE and 0 <= col < SIZE else NOWHERE


def away(cell: int, direction: int, steps: int) -> int:
    """The cell so many steps away in a direction of the compass, NOWHERE outside the board."""
    row, col = divmod(cell, SIZE)
    down, right = COMPASS[direction]
    return cell_at(row + steps * down, col + steps * right)


def beside(cell: int) -> list[int]:
    """The orthogonal neighbours of a cell: N, E, S, W."""
    cells = [away(cell, direction, 1) for direction in (0, 2, 4, 6)]
    return [cell for cell in cells if cell != NOWHERE]


def home(piece: int) -> int:
    """The cell where a piece starts."""
    return cell_at(HOME_ROWS[piece // PIECES], COLUMNS[piece % PIECES])


def journey(piece: int, cell: int) -> int:
    """The fewest moves that take a piece from its start to a cell, were nothing in its way."""
    start = home(piece)
    steps = max(abs(start // SIZE - cell // SIZE), abs(start % SIZE - cell % SIZE))
    return (steps + 1) // 2 if KINDS[piece % PIECES] == "lancer" else steps


def mask(cells: Iterable[int]) -> int:
    """The cells as bits; NOWHERE is none."""
    return sum(1 << cell for cell in cells if cell != NOWHERE)


def images(cell: int) -> list[int]:
    """Where a cell comes to lie under the square's eight symmetries: as it is, then mirrored."""
    row, col = divmod(cell, SIZE)
    up, left = SIZE - 1 - row, SIZE - 1 - col
    upright = [(row, col), (row, left), (up, col), (up, left)]
    return [SIZE * r + c for r, c in [*upright, *((c, r) for r, c in upright)]]
