"""Forge: the board, the numbers of the rules and the bit layout of packed moves."""
# not compiled

from __future__ import annotations

from functools import cache

SIZE = 6
CELLS = 36
ALL_CELLS = (1 << CELLS) - 1
# Cells with a neighbour to the left, and cells with one to the right.
NOT_FIRST_COLUMN = sum(1 << cell for cell in range(CELLS) if cell % SIZE)
NOT_LAST_COLUMN = NOT_FIRST_COLUMN >> 1
SEAT_TOKENS = 3
HOME_CELLS = ((30, 31, 32), (3, 4, 5))  # rule F18

# A packed move: source 6 bits, target 6. The target of an ember is its cell; a pass has none.
TARGET_SHIFT = 6
CELL_MASK = 63
EMBER_FLAG = 1 << 12
PASS_FLAG = 1 << 13
SWAP_FLAG = 1 << 14
# The slots of a random move: each token to each of the ten cells in line, then an ember per cell.
LINE_CELLS = 10
EMBER_SLOTS = 30
NO_LAST_MOVE = 0  # no token moves from the first cell to the first cell

# Ways to end, in the order of Forge.reasons.
FORGE_REACHED = 1
TWO_PASSES = 2
TURN_LIMIT = 3
TURN_LIMIT_POINTS = 4


def move_source(move: int) -> int:
    """The cell a token leaves."""
    return move & CELL_MASK


def move_target(move: int) -> int:
    """The cell a token enters, or the cell of an ember."""
    return move >> TARGET_SHIFT & CELL_MASK


def mask_cells(mask: int) -> list[int]:
    """The cells of a bit mask, row by row."""
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def forge_columns(digits: int) -> list[int]:
    """The columns that an option such as 234 names, counted from 0; empty if it names none.

    Its digits must rise, and the first column is 1.
    """
    columns = [int(digit) - 1 for digit in str(digits)]
    rising = sorted(set(columns))
    return columns if columns == rising and columns[0] >= 0 and columns[-1] < SIZE else []


@cache
def forge_cells(digits: int, shared: bool) -> tuple[int, int]:
    """The forges of both sides as bit masks: cells of the top row, and their half-turn image."""
    top = sum(1 << column for column in forge_columns(digits))
    bottom = sum(1 << (CELLS - 1 - column) for column in forge_columns(digits))
    return top, top if shared else bottom  # rule F2


def neighbour_cells(cell: int) -> list[int]:
    """The cells above, left, right and below that are on the board."""
    row, col = divmod(cell, SIZE)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [SIZE * r + c for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


def straight_track(source: int, target: int) -> list[int]:
    """The cells from one to the other along a line, both included; empty off the lines."""
    if source == target or (source // SIZE != target // SIZE and source % SIZE != target % SIZE):
        return []
    step = 1 if source // SIZE == target // SIZE else SIZE
    step = step if target > source else -step
    return list(range(source, target + step, step))


def straight_lines(source: int) -> list[tuple[int, int]]:
    """The ten other cells of a cell's row and column, each with the mask of the cells up to it."""
    tracks = [straight_track(source, target)[1:] for target in range(CELLS)]
    return [(track[-1], sum(1 << cell for cell in track)) for track in tracks if track]


def shortest_track(source: int, target: int, free: int) -> list[int]:
    """A shortest track over free cells, both ends included; empty if there is none."""
    came_from = {source: source}
    reached = [source]
    for cell in reached:
        for near in neighbour_cells(cell):
            if free >> near & 1 and near not in came_from:
                came_from[near] = cell
                reached.append(near)
    if target not in came_from:
        return []
    way = [target]
    while way[-1] != source:
        way.append(came_from[way[-1]])
    return way[::-1]
