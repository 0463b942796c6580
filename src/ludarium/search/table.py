"""The transposition table: what a search found out about positions, by their keys."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from ludarium.search.bounds import DEPTH, LIMIT, MOVE, VALUE


@cython.final
@cython.cclass
class Table:
    """A fixed number of slots in 16 bytes each; deeper results stay, others make room.

    An entry packs the move in 32 bits, the value in 16, the depth in 8 and the kind of bound.
    """

    def __init__(self, mebibytes: int) -> None:
        slots = 1 << max((mebibytes << 16).bit_length() - 1, 10)
        self.mask = slots - 1
        self.keys = array("Q", bytes(8 * slots))
        self.entries = array("Q", bytes(8 * slots))

    def get(self, key: int) -> int:
        """The entry of a position, 0 if there is none."""
        slot = key & self.mask
        return self.entries[slot] if self.keys[slot] == key else 0

    def put(self, key: int, move: int, value: int, depth: int, bound: int) -> None:
        """Keep what was found; of two results for one position the deeper one is worth more."""
        slot = key & self.mask
        if self.keys[slot] == key and self.entries[slot] >> DEPTH & 255 > depth:
            return
        wide = value + LIMIT  # never negative, and in C as wide as the entry
        self.keys[slot] = key
        self.entries[slot] = move << MOVE | wide << VALUE | depth << DEPTH | bound
