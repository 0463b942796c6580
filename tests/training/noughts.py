"""A game small enough to train on in a test: tic-tac-toe with an evaluator, as a third party's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.registry import find_game

ROOT = Path(__file__).parents[2]
TicTacToe: Any = find_game(f"{ROOT / 'examples/tictactoe/full_contract.py'}:TicTacToe")
NOUGHTS = f"{__file__}:Noughts"
CELLS = 9
MARKS = ("X", "O")
# Cell by cell, where a quarter turn of the board takes it from.
TURNED = [6, 3, 0, 7, 4, 1, 8, 5, 2]


class NoughtsEvaluator(Evaluator):
    """Whose marks stand where, and by hand: the middle is good to have."""

    def __init__(self) -> None:
        super().__init__(inputs=2 * CELLS, slots=CELLS)

    def by_hand(self, position: Any, seat: int) -> int:
        return {MARKS[seat]: 100, MARKS[1 - seat]: -100}.get(position.board[4], 0)

    def fill_features(self, position: Any, seat: int, out: Features) -> None:
        for cell, mark in enumerate(position.board):
            out[cell] = -1 if mark is None else cell + CELLS * (mark != MARKS[seat])

    def feature_symmetries(self) -> list[list[int]]:
        return [TURNED + [cell + CELLS for cell in TURNED]]


class Noughts(TicTacToe):  # type: ignore[misc]  # the example is no module of ours
    """Tic-tac-toe that can be trained."""

    id = "noughts"

    def evaluator(self, trained: bool = True) -> Evaluator:
        return NoughtsEvaluator()
