"""Pyramids: finds turns that win at once."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.board import SIZE_LETTERS
from ludarium.games.pyramids.progress import TrioProgress
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_MOVE
    from ludarium.games.pyramids.board import (
        CELLS,
        CODE_SHIFT,
        DIRECTION_SHIFT,
        LANDED_SHIFT,
        LENGTH_SHIFT,
        MAX_FLOW,
        POWER_FLAG,
        SIZE_MASK,
        TARGET_SHIFT,
    )
    from ludarium.games.pyramids.eruption import flowing_code, is_captured
    from ludarium.games.pyramids.reach import LANDING_ROOM
    from ludarium.games.pyramids.rules import DIRECTION_STEP

CODES_OF_SIZE = [
    sum(1 << (4 * colour + size) for colour in range(4)) for size in range(len(SIZE_LETTERS))
]


@cython.final
@cython.cclass
class WinFinder:
    """Finds an eruption, regardless of caps, that completes three trios of a seat."""

    def __init__(self) -> None:
        self.hand = TrioProgress()
        self.lack = 0
        self.held = 0

    def find_win(self, board: PyramidsPosition, seat: int) -> int:
        """A turn that wins if the seat were to move, or NO_MOVE."""
        self.lack = self.hand.lacking_pieces(board, seat)
        if self.lack > MAX_FLOW:
            return NO_MOVE
        self.held = self.hand.held_codes() if board.power_play else 0
        turn = NO_MOVE
        for source in range(CELLS):
            height = board.height[source]
            if height < self.lack:
                continue
            for towards in range(8):
                room = LANDING_ROOM[source][towards]
                if room >= self.lack:
                    turn = self.find_plain_win(board, source, towards, min(height, room))
                if turn == NO_MOVE and self.held and room > self.lack:
                    turn = self.find_push_win(board, source, towards, min(height + 1, room))
                if turn != NO_MOVE:
                    return turn
        return NO_MOVE

    def find_plain_win(
        self, board: PyramidsPosition, source: int, towards: int, longest: int
    ) -> int:
        """A win without a power play, or with one that turns a miss into a capture."""
        found = NO_MOVE
        taken = 0
        captured = 0  # the captured pieces by number, as a bit mask
        for count in range(1, longest + 1):
            code = flowing_code(board, source, count)
            if is_captured(board, source, towards, count, code):
                self.hand.add_pieces(code, 1)
                captured |= 1 << count
                taken += 1
            if taken >= self.lack and self.hand.missing_pieces() == 0:
                found = pack_turn(source, towards, count)
            elif self.held and taken < count and taken + 1 >= self.lack:
                found = self.find_swap_win(board, source, towards, count, captured)
            if found != NO_MOVE:
                break
        while captured:
            self.hand.add_pieces(flowing_code(board, source, lowest_bit(captured)), -1)
            captured &= captured - 1
        return found

    def find_swap_win(
        self, board: PyramidsPosition, source: int, towards: int, count: int, captured: int
    ) -> int:
        """A win with a piece of the hand on a cell where a piece would miss."""
        if self.hand.missing_pieces() > 1:
            return NO_MOVE
        for step in range(1, count + 1):
            if captured >> step & 1:
                continue
            code = flowing_code(board, source, step)
            given = self.held & CODES_OF_SIZE[code & SIZE_MASK]
            self.hand.add_pieces(code, 1)
            while given:
                piece = lowest_bit(given)
                given &= given - 1
                if self.missing_without(piece) == 0:
                    self.hand.add_pieces(code, -1)
                    cell = source + (step + 1) * DIRECTION_STEP[towards]
                    power = POWER_FLAG | piece << CODE_SHIFT | cell << TARGET_SHIFT
                    return pack_turn(source, towards, count) + power + (1 << LENGTH_SHIFT)
            self.hand.add_pieces(code, -1)
        return NO_MOVE

    def find_push_win(
        self, board: PyramidsPosition, source: int, towards: int, longest: int
    ) -> int:
        """A win with a piece of the hand on the source, which moves the others a cell further."""
        power = NO_MOVE
        captured = 0
        taken = 0
        number = 0
        for count in range(2, longest + 1):
            code = flowing_code(board, source, count - 1)
            if not is_captured(board, source, towards, count, code):
                continue
            self.hand.add_pieces(code, 1)
            captured |= 1 << (count - 1)
            taken += 1
            if taken >= self.lack and self.hand.missing_pieces() == 0:
                power = self.find_first_code(board, source, towards)
                number = count
            if power != NO_MOVE:
                break
        while captured:
            self.hand.add_pieces(flowing_code(board, source, lowest_bit(captured)), -1)
            captured &= captured - 1
        if power == NO_MOVE:
            return NO_MOVE
        power = POWER_FLAG | power << CODE_SHIFT | source << TARGET_SHIFT
        return pack_turn(source, towards, number) + power + (1 << LENGTH_SHIFT)

    def find_first_code(self, board: PyramidsPosition, source: int, towards: int) -> int:
        """A code for the source that is captured again or not needed, or NO_MOVE."""
        given = self.held
        while given:
            code = lowest_bit(given)
            given &= given - 1
            if is_captured(board, source, towards, 1, code) or self.missing_without(code) == 0:
                return code
        return NO_MOVE

    def missing_without(self, code: int) -> int:
        """The pieces that the hand lacks without one piece of a code."""
        self.hand.add_pieces(code, -1)
        lack = self.hand.missing_pieces()
        self.hand.add_pieces(code, 1)
        return lack


def pack_turn(source: int, towards: int, count: int) -> int:
    """Pack a turn of one move."""
    return 1 << LENGTH_SHIFT | count << LANDED_SHIFT | towards << DIRECTION_SHIFT | source
