"""Turns of Pyramids that win at once."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.board import SIZES
from ludarium.games.pyramids.progress import Progress
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_MOVE
    from ludarium.games.pyramids.board import (
        CELLS,
        DIRECTION,
        FLOW,
        LANDED,
        LENGTH,
        PIECE,
        POWER,
        SIZE_OF,
        TARGET,
    )
    from ludarium.games.pyramids.eruption import flowing, hits
    from ludarium.games.pyramids.reach import LANDINGS
    from ludarium.games.pyramids.rules import DELTA

OF_SIZE = [sum(1 << (4 * colour + size) for colour in range(4)) for size in range(len(SIZES))]


@cython.final
@cython.cclass
class Finish:
    """Looks for an eruption, wherever the caps are, that completes three trios of one seat."""

    def __init__(self) -> None:
        self.hand = Progress()
        self.lack = 0
        self.held = 0

    def seek(self, board: PyramidsPosition, seat: int) -> int:
        """A turn that wins if it is the seat's, or NO_MOVE."""
        self.lack = self.hand.lacking(board, seat)
        if self.lack > FLOW:
            return NO_MOVE
        self.held = self.hand.codes() if board.power_play else 0
        turn = NO_MOVE
        for source in range(CELLS):
            height = board.height[source]
            if height < self.lack:
                continue
            for towards in range(8):
                room = LANDINGS[source][towards]
                if room >= self.lack:
                    turn = self.erupt(board, source, towards, min(height, room))
                if turn == NO_MOVE and self.held and room > self.lack:
                    turn = self.push(board, source, towards, min(height + 1, room))
                if turn != NO_MOVE:
                    return turn
        return NO_MOVE

    def erupt(self, board: PyramidsPosition, source: int, towards: int, longest: int) -> int:
        """Without a power play, or with one that turns a miss into a capture."""
        found = NO_MOVE
        taken = 0
        captured = 0  # the numbers of the pieces, as bits
        for count in range(1, longest + 1):
            code = flowing(board, source, count)
            if hits(board, source, towards, count, code):
                self.hand.change(code, 1)
                captured |= 1 << count
                taken += 1
            if taken >= self.lack and self.hand.shortage() == 0:
                found = packed(source, towards, count)
            elif self.held and taken < count and taken + 1 >= self.lack:
                found = self.swap(board, source, towards, count, captured)
            if found != NO_MOVE:
                break
        while captured:
            self.hand.change(flowing(board, source, lowest_bit(captured)), -1)
            captured &= captured - 1
        return found

    def swap(
        self, board: PyramidsPosition, source: int, towards: int, count: int, captured: int
    ) -> int:
        """With a piece of the hand where one would land in vain."""
        if self.hand.shortage() > 1:
            return NO_MOVE
        for step in range(1, count + 1):
            if captured >> step & 1:
                continue
            code = flowing(board, source, step)
            given = self.held & OF_SIZE[code & SIZE_OF]
            self.hand.change(code, 1)
            while given:
                piece = lowest_bit(given)
                given &= given - 1
                if self.without(piece) == 0:
                    self.hand.change(code, -1)
                    cell = source + (step + 1) * DELTA[towards]
                    power = POWER | piece << PIECE | cell << TARGET
                    return packed(source, towards, count) + power + (1 << LENGTH)
            self.hand.change(code, -1)
        return NO_MOVE

    def push(self, board: PyramidsPosition, source: int, towards: int, longest: int) -> int:
        """With a piece of the hand on the source: it flows first, the others a cell further."""
        power = NO_MOVE
        captured = 0
        taken = 0
        number = 0
        for count in range(2, longest + 1):
            code = flowing(board, source, count - 1)
            if not hits(board, source, towards, count, code):
                continue
            self.hand.change(code, 1)
            captured |= 1 << (count - 1)
            taken += 1
            if taken >= self.lack and self.hand.shortage() == 0:
                power = self.first(board, source, towards)
                number = count
            if power != NO_MOVE:
                break
        while captured:
            self.hand.change(flowing(board, source, lowest_bit(captured)), -1)
            captured &= captured - 1
        if power == NO_MOVE:
            return NO_MOVE
        power = POWER | power << PIECE | source << TARGET
        return packed(source, towards, number) + power + (1 << LENGTH)

    def first(self, board: PyramidsPosition, source: int, towards: int) -> int:
        """A code to put on the source that is captured itself or not needed, or NO_MOVE."""
        given = self.held
        while given:
            code = lowest_bit(given)
            given &= given - 1
            if hits(board, source, towards, 1, code) or self.without(code) == 0:
                return code
        return NO_MOVE

    def without(self, code: int) -> int:
        """What would lack if a piece were given away."""
        self.hand.change(code, -1)
        lack = self.hand.shortage()
        self.hand.change(code, 1)
        return lack


def packed(source: int, towards: int, count: int) -> int:
    """A turn of one move."""
    return 1 << LENGTH | count << LANDED | towards << DIRECTION | source
