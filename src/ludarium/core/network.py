"""A small network in 16-bit integers over sparse features, kept up as they change."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import MutableSequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cython

if not cython.compiled:
    from ludarium.core.constants import CEILING, NO_FEATURE, ODDS, ONE_OUT
    from ludarium.core.kernels import add_row, squares, swap_rows, take_row

MAGIC = b"LUDN"
HEADER = struct.Struct("<4sHHHi")  # magic, version, inputs, hidden units, the output's bias
VERSION = 1
VIEWS = 3  # one for each seat


class Weights(NamedTuple):
    """What training found: `rows` holds the hidden units of every feature, one after another.

    Hidden values are fractions of CEILING, the output's weights fractions of ONE_OUT.
    """

    inputs: int
    hidden: int
    rows: array[int]
    bias: array[int]
    out: array[int]
    out_bias: int


class BadWeights(ValueError):
    """A file of weights that is not one."""


def pack(weights: Weights) -> bytes:
    """The weights as a file."""
    parts = [weights.rows, weights.bias, weights.out]
    header = HEADER.pack(MAGIC, VERSION, weights.inputs, weights.hidden, weights.out_bias)
    return header + b"".join(_little(part).tobytes() for part in parts)


def unpack(packed: bytes) -> Weights:
    """The weights of a file, or BadWeights."""
    if len(packed) < HEADER.size or len(packed) % 2:
        raise BadWeights("too short")
    magic, version, inputs, hidden, out_bias = HEADER.unpack_from(packed)
    if magic != MAGIC or version != VERSION:
        raise BadWeights("not a file of weights, or of another version")
    numbers = array("h")
    numbers.frombytes(packed[HEADER.size :])
    numbers = _little(numbers)
    if len(numbers) != inputs * hidden + 2 * hidden:
        raise BadWeights("the length does not fit")
    rows, bias = numbers[: inputs * hidden], numbers[inputs * hidden : -hidden]
    out = numbers[-hidden:]
    if not out or sum(map(abs, out)) * CEILING * CEILING >= 1 << 31 or max(map(abs, out)) > 127:
        raise BadWeights("the output could overflow")
    return Weights(inputs, hidden, rows, bias, out, out_bias)


@lru_cache(maxsize=16)
def read(path: Path) -> Weights | None:
    """The weights of a file, kept for the next one who asks; None if there is no such file."""
    return unpack(path.read_bytes()) if path.is_file() else None


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


@cython.final
@cython.cclass
class Network:
    """Sums of hidden units for each seat's view, kept up from one position to the next."""

    def __init__(self, weights: Weights, slots: int) -> None:
        self.hidden = weights.hidden
        self.slots = slots
        self.rows = weights.rows
        self.out = weights.out
        self.out_bias = weights.out_bias
        self.sums = weights.bias * VIEWS
        self.seen = array("h", [NO_FEATURE]) * (VIEWS * slots)  # what the sums stand for

    def value(self, view: int, features: MutableSequence[int]) -> int:
        """The score of the features, as one seat sees them."""
        for slot in range(self.slots):
            now = features[slot]
            before = self.seen[view * self.slots + slot]
            if now != before:
                self.seen[view * self.slots + slot] = now
                self.replace(view * self.hidden, before, now)
        return self.output(view * self.hidden)

    def replace(self, at: int, before: int, now: int) -> None:
        """Take one feature out of the sums and put another in; either may be NO_FEATURE."""
        old = before * self.hidden
        new = now * self.hidden
        if before == NO_FEATURE:
            add_row(self.sums, at, self.rows, new, self.hidden)
        elif now == NO_FEATURE:
            take_row(self.sums, at, self.rows, old, self.hidden)
        else:
            swap_rows(self.sums, at, self.rows, new, old, self.hidden)

    def output(self, at: int) -> int:
        """The score that the sums stand for."""
        total = squares(self.sums, at, self.out, self.hidden)
        # C cuts fractions off towards zero, so both modes divide positive numbers.
        value = total // CEILING if total > 0 else -(-total // CEILING)
        value = (value + self.out_bias) * ODDS
        one = CEILING * ONE_OUT
        return value // one if value > 0 else -(-value // one)
