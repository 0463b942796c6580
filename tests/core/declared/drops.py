"""A game of hands: stones lie in a tray until they are put on the board, and go back there."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium import (
    BoardShape,
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    MoveKind,
    MoveShape,
    Piece,
    SlotPart,
    Tray,
    number_field,
    place_field,
)

BOARD = BoardShape(3, 3)
STONES = tuple(Piece(str(worth), "stone", seat) for seat in (0, 1) for worth in (1, 2, 3))
DROP = MoveKind("drop", SlotPart("stone", "hand", len(STONES)), CellPart("to", BOARD))
LAST_TURN = 12


class DropsPosition(DeclaredPosition):
    at = place_field(BOARD, STONES, start=[-1] * len(STONES), tray=Tray("hand", "Not yet placed"))
    turn = number_field(0, LAST_TURN)
    reasons = {"worth": "The first seat has the greater worth on the board."}

    def list_moves(self) -> Iterator[int]:
        own = range(3 * self.to_move, 3 * self.to_move + 3)
        for stone in (stone for stone in own if self.at[stone] < 0):
            yield from (
                DROP.pack(stone, cell) for cell in range(BOARD.cells) if cell not in self.at
            )

    def make_move(self, move: int) -> None:
        stone, cell = DROP.unpack(move)
        for way in ("n", "s", "e", "w"):
            beside = BOARD.step(cell, way)
            if beside is not None and beside in self.at:
                self.at[self.at.index(beside)] = -1
        self.at[stone] = cell
        self.turn += 1
        self.pass_turn()

    def find_end(self) -> None:
        if self.turn == LAST_TURN:
            self.win(0, "worth")


class Drops(DeclaredGame[DropsPosition]):
    """Drop stones; those beside go back."""

    id = "drops"
    title = "Drops"
    summary = "Drop stones."
    move_shape = MoveShape(DROP)
