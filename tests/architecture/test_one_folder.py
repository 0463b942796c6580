"""A new game is one folder in the package; no other file changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import ludarium

# An editable install looks for the package in the checkout, whatever the path says.
START = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "_editable_" not in type(f).__module__]
from ludarium.cli import main
main()
"""
EXAMPLE = Path(__file__).parents[2] / "examples" / "tictactoe" / "tictactoe.py"


def run(package: Path, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(package), "LUDARIUM_PURE": "1"}
    command = [sys.executable, "-c", START, *arguments]
    done = subprocess.run(
        command, env=environment, cwd=package, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_folder_in_games_is_a_game(tmp_path: Path) -> None:
    source = Path(ludarium.__file__).parent
    shutil.copytree(source, tmp_path / "ludarium", ignore=shutil.ignore_patterns("*.so"))
    folder = tmp_path / "ludarium" / "games" / "tictactoe"
    folder.mkdir()
    (folder / "__init__.py").write_text(EXAMPLE.read_text("utf-8") + "\n\nGAME = TicTacToe\n")
    (folder / "rules.md").write_text("# Tic-tac-toe\n\nThree in a row win.\n")
    assert "tictactoe" in run(tmp_path, "games")
    assert "Three in a row win" in run(tmp_path, "rules", "tictactoe")
    assert "504" in run(tmp_path, "perft", "tictactoe", "--depth", "3")
    assert "keeps the contract" in run(tmp_path, "check-game", "tictactoe", "--playouts", "1")
    assert "is a draw" in run(tmp_path, "solve", "tictactoe").lower()


def test_no_package_takes_the_name_of_what_is_exported() -> None:
    """Importing it would replace the function; `games` alone is both, on purpose."""
    inside = {path.stem for path in Path(ludarium.__file__).parent.iterdir()}
    assert set(ludarium.__all__) & inside == {"games"}
