"""Pyramids: the distance of a hand from three trios, and the codes that reduce it."""

from __future__ import annotations

import cython

from ludarium.games.pyramids.board import CODE_NAMES, COPIES
from ludarium.games.pyramids.rules import PyramidsPosition

# The pieces that the first trio, the first two and all three lack.
Lack = tuple[int, int, int]


def _colour_lack(large: int, medium: int, small: int) -> Lack:
    """What the trios lack if all are of this colour."""
    below = [sum(count < trios for count in (large, medium, small)) for trios in (1, 2, 3)]
    return below[0], below[0] + below[1], sum(below)


def _least_lack(one: Lack, other: Lack) -> Lack:
    """What the trios lack with these colours or those."""
    return (
        min(one[0], other[0]),
        min(one[1], other[1], one[0] + other[0]),
        min(one[2], other[2], one[1] + other[0], one[0] + other[1]),
    )


def _colour_lacks() -> dict[int, Lack]:
    """The lack of one colour by the counts of its codes, 4 bits each."""
    held = range(COPIES + 1)
    return {
        large | medium << 4 | small << 8: _colour_lack(large, medium, small)
        for large in held
        for medium in held
        for small in held
    }


COLOUR_LACKS = _colour_lacks()
COLOUR_CLASSES = sorted(set(COLOUR_LACKS.values()))
PAIR_CLASSES = sorted({_least_lack(one, two) for one in COLOUR_CLASSES for two in COLOUR_CLASSES})
# Tables for three steps: from the counts of a colour to its class, from the classes of two colours
# to that of the pair, and from the classes of both pairs to the pieces that three trios lack.
COLOUR_CLASS = [
    COLOUR_CLASSES.index(COLOUR_LACKS[counts]) if counts in COLOUR_LACKS else 0
    for counts in range(1 << 12)
]
PAIR_CLASS = [
    PAIR_CLASSES.index(_least_lack(one, two)) for one in COLOUR_CLASSES for two in COLOUR_CLASSES
]
LACKING_PIECES = [_least_lack(one, two)[2] for one in PAIR_CLASSES for two in PAIR_CLASSES]
COLOUR_COUNT, PAIR_COUNT = len(COLOUR_CLASSES), len(PAIR_CLASSES)
KNOWN_CODES = sum(1 << code for code in CODE_NAMES)

if not cython.compiled:
    from ludarium.core.bits import lowest_bit


@cython.final
@cython.cclass
class TrioProgress:
    """The hand of a seat as a count of pieces for each code, 4 bits each."""

    def __init__(self) -> None:
        self.counts = 0

    def read_hand(self, board: PyramidsPosition, seat: int) -> None:
        """Copy the hand of a seat."""
        self.counts = board.hands[seat]

    def add_pieces(self, code: int, by: int) -> None:
        """Add pieces of a code; a negative number removes them."""
        wide = by
        self.counts += wide << 4 * code

    def lacking_pieces(self, board: PyramidsPosition, seat: int) -> int:
        """Copy the hand of a seat and return the pieces that it lacks for three trios."""
        self.counts = board.hands[seat]
        return self.missing_pieces()

    def missing_pieces(self) -> int:
        """The fewest pieces that this hand lacks for three trios."""
        low = COLOUR_COUNT * COLOUR_CLASS[self.counts & 0xFFF]
        low = PAIR_CLASS[low + COLOUR_CLASS[self.counts >> 16 & 0xFFF]]
        high = COLOUR_COUNT * COLOUR_CLASS[self.counts >> 32 & 0xFFF]
        high = PAIR_CLASS[high + COLOUR_CLASS[self.counts >> 48 & 0xFFF]]
        return LACKING_PIECES[PAIR_COUNT * low + high]

    def held_codes(self) -> int:
        """The codes in the hand, as a bit mask."""
        found = 0
        rest = self.counts
        wide = 15
        while rest:
            code = lowest_bit(rest) >> 2
            found |= 1 << code
            rest &= ~(wide << 4 * code)
        return found

    def spare_codes(self) -> int:
        """The codes of which one piece is not needed for the trios, as a bit mask."""
        found = 0
        now = self.missing_pieces()
        codes = self.held_codes()
        while codes:
            code = lowest_bit(codes)
            codes &= codes - 1
            self.add_pieces(code, -1)
            if self.missing_pieces() == now:
                found |= 1 << code
            self.add_pieces(code, 1)
        return found

    def needed_codes(self) -> int:
        """The codes of which one more piece is progress, as a bit mask."""
        found = 0
        now = self.missing_pieces()
        codes = KNOWN_CODES
        while codes:
            code = lowest_bit(codes)
            codes &= codes - 1
            self.add_pieces(code, 1)
            if self.missing_pieces() < now:
                found |= 1 << code
            self.add_pieces(code, -1)
        return found
