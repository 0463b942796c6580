"""A game with an opening small enough to make a book of in a test: the first two marks."""

from __future__ import annotations

from typing import Any

from ludarium.core.registry import find_game
from tests.training.noughts import NOUGHTS

Noughts: Any = find_game(NOUGHTS)
BOOKED = f"{__file__}:Booked"
QUARTER = [6, 3, 0, 7, 4, 1, 8, 5, 2]
MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]
DIGITS = {None: "0", "X": "1", "O": "2"}


class Booked(Noughts):  # type: ignore[misc]  # the example is no module of ours
    """Tic-tac-toe that has an opening."""

    id = "booked"

    def in_book(self, position: Any) -> bool:
        return sum(mark is not None for mark in position.board) < 2

    def canonical_key(self, position: Any) -> int:
        board = list(position.board)
        seen = []
        for _ in range(4):
            board = [board[cell] for cell in QUARTER]
            seen += [board, [board[cell] for cell in MIRROR]]
        return min(int("".join(DIGITS[mark] for mark in marks), 3) for marks in seen)
