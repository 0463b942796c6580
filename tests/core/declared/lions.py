"""A game of hands: pieces are captured into the hand of their captor, and may be promoted."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium import (
    COMPASS,
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

BOARD = BoardShape(4, 3)
LION, GIRAFFE, CHICK, HEN = range(4)
KINDS = (("L", "crown"), ("G", "lancer"), ("C", "worker"), ("H", "steadholder"))
PIECES = tuple(Piece(text, glyph, seat) for seat in (0, 1) for text, glyph in KINDS)
COUNT = len(KINDS)
START = (10, 11, 7, 1, 0, 4)
WAYS = (
    tuple(COMPASS),
    ("n", "e", "s", "w"),
    ("n",),
    ("n", "ne", "e", "s", "w", "nw"),
)
HANDS = (Tray("forest", "Forest's hand", seat=0), Tray("sky", "Sky's hand", seat=1))
STEP = MoveKind("step", CellPart("from", BOARD), CellPart("to", BOARD))
DROP = MoveKind("drop", SlotPart("piece", ("forest", "sky"), len(START)), CellPart("to", BOARD))
LAST_TURN = 40


class LionsPosition(DeclaredPosition):
    at = place_field(BOARD, PIECES, start=START, kind="kind", tray=HANDS)
    kind = number_field(0, len(PIECES) - 1, start=(0, 1, 2, 4, 5, 6))
    turn = number_field(0, LAST_TURN)
    reasons = {"caught": "A lion was caught.", "limit": "The last turn was played."}

    def owns(self, piece: int) -> bool:
        return self.kind[piece] // COUNT == self.to_move

    def targets(self, piece: int) -> Iterator[int]:
        for way in WAYS[self.kind[piece] % COUNT]:
            to = BOARD.step(self.at[piece], way, -1 if self.to_move else 1)
            if to is not None and not (to in self.at and self.owns(self.at.index(to))):
                yield to

    def list_moves(self) -> Iterator[int]:
        for piece in filter(self.owns, range(len(START))):
            if self.at[piece] >= 0:
                yield from (STEP.pack(self.at[piece], to) for to in self.targets(piece))
            else:
                free = (cell for cell in range(BOARD.cells) if cell not in self.at)
                yield from (DROP.pack(piece, cell) for cell in free)

    def make_move(self, move: int) -> None:
        kind = Lions.move_shape.kind_of(move)
        piece, to = kind.unpack(move)
        if kind is STEP:
            piece = self.at.index(piece)
            if to in self.at:
                self.capture(self.at.index(to))
            if self.kind[piece] % COUNT == CHICK and to // 3 == (0, 3)[self.to_move]:
                self.kind[piece] += HEN - CHICK
        self.at[piece] = to
        self.turn += 1
        self.pass_turn()

    def capture(self, piece: int) -> None:
        was = self.kind[piece] % COUNT
        self.at[piece] = -1
        self.kind[piece] = COUNT * self.to_move + (CHICK if was == HEN else was)

    def find_end(self) -> None:
        for lion in (0, 3):
            if self.at[lion] < 0:
                self.win(self.kind[lion] // COUNT, "caught")
                return
        if self.turn == LAST_TURN:
            self.draw("limit")

    def is_reachable(self) -> bool:
        cells = [cell for cell in self.at if cell >= 0]
        kinds = [kind % COUNT for kind in self.kind]
        same = all(
            kind == first or (first == CHICK and kind == HEN and cell >= 0)
            for kind, first, cell in zip(kinds, (0, 1, 2) * 2, self.at, strict=True)
        )
        return same and len(set(cells)) == len(cells)


class Lions(DeclaredGame[LionsPosition]):
    """Catch the other lion; captured animals change sides."""

    id = "lions"
    title = "Lions"
    summary = "Catch the other lion."
    seat_names = ("Forest", "Sky")
    move_shape = MoveShape(STEP, DROP)
