"""Bit tricks in plain Python; compiled code takes the processor's own from the .pxd."""
# not compiled

from __future__ import annotations

from collections.abc import Sequence

MASK = (1 << 64) - 1
SPLITMIX_STEP = 0x9E3779B97F4A7C15  # the step of the splitmix64 generator


def lowest(bits: int) -> int:
    """The index of the lowest set bit."""
    return (bits & -bits).bit_length() - 1


def population(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def mixed(value: int) -> int:
    """64 bits stirred so that every bit of the value moves half of the result (splitmix64)."""
    value &= MASK
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def prefetch(words: Sequence[int], at: int) -> None:
    """Tell the processor that a word will be wanted soon; Python has no such thing."""
