"""A small network in 16-bit integers over sparse features, updated incrementally."""

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
    from ludarium.core.constants import ACTIVATION_ONE, NO_FEATURE, ODDS_POINTS, OUTPUT_ONE
    from ludarium.core.kernels import add_row, replace_row, subtract_row, sum_weighted_squares

WEIGHTS_MAGIC = b"LUDN"
WEIGHTS_HEADER = struct.Struct("<4sHHHi")  # magic, version, inputs, hidden units, the output's bias
WEIGHTS_VERSION = 1
SEAT_VIEWS = 3  # one for each seat


class Weights(NamedTuple):
    """The weights of a network; `rows` holds the hidden units of every feature in turn.

    Hidden values are fractions of ACTIVATION_ONE, output weights fractions of OUTPUT_ONE.
    """

    inputs: int
    hidden: int
    rows: array[int]
    bias: array[int]
    out: array[int]
    out_bias: int


class BadWeights(ValueError):
    """A weights file that cannot be used."""


def pack_weights(weights: Weights) -> bytes:
    """The bytes of a weights file."""
    parts = [weights.rows, weights.bias, weights.out]
    header = WEIGHTS_HEADER.pack(
        WEIGHTS_MAGIC, WEIGHTS_VERSION, weights.inputs, weights.hidden, weights.out_bias
    )
    return header + b"".join(_little_endian(part).tobytes() for part in parts)


def unpack_weights(packed: bytes) -> Weights:
    """The weights in the bytes of a file; BadWeights if they cannot be used."""
    if len(packed) < WEIGHTS_HEADER.size or len(packed) % 2:
        raise BadWeights("too short")
    magic, version, inputs, hidden, out_bias = WEIGHTS_HEADER.unpack_from(packed)
    if magic != WEIGHTS_MAGIC or version != WEIGHTS_VERSION:
        raise BadWeights("not a file of weights, or of another version")
    numbers = array("h")
    numbers.frombytes(packed[WEIGHTS_HEADER.size :])
    numbers = _little_endian(numbers)
    if len(numbers) != inputs * hidden + 2 * hidden:
        raise BadWeights("the length does not fit")
    rows, bias = numbers[: inputs * hidden], numbers[inputs * hidden : -hidden]
    out = numbers[-hidden:]
    if (
        not out
        or sum(map(abs, out)) * ACTIVATION_ONE * ACTIVATION_ONE >= 1 << 31
        or max(map(abs, out)) > 127
    ):
        raise BadWeights("the output could overflow")
    return Weights(inputs, hidden, rows, bias, out, out_bias)


@lru_cache(maxsize=16)
def read_weights(path: Path) -> Weights | None:
    """The weights of a file, cached; None if there is no such file."""
    return unpack_weights(path.read_bytes()) if path.is_file() else None


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


@cython.final
@cython.cclass
class Network:
    """The hidden sums of each seat's view, updated from one position to the next."""

    def __init__(self, weights: Weights, slots: int) -> None:
        self.hidden = weights.hidden
        self.slots = slots
        self.rows = weights.rows
        self.out = weights.out
        self.out_bias = weights.out_bias
        self.sums = weights.bias * SEAT_VIEWS
        self.seen = array("h", [NO_FEATURE]) * (SEAT_VIEWS * slots)  # the features in the sums

    def score_features(self, view: int, features: MutableSequence[int]) -> int:
        """The score of the features of one seat's view."""
        for slot in range(self.slots):
            now = features[slot]
            before = self.seen[view * self.slots + slot]
            if now != before:
                self.seen[view * self.slots + slot] = now
                self.replace_feature(view * self.hidden, before, now)
        return self.compute_output(view * self.hidden)

    def replace_feature(self, at: int, before: int, now: int) -> None:
        """Replace a feature in the sums by another; either may be NO_FEATURE."""
        old = before * self.hidden
        new = now * self.hidden
        if before == NO_FEATURE:
            add_row(self.sums, at, self.rows, new, self.hidden)
        elif now == NO_FEATURE:
            subtract_row(self.sums, at, self.rows, old, self.hidden)
        else:
            replace_row(self.sums, at, self.rows, new, old, self.hidden)

    def compute_output(self, at: int) -> int:
        """The score of the hidden sums."""
        total = sum_weighted_squares(self.sums, at, self.out, self.hidden)
        # C rounds towards zero and Python down, so both divide positive numbers only.
        value = total // ACTIVATION_ONE if total > 0 else -(-total // ACTIVATION_ONE)
        value = (value + self.out_bias) * ODDS_POINTS
        one = ACTIVATION_ONE * OUTPUT_ONE
        return value // one if value > 0 else -(-value // one)
