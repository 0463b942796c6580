"""The lines of a search: the best one from every ply on, and those found at the root."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.position import Position

if not cython.compiled:
    from ludarium.core.constants import NO_MOVE
    from ludarium.search.bounds import DEEPEST, LIMIT


@cython.final
@cython.cclass
class Lines:
    """What one search found; several lines at the root are found one after another."""

    def __init__(self) -> None:
        self.moves = array("I", bytes(4 * DEEPEST * DEEPEST))
        self.lengths = array("i", bytes(4 * DEEPEST))
        self.current = 0  # which line at the root is being looked for
        self.complete = False  # whether some depth was finished
        self.prepare(1)

    def prepare(self, lines: int) -> None:
        """Get ready to find so many at the root."""
        self.complete = False
        self.answers = array("I", [NO_MOVE]) * (lines * DEEPEST)
        self.answer_lengths = array("i", [0]) * lines
        self.answer_values = array("i", [-LIMIT]) * lines
        self.first_keys = array("Q", [0]) * lines  # of the positions after the first moves
        self.kept = array("I", [NO_MOVE]) * (lines * DEEPEST)
        self.kept_lengths = array("i", [0]) * lines
        self.kept_values = array("i", [-LIMIT]) * lines

    def answer(self, line: int) -> tuple[int, list[int]]:
        """The value and the moves of a line, none if there are fewer.

        Several lines are those of the last depth that was finished: of a depth that is broken off
        some would be missing, or come twice.
        """
        if self.complete and len(self.answer_lengths) > 1:
            values, lengths, moves = self.kept_values, self.kept_lengths, self.kept
        else:
            values, lengths, moves = self.answer_values, self.answer_lengths, self.answers
        return values[line], [moves[line * DEEPEST + i] for i in range(lengths[line])]

    def taken(self, position: Position, move: int) -> bool:
        """Whether a better line at the root begins with this move, or with one that is the same."""
        position.play(move)
        key = position.key()
        position.undo()
        for line in range(self.current):
            if self.answers[line * DEEPEST] == move or self.first_keys[line] == key:
                return True
        return False

    def end(self, ply: int, move: int) -> None:
        """The line from here is this one move."""
        self.moves[ply * DEEPEST] = move
        self.lengths[ply] = 1

    def extend(self, ply: int, move: int) -> None:
        """The best line from here: this move and the best line after it."""
        length = self.lengths[ply + 1]
        self.moves[ply * DEEPEST] = move
        for i in range(length):
            self.moves[ply * DEEPEST + 1 + i] = self.moves[(ply + 1) * DEEPEST + i]
        self.lengths[ply] = length + 1

    def keep(self, position: Position, value: int) -> None:
        """Keep the line at the root: even of a depth that is broken off it is the best so far."""
        position.play(self.moves[0])
        self.first_keys[self.current] = position.key()
        position.undo()
        at = self.current * DEEPEST
        for i in range(self.lengths[0]):
            self.answers[at + i] = self.moves[i]
        self.answer_lengths[self.current] = self.lengths[0]
        self.answer_values[self.current] = value

    def finish_depth(self, lines: int) -> None:
        """Keep the lines of a depth that was finished."""
        self.complete = True
        for line in range(lines):
            self.kept_values[line] = self.answer_values[line]
            self.kept_lengths[line] = self.answer_lengths[line]
            for i in range(self.answer_lengths[line]):
                self.kept[line * DEEPEST + i] = self.answers[line * DEEPEST + i]
