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

from ludarium.core.errors import LudariumError

if not cython.compiled:
    from ludarium.core.constants import ACTIVATION_ONE, NO_FEATURE, ODDS_POINTS, OUTPUT_ONE
    from ludarium.core.kernels import update_and_sum, widest_vectors

WEIGHTS_MAGIC = b"LUDN"
WEIGHTS_HEADER = struct.Struct("<4sHHHi")  # magic, version, inputs, hidden units, the output's bias
WEIGHTS_VERSION = 1
SEAT_VIEWS = 3  # one for each seat
MOST_HIDDEN = 1024  # with more units a 32-bit lane of the output's sum could overflow
LARGEST_OUT = 127  # an output weight; times ACTIVATION_ONE it still has 16 bits
CACHE_LINE_BYTES = 64
VECTOR_PATHS = ("plain", "SSE2", "AVX2", "AVX-512")


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


class BadWeights(LudariumError):
    """A weights file that cannot be used, damaged or of other features."""

    def __init__(self, reason: str) -> None:
        super().__init__("bad_weights", f"The weights of a network cannot be used: {reason}.")


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
    if not 0 < hidden <= MOST_HIDDEN or max(map(abs, out)) > LARGEST_OUT:
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


def align_numbers(numbers: array[int]) -> memoryview[int]:
    """A copy that starts at a cache line, because wide vectors are slow across two lines."""
    room = array("h", bytes(2 * len(numbers) + CACHE_LINE_BYTES))
    first = -room.buffer_info()[0] % CACHE_LINE_BYTES // 2
    aligned = memoryview(room)[first : first + len(numbers)]
    aligned[:] = memoryview(numbers)
    return aligned


@cython.final
@cython.cclass
class Network:
    """The hidden sums of each seat's view, updated from one position to the next.

    `vectors`, an index of VECTOR_PATHS, is by default the widest that the processor has.
    """

    def __init__(self, weights: Weights, slots: int, vectors: int | None = None) -> None:
        widest = widest_vectors()
        self.vectors = widest if vectors is None else min(vectors, widest)
        self.hidden = weights.hidden
        self.slots = slots
        self.rows = align_numbers(weights.rows)
        self.out = align_numbers(weights.out)
        self.out_bias = weights.out_bias
        self.sums = align_numbers(weights.bias * SEAT_VIEWS)
        self.seen = array("h", [NO_FEATURE]) * (SEAT_VIEWS * slots)  # the features in the sums

    def score_features(self, view: int, features: MutableSequence[int]) -> int:
        """The score of the features of one seat's view."""
        return self.score_slots(view, features, 0)

    def score_slots(self, view: int, features: MutableSequence[int], first: int) -> int:
        """As `score_features`, with the features from `first` on."""
        total = update_and_sum(
            self.vectors,
            self.sums,
            view * self.hidden,
            self.seen,
            view * self.slots,
            features,
            first,
            self.slots,
            self.rows,
            self.out,
            self.hidden,
        )
        # C rounds towards zero and Python down, so both divide positive numbers only.
        value = total // ACTIVATION_ONE if total > 0 else -(-total // ACTIVATION_ONE)
        value = (value + self.out_bias) * ODDS_POINTS
        one = ACTIVATION_ONE * OUTPUT_ONE
        return value // one if value > 0 else -(-value // one)

    def score_rows(self, features: MutableSequence[int], scores: MutableSequence[int]) -> None:
        """Score rows of features one after the other, all as the first seat sees them."""
        count = len(scores)
        with cython.nogil:
            for row in range(count):
                scores[row] = self.score_slots(0, features, row * self.slots)
