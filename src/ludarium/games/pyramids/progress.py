"""Pyramids: the distance of a hand from three trios, and the codes that reduce it."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.games.pyramids.board import HAND_CODES, SIZE_MASK
    from ludarium.games.pyramids.rules import BIT_COUNT


@cython.final
@cython.cclass
class TrioProgress:
    """The hand of a seat as a count of pieces for each code."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.counts = [0] * 16

    def read_hand(self, board: PyramidsPosition, seat: int) -> None:
        """Copy the hand of a seat."""
        for code in range(HAND_CODES):
            self.counts[code] = BIT_COUNT[board.held[HAND_CODES * seat + code]]

    def add_pieces(self, code: int, by: int) -> None:
        """Add pieces of a code; a negative number removes them."""
        self.counts[code] += by

    def lacking_pieces(self, board: PyramidsPosition, seat: int) -> int:
        """Copy the hand of a seat and return the pieces that it lacks for three trios."""
        self.read_hand(board, seat)
        return self.missing_pieces()

    def missing_pieces(self) -> int:
        """The fewest pieces that this hand lacks for three trios."""
        first = 9  # the pieces that the first trio lacks, in the best colour so far
        second = 9
        third = 9
        for colour in range(4):
            large = self.counts[4 * colour]
            medium = self.counts[4 * colour + 1]
            small = self.counts[4 * colour + 2]
            one = (large < 1) + (medium < 1) + (small < 1)
            two = one + (large < 2) + (medium < 2) + (small < 2)
            three = two + (large < 3) + (medium < 3) + (small < 3)
            third = min(third, three, second + one, first + two)
            second = min(second, first + one, two)
            first = min(first, one)
        return third

    def held_codes(self) -> int:
        """The codes in the hand, as a bit mask."""
        found = 0
        for code in range(HAND_CODES):
            if self.counts[code]:
                found |= 1 << code
        return found

    def spare_codes(self) -> int:
        """The codes of which one piece is not needed for the trios, as a bit mask."""
        found = 0
        now = self.missing_pieces()
        for code in range(HAND_CODES):
            if self.counts[code]:
                self.counts[code] -= 1
                if self.missing_pieces() == now:
                    found |= 1 << code
                self.counts[code] += 1
        return found

    def needed_codes(self) -> int:
        """The codes of which one more piece is progress, as a bit mask."""
        found = 0
        now = self.missing_pieces()
        for code in range(HAND_CODES):
            if code & SIZE_MASK != SIZE_MASK:
                self.counts[code] += 1
                if self.missing_pieces() < now:
                    found |= 1 << code
                self.counts[code] -= 1
        return found
