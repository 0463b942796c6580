"""Pyramids: the features of a position between single moves, for batches."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.position import Position
from ludarium.core.scene import cell_name
from ludarium.games.pyramids.board import CODE_NAMES, SIZE
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.constants import NO_FEATURE
    from ludarium.games.pyramids.board import CELLS, CODE_MASK, HAND_CODES, PIECES, SIZE_MASK
    from ludarium.games.pyramids.rules import BIT_COUNT

# By cell: the top three pieces, the height and a cap. By seat and code: the pieces in the hand.
TOPS_AT, TOP_LEVELS, CODE_COUNT = 0, 3, 12
HEIGHTS_AT, HEIGHT_BUCKETS = 900, 6
CAPS_AT = 1050
HANDS_AT, HAND_BUCKETS = 1075, 4
POWER_USED_AT = 1219
QUIET_AT, COUNTER_BUCKETS = 1220, 6  # quiet caps left in this turn
BARREN_AT = 1226  # barren turns left
INPUTS = 1232
HAND_OWNERS = ("own", "next seat", "seat after next")
SLOTS = 164  # five of each cell, 36 of the hands, three counters


@cython.final
@cython.cclass
class PyramidsObserver(Evaluator):
    """Fills features of a `PyramidsPosition`; the evaluator knows whole turns only."""

    position_class = PyramidsPosition

    def __init__(self) -> None:
        super().__init__(INPUTS, SLOTS)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(PyramidsPosition, position), seat, out)

    def fill_slots(self, position: PyramidsPosition, seat: int, out: Features) -> None:
        one = 1  # unsigned in C
        for cell in range(CELLS):
            height = position.height[cell]
            for level in range(TOP_LEVELS):
                at = NO_FEATURE
                if level < height:
                    code = position.piece[PIECES * cell + height - 1 - level] & CODE_MASK
                    at = CODE_COUNT * (TOP_LEVELS * cell + level) + 3 * (code >> 2)
                    at += code & SIZE_MASK
                out[5 * cell + level] = at
            bucket = min(height, HEIGHT_BUCKETS - 1)
            out[5 * cell + 3] = HEIGHTS_AT + HEIGHT_BUCKETS * cell + bucket
            out[5 * cell + 4] = CAPS_AT + cell if position.caps & one << cell else NO_FEATURE
        slot = 5 * CELLS
        for turn in range(3):
            for code in range(HAND_CODES):
                if code & SIZE_MASK == SIZE_MASK:
                    continue
                count = 0
                if turn < position.seats:
                    owner = (seat + turn) % position.seats
                    count = min(BIT_COUNT[position.held[HAND_CODES * owner + code]], HAND_BUCKETS)
                at = CODE_COUNT * turn + 3 * (code >> 2) + (code & SIZE_MASK)
                out[slot] = HANDS_AT + HAND_BUCKETS * at + count - 1 if count else NO_FEATURE
                slot += 1
        out[slot] = POWER_USED_AT if position.power_used else NO_FEATURE
        out[slot + 1] = QUIET_AT + self.counter_bucket(position.quiet_limit - position.quiet)
        out[slot + 2] = BARREN_AT + self.counter_bucket(position.barren_limit - position.barren)

    def feature_names(self) -> list[str]:
        left = ("0", "1", "2 to 3", "4 to 7", "8 to 15", "16 or more")
        return [
            *stack_feature_names(HEIGHT_BUCKETS - 1),
            *(f"{cell}: a cap" for cell in cell_names()),
            *hand_feature_names(),
            "a power was used in this turn",
            *(f"cap moves without an eruption left: {count}" for count in left),
            *(f"barren turns left: {count}" for count in left),
        ]

    def counter_bucket(self, left: int) -> int:
        """The bucket of what a counter has left: 0, 1, 2-3, 4-7, 8-15 or more."""
        bucket = 0
        while left > 0 and bucket < COUNTER_BUCKETS - 1:
            left >>= 1
            bucket += 1
        return bucket


def cell_names() -> list[str]:
    """The names of the cells, in their order."""
    return [cell_name(*divmod(cell, SIZE), SIZE) for cell in range(25)]


def stack_feature_names(last_height: int) -> list[str]:
    """The names of features by cell: its top pieces, then its height."""
    places = ("on top", "second from the top", "third from the top")
    heights = [*map(str, range(last_height)), f"{last_height} or more"]
    codes = list(CODE_NAMES.values())
    return [
        *(f"{cell}: {code} {place}" for cell in cell_names() for place in places for code in codes),
        *(f"{cell}: height {height}" for cell in cell_names() for height in heights),
    ]


def hand_feature_names() -> list[str]:
    """The names of features by the seat that holds pieces, code and count."""
    return [
        f"hand of {owner}: {code}, {count}"
        for owner in HAND_OWNERS
        for code in CODE_NAMES.values()
        for count in ("1", "2", "3", "4 or more")
    ]
