"""Skysummit: the rules, on bit masks of the 25 cells."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.games.skysummit.board import ALL_CELLS, near_cells, neighbour_mask

if not cython.compiled:
    from ludarium.core.bits import SPLITMIX_STEP, lowest_bit, mix_bits
    from ludarium.core.constants import DRAW, NO_MOVE, ONGOING, SLOT_DRAWS, UNDO_DEPTH
    from ludarium.games.skysummit.board import (
        BUILD_SHIFT,
        CELL_MASK,
        CELLS,
        DOME,
        NO_CELL,
        NO_LEGAL_MOVES,
        PLACE_FLAG,
        PLACE_SLOTS,
        REACH_LEVEL3,
        STEP_SLOTS,
        SUMMIT,
        TARGET_SHIFT,
        TURN_LIMIT_ALTITUDE,
        TURN_LIMIT_DRAW,
        TURN_LIMIT_PEAK,
        WORKER_SHIFT,
    )

NEAR = [near_cells(cell) for cell in range(25)] + [[NO_CELL] * 8] * 7  # NO_CELL beyond the edge
NEIGHBOURS = [neighbour_mask(cell) for cell in range(25)]
UNSIGNED_ONE = 1  # unsigned in C, because a signed 1 shifted by NO_CELL overflows


@cython.final
@cython.cclass
class SkysummitPosition(Position):
    """Heights and the four workers; `above[n]` is the mask of cells of height n or more."""

    def __init__(self, turn_limit: int) -> None:
        super().__init__(2)
        self.turn_limit = turn_limit
        self.ply = 0
        self.height = [0] * 25
        self.above = [ALL_CELLS, 0, 0, 0, 0]
        self.where = [NO_CELL] * 4  # seat 0's workers, then seat 1's
        if not cython.compiled:  # a C array starts as zeros
            self.past = [0] * 512

    def arrange_board(self, ply: int, height: list[int], where: list[int]) -> None:
        """Set up a board and set its verdict."""
        self.ply = ply
        self.to_move = ply % 2
        self.height = height
        self.where = where
        self.above = [
            sum(1 << cell for cell in range(CELLS) if height[cell] >= level) for level in range(5)
        ]
        for worker in range(4):
            if where[worker] != NO_CELL and height[where[worker]] == SUMMIT:
                self.verdict = worker // 2
                self.reason = REACH_LEVEL3
        if self.verdict == ONGOING and ply >= 2:
            self.set_verdict()

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        if self.ply < 2:
            return self.generate_places(out, at)
        occupied = self.occupied_cells()
        for worker in range(2 * self.to_move, 2 * self.to_move + 2):
            source = self.where[worker]
            others = occupied ^ 1 << source
            # While the game runs, no worker stands higher than 2.
            targets = NEIGHBOURS[source] & ~occupied & ~self.above[self.height[source] + 2]
            while targets:
                target = lowest_bit(targets)
                targets &= targets - 1
                step = worker << WORKER_SHIFT | target << TARGET_SHIFT | source
                if self.height[target] == SUMMIT:
                    out[at] = step | NO_CELL << BUILD_SHIFT  # rule S3
                    at += 1
                    continue
                sites = NEIGHBOURS[target] & ~others & ~self.above[DOME]
                while sites:
                    out[at] = step | lowest_bit(sites) << BUILD_SHIFT
                    sites &= sites - 1
                    at += 1
        return at

    def draw_move(self, scratch: MoveStack, drawn: int) -> int:
        # As the inherited method; the cells of the workers are found once.
        if self.verdict != ONGOING:
            return NO_MOVE
        occupied = self.occupied_cells()
        slots = PLACE_SLOTS if self.ply < 2 else STEP_SLOTS
        bits = drawn
        for _ in range(SLOT_DRAWS):
            move = self.fill_slot((bits >> 32) * slots >> 32, occupied)
            if move != NO_MOVE:
                return move
            drawn += SPLITMIX_STEP
            bits = mix_bits(drawn)
        return self.draw_listed_move(scratch, bits)

    def count_slots(self) -> int:
        return PLACE_SLOTS if self.ply < 2 else STEP_SLOTS

    def move_in_slot(self, slot: int) -> int:
        return self.fill_slot(slot, self.occupied_cells()) if self.verdict == ONGOING else NO_MOVE

    def fill_slot(self, slot: int, occupied: int) -> int:
        """The move in a slot: worker, direction of its step, direction of its build."""
        if self.ply < 2:
            return self.place_in_slot(slot // CELLS, slot % CELLS, occupied)
        worker = 2 * self.to_move + slot // 64
        source = self.where[worker]
        target = NEAR[source][slot >> 3 & 7]
        build = NEAR[target][slot & 7]
        # One branch for all, because each that cannot be predicted costs more than the rest.
        steps = ALL_CELLS & ~(occupied | self.above[self.height[source] + 2])
        sites = ALL_CELLS & ~(occupied ^ UNSIGNED_ONE << source | self.above[DOME])
        peak = self.above[SUMMIT] >> target & 1  # rule S3: then the first slot of a step counts
        fits = sites >> build & (peak ^ 1) | peak & (slot & 7 == 0)
        if not steps >> target & fits:
            return NO_MOVE
        if peak:
            build = NO_CELL
        return worker << WORKER_SHIFT | build << BUILD_SHIFT | target << TARGET_SHIFT | source

    def place_in_slot(self, a: int, b: int, occupied: int) -> int:
        if a == b or occupied >> a & 1 or occupied >> b & 1:
            return NO_MOVE
        return PLACE_FLAG | b << TARGET_SHIFT | a

    def generate_places(self, out: MoveStack, at: int) -> int:
        occupied = self.occupied_cells()
        for a in range(CELLS):
            for b in range(a + 1, CELLS):
                if occupied & (1 << a | 1 << b) == 0:
                    out[at] = PLACE_FLAG | b << TARGET_SHIFT | a  # rule S2: both orders
                    out[at + 1] = PLACE_FLAG | a << TARGET_SHIFT | b
                    at += 2
        return at

    def occupied_cells(self) -> int:
        """The mask of the workers' cells; unplaced workers are outside the board."""
        cells = 0
        for worker in range(4):
            cells |= UNSIGNED_ONE << self.where[worker]
        return cells

    def play(self, move: int) -> None:
        self.past[self.ply & (UNDO_DEPTH - 1)] = move
        self.ply += 1
        if move & PLACE_FLAG:
            self.place_workers(move)
            return
        self.where[move >> WORKER_SHIFT] = move >> TARGET_SHIFT & CELL_MASK
        build = move >> BUILD_SHIFT & CELL_MASK
        if build == NO_CELL:
            self.verdict = self.to_move
            self.reason = REACH_LEVEL3
            self.to_move ^= 1
            return
        self.to_move ^= 1
        self.height[build] += 1
        self.above[self.height[build]] |= 1 << build
        if self.ply >= self.turn_limit:
            self.set_verdict()

    def place_workers(self, move: int) -> None:
        a = move & CELL_MASK
        b = move >> TARGET_SHIFT & CELL_MASK
        self.where[2 * self.to_move] = min(a, b)  # rule S2
        self.where[2 * self.to_move + 1] = max(a, b)
        self.to_move ^= 1

    def undo(self) -> None:
        self.ply -= 1
        self.to_move ^= 1
        self.verdict = ONGOING
        self.reason = 0
        move = self.past[self.ply & (UNDO_DEPTH - 1)]
        if move & PLACE_FLAG:
            self.where[2 * self.to_move] = NO_CELL
            self.where[2 * self.to_move + 1] = NO_CELL
            return
        self.where[move >> WORKER_SHIFT] = move & CELL_MASK
        build = move >> BUILD_SHIFT & CELL_MASK
        if build != NO_CELL:
            self.above[self.height[build]] ^= 1 << build
            self.height[build] -= 1

    def set_verdict(self) -> None:
        """Set the verdict if the seat to move cannot move or the turn limit is reached."""
        if not self.can_move():  # before the limit: rule G8
            self.no_moves_verdict()
        elif self.ply >= self.turn_limit:
            self.compare_altitudes()

    def can_move(self) -> bool:
        occupied = self.occupied_cells()
        for worker in range(2 * self.to_move, 2 * self.to_move + 2):
            source = self.where[worker]
            if NEIGHBOURS[source] & ~occupied & ~self.above[self.height[source] + 2]:
                return True
        return False

    def compare_altitudes(self) -> None:
        a = self.height[self.where[0]]
        b = self.height[self.where[1]]
        c = self.height[self.where[2]]
        d = self.height[self.where[3]]
        if a + b != c + d:
            self.verdict = 0 if a + b > c + d else 1
            self.reason = TURN_LIMIT_ALTITUDE
        elif max(a, b) != max(c, d):
            self.verdict = 0 if max(a, b) > max(c, d) else 1
            self.reason = TURN_LIMIT_PEAK
        else:
            self.verdict = DRAW
            self.reason = TURN_LIMIT_DRAW

    def no_moves_verdict(self) -> None:
        self.verdict = self.to_move ^ 1
        self.reason = NO_LEGAL_MOVES

    def key(self) -> int:
        # Heights determine the ply, and workers of a seat are equal: this is the whole future.
        one, second, fourth = 1, self.above[2], self.above[4]  # 64 bits wide in C
        mixture = mix_bits(second << 32 | self.above[1])
        mixture = mix_bits(mixture ^ (fourth << 32 | self.above[3]))
        ours = one << self.where[0] | one << self.where[1]
        theirs = one << self.where[2] | one << self.where[3]
        return mix_bits(mixture ^ (theirs << 32 | ours))

    def copy(self) -> SkysummitPosition:
        twin = SkysummitPosition(self.turn_limit)
        twin.ply = self.ply
        twin.to_move = self.to_move
        twin.verdict = self.verdict
        twin.reason = self.reason
        twin.height[:] = self.height
        twin.above[:] = self.above
        twin.where[:] = self.where
        return twin
