"""The worked example without declarations: the document that builds it, and its equal."""

from __future__ import annotations

import re
from pathlib import Path

from ludarium import check_game, load

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "tictactoe" / "full_contract.py"
DOCUMENT = (ROOT / "docs" / "reference" / "game-contract.md").read_text("utf-8")


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_python_blocks_of_the_contract_are_the_example() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert lines_of("".join(blocks)) == lines_of(FILE.read_text("utf-8"))


def test_the_example_keeps_the_contract() -> None:
    assert check_game(load(f"{FILE}:TicTacToe"), playouts=5) > 30


def test_the_short_form_writes_the_same_json() -> None:
    games = [load(f"{FILE.with_name(name)}:TicTacToe") for name in (FILE.name, "tictactoe.py")]
    states = [game.initial_state() for game in games]
    for cell in (4, 0, 8, 2, 6, 1):
        assert states[0] == states[1]
        assert games[0].legal_moves(states[0]) == games[1].legal_moves(states[1])
        states = [
            game.apply_move(game_state, {"cell": cell})
            for game, game_state in zip(games, states, strict=True)
        ]
    assert states[0] == states[1]
    assert states[0]["winner"] == 1
