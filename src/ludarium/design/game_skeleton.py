"""Writes the skeleton of a new game: a complete small game to change step by step."""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.core.registry import games

NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]{1,30}")
GAME_TEMPLATE = '''"""@TITLE@: a new game."""

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

BOARD = BoardShape(4, 4)
STONES = (Piece("X", "cross", seat=0), Piece("O", "ring", seat=1))


class @CLASS@Position(DeclaredPosition):
    """Everything that changes in a game is a field here."""

    board = board_field(BOARD, STONES)  # 0 is an empty cell, 1 and 2 are the seats' stones
    reasons = {"row": "A row is full of one seat's stones.", "full": "The board is full."}

    def list_moves(self) -> list[int]:
        return [cell for cell in range(BOARD.cells) if not self.board[cell]]

    def make_move(self, move: int) -> None:
        self.board[move] = self.to_move + 1
        self.pass_turn()

    def has_row(self, seat: int) -> bool:
        rows = [self.board[at : at + BOARD.cols] for at in range(0, BOARD.cells, BOARD.cols)]
        return [seat + 1] * BOARD.cols in rows

    def find_end(self) -> None:
        if self.has_row(1 - self.to_move):
            self.win(1 - self.to_move, "row")  # rule R2
        elif 0 not in self.board:
            self.draw("full")  # rule R3

    def is_reachable(self) -> bool:
        ahead = self.board.count(1) - self.board.count(2)
        return ahead == self.to_move and not self.has_row(self.to_move)


class @CLASS@(DeclaredGame[@CLASS@Position]):
    """Write the rules for players here, and number them.

    - **R1.** In turn each seat puts a stone on an empty cell.
    - **R2.** A seat whose stones fill a row wins.
    - **R3.** A full board without such a row is a draw.
    """

    id = "@NAME@"
    title = "@TITLE@"
    summary = "Fill a row with your stones."
    seat_names = ("Crosses", "Rings")
    move_shape = MoveShape(CellPart("cell", BOARD))

    def refuse(self, position: @CLASS@Position, move: int) -> IllegalMove:
        return IllegalMove("occupied", "There is a stone on that cell.", "R1")
'''
PROJECT_TEMPLATE = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "ludarium-@NAME@"
version = "0.1.0"
description = "@TITLE@ for Ludarium."
requires-python = ">=3.11"
dependencies = ["ludarium"]

# The name on the left is the game's id; the right side is where its class is found.
[project.entry-points."ludarium.games"]
@NAME@ = "@NAME@:@CLASS@"

[tool.hatch.build.targets.wheel]
only-include = ["@NAME@.py"]
"""


class NoSkeleton(LudariumError):
    """The skeleton of a game cannot be written."""


def write_skeleton(name: str, parent: Path) -> str:
    """Write a folder with the game and its package; returns `path/to/file.py:Symbol`."""
    if not NAME_PATTERN.fullmatch(name):
        message = "A name has 2 to 31 small letters, digits and underscores, a letter first."
        raise NoSkeleton("wrong_name", message)
    if iskeyword(name) or name in sys.stdlib_module_names:
        raise NoSkeleton("wrong_name", f"Python has a word or a module {name} already.")
    if name in games():
        raise NoSkeleton("known_game", "There is a game of that name already.")
    folder = parent / name
    words = {
        "@NAME@": name,
        "@TITLE@": name.replace("_", " ").capitalize(),
        "@CLASS@": "".join(part.capitalize() for part in name.split("_")),
    }
    try:
        folder.mkdir()
        (folder / f"{name}.py").write_text(_fill_template(GAME_TEMPLATE, words), "utf-8")
        (folder / "pyproject.toml").write_text(_fill_template(PROJECT_TEMPLATE, words), "utf-8")
    except FileExistsError as error:
        raise NoSkeleton("folder_exists", "There is a file or folder of that name.") from error
    except OSError as error:
        raise NoSkeleton("not_writable", "The folder cannot be written.") from error
    return f"{folder / name}.py:{words['@CLASS@']}"


def _fill_template(template: str, words: dict[str, str]) -> str:
    for mark, word in words.items():
        template = template.replace(mark, word)
    return template
