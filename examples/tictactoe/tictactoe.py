"""Tic-tac-toe, a whole game in one file: the first example of docs/tutorials/adding-a-game.md."""

from ludarium import (
    BoardShape,
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    IllegalMove,
    MoveShape,
    Piece,
    board_field,
)

BOARD = BoardShape(3, 3)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = (Piece("X", "cross", seat=0), Piece("O", "ring", seat=1))


class TicTacToePosition(DeclaredPosition):
    board = board_field(BOARD, MARKS)  # 0 is an empty cell, 1 an X, 2 an O
    reasons = {"three_in_a_row": "Three marks in a row.", "board_full": "The board is full."}

    def list_moves(self) -> list[int]:
        return [cell for cell in range(BOARD.cells) if not self.board[cell]]

    def make_move(self, move: int) -> None:
        self.board[move] = self.to_move + 1
        self.pass_turn()

    def has_line(self, seat: int) -> bool:
        return any(all(self.board[cell] == seat + 1 for cell in line) for line in LINES)

    def find_end(self) -> None:
        if self.has_line(1 - self.to_move):
            self.win(1 - self.to_move, "three_in_a_row")  # rule T3
        elif 0 not in self.board:
            self.draw("board_full")  # rule T4

    def is_reachable(self) -> bool:
        ahead = self.board.count(1) - self.board.count(2)
        return ahead == self.to_move and not self.has_line(self.to_move)


class TicTacToe(DeclaredGame[TicTacToePosition]):
    """Two seats, X and O, put marks on a board of 3 by 3 cells.

    - **T1.** The cells are numbered 0 to 8 along the rows from the top left; they start empty.
    - **T2.** X begins. In turn each seat puts one mark of its own on an empty cell.
    - **T3.** Three marks of one seat in a row, a column or a diagonal win at once.
    - **T4.** A full board without such a line is a draw.
    """

    id = "tictactoe"
    title = "Tic-tac-toe"
    summary = "Be the first with three marks in a row."
    seat_names = ("X", "O")
    move_shape = MoveShape(CellPart("cell", BOARD))

    def refuse(self, position: TicTacToePosition, move: int) -> IllegalMove:
        return IllegalMove("occupied", "There is a mark on that cell.", "T2")
