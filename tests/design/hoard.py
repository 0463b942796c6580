"""A small game whose rules use what compiled rules must keep: flags, wide numbers, odd indices."""

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
    WordPart,
    board_field,
    choice_field,
    flag_field,
    number_field,
)

BOARD = BoardShape(3, 3)
STONES = (Piece("A", "disc", seat=0), Piece("Ä", "disc", seat=1))  # not ASCII
WORTH = (1, 2, 3, 2, -5, 2, 3, 2, 1)
LIMIT, WIDE = 12, 70
PUT = MoveKind("put", CellPart("cell", BOARD), WordPart("mood", ("calm", "wild")))
SKIP = MoveKind("skip")
MOVES = MoveShape(PUT, SKIP)


class HoardPosition(DeclaredPosition):
    board = board_field(BOARD, STONES)
    wild = flag_field(length=9)
    skipped = flag_field()
    mood = choice_field(("calm", "wild"))
    low = number_field(-9, 9, start=[-3, -2])
    trail = number_field(0, 1 << 80)
    reasons = {"rich": "A seat is rich.", "full": "The board is full."}

    def list_moves(self) -> Iterator[int]:
        for cell in range(BOARD.cells):
            if not self.board[cell]:
                yield from (PUT.pack(cell, mood) for mood in range(2))
        yield from () if self.skipped else (SKIP.pack(),)

    def make_move(self, move: int) -> None:
        if MOVES.kind_of(move) is SKIP:
            self.skipped = True
        else:
            self.skipped = False
            cell, mood = PUT.unpack(move)
            self.put_stone(cell, mood=mood)
        self.pass_turn()

    def put_stone(self, cell: int, mood: int = 0) -> None:
        self.board[cell] = self.to_move + 1
        self.wild[cell], self.mood = bool(mood), mood
        self.trail |= 1 << (cell + WIDE)  # wider than a C number
        self.trail += 3**cell
        bits = 1
        bits <<= 66 if mood else WIDE
        self.trail ^= bits
        self.low[self.to_move] = max(-9, min(9, self.low[self.to_move] + self.worth_of(cell)))

    def worth_of(self, cell: int) -> int:
        LIMIT = 2  # not the constant  # noqa: N806
        worth, around = WORTH[cell] // LIMIT, 0
        for way in ("n", "e", "s", "w"):
            beside = BOARD.step(cell, way)
            beside = beside if beside is not None else -1
            around += -7 % 3 if beside >= 0 and self.wild[beside] else 0
            around += self.board[beside - 1] == self.board[-1]  # may count from the end
        name = f"{WORTH[cell]}:{LIMIT}"
        return worth + around % 4 - len(name) + sum(1 for item in self.board if item)

    def find_end(self) -> None:
        if 9 in self.low:
            self.win(self.low.index(9), "rich")
        elif 0 not in self.board and None not in self.board:
            self.draw("full")


class Hoard(DeclaredGame[HoardPosition]):
    """Put stones; the seat that is rich first wins."""

    id = "hoard"
    title = "Hoard"
    summary = "Be rich."
    move_shape = MOVES
