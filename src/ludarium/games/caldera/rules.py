"""Caldera's rules: pieces step, leap and forge on bit masks of the 49 cells."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.core.zobrist import zobrist_numbers
from ludarium.games.caldera.board import GROUND, away, beside, home, mask

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.core.constants import DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
    from ludarium.games.caldera.board import (
        CAPTURE,
        CELL,
        CELLS,
        CROWN_CAPTURED,
        CROWN_ERUPTED,
        CROWNS_ERUPTED_MUTUAL,
        ERUPT,
        FORGE,
        LANCER,
        NO_LEGAL_MOVES,
        NOWHERE,
        PIECE,
        PIECES,
        SMITH,
        TARGET,
        TURN_LIMIT_CROWN_HEIGHT,
        TURN_LIMIT_DRAW,
        TURN_LIMIT_PIECES,
        VENT,
        VICTIM,
    )

# Targets by cell and direction (rule C2); a step over the edge goes NOWHERE.
NEAR = [[away(cell, direction, 1) for direction in range(8)] for cell in range(CELLS)]
FAR = [[away(cell, direction, 2) for direction in range(8)] for cell in range(CELLS)]
AROUND = [mask(away(cell, direction, 1) for direction in range(8)) for cell in range(CELLS)]
BESIDE = [mask(beside(cell)) for cell in range(CELLS)]
# Parts of the key: a piece on a cell (those of one kind and seat are alike, dead ones leave
# nothing), a level of a cell on top of those below, and the plies left with the seat to move.
STANDING = [[*zobrist_numbers(kind, 63), 0] for kind in (1, 2, 2, 3, 3, 4, 5, 5, 6, 6)]
RAISED = [zobrist_numbers(6 + level, 49) for level in range(5)]
CLOCK = zobrist_numbers(12, 132)


@cython.final
@cython.cclass
class CalderaPosition(Position):
    """Heights and the ten pieces; `above[n]` holds the cells of height n and more, vents too."""

    def __init__(self, turn_limit: int) -> None:
        super().__init__(2)
        self.turn_limit = turn_limit
        self.ply = 0
        self.height = [0] * 49
        self.above = [GROUND, 0, 0, 0, 0]
        self.ground_key = 0  # the part of the key that only forges change
        self.where = [home(piece) for piece in range(10)]  # seat 0's pieces, then seat 1's
        self.past = [0] * 512
        # The board before each eruption; there are never more eruptions than cells.
        self.quakes = 0
        self.old_above = [0] * 245
        self.old_where = [0] * 490

    def arrange(self, ply: int, height: list[int], where: list[int], ending: int) -> None:
        """Set the board up as given and judge it; `ending` tells how a crown was lost."""
        self.ply = ply
        self.to_move = ply % 2
        self.height = height
        self.where = where
        self.above = [
            sum(1 << cell for cell in range(CELLS) if height[cell] >= level) for level in range(5)
        ]
        self.ground_key = 0
        for cell in range(CELLS):
            for level in range(1, height[cell] + 1):
                self.ground_key ^= RAISED[level][cell]
        self.judge_crowns()
        if self.reason == CROWN_ERUPTED and self.verdict == self.to_move ^ 1:
            self.reason = ending  # the board does not show whether it was captured or erupted
        if self.verdict == ONGOING:
            self.judge()

    def generate(self, out: MoveStack, at: int) -> int:
        # Each target is written and then kept or not, for a branch that cannot be foreseen costs
        # more: what follows the end that is returned may be overwritten.
        if self.verdict != ONGOING:
            return at
        first = PIECES * self.to_move
        own = self.army(first)
        enemy = self.army(PIECES - first)
        for piece in range(first, first + PIECES):
            source = self.where[piece]
            if source == NOWHERE:
                continue
            base = piece << PIECE | source
            climb = GROUND & ~self.above[min(self.height[source] + 2, VENT)]
            if first + LANCER <= piece < first + SMITH:
                for direction in range(8):
                    near = NEAR[source][direction]
                    if not climb >> near & 1:
                        continue
                    out[at] = base | near << TARGET | (enemy >> near & 1) * CAPTURE
                    at += ~own >> near & 1
                    far = FAR[source][direction]
                    reach = GROUND & ~own & ~self.above[min(self.height[near] + 2, VENT)]
                    out[at] = base | far << TARGET | (enemy >> far & 1) * CAPTURE
                    at += reach >> far & 1  # rule C3
                continue
            climb &= ~own
            for direction in range(8):
                near = NEAR[source][direction]
                out[at] = base | near << TARGET | (enemy >> near & 1) * CAPTURE
                at += climb >> near & 1
            if piece >= first + SMITH:
                free = GROUND & ~(own | enemy | self.above[VENT])
                brim = self.above[VENT - 1]
                for direction in range(0, 8, 2):
                    near = NEAR[source][direction]
                    out[at] = FORGE | base | near << TARGET | (brim >> near & 1) * ERUPT
                    at += free >> near & 1
        return at

    def army(self, first: int) -> int:
        """The cells of the five pieces from `first` on; NOWHERE may be among them."""
        one = 1  # wide, so that shifts keep all bits
        cells = one << self.where[first]
        for piece in range(first + 1, first + PIECES):
            cells |= one << self.where[piece]
        return cells

    def play(self, move: int) -> None:
        self.past[self.ply & (UNDO_DEPTH - 1)] = move
        self.ply += 1
        self.to_move = self.ply & 1
        # The most frequent moves go straight through; a call for the others keeps this short.
        if move >= FORGE or self.ply >= self.turn_limit:
            self.play_special(move)
            return
        self.where[move >> PIECE] = move >> TARGET & CELL

    def undo(self) -> None:
        self.ply -= 1
        self.to_move = self.ply & 1
        self.verdict = ONGOING
        self.reason = 0
        move = self.past[self.ply & (UNDO_DEPTH - 1)]
        if move >= FORGE:
            self.undo_special(move)
            return
        self.where[move >> PIECE] = move & CELL

    def play_special(self, move: int) -> None:
        """Forge, capture, set off an eruption or reach the limit."""
        one = 1
        target = move >> TARGET & CELL
        if move < FORGE:
            self.where[move >> PIECE] = target
        elif move < CAPTURE:
            self.height[target] += 1
            self.above[self.height[target]] |= one << target
            self.ground_key ^= RAISED[self.height[target]][target]
        elif move < ERUPT:
            self.capture(move)
        else:
            self.erupt(target)
        if self.ply >= self.turn_limit and self.verdict == ONGOING:
            self.judge()

    def undo_special(self, move: int) -> None:
        one = 1
        target = move >> TARGET & CELL
        if move < CAPTURE:
            self.ground_key ^= RAISED[self.height[target]][target]
            self.above[self.height[target]] ^= one << target
            self.height[target] -= 1
        elif move < ERUPT:
            self.where[move >> PIECE & 15] = move & CELL
            self.where[move >> VICTIM & 15] = target
        else:
            self.restore()

    def capture(self, move: int) -> None:
        """Land on an enemy and take it off."""
        target = move >> TARGET & CELL
        crown = PIECES * self.to_move
        victim = crown
        while self.where[victim] != target:
            victim += 1
        self.where[victim] = NOWHERE
        self.where[move >> PIECE & 15] = target
        self.past[(self.ply - 1) & (UNDO_DEPTH - 1)] |= victim << VICTIM
        if victim == crown:
            self.verdict = self.to_move ^ 1
            self.reason = CROWN_CAPTURED

    def erupt(self, target: int) -> None:
        """Raise the target to its eruption and work off the chain (rules C5, C10)."""
        one = 1
        self.remember()
        waiting = one << target
        self.height[target] = VENT
        self.above[VENT] |= waiting
        self.ground_key ^= RAISED[VENT][target]
        while waiting:
            raised = BESIDE[lowest_bit(waiting)] & ~self.above[VENT]
            waiting &= waiting - 1
            while raised:
                cell = lowest_bit(raised)
                raised &= raised - 1
                self.height[cell] += 1
                self.above[self.height[cell]] |= one << cell
                self.ground_key ^= RAISED[self.height[cell]][cell]
                if self.height[cell] == VENT:
                    waiting |= one << cell
        for piece in range(10):
            if self.where[piece] != NOWHERE and self.height[self.where[piece]] == VENT:
                self.where[piece] = NOWHERE
        self.judge_crowns()

    def remember(self) -> None:
        for level in range(5):
            self.old_above[5 * self.quakes + level] = self.above[level]
        for piece in range(10):
            self.old_where[10 * self.quakes + piece] = self.where[piece]
        self.quakes += 1

    def restore(self) -> None:
        """Take back the last eruption with the blow that began it."""
        self.quakes -= 1
        for level in range(5):
            sunk = self.above[level] ^ self.old_above[5 * self.quakes + level]
            self.above[level] ^= sunk
            while sunk:
                cell = lowest_bit(sunk)
                sunk &= sunk - 1
                self.height[cell] -= 1
                self.ground_key ^= RAISED[level][cell]
        for piece in range(10):
            self.where[piece] = self.old_where[10 * self.quakes + piece]

    def judge_crowns(self) -> None:
        """Give the verdict if an eruption has swallowed a crown (rule C6)."""
        won = self.where[PIECES * self.to_move] == NOWHERE
        lost = self.where[PIECES * (self.to_move ^ 1)] == NOWHERE
        if lost or won:
            self.verdict = self.to_move if lost else self.to_move ^ 1
            self.reason = CROWNS_ERUPTED_MUTUAL if lost and won else CROWN_ERUPTED

    def judge(self) -> None:
        """Give the verdict on a seat that cannot move and on a full count of plies."""
        if not self.can_move():  # before the limit: rule C7
            self.no_moves_verdict()
        elif self.ply >= self.turn_limit:
            self.compare_armies()

    def can_move(self) -> bool:
        # No need to look at leaps: who stands in a lancer's way can go where it would land.
        first = PIECES * self.to_move
        own = self.army(first)
        taken = own | self.army(PIECES - first) | self.above[VENT]
        for piece in range(first, first + PIECES):
            source = self.where[piece]
            if source == NOWHERE:
                continue
            if AROUND[source] & ~own & ~self.above[min(self.height[source] + 2, VENT)]:
                return True
            if piece >= first + SMITH and BESIDE[source] & ~taken:
                return True
        return False

    def compare_armies(self) -> None:
        pieces = count_bits(self.army(0) & GROUND) - count_bits(self.army(PIECES) & GROUND)
        rise = self.height[self.where[0]] - self.height[self.where[PIECES]]
        if pieces:
            self.verdict = 0 if pieces > 0 else 1
            self.reason = TURN_LIMIT_PIECES
        elif rise:
            self.verdict = 0 if rise > 0 else 1
            self.reason = TURN_LIMIT_CROWN_HEIGHT
        else:
            self.verdict = DRAW
            self.reason = TURN_LIMIT_DRAW

    def no_moves_verdict(self) -> None:
        self.verdict = self.to_move ^ 1
        self.reason = NO_LEGAL_MOVES

    def key(self) -> int:
        # The pieces' part is made when asked for: that takes half the time of playing a move and
        # taking it back, and to keep it up would slow every move, whether a key is wanted or not.
        left = min(self.turn_limit - self.ply, KEY_HORIZON + 1)
        mixture = self.ground_key ^ CLOCK[2 * left + self.to_move]
        for piece in range(10):
            mixture ^= STANDING[piece][self.where[piece]]
        return mixture

    def copy(self) -> CalderaPosition:
        twin = CalderaPosition(self.turn_limit)
        twin.ply = self.ply
        twin.to_move = self.to_move
        twin.verdict = self.verdict
        twin.reason = self.reason
        twin.ground_key = self.ground_key
        twin.height = list(self.height)
        twin.above = list(self.above)
        twin.where = list(self.where)
        return twin
