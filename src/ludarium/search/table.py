"""The transposition table: search results of positions, by their keys."""

from __future__ import annotations

import mmap

import cython

if not cython.compiled:
    from ludarium.core.bits import prefetch
    from ludarium.core.constants import DECIDED_SCORE
    from ludarium.search.bounds import (
        AGE_MASK,
        AGE_SHIFT,
        BOUND_MASK,
        DEPTH_SHIFT,
        EXACT,
        LOWER_BOUND,
        MOVE_SHIFT,
        SCORE_INFINITY,
        UPPER_BOUND,
        VALUE_SHIFT,
    )

BUCKET_SLOTS = 4
WORD_BYTES = 8
ZEROED_BYTES = 1 << 14  # a divisor of the smallest table


@cython.final
@cython.cclass
class TranspositionTable:
    """A fixed number of 16-byte slots in buckets of four; deep and recent results stay.

    A slot holds a check and an entry (see `bounds`). The check is the key XORed with the
    entry. So a slot that two threads wrote at the same time matches no key.
    """

    def __init__(self, mebibytes: int) -> None:
        slots = 1 << max((mebibytes << 16).bit_length() - 1, 10)
        self.mask = slots // BUCKET_SLOTS - 1
        self.generation = 0
        self.words = map_zero_words(2 * slots)

    def size_bytes(self) -> int:
        """Memory in bytes: the size asked for, rounded down to a power of two."""
        return 8 * len(self.words)

    def clear(self) -> None:
        """Remove all entries."""
        self.generation = 0
        for i in range(len(self.words)):
            self.words[i] = 0

    def start_generation(self) -> None:
        """Start a new search: older entries are replaced first from now on."""
        self.generation = self.generation + 1 & AGE_MASK

    def prefetch_bucket(self, key: int) -> None:
        """Prefetch the bucket of a position, so that it is in the cache when it is read."""
        prefetch(self.words, (key & self.mask) * 2 * BUCKET_SLOTS)

    def find_slot(self, key: int) -> int:
        """The slot of a position, -1 if it has no entry."""
        slot = (key & self.mask) * 2 * BUCKET_SLOTS
        for i in range(slot, slot + 2 * BUCKET_SLOTS, 2):
            if self.words[i] ^ self.words[i + 1] == key and self.words[i + 1]:
                return i
        return -1

    def entry_at(self, slot: int) -> int:
        """The entry in a slot."""
        return self.words[slot + 1]

    def get_entry(self, key: int) -> int:
        """The entry of a position, 0 if it has none."""
        slot = self.find_slot(key)
        return 0 if slot < 0 else self.words[slot + 1]

    def put_entry(self, key: int, move: int, value: int, depth: int, bound: int) -> None:
        """Store a result. A much deeper result of this search for the same position is kept."""
        slot = self.find_slot(key)
        if slot < 0:
            slot = self.cheapest_slot(key)
        else:
            old = self.words[slot + 1]
            is_recent = old >> AGE_SHIFT & AGE_MASK == self.generation
            if is_recent and old >> DEPTH_SHIFT & 255 > depth + 2 and bound != EXACT:
                return
        wide_value = value + SCORE_INFINITY  # never negative, and 64 bits wide in C
        word = move << MOVE_SHIFT | wide_value << VALUE_SHIFT | depth << DEPTH_SHIFT
        word |= self.generation << AGE_SHIFT | bound
        self.words[slot] = key ^ word
        self.words[slot + 1] = word

    def cheapest_slot(self, key: int) -> int:
        """The slot of a bucket to replace: an empty, old or shallow one."""
        slot = (key & self.mask) * 2 * BUCKET_SLOTS
        best = slot
        least_value = 1 << 20
        for i in range(slot, slot + 2 * BUCKET_SLOTS, 2):
            word = self.words[i + 1]
            if word == 0:
                return i
            generations = self.generation - (word >> AGE_SHIFT & AGE_MASK) & AGE_MASK
            keep_value = (word >> DEPTH_SHIFT & 255) - 8 * generations
            if keep_value < least_value:
                least_value = keep_value
                best = i
        return best


def map_zero_words(count: int) -> memoryview:
    """Map memory for a table: a bucket in one line of the cache, on large pages where there are."""
    size = WORD_BYTES * count
    if hasattr(mmap, "MAP_PRIVATE"):
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    else:
        memory = mmap.mmap(-1, size)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    # Written to: a search must not wait for memory that the system only promised.
    chunk = bytes(ZEROED_BYTES)
    for _ in range(0, size, ZEROED_BYTES):
        memory.write(chunk)
    return memoryview(memory).cast("Q")


def value_from_table(entry: int, ply: int) -> int:
    """The value of an entry, with wins counted from a root `ply` plies above."""
    value = (entry >> VALUE_SHIFT & 65535) - SCORE_INFINITY
    if value > DECIDED_SCORE:
        return value - ply
    if value < -DECIDED_SCORE:
        return value + ply
    return value


def value_to_table(value: int, ply: int) -> int:
    """A value with wins counted from the position itself, as the table stores it."""
    if value > DECIDED_SCORE:
        return value + ply
    if value < -DECIDED_SCORE:
        return value - ply
    return value


def static_from_entry(entry: int, value: int, static: int) -> int:
    """The value of an entry in place of a static evaluation, if its bound says more."""
    bound = entry & BOUND_MASK
    if value > DECIDED_SCORE or value < -DECIDED_SCORE:
        return static
    if value > static:
        return static if bound == UPPER_BOUND else value
    return static if bound == LOWER_BOUND else value


def entry_cuts_off(entry: int, value: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether a table entry settles the window, so that no search is needed."""
    bound = entry & BOUND_MASK
    entry_depth = entry >> DEPTH_SHIFT & 255
    if value > DECIDED_SCORE or value < -DECIDED_SCORE:
        entry_depth = 255  # a win or a loss holds at any depth
    if entry_depth < depth:
        return False
    if value >= beta:
        return bound != UPPER_BOUND
    if value <= alpha:
        return bound != LOWER_BOUND
    return bound == EXACT
