"""Endgame tables: the classes of endings of a game, with a number and a value for each position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from pathlib import Path

import cython

from ludarium.core.position import Position

if not cython.compiled:
    from ludarium.core.constants import UNKNOWN_ENDING

TABLES_VARIABLE = "LUDARIUM_TABLES"  # names the folder of built tables, for every search
MAX_NEIGHBOURS = 1024  # more than the moves of any ending


@cython.cclass
class EndingClass:
    """All positions with the same pieces. A game numbers them and lists their neighbours.

    A seat must have a move in every position of a class, and seats must alternate. Limits of
    plies do not exist here: `plies_to_end` of the game's evaluator takes care of them.
    """

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.targets = array("q", bytes(8 * MAX_NEIGHBOURS))
        # Moves that leave the class, for the seat to move: the fewest plies to a win and the most
        # to a loss (0 if there is none), and whether one of them leads to a draw.
        self.exit_win = 0
        self.exit_loss = 0
        self.exit_draw = False

    def arrange(self, number: int) -> bool:
        """Set up the position of a number; False if the number stands for none."""
        return False

    def list_exits(self) -> None:
        """Set the exits of the arranged position."""

    def list_successors(self) -> int:
        """Fill `targets` with the positions of the class one move later, and set the exits."""
        return 0

    def list_predecessors(self) -> int:
        """Fill `targets` with the positions of the class one move earlier."""
        return 0

    # For tests and tools.

    def arranged_position(self) -> Position:
        """A copy of the arranged position."""
        raise NotImplementedError

    def number_of(self, position: Position) -> int:
        """The number of a position, -1 if it is of another class."""
        return -1


class EndingCatalogue(ABC):
    """The classes of endings of a game."""

    @abstractmethod
    def names(self) -> list[str]:
        """The names of all classes; a class comes after those into which its moves lead."""

    @abstractmethod
    def needed_names(self, name: str) -> list[str]:
        """The classes whose tables must be there to build that of a class, in order."""

    @abstractmethod
    def open_class(self, name: str, folder: Path | None = None) -> EndingClass:
        """A class to build, with the tables of the package and of a folder that it needs."""

    @abstractmethod
    def count_numbers(self, name: str) -> int:
        """The numbers of a class, each of which takes a byte in the table."""

    @abstractmethod
    def is_shipped(self, name: str) -> bool:
        """Whether the package contains the table."""


@cython.cclass
class EndingTables:
    """The tables of a game that are at hand."""

    def find_plies(self, position: Position) -> int:
        """The plies to the end without limits: above 0 for a win of the seat to move, below for
        a loss, 0 for a draw; UNKNOWN_ENDING without a table of the position.
        """
        return UNKNOWN_ENDING


def table_file(folder: Path, game: str, rules_version: int, name: str) -> Path:
    """The file of a built table."""
    return folder / f"{game}-{rules_version}-{name}.table"
