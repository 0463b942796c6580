"""The compiled and the interpreted engine, and how a run detects its engine."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from ludarium import mode
from tests.conftest import wrong_engine


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module's .pxd, with its source and a newer extension beside it."""
    pxd = tmp_path / "rules.pxd"
    for age, file in enumerate([pxd.with_suffix(EXTENSION_SUFFIXES[0]), pxd, source(pxd)]):
        file.touch()
        os.utime(file, (1000 - age, 1000 - age))
    return pxd


def source(pxd: Path) -> Path:
    return pxd.with_suffix(".py")


def test_a_module_compiled_after_its_last_change_is_not_outdated(module: Path) -> None:
    assert not mode.outdated(module)


@pytest.mark.parametrize("suffix", [".py", ".pxd"])
def test_a_module_is_outdated_when_a_source_is_newer_than_its_extension(
    module: Path, suffix: str
) -> None:
    os.utime(module.with_suffix(suffix), (2000, 2000))
    assert mode.outdated(module)


def test_a_module_without_its_extension_is_outdated(module: Path) -> None:
    module.with_suffix(EXTENSION_SUFFIXES[0]).unlink()
    assert mode.outdated(module)


def test_a_module_that_says_so_is_not_compiled(module: Path) -> None:
    module.with_suffix(EXTENSION_SUFFIXES[0]).unlink()
    source(module).write_text('"""Bits."""\n# not compiled\n')
    assert not mode.outdated(module)


def test_declarations_without_a_module_are_not_compiled(module: Path) -> None:
    source(module).unlink()
    assert not mode.outdated(module)


def engine(pure: str) -> str:
    """The engine of a new process with this value of LUDARIUM_PURE."""
    code = "from ludarium import mode; print('compiled' if mode.compiled() else 'interpreted')"
    environment = {**os.environ, "LUDARIUM_PURE": pure}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_environment_asks_for_the_interpreted_engine() -> None:
    assert engine("1") == "interpreted"


def test_zero_asks_for_nothing() -> None:
    assert engine("0") == engine("")


def test_a_run_does_not_accept_the_other_engine() -> None:
    other = "interpreted" if mode.compiled() else "compiled"
    assert wrong_engine(other)
    assert not wrong_engine("")


def test_a_run_does_not_accept_an_unknown_engine() -> None:
    assert wrong_engine("fast")
