"""How far a hand is from three trios, and which pieces bring it closer."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.games.pyramids.board import HAND, SIZE_OF
    from ludarium.games.pyramids.rules import COUNT


@cython.final
@cython.cclass
class Progress:
    """The hand of one seat, as numbers of pieces by code."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.counts = [0] * 16

    def read(self, board: PyramidsPosition, seat: int) -> None:
        """Take the hand of a seat."""
        for code in range(HAND):
            self.counts[code] = COUNT[board.held[HAND * seat + code]]

    def change(self, code: int, by: int) -> None:
        """Add pieces of a code, or take them away."""
        self.counts[code] += by

    def lacking(self, board: PyramidsPosition, seat: int) -> int:
        """How many pieces a seat needs at least for three trios."""
        self.read(board, seat)
        return self.shortage()

    def shortage(self) -> int:
        """The same for the hand as it is here."""
        first = 9  # what the first trio takes in the best of the colours so far
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

    def codes(self) -> int:
        """The codes in the hand, as bits."""
        found = 0
        for code in range(HAND):
            if self.counts[code]:
                found |= 1 << code
        return found

    def spare(self) -> int:
        """The codes of which one can go without a loss of progress, as bits."""
        found = 0
        now = self.shortage()
        for code in range(HAND):
            if self.counts[code]:
                self.counts[code] -= 1
                if self.shortage() == now:
                    found |= 1 << code
                self.counts[code] += 1
        return found

    def needed(self) -> int:
        """The codes of which one more is progress, as bits."""
        found = 0
        now = self.shortage()
        for code in range(HAND):
            if code & SIZE_OF != SIZE_OF:
                self.counts[code] += 1
                if self.shortage() < now:
                    found |= 1 << code
                self.counts[code] -= 1
        return found
