"""Quantisation: converts the real numbers of a trained network to the engine's integers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ludarium.core.constants import ACTIVATION_ONE, OUTPUT_ONE
from ludarium.core.network import LARGEST_OUT, MOST_HIDDEN, Weights

LARGEST_INT16 = 32_767  # of 16 bits


def row_limit(slots: int) -> float:
    """How large a weight of the first layer may be so that no sum of all slots overflows."""
    return LARGEST_INT16 // (slots + 1) / ACTIVATION_ONE


def quantise(
    rows: Sequence[Sequence[float]],
    bias: Sequence[float],
    out: Sequence[float],
    out_bias: float,
    slots: int,
) -> Weights:
    """The weights in integers, cut off where they would not fit."""
    if len(bias) > MOST_HIDDEN:
        raise ValueError(f"more than {MOST_HIDDEN} hidden units")
    limit = LARGEST_INT16 // (slots + 1)
    flat = array("h")
    for row in rows:
        flat.extend(_rounded(row, ACTIVATION_ONE, limit))
    return Weights(
        len(rows),
        len(bias),
        flat,
        array("h", _rounded(bias, ACTIVATION_ONE, limit)),
        array("h", _rounded(out, OUTPUT_ONE, LARGEST_OUT)),
        round(out_bias * ACTIVATION_ONE * OUTPUT_ONE),
    )


def _rounded(numbers: Sequence[float], unit: int, limit: int) -> list[int]:
    return [max(-limit, min(round(number * unit), limit)) for number in numbers]
