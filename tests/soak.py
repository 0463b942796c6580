"""Lengths of sweeps and fuzzers: short in `make test`, full with LUDARIUM_SOAK=1 (`make soak`)."""

from __future__ import annotations

import os

SOAK_VARIABLE = "LUDARIUM_SOAK"


def is_soak() -> bool:
    """Whether this run is at full length."""
    return os.environ.get(SOAK_VARIABLE) == "1"


def sweep_length(short: int, full: int) -> int:
    """The number of repetitions of a sweep; the first ones of a full sweep are the short sweep."""
    return full if is_soak() else short
