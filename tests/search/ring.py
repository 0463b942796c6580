"""A game for three seats to test searches on."""

from __future__ import annotations

import random

from ludarium import Position


class Ring(Position):
    """Three seats choose among three moves in turn; the game does not end."""

    def __init__(self, *past: int) -> None:
        super().__init__(seats=3)
        self.past = list(past)
        self.to_move = len(past) % 3

    def generate(self, out: list[int], at: int) -> int:  # type: ignore[override]
        out[at], out[at + 1], out[at + 2] = 0, 1, 2
        return at + 3

    def play(self, move: int) -> None:
        self.past.append(move)
        self.to_move = len(self.past) % 3

    def undo(self) -> None:
        self.past.pop()
        self.to_move = len(self.past) % 3

    def key(self) -> int:
        return random.Random(str(self.past)).getrandbits(64)

    def copy(self) -> Ring:
        return Ring(*self.past)
