"""Ludus: scores of pieces by kind and place, and the numbers of their features."""
# not compiled

from __future__ import annotations

from collections.abc import Callable

from ludarium.core.scene import cell_name
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
    KIND_COUNT,
    LEGIONARE,
    PLACES,
    SKY_CORNER,
    SKY_SIZE,
    SLIDE_REACH,
    STEADHOLDER,
    STRAIGHT,
    TERRA,
    VETERAN,
    WHITE,
)

KIND_SCORES = {
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
KIND_SCORE = [KIND_SCORES[kind] for kind in range(KIND_COUNT)]

# The gain of a legionare by the rows it has gone, up to the score of a Veteran.
MARCH_SCORE = (0, 0, 4, 9, 15, 22, 30, 39, 49, 60, 75)
# The gain of other kinds for each row forward, up to FRONT_ROW, and for each column inwards.
FORWARD_SCORE = {
    VETERAN: 2,
    FLORA: 5,
    TERRA: 5,
    IGNUS: 5,
    FERROUS: 6,
    AERIS: 4,
    HIGH_LORD: 4,
    CURSOR: 3,
}
FRONT_ROW = 7
MIDDLE_SCORE = 2
SKY_SCORE = {AERIS: 10, HIGH_LORD: 5, FIRST_LORD: 80}
# A First Lord is safest behind its legionares.
EXPOSED_PENALTY = (0, 3, 12, 24, 36, 48, 57, 63, 66, 66, 66)

# The pressure on the enemy's First Lord by distance, in eighths of the piece's weight.
NEARNESS_EIGHTHS = (8, 8, 8, 6, 4, 2, 1, 0, 0, 0, 0)
PRESSURE_WEIGHT = {
    VETERAN: 10, FLORA: 24, TERRA: 28, IGNUS: 26, FERROUS: 24, AERIS: 24, HIGH_LORD: 40, CURSOR: 36
}  # fmt: skip

# Features of one army: kinds on the ground, fresh legionares by column, fliers in the sky.
GROUND_CELLS = GROUND_SIZE * GROUND_SIZE
SKY_CELLS = SKY_SIZE * SKY_SIZE
FRESH_AT = FRESH * GROUND_CELLS
SKY_AT = FRESH_AT + GROUND_SIZE
ARMY_FEATURES = SKY_AT + len(AERIAL) * SKY_CELLS
KIND_WORDS = (
    "Legionare", "Veteran", "Flora", "Terra", "Ignus", "Ferrous", "Aeris", "High Lord", "Cursor",
    "Steadholder", "First Lord", "unmoved Legionare",
)  # fmt: skip
NO_PLACE_FEATURE = 0  # fills tables at cells where a kind never stands


def ground_place(cell: int) -> tuple[int, int]:
    """The row and column of a cell on the ground, or below a sky cell."""
    where, row, col = PLACES[cell]
    return (row + SKY_CORNER, col + SKY_CORNER) if where == "sky" else (row, col)


def place_score(seat: int, kind: int, cell: int) -> int:
    """The score of a piece on its cell."""
    if cell not in PLACES:
        return 0
    row, col = ground_place(cell)
    gone = GROUND_SIZE - 1 - row if seat == WHITE else row
    if kind in (LEGIONARE, FRESH):
        return KIND_SCORE[kind] + MARCH_SCORE[gone]
    worth = KIND_SCORE[kind] + min(gone, FRONT_ROW) * FORWARD_SCORE.get(kind, 0)
    if PLACES[cell][0] == "sky":
        return worth + SKY_SCORE.get(kind, 0)
    if kind == FIRST_LORD:
        return worth - EXPOSED_PENALTY[gone]
    return worth + MIDDLE_SCORE * (GROUND_SIZE // 2 - abs(col - GROUND_SIZE // 2))


def pressure_score(kind: int, gap: int) -> int:
    """The score of a piece for its distance from the enemy's First Lord."""
    return PRESSURE_WEIGHT.get(kind, 0) * NEARNESS_EIGHTHS[gap] // 8


def capture_reach(seat: int, kind: int, way: int) -> int:
    """The distance from which a piece captures, if it stands in this direction of its victim."""
    if kind in (LEGIONARE, FRESH):
        # It stands behind its victim and to one side.
        return int(COMPASS[way] + board.FORWARD_STEPS[seat] in (-1, 1))
    straight, diagonal = SLIDE_REACH.get(kind, (0, 0))
    return straight if STRAIGHT >> way & 1 else diagonal if DIAGONAL >> way & 1 else 0


def piece_feature(seat: int, kind: int, cell: int) -> int:
    """The feature of a piece within its army, seen from the side of its seat."""
    if cell not in PLACES:
        return NO_PLACE_FEATURE
    where, row, col = PLACES[cell]
    if where == "sky":
        if kind not in AERIAL:
            return NO_PLACE_FEATURE
        row = SKY_SIZE - 1 - row if seat == BLACK else row
        return SKY_AT + SKY_CELLS * AERIAL.index(kind) + SKY_SIZE * row + col
    if kind == FRESH:
        return FRESH_AT + col
    row = GROUND_SIZE - 1 - row if seat == BLACK else row
    return GROUND_CELLS * kind + GROUND_SIZE * row + col


def army_feature_names() -> list[str]:
    """The names of one army's features; a sky cell has the capital letter of the one below."""
    ground = [divmod(cell, GROUND_SIZE) for cell in range(GROUND_CELLS)]
    names = [
        f"{KIND_WORDS[kind]} on {cell_name(row, col, GROUND_SIZE)}"
        for kind in range(FRESH)
        for row, col in ground
    ]
    names += [f"{KIND_WORDS[FRESH]} in column {chr(ord('a') + col)}" for col in range(GROUND_SIZE)]
    for kind in AERIAL:
        for cell in range(SKY_CELLS):
            row, col = (place + SKY_CORNER for place in divmod(cell, SKY_SIZE))
            names.append(f"{KIND_WORDS[kind]} on {cell_name(row, col, GROUND_SIZE).capitalize()}")
    return names


def mirror_feature(number: int) -> int:
    """The feature after left and right are exchanged."""
    width = SKY_SIZE if number >= SKY_AT else GROUND_SIZE
    start = SKY_AT if number >= SKY_AT else 0  # a whole number of rows precedes the fresh ones
    col = (number - start) % width
    return number + width - 1 - 2 * col


def table_by_cell(worth: Callable[[int, int, int], int]) -> list[list[int]]:
    """Tabulate a function of seat, kind and cell: one row for each kind of each seat."""
    return [
        [worth(seat, kind, cell) for cell in range(CELLS)]
        for seat in range(2)
        for kind in range(KIND_COUNT)
    ]
