"""The transposition table: what searches found out about positions, by their keys."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from ludarium.core.bits import prefetch
    from ludarium.search.bounds import (
        AGE,
        AGES,
        DECIDED,
        DEPTH,
        EXACT,
        LIMIT,
        MOVE,
        NO_STATIC,
        VALUE,
    )

BUCKET = 4


@cython.final
@cython.cclass
class Table:
    """A fixed number of slots of 16 bytes, in buckets of four; deep and recent results stay.

    A slot is an entry (see `bounds`) and a check: the key's upper 48 bits and below them the static
    evaluation, mixed with the entry, so that a slot that two threads wrote at once fits no key.
    """

    def __init__(self, mebibytes: int) -> None:
        slots = 1 << max((mebibytes << 16).bit_length() - 1, 10)
        self.mask = slots // BUCKET - 1
        self.age = 0
        self.words = array("Q", bytes(16 * slots))

    def size(self) -> int:
        """Its memory in bytes: what was asked for, or the power of two below, and never more."""
        return 8 * len(self.words)

    def clear(self) -> None:
        """Forget everything."""
        self.age = 0
        for i in range(len(self.words)):
            self.words[i] = 0

    def grow_older(self) -> None:
        """Let what is there make room more readily: a new search begins."""
        self.age = self.age + 1 & AGES

    def expect(self, key: int) -> None:
        """Fetch the bucket of a position from slow memory, to be there when it is looked for."""
        prefetch(self.words, (key & self.mask) * 2 * BUCKET)

    def find(self, key: int) -> int:
        """Where the entry of a position is, -1 if there is none."""
        at = (key & self.mask) * 2 * BUCKET
        for i in range(at, at + 2 * BUCKET, 2):
            if (self.words[i] ^ self.words[i + 1]) >> 16 == key >> 16 and self.words[i + 1]:
                return i
        return -1

    def entry(self, at: int) -> int:
        """The entry found at a place."""
        return self.words[at + 1]

    def static(self, at: int) -> int:
        """The static evaluation kept with it, or NO_STATIC."""
        return ((self.words[at] ^ self.words[at + 1]) & 65535) - LIMIT

    def get(self, key: int) -> int:
        """The entry of a position, 0 if there is none."""
        at = self.find(key)
        return 0 if at < 0 else self.words[at + 1]

    def put(
        self, key: int, move: int, value: int, depth: int, bound: int, static: int = NO_STATIC
    ) -> None:
        """Keep what was found; of two results for one position the deeper one is worth more."""
        at = self.find(key)
        if at < 0:
            at = self.cheapest(key)
        else:
            old = self.words[at + 1]
            recent = old >> AGE & AGES == self.age
            if recent and old >> DEPTH & 255 > depth + 2 and bound != EXACT:
                return
        wide = value + LIMIT  # never negative, and in C as wide as the entry
        judged = static + LIMIT
        word = move << MOVE | wide << VALUE | depth << DEPTH | self.age << AGE | bound
        self.words[at] = (key >> 16 << 16 | judged) ^ word
        self.words[at + 1] = word

    def cheapest(self, key: int) -> int:
        """The slot of a bucket that is missed least: empty, old or shallow."""
        at = (key & self.mask) * 2 * BUCKET
        best = at
        least = 1 << 20
        for i in range(at, at + 2 * BUCKET, 2):
            word = self.words[i + 1]
            if word == 0:
                return i
            years = self.age - (word >> AGE & AGES) & AGES
            worth = (word >> DEPTH & 255) - 8 * years
            if worth < least:
                least = worth
                best = i
        return best


def from_table(entry: int, ply: int) -> int:
    """The value of an entry, its wins counted from a root that is so many plies back."""
    value = (entry >> VALUE & 65535) - LIMIT
    if value > DECIDED:
        return value - ply
    if value < -DECIDED:
        return value + ply
    return value


def to_table(value: int, ply: int) -> int:
    """A value with its wins counted from the position itself."""
    if value > DECIDED:
        return value + ply
    if value < -DECIDED:
        return value - ply
    return value
