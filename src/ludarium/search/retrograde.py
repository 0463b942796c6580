"""Retrograde analysis: the values of a class of endings, from the end backwards."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.endings import MAX_NEIGHBOURS, EndingClass

if not cython.compiled:
    from ludarium.core.constants import ENDING_DRAW, MAX_ENDING_PLIES, NO_POSITION

VALUE_COUNT = 256


@cython.final
@cython.cclass
class RetrogradeAnalysis:
    """Fills the values of one class, ply by ply.

    Both steps go over a range of numbers and may be repeated: a range that was interrupted is
    done once more from its start, with the same result.
    """

    def __init__(self, ending: EndingClass, values: bytearray | memoryview) -> None:
        self.ending = ending
        self.values = values
        self.waiting = array("q", bytes(8 * MAX_NEIGHBOURS))  # positions that may be lost
        self.waiting_count = 0
        self.counts = array("q", bytes(8 * VALUE_COUNT))
        self.too_long = False  # a win or a loss takes more plies than a value can hold

    def start_values(self, first: int, end: int) -> None:
        """Set the values that follow from moves out of the class; all others are draws so far."""
        with cython.nogil:
            for number in range(first, end):
                if self.ending.arrange(number):
                    self.ending.list_exits()
                    self.values[number] = self.ending.exit_win
                    self.too_long = self.too_long or self.ending.exit_win > MAX_ENDING_PLIES
                else:
                    self.values[number] = NO_POSITION

    def extend_layer(self, plies: int, first: int, end: int) -> int:
        """Set the values of the positions one move before those that end in so many plies.

        Returns the number of positions in the range that end in so many plies.
        """
        found = 0
        with cython.nogil:
            for number in range(first, end):
                if self.values[number] == plies:
                    found += 1
                    self.extend_position(number, plies)
        return found

    def extend_position(self, number: int, plies: int) -> None:
        if plies >= MAX_ENDING_PLIES:
            self.too_long = True
            return
        self.ending.arrange(number)
        count = self.ending.list_predecessors()
        for i in range(count):
            before = self.ending.targets[i]
            value = self.values[before]
            if ENDING_DRAW < value <= plies + 1 or value == NO_POSITION:
                continue
            if not plies & 1:
                self.values[before] = plies + 1
            elif value == ENDING_DRAW:
                self.waiting[self.waiting_count] = before
                self.waiting_count += 1
        for i in range(self.waiting_count):
            self.values[self.waiting[i]] = self.longest_loss(self.waiting[i], plies)
        self.waiting_count = 0

    def longest_loss(self, number: int, plies: int) -> int:
        """The value of a position if every move loses, no later than in `plies`, else a draw.

        A move that loses later inside the class brings the position back in a later layer. A move
        out of the class does not, so it counts at once.
        """
        self.ending.arrange(number)
        count = self.ending.list_successors()
        if self.ending.exit_win or self.ending.exit_draw:
            return ENDING_DRAW
        for i in range(count):
            value = self.values[self.ending.targets[i]]
            if not value & 1 or value > plies:
                return ENDING_DRAW
        if self.ending.exit_loss > MAX_ENDING_PLIES:
            self.too_long = True
            return ENDING_DRAW
        return max(plies + 1, self.ending.exit_loss)

    def count_values(self) -> list[int]:
        """How many numbers have each value."""
        with cython.nogil:
            for value in range(VALUE_COUNT):
                self.counts[value] = 0
            for number in range(self.ending.size):
                self.counts[self.values[number]] += 1
        return list(self.counts)

    def value_by_moves(self, number: int) -> int:
        """The value of a position as the values of its successors give it, to check a table."""
        if not self.ending.arrange(number):
            return NO_POSITION
        count = self.ending.list_successors()
        win = self.ending.exit_win
        loss = self.ending.exit_loss
        drawn = self.ending.exit_draw
        for i in range(count):
            value = self.values[self.ending.targets[i]]
            if value == ENDING_DRAW:
                drawn = True
            elif value & 1:
                loss = max(loss, value + 1)
            elif win == 0 or value + 1 < win:
                win = value + 1
        return win or (ENDING_DRAW if drawn else loss)
