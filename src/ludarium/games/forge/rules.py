"""Forge's rules: tokens and embers as bit masks of the 36 cells, ways found by flooding them."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.games.forge.board import FORGES, FULL, HOMES, NOT_FIRST, NOT_LAST

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit, mix_bits
    from ludarium.core.constants import DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
    from ludarium.games.forge.board import (
        CELL,
        CELLS,
        EMBER,
        FORGE_REACHED,
        NO_MOVE,
        PASS,
        SIZE,
        TARGET,
        TURN_LIMIT,
        TWO_PASSES,
    )

BIT = [1 << cell for cell in range(CELLS)]


def spread(cells: int) -> int:
    """The cells and their neighbours, and bits beyond the board: mask the result."""
    return (
        cells | cells << SIZE | cells >> SIZE | (cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1
    )


@cython.final
@cython.cclass
class ForgePosition(Position):
    """Three tokens a seat, the embers, and the counters of turns; `number[cell]` names a token.

    No token ever leaves the cells it can walk to, and no ember cuts a seat off, so in every
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
        self.forge = [FORGES[0], FORGES[0] if shared_forge else FORGES[1]]
        self.forges = BIT[self.forge[0]] | BIT[self.forge[1]]
        self.barred = [self.forges ^ BIT[cell] for cell in self.forge]  # rule F9
        self.tokens = [sum(BIT[cell] for cell in home) for home in HOMES]
        self.embers = 0
        self.turns = [0, 0]
        self.passes = 0
        self.ember_due = False
        self.ply = 0
        self.last = NO_MOVE
        self.past = [0] * 512  # what `last` was before each move
        self.trail = [0] * 37
        self.number = [0] * 36
        self.renumber()

    def arrange(
        self,
        tokens: list[int],
        embers: int,
        turns: list[int],
        passes: int,
        ember_due: bool,
        to_move: int,
    ) -> None:
        """Set up a position that is not over; the moves that led to it are forgotten."""
        self.tokens = tokens
        self.embers = embers
        self.turns = turns
        self.passes = passes
        self.ember_due = ember_due
        self.to_move = to_move
        self.ply = turns[0] + turns[1] + embers.bit_count() + ember_due
        self.renumber()

    def renumber(self) -> None:
        """Number the tokens by their cells, seat 0's from 0 and seat 1's from 3."""
        for seat in range(2):
            token = 3 * seat
            for cell in range(CELLS):
                if self.tokens[seat] & BIT[cell]:
                    self.number[cell] = token
                    token += 1

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        if self.ember_due:
            targets = self.ember_cells()
            while targets:
                out[at] = EMBER | lowest_bit(targets) << TARGET
                targets &= targets - 1
                at += 1
            return at
        start = at
        movers = self.tokens[self.to_move]
        while movers:
            source = lowest_bit(movers)
            movers &= movers - 1
            targets = self.drags(self.to_move, source)
            while targets:
                out[at] = lowest_bit(targets) << TARGET | source
                targets &= targets - 1
                at += 1
        if at == start:
            out[at] = PASS  # rule F4
            at += 1
        return at

    def drags(self, seat: int, source: int) -> int:
        """The cells that the seat can drag its token on this cell to."""
        free = self.free(seat)
        seen = BIT[source]
        for _ in range(self.reach):
            wider = seen | spread(seen) & free
            if wider == seen:
                break
            seen = wider
        return seen ^ BIT[source]

    def free(self, seat: int) -> int:
        """The cells that the seat may enter."""
        return FULL & ~(self.tokens[0] | self.tokens[1] | self.embers | self.barred[seat])

    def ember_cells(self) -> int:
        """The cells where an ember may be lit (rule F13)."""
        empty = FULL & ~(self.tokens[0] | self.tokens[1] | self.embers | self.forges)
        return empty & ~self.cuts(0, empty) & ~self.cuts(1, empty)

    def cuts(self, seat: int, empty: int) -> int:
        """Those of the empty cells that every way of the seat to its forge crosses."""
        found = 0
        suspects = self.way(seat, self.embers) & empty
        while suspects:
            cell = suspects & -suspects
            detour = self.way(seat, self.embers | cell)
            if detour:
                suspects &= detour  # what only one of two ways crosses cuts nothing off
            else:
                found |= cell
                suspects ^= cell
        return found

    def way(self, seat: int, embers: int) -> int:
        """The cells of a shortest way from a token of the seat to its forge, 0 if there is none."""
        walkable = FULL & ~(embers | self.barred[seat])
        seen = BIT[self.forge[seat]]
        length = 0
        while seen & self.tokens[seat] == 0:
            self.trail[length] = seen
            wider = spread(seen) & walkable
            if wider == seen:
                return 0
            seen = wider
            length += 1
        cell = seen & self.tokens[seat]
        cell &= -cell
        found = cell
        while length:
            length -= 1
            cell = spread(cell) & self.trail[length]
            cell &= -cell
            found |= cell
        return found

    def has_ember_cell(self) -> bool:
        # Cells off both ways are free to burn: counting steps mostly shows that there are some.
        empty = FULL & ~(self.tokens[0] | self.tokens[1] | self.embers | self.forges)
        if count_bits(empty) > self.distance(0) + self.distance(1) - 2:
            return True
        return self.ember_cells() != 0

    def distance(self, seat: int) -> int:
        """How many steps the seat is from its forge if no token stood in the way."""
        walkable = FULL & ~(self.embers | self.barred[seat])
        seen = BIT[self.forge[seat]]
        steps = 0
        while seen & self.tokens[seat] == 0 and steps < CELLS:
            seen = spread(seen) & walkable
            steps += 1
        return steps

    def owes_ember(self) -> bool:
        """Whether an ember belongs to the turn under way (rule F10)."""
        late = self.turns[self.to_move] + 1 - self.ember_first
        return self.lights[self.to_move] and late >= 0 and late % self.ember_every == 0

    def play(self, move: int) -> None:
        seat = self.to_move
        self.past[self.ply & (UNDO_DEPTH - 1)] = self.last
        self.last = move
        self.ply += 1
        target = move >> TARGET & CELL
        if move & PASS:
            self.passes += 1
        elif move & EMBER:
            self.embers |= BIT[target]
            self.ember_due = False
        else:
            source = move & CELL
            self.tokens[seat] ^= BIT[source] | BIT[target]
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
        if move & PASS:
            self.passes -= 1
            return
        target = move >> TARGET & CELL
        if move & EMBER:
            self.embers ^= BIT[target]
            self.ember_due = True
            return
        source = move & CELL
        self.tokens[self.to_move] ^= BIT[source] | BIT[target]
        self.number[source] = self.number[target]
        self.passes = 1 if self.last & PASS else 0  # a second one would have ended the game

    def no_moves_verdict(self) -> None:
        """Give no verdict: a seat that cannot move passes (rule F4)."""

    def key(self) -> int:
        # Made on demand, for a search asks once where it plays and takes back many times.
        # Tokens of one seat are alike, and of the counters only what is to come matters.
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
