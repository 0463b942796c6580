"""Random-looking 64-bit numbers for keys, the same on every machine."""

from __future__ import annotations

from ludarium.core.bits import mixed


def numbers(seed: int, count: int) -> list[int]:
    """`count` numbers of the splitmix64 generator, which any seed starts well."""
    return [mixed(seed + i * 0x9E3779B97F4A7C15) for i in range(1, count + 1)]
