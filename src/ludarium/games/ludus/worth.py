"""What Ludus' pieces are worth, where they stand best, and how features number them."""
# not compiled

from __future__ import annotations

from collections.abc import Callable

from ludarium.games.ludus import board
from ludarium.games.ludus.board import (
    AERIAL,
    AERIS,
    BLACK,
    CELLS,
    COMPASS,
    CURSOR,
    DIAGONAL,
    FERROUS,
    FIRST_LORD,
    FLORA,
    FRESH,
    GROUND_SIZE,
    HIGH_LORD,
    IGNUS,
    KINDS,
    LEGIONARE,
    PLACES,
    REACH,
    SKY_CORNER,
    SKY_SIZE,
    STEADHOLDER,
    STRAIGHT,
    TERRA,
    VETERAN,
    WHITE,
)

VALUES = {
    LEGIONARE: 55,
    FRESH: 55,
    VETERAN: 130,
    STEADHOLDER: 140,
    FLORA: 200,
    IGNUS: 230,
    AERIS: 230,
    FERROUS: 260,
    TERRA: 265,
    CURSOR: 400,
    HIGH_LORD: 490,
    FIRST_LORD: 0,  # both always have one
}
VALUE = [VALUES[kind] for kind in range(KINDS)]

# What a legionare gains by the rows it has gone, up to a Veteran's worth.
MARCH = (0, 0, 4, 9, 15, 22, 30, 39, 49, 60, 75)
# What the others gain by a row forward up to the enemy's ranks, and by a column to the middle.
FORWARD = {VETERAN: 2, FLORA: 5, TERRA: 5, IGNUS: 5, FERROUS: 6, AERIS: 4, HIGH_LORD: 4, CURSOR: 3}
FRONT = 7
MIDDLE = 2
ALOFT = {AERIS: 10, HIGH_LORD: 5, FIRST_LORD: 80}
# A First Lord is safest behind its legionares.
EXPOSED = (0, 3, 12, 24, 36, 48, 57, 63, 66, 66, 66)

# How a piece at this distance from the enemy's First Lord presses on it, in eighths of its weight.
NEARNESS = (8, 8, 8, 6, 4, 2, 1, 0, 0, 0, 0)
WEIGHT = {VETERAN: 10, FLORA: 24, TERRA: 28, IGNUS: 26, FERROUS: 24, AERIS: 24, HIGH_LORD: 40,
          CURSOR: 36}  # fmt: skip

# Features of one army: kinds on the ground, fresh legionares by column, fliers in the sky.
GROUND_CELLS = GROUND_SIZE * GROUND_SIZE
SKY_CELLS = SKY_SIZE * SKY_SIZE
FRESH_FROM = FRESH * GROUND_CELLS
SKY_FROM = FRESH_FROM + GROUND_SIZE
ARMY_FEATURES = SKY_FROM + len(AERIAL) * SKY_CELLS
NOWHERE = 0  # in tables, for cells where a kind never stands


def spot(cell: int) -> tuple[int, int]:
    """Row and column of a cell, or of the ground below it."""
    where, row, col = PLACES[cell]
    return (row + SKY_CORNER, col + SKY_CORNER) if where == "sky" else (row, col)


def placed(seat: int, kind: int, cell: int) -> int:
    """What a piece is worth on its cell."""
    if cell not in PLACES:
        return 0
    row, col = spot(cell)
    gone = GROUND_SIZE - 1 - row if seat == WHITE else row
    if kind in (LEGIONARE, FRESH):
        return VALUE[kind] + MARCH[gone]
    worth = VALUE[kind] + min(gone, FRONT) * FORWARD.get(kind, 0)
    if PLACES[cell][0] == "sky":
        return worth + ALOFT.get(kind, 0)
    if kind == FIRST_LORD:
        return worth - EXPOSED[gone]
    return worth + MIDDLE * (GROUND_SIZE // 2 - abs(col - GROUND_SIZE // 2))


def pressing(kind: int, gap: int) -> int:
    """What a piece is worth for being so near to the enemy's First Lord."""
    return WEIGHT.get(kind, 0) * NEARNESS[gap] // 8


def catching(seat: int, kind: int, way: int) -> int:
    """From how far a piece takes by moving, if it stands this way of its victim."""
    if kind in (LEGIONARE, FRESH):
        # It stands behind its victim and to one side.
        return int(COMPASS[way] + board.FORWARD[seat] in (-1, 1))
    straight, diagonal = REACH.get(kind, (0, 0))
    return straight if STRAIGHT >> way & 1 else diagonal if DIAGONAL >> way & 1 else 0


def feature(seat: int, kind: int, cell: int) -> int:
    """The number of a piece among its army's features; both seats look up their own board."""
    if cell not in PLACES:
        return NOWHERE
    where, row, col = PLACES[cell]
    if where == "sky":
        if kind not in AERIAL:
            return NOWHERE
        row = SKY_SIZE - 1 - row if seat == BLACK else row
        return SKY_FROM + SKY_CELLS * AERIAL.index(kind) + SKY_SIZE * row + col
    if kind == FRESH:
        return FRESH_FROM + col
    row = GROUND_SIZE - 1 - row if seat == BLACK else row
    return GROUND_CELLS * kind + GROUND_SIZE * row + col


def mirrored(number: int) -> int:
    """The feature of an army that has left and right exchanged."""
    width = SKY_SIZE if number >= SKY_FROM else GROUND_SIZE
    start = SKY_FROM if number >= SKY_FROM else 0  # a whole number of rows precedes the fresh ones
    col = (number - start) % width
    return number + width - 1 - 2 * col


def by_cell(worth: Callable[[int, int, int], int]) -> list[list[int]]:
    """A table of a function of seat, kind and cell: two armies' kinds, each by cell."""
    return [
        [worth(seat, kind, cell) for cell in range(CELLS)]
        for seat in range(2)
        for kind in range(KINDS)
    ]
