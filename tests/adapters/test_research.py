"""The notebook, the how-to page and the example for researchers run."""

from __future__ import annotations

import json
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ludarium import load

ROOT = Path(__file__).parents[2]


def test_every_cell_of_the_notebook_runs() -> None:
    notebook = json.loads((ROOT / "docs/tutorials/research.ipynb").read_text("utf-8"))
    names: dict[str, object] = {"__name__": "notebook"}
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        exec(compile(cell, "notebook", "exec"), names)
    assert names["refusal"]
    assert not any(cell.get("outputs") for cell in notebook["cells"])


def test_every_block_of_the_page_about_other_libraries_runs() -> None:
    page = (ROOT / "docs/how-to/use-other-libraries.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, "page", "exec"), {"__name__": "page"})


def test_a_board_is_a_picture_and_a_text() -> None:
    game = load("caldera")
    picture = game.draw(game.initial_state())
    assert picture._repr_svg_().startswith("<svg")
    assert repr(picture) == game.render(game.initial_state())


def test_a_policy_learns_to_beat_random_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    file = ROOT / "examples/research/train_policy.py"
    spec = spec_from_file_location("train_policy", file)
    assert spec
    assert spec.loader
    example = module_from_spec(spec)
    sys.modules["train_policy"] = example
    spec.loader.exec_module(example)
    monkeypatch.setattr(example, "GAMES", 32)
    game = load("forge", "as_written")
    policy = example.train(game, updates=6, seed=1)
    assert example.score_against_random(game, policy, 60, seed=2) > 0.8
