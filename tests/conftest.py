"""Which engine a run tests: one that asks for an engine by LUDARIUM_REQUIRE gets it or fails."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import settings
from slipcover import pytest_plugin as slipcover_plugin

from ludarium import mode
from tests.soak import is_soak

# SlipCover counts lines of the modules that its finder finds. LUDARIUM_PURE puts a finder of its
# own in front, so theirs goes back to the first place.
sys.meta_path.sort(key=lambda finder: type(finder).__name__ != "SlipcoverMetaPathFinder")

# Its probes stay where they are: taking them out replaces functions and reads the variables of
# every thread in the middle of whatever runs, and saves next to nothing.
if slipcover_plugin._slipcover_instance is not None:
    slipcover_plugin._slipcover_instance.d_miss_threshold = (1 << 31) - 1

# A deadline would be a timed assertion, and interpreted runs are slow. Every run draws the same
# examples, so that none fails by chance; `make soak` draws others each time.
settings.register_profile("ludarium", deadline=None, derandomize=not is_soak())
settings.load_profile("ludarium")


def wrong_engine(required: str) -> str | None:
    """What is wrong with the engine for a run that requires this one, if anything is."""
    if required not in {"", "compiled", "interpreted"}:
        return f"LUDARIUM_REQUIRE is neither compiled nor interpreted: {required}"
    if required == "interpreted" and mode.compiled():
        return "the interpreted engine is required, but the compiled one runs: set LUDARIUM_PURE=1"
    if required == "compiled" and not mode.compiled():
        return "the compiled engine is required, but the interpreted one runs: make build"
    if required == "compiled" and mode.stale():
        return f"not compiled since they changed: {', '.join(mode.stale())}: make build"
    return None


def pytest_configure() -> None:
    if fault := wrong_engine(os.environ.get("LUDARIUM_REQUIRE", "")):
        raise pytest.UsageError(fault)


def pytest_report_header() -> str:
    return f"engine: {'compiled' if mode.compiled() else 'interpreted'}"
