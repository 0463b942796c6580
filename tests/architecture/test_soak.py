"""Sweeps are short in `make test` and have their full length in `make soak`."""

from __future__ import annotations

import pytest

from tests.soak import SOAK_VARIABLE, sweep_length


@pytest.mark.parametrize(("setting", "length"), [("", 10), ("0", 10), ("1", 2000)])
def test_a_sweep_has_its_full_length_only_in_a_soak(
    setting: str, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SOAK_VARIABLE, setting)
    assert sweep_length(10, 2000) == length
