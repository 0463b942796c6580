"""Zobrist numbers: 64-bit random numbers for keys, the same on every machine."""

from __future__ import annotations

from ludarium.core.bits import SPLITMIX_STEP, mix_bits


def zobrist_numbers(seed: int, count: int) -> list[int]:
    """`count` numbers of the splitmix64 generator; every seed is good."""
    return [mix_bits(seed + i * SPLITMIX_STEP) for i in range(1, count + 1)]
