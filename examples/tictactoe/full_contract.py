"""Tic-tac-toe by the full contract, without declarations: see docs/reference/game-contract.md."""

from __future__ import annotations

from ludarium import (
    DRAW,
    ONGOING,
    Game,
    Grid,
    IllegalMove,
    InvalidState,
    Json,
    Move,
    MoveStack,
    Position,
    Scene,
    State,
    Token,
    cell_name,
    cell_spot,
    mix_bits,
    read_choice,
    read_list,
    read_object,
)

SIZE = 3
CELLS = 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = ("X", "O")  # of seat 0 and seat 1
GLYPHS = {"X": "cross", "O": "ring"}

# Ways to end, in the order of TicTacToe.reasons.
THREE_IN_A_ROW = 1
BOARD_FULL = 2


class TicTacToePosition(Position):
    """The marks on the nine cells; a packed move is the number of a cell."""

    def __init__(self) -> None:
        super().__init__(seats=2)
        self.board: list[str | None] = [None] * CELLS
        self.past: list[int] = []

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        for cell in range(CELLS):
            if self.board[cell] is None:
                out[at] = cell
                at += 1
        return at

    def play(self, move: int) -> None:
        self.board[move] = MARKS[self.to_move]
        self.past.append(move)
        self.to_move ^= 1
        self.set_verdict()

    def undo(self) -> None:
        self.board[self.past.pop()] = None
        self.to_move ^= 1
        self.verdict = ONGOING
        self.reason = 0

    def set_verdict(self) -> None:
        """Set the verdict after a move of the seat that has just moved."""
        mover = self.to_move ^ 1
        if self.has_line(mover):
            self.verdict, self.reason = mover, THREE_IN_A_ROW  # rule T3
        elif None not in self.board:
            self.verdict, self.reason = DRAW, BOARD_FULL  # rule T4

    def has_line(self, seat: int) -> bool:
        """Whether the seat has three marks in a row."""
        board, mark = self.board, MARKS[seat]
        return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)

    def key(self) -> int:
        code = 0  # nine digits of base 3, which also determine the seat to move
        for mark in self.board:
            code = 3 * code + (0 if mark is None else 1 + MARKS.index(mark))
        return mix_bits(code)

    def copy(self) -> TicTacToePosition:
        twin = TicTacToePosition()
        twin.board = list(self.board)
        twin.to_move, twin.verdict, twin.reason = self.to_move, self.verdict, self.reason
        return twin


class TicTacToe(Game[TicTacToePosition]):
    """Two seats, X and O, put marks on a board of 3 by 3 cells.

    - **T1.** The cells are numbered 0 to 8 along the rows from the top left; they start empty.
    - **T2.** X begins. In turn each seat puts one mark of its own on an empty cell.
    - **T3.** Three marks of one seat in a row, a column or a diagonal win at once.
    - **T4.** A full board without such a line is a draw.
    """

    id = "tictactoe"
    title = "Tic-tac-toe"
    summary = "Be the first with three marks in a row."
    seat_names = MARKS
    reasons = {
        "three_in_a_row": "A seat has three marks in a row.",
        "board_full": "The board is full without three marks in a row.",
    }

    def start(self, seed: int, seats: int) -> TicTacToePosition:
        return TicTacToePosition()

    def state_to_json(self, position: TicTacToePosition) -> State:
        return {
            "board": list(position.board),
            "to_move": position.to_move,
            "winner": position.verdict if position.verdict >= 0 else None,
            "reason": self.reason(position),
        }

    def move_to_json(self, position: TicTacToePosition, move: int) -> Move:
        return {"cell": move}

    def read_state(self, value: Json) -> TicTacToePosition:
        state = read_object(value, ("board", "to_move", "winner", "reason"), "state")
        marks = read_list(state["board"], "board", CELLS)
        position = TicTacToePosition()
        position.board = [None if m is None else read_choice(m, MARKS, "board") for m in marks]
        position.to_move = marks.count("X") - marks.count("O")
        if position.to_move not in (0, 1):
            raise InvalidState("impossible", "X begins, and the seats take turns.")
        if position.has_line(position.to_move):
            raise InvalidState("impossible", "The game ends with three in a row.")
        position.set_verdict()
        return position

    def notate(self, position: TicTacToePosition, move: int) -> str:
        return cell_name(*divmod(move, SIZE), SIZE)

    def path(self, position: TicTacToePosition, move: int) -> tuple[str, ...]:
        return (_spot(move),)

    def scene(self, position: TicTacToePosition) -> Scene:
        tokens = tuple(
            Token(f"mark{cell}", GLYPHS[mark], mark, _spot(cell), seat=MARKS.index(mark))
            for cell, mark in enumerate(position.board)
            if mark is not None
        )
        return Scene((Grid("board", SIZE, SIZE),), tokens=tokens)

    def explain(self, position: TicTacToePosition, value: Json) -> IllegalMove:
        cell = value.get("cell") if isinstance(value, dict) and len(value) == 1 else None
        if type(cell) is not int:
            return IllegalMove("malformed_move", 'A move is {"cell": number}.', "T2")
        if not 0 <= cell < CELLS:
            return IllegalMove("off_board", "The cells are numbered 0 to 8.", "T1")
        return IllegalMove("occupied", "There is a mark on that cell.", "T2")

    def parse_notation(self, position: TicTacToePosition, written: str) -> Json | None:
        names = [self.notate(position, cell) for cell in range(CELLS)]
        return {"cell": names.index(written)} if written in names else None

    def parse_path(self, position: TicTacToePosition, path: tuple[str, ...]) -> Json | None:
        spots = [_spot(cell) for cell in range(CELLS)]
        return {"cell": spots.index(path[0])} if len(path) == 1 else None


def _spot(cell: int) -> str:
    return cell_spot("board", *divmod(cell, SIZE))
