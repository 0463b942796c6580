"""Forge: the rules of turns, embers and endings."""

from __future__ import annotations

from collections.abc import Mapping

import cython

from ludarium.core.options import Value
from ludarium.core.position import MoveStack, Position
from ludarium.games.forge.board import ALL_CELLS, HOME_CELLS, forge_cells
from ludarium.games.forge.tracks import Tracks

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit, mix_bits
    from ludarium.core.constants import DRAW, KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
    from ludarium.games.forge.board import (
        CELL_MASK,
        CELLS,
        EMBER_FLAG,
        EMBER_SLOTS,
        FORGE_REACHED,
        NO_LAST_MOVE,
        PASS_FLAG,
        SWAP_FLAG,
        TARGET_SHIFT,
        TURN_LIMIT,
        TURN_LIMIT_POINTS,
        TWO_PASSES,
    )

CELL_BIT = [1 << cell for cell in range(CELLS)]
HOME_TOKENS = [sum(1 << cell for cell in home) for home in HOME_CELLS]


@cython.final
@cython.cclass
class ForgePosition(Position):
    """Tokens, embers and counters; `number[cell]` identifies the token on a cell.

    All is kept by side: side 0 starts at the bottom, side 1 at the top. A seat holds the side of
    its number until the seats are swapped.

    `fire_cell` and `fire_turn` list the embers in the order in which they were lit; the first
    `fires_out` of them have burnt out.

    Tokens stay within the cells they can walk to, and no ember cuts a side off. So in every
    position each side has a way to its forges (rule F13).
    """

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(2)
        self.values = values
        self.tracks = Tracks(values["reach"] or CELLS, bool(values["straight"]))
        self.hold = values["hold"]
        shared = bool(values["shared_forges"])
        top, bottom = forge_cells(values["forge_columns"], shared)
        self.forges = [top, bottom]
        closed = values["closed_forges"] and not shared
        self.barred = [bottom if closed else 0, top if closed else 0]  # rule F9
        self.tokens = list(HOME_TOKENS)
        self.embers, self.fires_lit, self.fires_out = 0, 0, 0
        self.ember_every, self.burn_turns = values["ember_every"], values["burn_turns"]
        self.points, self.may_swap = bool(values["points"]), bool(values["swap"])
        self.turn_limit = values["turn_limit"]
        self.left = [values["onyx_embers"], values["amber_embers"]]
        self.turns = [0, 0]
        self.opening_left = values["opening_embers"]
        self.to_move = 1 if self.opening_left else 0
        self.passes, self.ply, self.ember_due, self.swapped = 0, 0, False, False
        self.last = NO_LAST_MOVE
        self.past = [0] * 512  # the value of `last` before each move
        self.past_fires_out = [0] * 512
        self.fire_cell = [0] * 128  # more than both stocks hold
        self.fire_turn = [0] * 128
        self.sources = [0] * 4  # the moves found last, without their targets
        self.targets = [0] * 4  # their targets as masks
        self.number = [0] * 36
        self.number_tokens()

    def arrange_board(
        self,
        tokens: list[int],
        fires: list[tuple[int, int]],
        left: list[int],
        turns: list[int],
        passes: int,
        ember_due: bool,
        opening_left: int,
        swapped: bool,
        to_move: int,
    ) -> None:
        """Set up a running position without past moves, by side.

        `fires` lists the cell of each burning ember and the turn in which it was lit, 0 before the
        first one.
        """
        self.tokens = tokens
        self.fires_out, self.fires_lit, self.embers = 0, 0, 0
        for cell, turn in sorted(fires, key=lambda fire: (fire[1], fire[0])):
            self.fire_cell[self.fires_lit] = cell
            self.fire_turn[self.fires_lit] = turn
            self.fires_lit += 1
            self.embers |= CELL_BIT[cell]
        self.left = left
        self.turns = turns
        self.passes, self.opening_left = passes, opening_left
        self.ember_due, self.swapped, self.to_move = ember_due, swapped, to_move
        values = self.values
        lit = values["opening_embers"] - opening_left
        if self.ember_every:
            lit = values["onyx_embers"] + values["amber_embers"] - left[0] - left[1]
        self.ply = turns[0] + turns[1] + lit + ember_due + swapped
        self.past_fires_out = [0] * 512
        self.number_tokens()

    def number_tokens(self) -> None:
        """Number the tokens by their cells, side 0's from 0 and side 1's from 3."""
        for side in range(2):
            token = 3 * side
            for cell in range(CELLS):
                if self.tokens[side] & CELL_BIT[cell]:
                    self.number[cell] = token
                    token += 1

    def burnt_cells(self) -> list[int]:
        """The cells of the embers that burnt out with the last move."""
        before = self.past_fires_out[(self.ply - 1) & (UNDO_DEPTH - 1)] if self.ply else 0
        return [self.fire_cell[fire] for fire in range(before, self.fires_out)]

    def side_to_move(self) -> int:
        """The side of the seat to move."""
        return self.to_move ^ self.swapped

    def can_swap(self) -> bool:
        """Whether the seat to move may take over the other side (rule F21)."""
        second = self.turns[0] == 1 and self.turns[1] == 0
        return self.may_swap and second and not (self.swapped or self.ember_due)

    def lights_now(self) -> bool:
        """Whether the seat to move can do nothing but light an ember."""
        return self.ember_due or self.opening_left > 0

    def may_light(self) -> bool:
        """Whether the seat to move may light an ember, if there is a cell for it."""
        return self.lights_now() or (self.ember_every == 0 and self.left[self.side_to_move()] > 0)

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        start = at
        for kind in range(self.find_targets()):
            targets = self.targets[kind]
            while targets:
                out[at] = self.sources[kind] | lowest_bit(targets) << TARGET_SHIFT
                targets &= targets - 1
                at += 1
        if at == start:
            out[at] = PASS_FLAG  # rule F4
            at += 1
        if self.can_swap():
            out[at] = SWAP_FLAG
            at += 1
        return at

    def find_targets(self) -> int:
        """Note the targets of each token, then the cells for an ember; returns how many masks."""
        side = self.to_move ^ self.swapped
        kinds = 0
        movers = 0 if self.lights_now() else self.tokens[side]
        while movers:
            self.sources[kinds] = lowest_bit(movers)
            self.targets[kinds] = self.drag_targets(side, lowest_bit(movers))
            movers &= movers - 1
            kinds += 1
        if self.may_light():
            self.sources[kinds] = EMBER_FLAG
            self.targets[kinds] = self.ember_cells()
            kinds += 1
        return kinds

    def count_slots(self) -> int:
        if not self.tracks.straight or self.can_swap():
            return 0
        return EMBER_SLOTS + CELLS if self.may_light() else EMBER_SLOTS

    def move_in_slot(self, slot: int) -> int:
        if slot >= EMBER_SLOTS:
            return self.ember_in_slot(slot - EMBER_SLOTS)
        side = self.to_move ^ self.swapped
        if self.verdict != ONGOING or self.lights_now():
            return NO_MOVE
        return self.tracks.drag_in_slot(self.tokens[side], self.free_cells(side), slot)

    def ember_in_slot(self, cell: int) -> int:
        if self.verdict != ONGOING or not self.may_light() or CELL_BIT[cell] & self.closed_cells():
            return NO_MOVE
        lit = self.has_way(0, CELL_BIT[cell]) and self.has_way(1, CELL_BIT[cell])
        return EMBER_FLAG | cell << TARGET_SHIFT if lit else NO_MOVE

    def drag_targets(self, side: int, source: int) -> int:
        """The cells to which the side can drag its token on this cell."""
        free = self.free_cells(side)
        return self.tracks.cells_in_one_drag(CELL_BIT[source], free) & free

    def free_cells(self, side: int) -> int:
        """The cells that the side may enter."""
        return ALL_CELLS & ~(self.tokens[0] | self.tokens[1] | self.embers | self.barred[side])

    def ember_cells(self) -> int:
        """The cells where an ember may be lit (rule F13)."""
        taken = self.closed_cells()
        for side in range(2):
            taken |= self.tracks.cutting_cells(
                self.tokens[side], self.forges[side], self.walkable_cells(side)
            )
        return ALL_CELLS & ~taken

    def closed_cells(self) -> int:
        """The cells where no ember may be lit, whatever the ways."""
        return self.tokens[0] | self.tokens[1] | self.embers | self.forges[0] | self.forges[1]

    def walkable_cells(self, side: int) -> int:
        """The cells of the ways that no ember may cut; tokens are no walls there."""
        return ALL_CELLS & ~(self.embers | self.barred[side])

    def has_way(self, side: int, ember: int) -> bool:
        """Whether a token of the side keeps a way to a forge with one more ember, or with 0."""
        walkable = self.walkable_cells(side) & ~ember
        return self.tracks.shortest_way(self.tokens[side], self.forges[side], walkable) != 0

    def owes_ember(self) -> bool:
        """Whether the current turn ends with an ember (rule F10)."""
        side = self.to_move ^ self.swapped
        return self.ember_every > 0 and self.left[side] > 0 and self.turns_to_ember(side) == 0

    def forges_held(self, side: int) -> int:
        """How many forges the side's tokens stand on."""
        return count_bits(self.tokens[side] & self.forges[side])

    def play(self, move: int) -> None:
        side = self.to_move ^ self.swapped
        self.past[self.ply & (UNDO_DEPTH - 1)] = self.last
        self.past_fires_out[self.ply & (UNDO_DEPTH - 1)] = self.fires_out
        self.last = move
        self.ply += 1
        if move & SWAP_FLAG:
            self.swapped = True
            self.to_move ^= 1
            return
        target = move >> TARGET_SHIFT & CELL_MASK
        if move & PASS_FLAG:
            self.passes += 1
        elif move & EMBER_FLAG:
            self.light_ember(side, target)
            if self.opening_left:
                self.opening_left -= 1
                self.to_move = 1 if self.opening_left else 0
                return
        else:
            source = move & CELL_MASK
            self.tokens[side] ^= CELL_BIT[source] | CELL_BIT[target]
            self.number[target] = self.number[source]
            self.passes = 0
            if CELL_BIT[target] & self.forges[side] and self.forges_held(side) >= self.hold:
                self.verdict = self.to_move
                self.reason = FORGE_REACHED
            elif self.owes_ember() and self.ember_cells():  # rule F11
                self.ember_due = True
                return
        self.turns[side] += 1
        self.to_move ^= 1
        self.burn_out()
        if self.verdict == ONGOING:
            self.check_limits()

    def light_ember(self, side: int, cell: int) -> None:
        total = self.turns[0] + self.turns[1]
        self.embers |= CELL_BIT[cell]
        self.fire_cell[self.fires_lit] = cell
        self.fire_turn[self.fires_lit] = 0 if self.opening_left else total + 1
        self.fires_lit += 1
        self.left[side] -= 1
        self.ember_due = False
        self.passes = 0

    def burn_out(self) -> None:
        """Remove the embers whose time is over (rule F22)."""
        if self.burn_turns == 0:
            return
        total = self.turns[0] + self.turns[1]
        while (
            self.fires_out < self.fires_lit
            and self.fire_turn[self.fires_out] + self.burn_turns <= total
        ):
            self.embers ^= CELL_BIT[self.fire_cell[self.fires_out]]
            self.fires_out += 1

    def check_limits(self) -> None:
        if self.passes == 2:
            self.verdict, self.reason = DRAW, TWO_PASSES  # before the limit: rule F15
        elif self.turns[0] + self.turns[1] >= self.turn_limit:
            lead = self.forges_held(0) - self.forges_held(1) if self.points else 0
            self.verdict, self.reason = DRAW, TURN_LIMIT
            if lead:
                self.verdict = (1 if lead < 0 else 0) ^ self.swapped
                self.reason = TURN_LIMIT_POINTS

    def undo(self) -> None:
        move = self.last
        self.ply -= 1
        self.last = self.past[self.ply & (UNDO_DEPTH - 1)]
        self.verdict, self.reason = ONGOING, 0
        if move & SWAP_FLAG:
            self.swapped = False
            self.to_move ^= 1
            return
        if move & EMBER_FLAG and self.turns[0] + self.turns[1] == 0:
            self.douse_last(1)
            self.opening_left += 1
            self.to_move = 1
            return
        if self.ember_due:
            self.ember_due = False
        else:
            self.relight()
            self.to_move ^= 1
            self.turns[self.to_move ^ self.swapped] -= 1
        side = self.to_move ^ self.swapped
        target = move >> TARGET_SHIFT & CELL_MASK
        if move & EMBER_FLAG:
            self.douse_last(side)
            self.ember_due = self.ember_every > 0
        elif not move & PASS_FLAG:
            source = move & CELL_MASK
            self.tokens[side] ^= CELL_BIT[source] | CELL_BIT[target]
            self.number[source] = self.number[target]
        self.passes = 1 if self.last & PASS_FLAG else 0  # two passes in a row end the game

    def relight(self) -> None:
        """Light the embers again that burnt out with the move being undone."""
        while self.fires_out > self.past_fires_out[self.ply & (UNDO_DEPTH - 1)]:
            self.fires_out -= 1
            self.embers |= CELL_BIT[self.fire_cell[self.fires_out]]

    def douse_last(self, side: int) -> None:
        self.fires_lit -= 1
        self.embers ^= CELL_BIT[self.fire_cell[self.fires_lit]]
        self.left[side] += 1

    def no_moves_verdict(self) -> None:
        """Set no verdict: a seat that cannot move passes (rule F4)."""

    def key(self) -> int:
        # Computed on demand, because a search plays and undoes far more often than it asks. Tokens
        # of a side are equal, and of the counters only the turns still to come matter.
        counters = min(self.turn_limit - self.turns[0] - self.turns[1], KEY_HORIZON + 1)
        counters = counters << 16 | self.turns_to_ember(0) << 8 | self.turns_to_ember(1)
        counters = counters << 12 | self.left[0] << 6 | self.left[1]
        counters = counters << 5 | self.opening_left << 2 | self.passes
        counters = counters << 2 | self.ember_due << 1 | self.can_swap()
        counters = counters << 2 | self.swapped << 1 | self.to_move
        mixture = mix_bits(mix_bits(counters) ^ self.embers)
        mixture = mix_bits(mixture ^ self.tokens[0])
        mixture = mix_bits(mixture ^ self.tokens[1])
        return mixture ^ self.fire_key() if self.burn_turns else mixture

    def fire_key(self) -> int:
        """A key of the turns that every ember still burns; the order of lighting is left out."""
        mixture = 0
        total = self.turns[0] + self.turns[1]
        for fire in range(self.fires_out, self.fires_lit):
            mixture ^= mix_bits(
                (self.fire_turn[fire] + self.burn_turns - total) << TARGET_SHIFT
                | self.fire_cell[fire]
            )
        return mixture

    def turns_to_ember(self, side: int) -> int:
        """The full turns of the side before the one that ends with an ember (rule F10)."""
        if self.ember_every == 0 or self.left[side] == 0:
            return 0
        return self.ember_every - 1 - self.turns[side] % self.ember_every

    def copy(self) -> ForgePosition:
        twin = ForgePosition(self.values)
        twin.tokens[:] = self.tokens
        twin.left[:] = self.left
        twin.turns[:] = self.turns
        twin.embers, twin.opening_left, twin.passes = self.embers, self.opening_left, self.passes
        twin.ember_due, twin.swapped = self.ember_due, self.swapped
        twin.to_move, twin.verdict, twin.reason = self.to_move, self.verdict, self.reason
        twin.ply, twin.last = self.ply, self.last
        twin.number[:] = self.number
        twin.fire_cell[:] = self.fire_cell
        twin.fire_turn[:] = self.fire_turn
        twin.fires_lit, twin.fires_out = self.fires_lit, self.fires_out
        last = (self.ply - 1) & (UNDO_DEPTH - 1)
        twin.past_fires_out[last] = self.past_fires_out[last]
        return twin
