"""Principal variations: the best line from every ply, and the lines found at the root."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.position import Position

if not cython.compiled:
    from ludarium.core.constants import NO_MOVE
    from ludarium.search.bounds import MAX_PLY, SCORE_INFINITY


@cython.final
@cython.cclass
class PrincipalVariations:
    """The lines of one search. Several root lines are found one after another."""

    def __init__(self) -> None:
        self.moves = array("I", bytes(4 * MAX_PLY * MAX_PLY))
        self.lengths = array("i", bytes(4 * MAX_PLY))
        self.current = 0  # the root line that is being searched
        self.complete = False  # whether a depth was finished
        self.prepare_lines(1)

    def prepare_lines(self, lines: int) -> None:
        """Reset the storage for so many root lines."""
        self.complete = False
        self.count = lines
        self.answers = array("I", [NO_MOVE]) * (lines * MAX_PLY)
        self.answer_lengths = array("i", [0]) * lines
        self.answer_values = array("i", [-SCORE_INFINITY]) * lines
        self.first_keys = array("Q", [0]) * lines  # of the positions after the first moves
        self.kept = array("I", [NO_MOVE]) * (lines * MAX_PLY)
        self.kept_lengths = array("i", [0]) * lines
        self.kept_values = array("i", [-SCORE_INFINITY]) * lines

    def reset_lines(self) -> None:
        """Forget all root lines that there is storage for."""
        self.complete = False
        self.current = 0
        for line in range(self.count):
            self.answer_lengths[line] = 0
            self.answer_values[line] = -SCORE_INFINITY

    def read_line(self, line: int) -> tuple[int, list[int]]:
        """The value and the moves of a root line; no moves if there are fewer lines.

        Several lines come from the last finished depth: an unfinished one may lack lines or hold
        one twice.
        """
        if self.complete and len(self.answer_lengths) > 1:
            values, lengths, moves = self.kept_values, self.kept_lengths, self.kept
        else:
            values, lengths, moves = self.answer_values, self.answer_lengths, self.answers
        return values[line], [moves[line * MAX_PLY + i] for i in range(lengths[line])]

    def is_taken(self, position: Position, move: int) -> bool:
        """Whether a better root line begins with this move, or one with the same result."""
        position.play(move)
        key = position.key()
        position.undo()
        for line in range(self.current):
            if self.answers[line * MAX_PLY] == move or self.first_keys[line] == key:
                return True
        return False

    def set_last_move(self, ply: int, move: int) -> None:
        """Set the line from this ply to a single move."""
        self.moves[ply * MAX_PLY] = move
        self.lengths[ply] = 1

    def extend_line(self, ply: int, move: int) -> None:
        """Set the line from this ply to a move and the best line after it."""
        length = self.lengths[ply + 1]
        self.moves[ply * MAX_PLY] = move
        for i in range(length):
            self.moves[ply * MAX_PLY + 1 + i] = self.moves[(ply + 1) * MAX_PLY + i]
        self.lengths[ply] = length + 1

    def keep_root_line(self, position: Position, value: int) -> None:
        """Store the current root line; even of an unfinished depth it is the best so far."""
        position.play(self.moves[0])
        self.first_keys[self.current] = position.key()
        position.undo()
        at = self.current * MAX_PLY
        for i in range(self.lengths[0]):
            self.answers[at + i] = self.moves[i]
        self.answer_lengths[self.current] = self.lengths[0]
        self.answer_values[self.current] = value

    def finish_depth(self, lines: int) -> None:
        """Store the root lines of a finished depth."""
        self.complete = True
        for line in range(lines):
            self.kept_values[line] = self.answer_values[line]
            self.kept_lengths[line] = self.answer_lengths[line]
            for i in range(self.answer_lengths[line]):
                self.kept[line * MAX_PLY + i] = self.answers[line * MAX_PLY + i]
