"""Pyramids: the pieces that the next eruption can capture, regardless of caps."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.board import DIRECTIONS, SIZE, steps_to_edge
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.games.pyramids.board import CELLS, CODE_MASK, MAX_FLOW, PIECES, SIZE_MASK

FORWARD = (2, 3, 4, 5)  # the directions with rising cells: E, SE, S, SW
AXIS_STEP = [SIZE * DIRECTIONS[towards][0] + DIRECTIONS[towards][1] for towards in FORWARD]


def _cells_with_room(towards: int, steps: int) -> int:
    """The cells from which so many steps stay on the board, as a bit mask."""
    return sum(1 << cell for cell in range(25) if steps_to_edge(cell, towards) >= steps)


# By the number of a landing piece and the axis: sources whose piece lands on the board, up and down
# the axis.
FORWARD_ROOM = [[_cells_with_room(towards, count + 1) for towards in FORWARD] for count in range(4)]
BACKWARD_ROOM = [
    [_cells_with_room(towards ^ 4, count + 1) for towards in FORWARD] for count in range(4)
]


@cython.final
@cython.cclass
class CaptureCounter:
    """Counts by code the pieces of the stacks that can land on their own size."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.loose = [0] * 16
            self.captors = [0] * 16

    def count_captures(self, board: PyramidsPosition) -> None:
        """Fill `loose`, the counts by code."""
        self.find_captors(board)
        for code in range(16):
            self.loose[code] = 0
        for cell in range(CELLS):
            at = PIECES * cell + board.height[cell]
            for count in range(1, min(board.height[cell], MAX_FLOW) + 1):
                code = board.piece[at - count] & CODE_MASK
                self.loose[code] += self.captors[4 * count + (code & SIZE_MASK)] >> cell & 1

    def find_captors(self, board: PyramidsPosition) -> None:
        """Find by number and size of a landing piece the sources from which it is captured."""
        for size in range(3):
            tops = 0
            for cell in range(CELLS):
                tops |= (board.top_size[cell] == size + 1) << cell
            for count in range(1, MAX_FLOW + 1):
                found = 0
                for axis in range(4):
                    shift = (count + 1) * AXIS_STEP[axis]
                    found |= tops >> shift & FORWARD_ROOM[count][axis]
                    found |= tops << shift & BACKWARD_ROOM[count][axis]
                self.captors[4 * count + size] = found
