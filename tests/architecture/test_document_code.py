"""The Python in documents runs: every block of a page, one after the other, in one program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium import load

ROOT = Path(__file__).parents[2]
EXAMPLES = ("crossfire/crossfire.py:Crossfire", "tictactoe/tictactoe.py:TicTacToe")
SKETCH = re.compile(r"^```py\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = {
    "README.md",
    "docs/how-to/analyse-a-game.md",
    "docs/how-to/cookbook.md",
    "docs/how-to/play-many-games.md",
    "docs/reference/agent-protocol.md",
    "docs/tutorials/first-bot.md",
}
# Their blocks are parts of example files, or need other libraries: tests of their own run them.
TESTED_ELSEWHERE = {
    "docs/how-to/use-other-libraries.md": "tests/adapters/test_research.py",
    "docs/reference/game-contract.md": "tests/games/test_full_contract.py",
    "docs/tutorials/adding-a-game.md": "tests/games/test_tictactoe.py",
}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_the_python_of_a_page_runs(page: str) -> None:
    blocks = BLOCK.findall((ROOT / page).read_text("utf-8"))
    assert blocks
    # A bot of a page ends with its input, which is empty.
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(blocks)],
        cwd=ROOT,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_no_page_with_python_is_forgotten() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    written = {
        page.relative_to(ROOT).as_posix() for page in pages if BLOCK.search(page.read_text("utf-8"))
    }
    assert written == PAGES | TESTED_ELSEWHERE.keys()
    for page, test in TESTED_ELSEWHERE.items():
        assert Path(page).name in (ROOT / test).read_text("utf-8")


def run_sketches(page: str) -> dict[str, Any]:
    """The names that the sketches of a page define, beside those of the examples.

    An indented sketch is a part of a class; `...` stands for what the reader knows already.
    """
    names: dict[str, Any] = {"msgspec": msgspec}
    names.update((name, getattr(ludarium, name)) for name in ludarium.__all__)
    for example in reversed(EXAMPLES):  # the names of Crossfire hide those of the smaller example
        names |= vars(sys.modules[type(load(f"{ROOT}/examples/{example}")).__module__])
    sketches = SKETCH.findall((ROOT / page).read_text("utf-8"))
    assert sketches
    for sketch in sketches:
        inner = sketch.startswith(" ")
        exec(
            f"class Sketch(Crossfire):\n{indent(dedent(sketch), '    ')}" if inner else sketch,
            names,
        )
    return names


def test_the_sketches_of_the_tutorial_work() -> None:
    names = run_sketches("docs/tutorials/adding-a-game.md")
    drops, lions = names["DropPosition"](), names["LionsPosition"]()
    assert len(list(drops.list_moves())) == 3 * names["BOARD"].cells
    lions.capture(3)
    fields = names["LionsPosition"].declared_fields
    placed = {token.id: (token.at, token.seat) for token in fields["at"].draw_tokens("at", lions)}
    assert placed["at3"] == ("forest:3", 0)
    assert names["DROP"].path(names["DROP"].pack(3, 0), 1)[0] == "sky:3"
    sketch = names["Sketch"]()
    assert sketch.scene(sketch.new()).cells[0].mark == "goal"
    assert "limit" in names["Tall"].options


def test_the_sketches_of_the_contract_work() -> None:
    names = run_sketches("docs/reference/game-contract.md")
    strong = names["StrongCrossfire"]()
    assert strong.evaluator().by_hand(strong.new(), 0) == 0
    assert names["Sketch"]().measure_move(strong.new(), 4) == {"middle": 1}
