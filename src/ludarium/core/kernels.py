"""The inner loops of a network in plain Python; compiled code takes vectorised C from the .pxd.

They work on parts of arrays: C gets the address of the first number, Python the array and an index.
"""
# not compiled

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ludarium.core.constants import ACTIVATION_ONE

Numbers = MutableSequence[int]


def add_row(sums: Numbers, at: int, rows: Sequence[int], new: int, count: int) -> None:
    """Add a row to sums."""
    for i in range(count):
        sums[at + i] += rows[new + i]


def subtract_row(sums: Numbers, at: int, rows: Sequence[int], old: int, count: int) -> None:
    """Subtract a row from sums."""
    for i in range(count):
        sums[at + i] -= rows[old + i]


def replace_row(
    sums: Numbers, at: int, rows: Sequence[int], new: int, old: int, count: int
) -> None:
    """Add a new row to sums and subtract an old one."""
    for i in range(count):
        sums[at + i] += rows[new + i] - rows[old + i]


def sum_weighted_squares(sums: Sequence[int], at: int, weights: Sequence[int], count: int) -> int:
    """The weighted sum of squares, each number first clipped to 0 and ACTIVATION_ONE."""
    total = 0
    for i in range(count):
        active = max(0, min(sums[at + i], ACTIVATION_ONE))
        total += active * weights[i] * active
    return total
