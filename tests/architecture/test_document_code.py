"""The Python in documents runs: every block of a page, one after the other, in one program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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
