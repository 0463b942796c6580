"""Forge: the rules, on bit masks of the 36 cells; a flood fill finds the ways."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.games.forge.board import (
    ALL_CELLS,
    FORGE_CELLS,
    HOME_CELLS,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
)

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit, mix_bits
    from ludarium.core.constants import DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
    from ludarium.games.forge.board import (
        CELL_MASK,
        CELLS,
        EMBER_FLAG,
        FORGE_REACHED,
        NO_LAST_MOVE,
        PASS_FLAG,
        SIZE,
        TARGET_SHIFT,
        TURN_LIMIT,
        TWO_PASSES,
    )

CELL_BIT = [1 << cell for cell in range(CELLS)]


def spread_cells(cells: int) -> int:
    """The cells and their neighbours. The result has bits beyond the board: mask it."""
    return (
        cells
        | cells << SIZE
        | cells >> SIZE
        | (cells & NOT_LAST_COLUMN) << 1
        | (cells & NOT_FIRST_COLUMN) >> 1
    )


@cython.final
@cython.cclass
class ForgePosition(Position):
    """Tokens, embers and turn counters; `number[cell]` identifies the token on a cell.

    Tokens stay within the cells they can walk to, and no ember cuts a seat off. So in every
    position each seat has a way to its forge (rule F13).
    """

    def __init__(
        self,
        reach: int,
        ember_first: int,
        ember_every: int,
        both_place: bool,
        shared_forge: bool,
        turn_limit: int,
    ) -> None:
        super().__init__(2)
        self.reach = reach or CELLS  # no way is longer
        self.ember_first = ember_first
        self.ember_every = ember_every
        self.both_place = both_place
        self.shared_forge = shared_forge
        self.turn_limit = turn_limit
        self.lights = [ember_first > 0 and both_place, ember_first > 0]
        self.forge = [FORGE_CELLS[0], FORGE_CELLS[0] if shared_forge else FORGE_CELLS[1]]
        self.forges = CELL_BIT[self.forge[0]] | CELL_BIT[self.forge[1]]
        self.barred = [self.forges ^ CELL_BIT[cell] for cell in self.forge]  # rule F9
        self.tokens = [sum(CELL_BIT[cell] for cell in home) for home in HOME_CELLS]
        self.embers = 0
        self.turns = [0, 0]
        self.passes = 0
        self.ember_due = False
        self.ply = 0
        self.last = NO_LAST_MOVE
        self.past = [0] * 512  # the value of `last` before each move
        self.trail = [0] * 37
        self.number = [0] * 36
        self.number_tokens()

    def arrange_board(
        self,
        tokens: list[int],
        embers: int,
        turns: list[int],
        passes: int,
        ember_due: bool,
        to_move: int,
    ) -> None:
        """Set up a running position without past moves."""
        self.tokens = tokens
        self.embers = embers
        self.turns = turns
        self.passes = passes
        self.ember_due = ember_due
        self.to_move = to_move
        self.ply = turns[0] + turns[1] + embers.bit_count() + ember_due
        self.number_tokens()

    def number_tokens(self) -> None:
        """Number the tokens by their cells, seat 0's from 0 and seat 1's from 3."""
        for seat in range(2):
            token = 3 * seat
            for cell in range(CELLS):
                if self.tokens[seat] & CELL_BIT[cell]:
                    self.number[cell] = token
                    token += 1

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        if self.ember_due:
            targets = self.ember_cells()
            while targets:
                out[at] = EMBER_FLAG | lowest_bit(targets) << TARGET_SHIFT
                targets &= targets - 1
                at += 1
            return at
        start = at
        movers = self.tokens[self.to_move]
        while movers:
            source = lowest_bit(movers)
            movers &= movers - 1
            targets = self.drag_targets(self.to_move, source)
            while targets:
                out[at] = lowest_bit(targets) << TARGET_SHIFT | source
                targets &= targets - 1
                at += 1
        if at == start:
            out[at] = PASS_FLAG  # rule F4
            at += 1
        return at

    def drag_targets(self, seat: int, source: int) -> int:
        """The cells to which the seat can drag its token on this cell."""
        free = self.free_cells(seat)
        seen = CELL_BIT[source]
        for _ in range(self.reach):
            wider = seen | spread_cells(seen) & free
            if wider == seen:
                break
            seen = wider
        return seen ^ CELL_BIT[source]

    def free_cells(self, seat: int) -> int:
        """The cells that the seat may enter."""
        return ALL_CELLS & ~(self.tokens[0] | self.tokens[1] | self.embers | self.barred[seat])

    def ember_cells(self) -> int:
        """The cells where an ember may be lit (rule F13)."""
        empty = ALL_CELLS & ~(self.tokens[0] | self.tokens[1] | self.embers | self.forges)
        return empty & ~self.cutting_cells(0, empty) & ~self.cutting_cells(1, empty)

    def cutting_cells(self, seat: int, empty: int) -> int:
        """The empty cells that every way of the seat to its forge crosses."""
        found = 0
        suspects = self.shortest_way(seat, self.embers) & empty
        while suspects:
            cell = suspects & -suspects
            detour = self.shortest_way(seat, self.embers | cell)
            if detour:
                suspects &= detour  # a cell on only one of two ways cuts nothing off
            else:
                found |= cell
                suspects ^= cell
        return found

    def shortest_way(self, seat: int, embers: int) -> int:
        """The cells of a shortest way from a token of the seat to its forge, 0 if there is none."""
        walkable = ALL_CELLS & ~(embers | self.barred[seat])
        seen = CELL_BIT[self.forge[seat]]
        length = 0
        while seen & self.tokens[seat] == 0:
            self.trail[length] = seen
            wider = spread_cells(seen) & walkable
            if wider == seen:
                return 0
            seen = wider
            length += 1
        cell = seen & self.tokens[seat]
        cell &= -cell
        found = cell
        while length:
            length -= 1
            cell = spread_cells(cell) & self.trail[length]
            cell &= -cell
            found |= cell
        return found

    def has_ember_cell(self) -> bool:
        # A cell off both shortest ways may burn; a count of steps mostly shows that one exists.
        empty = ALL_CELLS & ~(self.tokens[0] | self.tokens[1] | self.embers | self.forges)
        if count_bits(empty) > self.steps_to_forge(0) + self.steps_to_forge(1) - 2:
            return True
        return self.ember_cells() != 0

    def steps_to_forge(self, seat: int) -> int:
        """The steps from the seat's nearest token to its forge on a board without other tokens."""
        walkable = ALL_CELLS & ~(self.embers | self.barred[seat])
        seen = CELL_BIT[self.forge[seat]]
        steps = 0
        while seen & self.tokens[seat] == 0 and steps < CELLS:
            seen = spread_cells(seen) & walkable
            steps += 1
        return steps

    def owes_ember(self) -> bool:
        """Whether the current turn includes an ember (rule F10)."""
        late = self.turns[self.to_move] + 1 - self.ember_first
        return self.lights[self.to_move] and late >= 0 and late % self.ember_every == 0

    def play(self, move: int) -> None:
        seat = self.to_move
        self.past[self.ply & (UNDO_DEPTH - 1)] = self.last
        self.last = move
        self.ply += 1
        target = move >> TARGET_SHIFT & CELL_MASK
        if move & PASS_FLAG:
            self.passes += 1
        elif move & EMBER_FLAG:
            self.embers |= CELL_BIT[target]
            self.ember_due = False
        else:
            source = move & CELL_MASK
            self.tokens[seat] ^= CELL_BIT[source] | CELL_BIT[target]
            self.number[target] = self.number[source]
            self.passes = 0
            if target == self.forge[seat]:
                self.verdict = seat
                self.reason = FORGE_REACHED
            elif self.owes_ember() and self.has_ember_cell():  # rule F11
                self.ember_due = True
                return
        self.turns[seat] += 1
        self.to_move = seat ^ 1
        if self.verdict != ONGOING:
            return
        if self.passes == 2:
            self.verdict = DRAW
            self.reason = TWO_PASSES  # before the limit: rule F15
        elif self.turns[0] + self.turns[1] >= self.turn_limit:
            self.verdict = DRAW
            self.reason = TURN_LIMIT

    def undo(self) -> None:
        move = self.last
        self.ply -= 1
        self.last = self.past[self.ply & (UNDO_DEPTH - 1)]
        self.verdict = ONGOING
        self.reason = 0
        if self.ember_due:
            self.ember_due = False
        else:
            self.to_move ^= 1
            self.turns[self.to_move] -= 1
        if move & PASS_FLAG:
            self.passes -= 1
            return
        target = move >> TARGET_SHIFT & CELL_MASK
        if move & EMBER_FLAG:
            self.embers ^= CELL_BIT[target]
            self.ember_due = True
            return
        source = move & CELL_MASK
        self.tokens[self.to_move] ^= CELL_BIT[source] | CELL_BIT[target]
        self.number[source] = self.number[target]
        self.passes = 1 if self.last & PASS_FLAG else 0  # two passes in a row end the game

    def no_moves_verdict(self) -> None:
        """Set no verdict: a seat that cannot move passes (rule F4)."""

    def key(self) -> int:
        # Computed on demand, because a search plays and undoes far more often than it asks. Tokens
        # of a seat are equal, and of the counters only the turns still to come matter.
        counters = min(self.turn_limit - self.turns[0] - self.turns[1], KEY_HORIZON + 1)
        counters = counters << 8 | self.turns_to_ember(0)
        counters = counters << 8 | self.turns_to_ember(1)
        counters = counters << 4 | self.passes << 2 | self.ember_due << 1 | self.to_move
        mixture = mix_bits(counters << CELLS | self.embers)
        mixture = mix_bits(mixture ^ self.tokens[0])
        return mix_bits(mixture ^ self.tokens[1])

    def turns_to_ember(self, seat: int) -> int:
        if not self.lights[seat]:
            return 0
        late = self.turns[seat] + 1 - self.ember_first
        if late <= 0:
            return -late
        return (self.ember_every - late % self.ember_every) % self.ember_every

    def copy(self) -> ForgePosition:
        twin = ForgePosition(
            self.reach,
            self.ember_first,
            self.ember_every,
            self.both_place,
            self.shared_forge,
            self.turn_limit,
        )
        twin.tokens = list(self.tokens)
        twin.embers = self.embers
        twin.turns = list(self.turns)
        twin.passes = self.passes
        twin.ember_due = self.ember_due
        twin.to_move = self.to_move
        twin.ply = self.ply
        twin.last = self.last
        twin.verdict = self.verdict
        twin.reason = self.reason
        twin.number = list(self.number)
        return twin
