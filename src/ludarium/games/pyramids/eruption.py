"""What a piece of an eruption would do, before it is let go."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.games.pyramids.board import CODE, PIECES, SIZE_OF
    from ludarium.games.pyramids.rules import DELTA


def flowing(board: PyramidsPosition, source: int, count: int) -> int:
    """The code of the piece that leaves a stack as number `count`, the top one as number 1."""
    return board.piece[PIECES * source + board.height[source] - count] & CODE


def hits(board: PyramidsPosition, source: int, towards: int, count: int, code: int) -> bool:
    """Whether a piece of this code is captured if it lands as number `count`."""
    landing = source + (count + 1) * DELTA[towards]
    height = board.height[landing]
    if height == 0:
        return False
    return (board.piece[PIECES * landing + height - 1] ^ code) & SIZE_OF == 0
