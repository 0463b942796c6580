"""Forge's board, the numbers of its rules and the layout of its packed moves."""
# not compiled

from __future__ import annotations

SIZE = 6
CELLS = 36
FULL = (1 << CELLS) - 1
# Cells with a neighbour to the left, and cells with one to the right.
NOT_FIRST = sum(1 << cell for cell in range(CELLS) if cell % SIZE)
NOT_LAST = NOT_FIRST >> 1
TOKENS = 3
HOMES = ((30, 31, 32), (3, 4, 5))  # rule F18
FORGES = (2, 33)  # rule F2; with a shared forge only the first counts

# A packed move: source 6 bits, target 6; an ember has its cell as target, a pass has none.
TARGET = 6
CELL = 63
EMBER = 1 << 12
PASS = 1 << 13
NO_MOVE = 0  # no token goes from the first cell to the first cell

# Ways to end, in the order of Forge.reasons.
FORGE_REACHED = 1
TWO_PASSES = 2
TURN_LIMIT = 3


def source(move: int) -> int:
    """The cell a token leaves."""
    return move & CELL


def target(move: int) -> int:
    """The cell a token enters, or that of an ember."""
    return move >> TARGET & CELL


def cells(mask: int) -> list[int]:
    """The cells of a bit mask, row by row."""
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def neighbours(cell: int) -> list[int]:
    """The cells above, left, right and below, as far as there are any."""
    row, col = divmod(cell, SIZE)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [SIZE * r + c for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


def track(source: int, target: int, free: int) -> list[int]:
    """A shortest way over free cells, both ends included; empty if there is none."""
    came_from = {source: source}
    reached = [source]
    for cell in reached:
        for near in neighbours(cell):
            if free >> near & 1 and near not in came_from:
                came_from[near] = cell
                reached.append(near)
    if target not in came_from:
        return []
    way = [target]
    while way[-1] != source:
        way.append(came_from[way[-1]])
    return way[::-1]
