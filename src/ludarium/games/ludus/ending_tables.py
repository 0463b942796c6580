"""Ludus: the values of endings, for search and proofs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

import cython

from ludarium.core.endings import EndingTables
from ludarium.core.position import Position
from ludarium.games.ludus.endings import LudusEnding
from ludarium.games.ludus.rules import LudusPosition

if not cython.compiled:
    from ludarium.core.constants import ENDING_DRAW, UNKNOWN_ENDING
    from ludarium.games.ludus.endings import read_code


@cython.final
@cython.cclass
class LudusTable:
    """The values of one class, in a chain of tables: compiled code has no list of objects."""

    def __init__(
        self, ending: LudusEnding, values: Sequence[int], following: LudusTable | None
    ) -> None:
        self.ending = ending
        self.values = values
        self.following = following

    def find_value(self, position: LudusPosition, white: int, black: int) -> int:
        if white == self.ending.attackers and black == self.ending.defenders:
            return self.read_plies(self.ending.read_number(position, 0))
        if black == self.ending.attackers and white == self.ending.defenders:
            return self.read_plies(self.ending.read_number(position, 1))
        if self.following is None:
            return UNKNOWN_ENDING
        return self.following.find_value(position, white, black)

    def read_plies(self, number: int) -> int:
        value = self.values[number]
        return value if value & 1 or value == ENDING_DRAW else -value


@cython.final
@cython.cclass
class LudusTables(EndingTables):
    """Finds the class of a position and its value."""

    def __init__(self, read: Callable[[LudusTables], None] | None = None) -> None:
        self.first: LudusTable | None = None
        self.read = read  # adds tables when the first ending is met
        self.is_read = read is None
        self.lock = Lock()

    def add_table(self, ending: LudusEnding, values: Sequence[int]) -> None:
        """Use these values for all positions of a class."""
        self.first = LudusTable(ending, values, self.first)

    def read_tables(self) -> None:
        """Add the tables once. The other threads of a search wait."""
        with self.lock:
            if not self.is_read and self.read is not None:
                self.read(self)
                self.is_read = True

    def find_plies(self, position: Position) -> int:
        return self.find_ending(cython.cast(LudusPosition, position))

    def find_ending(self, position: LudusPosition) -> int:
        white = read_code(position, 0)
        if white < 0:
            return UNKNOWN_ENDING
        black = read_code(position, 1)
        if black < 0:
            return UNKNOWN_ENDING
        if not self.is_read:
            self.read_tables()
        if self.first is None:
            return UNKNOWN_ENDING
        return self.first.find_value(position, white, black)
