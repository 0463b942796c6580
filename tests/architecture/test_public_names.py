"""The public contract: the names that `ludarium` exports, and the documents that use only them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from tests.architecture import public_api

ROOT = Path(__file__).parents[2]
TEXTS = [
    ROOT / "docs" / "tutorials" / "adding-a-game.md",
    ROOT / "docs" / "reference" / "game-contract.md",
    ROOT / "examples" / "tictactoe" / "tictactoe.py",
    ROOT / "examples" / "tictactoe" / "full_contract.py",
]
PUBLIC = {"ludarium", "ludarium.agents"}
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^>>> (from ludarium.*)$", re.MULTILINE)


def python_source(file: Path) -> str:
    """The Python of a file; of a document, its import statements."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        return text
    return "\n".join([PYTHON_BLOCK.findall(text)[0], *PROMPT.findall(text)])


@pytest.mark.parametrize("name", ludarium.__all__)
def test_every_exported_name_can_be_loaded(name: str) -> None:
    assert getattr(ludarium, name) is not None


def test_an_import_of_the_package_loads_little_of_it() -> None:
    code = "import sys, ludarium; print(*(n for n in sys.modules if n.startswith('ludarium.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["ludarium.lazy_exports", "ludarium.mode"]


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_the_worked_example_imports_public_names_only(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(python_source(file))))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    used = [node for node in imports if (node.module or "").startswith("ludarium")]
    assert used
    assert {node.module for node in used} <= PUBLIC
    names = {alias.name for node in used if node.module == "ludarium" for alias in node.names}
    assert names <= set(ludarium.__all__)


def test_the_reference_of_public_names_is_made_from_their_docstrings() -> None:
    assert public_api.FILE.read_text("utf-8") == public_api.render_public_api(), "make regenerate"


def test_every_public_name_has_a_description() -> None:
    sections = re.split(r"^### ", public_api.render_public_api(), flags=re.MULTILINE)[1:]
    assert [section for section in sections if len(section.strip().splitlines()) < 3] == []
