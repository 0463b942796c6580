"""The constants of a .pxd equal those of the .py beside it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import ludarium

PACKAGE = Path(ludarium.__file__).parent
CONSTANT = re.compile(r"^    ([A-Z][A-Z0-9_]*) = (-?\w+)$", re.MULTILINE)
FILES = [file for file in sorted(PACKAGE.rglob("*.pxd")) if CONSTANT.search(file.read_text())]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_the_constants_agree(file: Path) -> None:
    name = ".".join(("ludarium", *file.relative_to(PACKAGE).with_suffix("").parts))
    module = import_module(name)
    for constant, value in CONSTANT.findall(file.read_text("utf-8")):
        assert getattr(module, constant) == int(value, 0), constant


def test_there_are_constants_to_compare() -> None:
    assert len(FILES) >= 2
