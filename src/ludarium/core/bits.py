"""Bit operations in plain Python; compiled code takes processor instructions from the .pxd."""
# not compiled

from __future__ import annotations

from collections.abc import Sequence

MASK_64 = (1 << 64) - 1
SPLITMIX_STEP = 0x9E3779B97F4A7C15  # the step of the splitmix64 generator


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit."""
    return (bits & -bits).bit_length() - 1


def nth_bit(bits: int, number: int) -> int:
    """The index of a set bit, counted from the lowest one, which has number 0."""
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)


def count_bits(bits: int) -> int:
    """The number of set bits."""
    return bits.bit_count()


def mix_bits(value: int) -> int:
    """Mix 64 bits so that each input bit changes half of the output bits (splitmix64)."""
    value &= MASK_64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK_64
    return value ^ value >> 31


def prefetch(words: Sequence[int], at: int) -> None:
    """Prefetch a word into the cache. Interpreted code does nothing here."""
