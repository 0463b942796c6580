"""Ludus: which leads win, and how far the hunt for a First Lord has come.

A First Lord in the sky is captured by fliers alone. In trials no army without a Knight Aeris or a
High Lord ever won against one that could fly up there, however large it was.
"""

from __future__ import annotations

import cython

from ludarium.games.ludus import board
from ludarium.games.ludus.rules import LudusPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.games.ludus.attack import (
        CELL_COLUMN,
        CELL_ROW,
        DIRECTION_STEP,
        FIRST_LORD_ID,
    )
    from ludarium.games.ludus.board import (
        CENTRE_END,
        CENTRE_START,
        EMPTY_CELL,
        FIRST_LORD,
        SEAT_SHIFT,
        SKY_LIFT,
        SKY_START,
        WALL_CELL,
    )

FLIERS = list(board.FLIER_SETS)
FLIER_SCORE = 60  # for each of the first two fliers
# What is left of a lead, in percent, by the fliers of the better army.
NO_FLIER_PERCENT = 8
CONTESTED_FLIER_PERCENT = 70  # one flier, and the other army has some too
LONE_FLIER_PERCENT = 90  # one flier against none

HUNTED_PIECES = 8  # an army of at most so many pieces is hunted
ESCAPE_SCORE = 60  # for each cell of MOST_ESCAPES that the hunted First Lord cannot go to
MOST_ESCAPES = 12
APPROACH_SCORE = 20  # for each cell that a flier or the own First Lord is nearer


def damp_lead(position: LudusPosition, seat: int, score: int) -> int:
    """The score with what fliers are worth, nearer to 0 if the better army has too few of them."""
    if position.tally or not position.sky_combat:
        return score
    own = count_bits(position.alive[seat] & FLIERS[seat])
    other = count_bits(position.alive[seat ^ 1] & FLIERS[seat ^ 1])
    score += FLIER_SCORE * (min(own, 2) - min(other, 2))
    if score < 0:
        own, other = other, own
    if own > 1:
        return score
    percent = NO_FLIER_PERCENT
    if own == 1:
        percent = CONTESTED_FLIER_PERCENT if other else LONE_FLIER_PERCENT
    # C and Python divide negative numbers differently.
    return score * percent // 100 if score > 0 else -(-score * percent // 100)


def score_hunt(position: LudusPosition, seat: int) -> int:
    """How close the seat is to trapping the First Lord of a small army."""
    one = 1  # 64 bits wide in C
    size = count_bits(position.alive[seat ^ 1])
    fliers = position.alive[seat] & FLIERS[seat]
    if size > HUNTED_PIECES or fliers == 0:
        return 0
    if position.alive[seat ^ 1] & FLIERS[seat ^ 1] and count_bits(position.alive[seat]) <= size:
        return 0
    lord = position.where[FIRST_LORD_ID[seat ^ 1]]
    score = ESCAPE_SCORE * (MOST_ESCAPES - count_escapes(position, seat ^ 1))
    hunters = fliers | one << FIRST_LORD_ID[seat]
    while hunters:
        cell = position.where[lowest_bit(hunters)]
        hunters &= hunters - 1
        gap = max(abs(CELL_ROW[cell] - CELL_ROW[lord]), abs(CELL_COLUMN[cell] - CELL_COLUMN[lord]))
        gap += (cell > SKY_START) != (lord > SKY_START)
        score -= APPROACH_SCORE * gap
    return score


def count_escapes(position: LudusPosition, seat: int) -> int:
    """The cells that a First Lord can go to without being captured there, MOST_ESCAPES at most."""
    lord = position.where[FIRST_LORD_ID[seat]]
    escapes = 0
    if lord > SKY_START:
        for way in range(8):
            escapes += is_escape(position, lord + DIRECTION_STEP[way], seat)
        return escapes + is_escape(position, lord - SKY_LIFT, seat)
    if CENTRE_START <= lord < CENTRE_END and position.board[lord + SKY_LIFT] == EMPTY_CELL:
        escapes += is_escape(position, lord + SKY_LIFT, seat)
    for way in range(8):
        cell = lord + DIRECTION_STEP[way]
        escapes += is_escape(position, cell, seat)
        if position.board[cell] == EMPTY_CELL:
            escapes += is_escape(position, cell + DIRECTION_STEP[way], seat)
    return min(escapes, MOST_ESCAPES)


def is_escape(position: LudusPosition, cell: int, seat: int) -> bool:
    """Whether a First Lord may enter a cell and is not captured there."""
    what = position.board[cell]
    if what >> SEAT_SHIFT == seat or what == WALL_CELL:
        return False
    return not position.is_guarded(cell, FIRST_LORD, seat ^ 1)
