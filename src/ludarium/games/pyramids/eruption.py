"""Pyramids: the effect of each piece of an eruption, before it is played."""
# not compiled
# The .pxd has the same functions inline, because a call would take longer than they do.

from __future__ import annotations

from ludarium.games.pyramids.board import CODE_MASK, PIECES, SIZE_MASK
from ludarium.games.pyramids.rules import DIRECTION_STEP, PyramidsPosition


def flowing_code(board: PyramidsPosition, source: int, count: int) -> int:
    """The code of the piece that leaves a stack as number `count`; the top piece is number 1."""
    return board.piece[PIECES * source + board.height[source] - count] & CODE_MASK


def is_captured(board: PyramidsPosition, source: int, towards: int, count: int, code: int) -> bool:
    """Whether a piece of this code is captured if it lands as number `count`."""
    landing = source + (count + 1) * DIRECTION_STEP[towards]
    return board.top_size[landing] == (code & SIZE_MASK) + 1
