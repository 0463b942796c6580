"""The inner loops of a network in plain Python; compiled code takes the C of kernels.h.

They work on parts of arrays: C gets the address of the first number, Python the array and an index.
"""
# not compiled

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from ludarium.core.constants import ACTIVATION_ONE

Numbers: TypeAlias = "MutableSequence[int] | memoryview[int]"


def widest_vectors() -> int:
    """The widest vectors of the processor in VECTOR_PATHS; interpreted code has none."""
    return 0


def update_and_sum(
    vectors: int,
    sums: Numbers,
    at: int,
    seen: Numbers,
    seen_at: int,
    features: Sequence[int],
    first: int,
    slots: int,
    rows: Sequence[int],
    out: Sequence[int],
    count: int,
) -> int:
    """Replace the features seen by the given ones, in the sums too; the weighted sum of squares.

    Each sum is first clipped to 0 and ACTIVATION_ONE. `vectors` matters to compiled code only.
    """
    for slot in range(slots):
        before, now = seen[seen_at + slot], features[first + slot]
        if before == now:
            continue
        seen[seen_at + slot] = now
        for i in range(count):
            if now >= 0:
                sums[at + i] += rows[now * count + i]
            if before >= 0:
                sums[at + i] -= rows[before * count + i]
    total = 0
    for i in range(count):
        active = max(0, min(sums[at + i], ACTIVATION_ONE))
        total += active * out[i] * active
    return total
