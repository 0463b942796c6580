"""Caldera: the rules, on bit masks of the 49 cells."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.core.zobrist import zobrist_numbers
from ludarium.games.caldera.board import (
    ALL_CELLS,
    cell_away,
    cell_mask,
    home_cell,
    side_cells,
    slot_piece,
)

if not cython.compiled:
    from ludarium.core.bits import SPLITMIX_STEP, count_bits, lowest_bit, mix_bits
    from ludarium.core.constants import DRAW, KEY_HORIZON, NO_MOVE, ONGOING, SLOT_DRAWS, UNDO_DEPTH
    from ludarium.games.caldera.board import (
        CAPTURE_FLAG,
        CELL_MASK,
        CELLS,
        CROWN_CAPTURED,
        CROWN_ERUPTED,
        CROWNS_ERUPTED_MUTUAL,
        ERUPT_FLAG,
        FORGE_FLAG,
        FORGE_SLOTS,
        LANCER,
        LEAP_SLOTS,
        NO_CELL,
        NO_LEGAL_MOVES,
        PIECE_SHIFT,
        SEAT_PIECES,
        SLOTS,
        SMITH,
        TARGET_SHIFT,
        TURN_LIMIT_CROWN_HEIGHT,
        TURN_LIMIT_DRAW,
        TURN_LIMIT_PIECES,
        VENT,
        VICTIM_SHIFT,
    )

HOME = [home_cell(piece) for piece in range(10)]
# Targets by cell and direction (rule C2); NO_CELL beyond the edge.
STEP_TARGET = [[cell_away(cell, direction, 1) for direction in range(8)] for cell in range(CELLS)]
LEAP_TARGET = [[cell_away(cell, direction, 2) for direction in range(8)] for cell in range(CELLS)]
NEIGHBOURS = [
    cell_mask(cell_away(cell, direction, 1) for direction in range(8)) for cell in range(CELLS)
]
SIDE_NEIGHBOURS = [cell_mask(side_cells(cell)) for cell in range(CELLS)]
# The slots of a random move: steps of all pieces, leaps of lancers, forges of smiths.
SLOT_NUMBER = [slot_piece(slot) for slot in range(SLOTS)]
# Parts of the key: a piece on a cell (equal for pieces of one kind and seat, 0 for dead ones),
# each level of a cell, and the plies left with the seat to move.
PIECE_KEYS = [[*zobrist_numbers(kind, 63), 0] for kind in (1, 2, 2, 3, 3, 4, 5, 5, 6, 6)]
LEVEL_KEYS = [zobrist_numbers(6 + level, 49) for level in range(5)]
CLOCK_KEYS = zobrist_numbers(12, 132)


@cython.final
@cython.cclass
class CalderaPosition(Position):
    """Heights and the ten pieces; `above[n]` is the mask of cells of height n or more."""

    def __init__(self, turn_limit: int, start_height: int = 0) -> None:
        super().__init__(2)
        self.turn_limit = turn_limit
        self.start_height = start_height
        self.ply = 0
        self.height = [0] * 49
        self.above = [ALL_CELLS, 0, 0, 0, 0]
        self.ground_key = 0  # the part of the key that changes with forges only
        self.where = list(HOME)  # seat 0's pieces, then seat 1's
        self.past = [0] * 512
        # The board before each eruption. A game has no more eruptions than cells.
        self.quakes = 0
        self.old_above = [0] * 245
        self.old_where = [0] * 490

    def arrange_board(self, ply: int, height: list[int], where: list[int], ending: int) -> None:
        """Set up a board and set its verdict; `ending` tells how a crown was lost."""
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
                self.ground_key ^= LEVEL_KEYS[level][cell]
        self.judge_crowns()
        if self.reason == CROWN_ERUPTED and self.verdict == self.to_move ^ 1:
            self.reason = ending  # the board does not show which
        if self.verdict == ONGOING:
            self.set_verdict()

    def generate(self, out: MoveStack, at: int) -> int:
        # Each target is written, and the index advances only if it is legal, because an
        # unpredictable branch costs more. Entries beyond the returned end have no meaning.
        if self.verdict != ONGOING:
            return at
        first = SEAT_PIECES * self.to_move
        own = self.army_cells(first)
        enemy = self.army_cells(SEAT_PIECES - first)
        for number in range(SEAT_PIECES):
            if self.where[first + number] != NO_CELL:
                at = self.generate_piece(out, at, first, number, own, enemy)
        return at

    def generate_piece(
        self, out: MoveStack, at: int, first: int, number: int, own: int, enemy: int
    ) -> int:
        """Write the moves of one piece, whose number counts from the crown."""
        source = self.where[first + number]
        base = (first + number) << PIECE_SHIFT | source
        climb = ALL_CELLS & ~self.above[min(self.height[source] + 2, VENT)]
        if LANCER <= number < SMITH:
            for direction in range(8):
                near = STEP_TARGET[source][direction]
                if not climb >> near & 1:
                    continue
                out[at] = base | near << TARGET_SHIFT | (enemy >> near & 1) * CAPTURE_FLAG
                at += ~own >> near & 1
                far = LEAP_TARGET[source][direction]
                reach = ALL_CELLS & ~own & ~self.above[min(self.height[near] + 2, VENT)]
                out[at] = base | far << TARGET_SHIFT | (enemy >> far & 1) * CAPTURE_FLAG
                at += reach >> far & 1  # rule C3
            return at
        climb &= ~own
        for direction in range(8):
            near = STEP_TARGET[source][direction]
            out[at] = base | near << TARGET_SHIFT | (enemy >> near & 1) * CAPTURE_FLAG
            at += climb >> near & 1
        if number >= SMITH:
            free = ALL_CELLS & ~(own | enemy | self.above[VENT])
            brim = self.above[VENT - 1]
            for direction in range(0, 8, 2):
                near = STEP_TARGET[source][direction]
                out[at] = FORGE_FLAG | base | near << TARGET_SHIFT | (brim >> near & 1) * ERUPT_FLAG
                at += free >> near & 1
        return at

    def draw_move(self, scratch: MoveStack, drawn: int) -> int:
        # As the inherited method; the cells of the own army are found once.
        if self.verdict != ONGOING:
            return NO_MOVE
        own = self.army_cells(SEAT_PIECES * self.to_move)
        bits = drawn
        for _ in range(SLOT_DRAWS):
            move = self.fill_slot((bits >> 32) * SLOTS >> 32, own)
            if move != NO_MOVE:
                return move
            drawn += SPLITMIX_STEP
            bits = mix_bits(drawn)
        return self.draw_listed_move(scratch, bits)

    def count_slots(self) -> int:
        return SLOTS

    def move_in_slot(self, slot: int) -> int:
        if self.verdict != ONGOING:
            return NO_MOVE
        return self.fill_slot(slot, self.army_cells(SEAT_PIECES * self.to_move))

    def fill_slot(self, slot: int, own: int) -> int:
        """The move in a slot, or NO_MOVE; `own` are the cells of the seat to move."""
        piece = SEAT_PIECES * self.to_move + SLOT_NUMBER[slot]
        source = self.where[piece]
        if source == NO_CELL:
            return NO_MOVE
        base = piece << PIECE_SHIFT | source
        target = STEP_TARGET[source][slot & 7]
        if slot >= FORGE_SLOTS:
            return self.fill_forge_slot(base, STEP_TARGET[source][2 * (slot & 3)], own)
        free = ALL_CELLS & ~self.above[min(self.height[source] + 2, VENT)]
        if slot >= LEAP_SLOTS:
            if not free >> target & 1:
                return NO_MOVE
            free = ALL_CELLS & ~self.above[min(self.height[target] + 2, VENT)]
            target = LEAP_TARGET[source][slot & 7]
        if not (free & ~own) >> target & 1:
            return NO_MOVE
        enemy = self.army_cells(SEAT_PIECES * (self.to_move ^ 1))
        return base | target << TARGET_SHIFT | (enemy >> target & 1) * CAPTURE_FLAG

    def fill_forge_slot(self, base: int, target: int, own: int) -> int:
        """The forge of a smith on a cell, or NO_MOVE."""
        taken = own | self.army_cells(SEAT_PIECES * (self.to_move ^ 1)) | self.above[VENT]
        if not (ALL_CELLS & ~taken) >> target & 1:
            return NO_MOVE
        brim = self.above[VENT - 1]
        return FORGE_FLAG | base | target << TARGET_SHIFT | (brim >> target & 1) * ERUPT_FLAG

    def army_cells(self, first: int) -> int:
        """The mask of the five pieces from `first` on; it may include NO_CELL."""
        one = 1  # 64 bits wide in C
        cells = one << self.where[first]
        for piece in range(first + 1, first + SEAT_PIECES):
            cells |= one << self.where[piece]
        return cells

    def play(self, move: int) -> None:
        self.past[self.ply & (UNDO_DEPTH - 1)] = move
        self.ply += 1
        self.to_move = self.ply & 1
        # The frequent moves are played here; the others take a call, which keeps this short.
        if move >= FORGE_FLAG or self.ply >= self.turn_limit:
            self.play_special(move)
            return
        self.where[move >> PIECE_SHIFT] = move >> TARGET_SHIFT & CELL_MASK

    def undo(self) -> None:
        self.ply -= 1
        self.to_move = self.ply & 1
        self.verdict = ONGOING
        self.reason = 0
        move = self.past[self.ply & (UNDO_DEPTH - 1)]
        if move >= FORGE_FLAG:
            self.undo_special(move)
            return
        self.where[move >> PIECE_SHIFT] = move & CELL_MASK

    def play_special(self, move: int) -> None:
        """Play a forge, a capture, an eruption or the last move before the limit."""
        one = 1
        target = move >> TARGET_SHIFT & CELL_MASK
        if move < FORGE_FLAG:
            self.where[move >> PIECE_SHIFT] = target
        elif move < CAPTURE_FLAG:
            self.height[target] += 1
            self.above[self.height[target]] |= one << target
            self.ground_key ^= LEVEL_KEYS[self.height[target]][target]
        elif move < ERUPT_FLAG:
            self.capture_piece(move)
        else:
            self.erupt_cell(target)
        if self.ply >= self.turn_limit and self.verdict == ONGOING:
            self.set_verdict()

    def undo_special(self, move: int) -> None:
        one = 1
        target = move >> TARGET_SHIFT & CELL_MASK
        if move < CAPTURE_FLAG:
            self.ground_key ^= LEVEL_KEYS[self.height[target]][target]
            self.above[self.height[target]] ^= one << target
            self.height[target] -= 1
        elif move < ERUPT_FLAG:
            self.where[move >> PIECE_SHIFT & 15] = move & CELL_MASK
            self.where[move >> VICTIM_SHIFT & 15] = target
        else:
            self.restore_board()

    def capture_piece(self, move: int) -> None:
        """Move onto an enemy piece and remove it."""
        target = move >> TARGET_SHIFT & CELL_MASK
        crown = SEAT_PIECES * self.to_move
        victim = crown
        while self.where[victim] != target:
            victim += 1
        self.where[victim] = NO_CELL
        self.where[move >> PIECE_SHIFT & 15] = target
        self.past[(self.ply - 1) & (UNDO_DEPTH - 1)] |= victim << VICTIM_SHIFT
        if victim == crown:
            self.verdict = self.to_move ^ 1
            self.reason = CROWN_CAPTURED

    def erupt_cell(self, target: int) -> None:
        """Erupt the target and every cell of the chain (rules C5, C10)."""
        one = 1
        self.save_board()
        waiting = one << target
        self.height[target] = VENT
        self.above[VENT] |= waiting
        self.ground_key ^= LEVEL_KEYS[VENT][target]
        while waiting:
            raised = SIDE_NEIGHBOURS[lowest_bit(waiting)] & ~self.above[VENT]
            waiting &= waiting - 1
            while raised:
                cell = lowest_bit(raised)
                raised &= raised - 1
                self.height[cell] += 1
                self.above[self.height[cell]] |= one << cell
                self.ground_key ^= LEVEL_KEYS[self.height[cell]][cell]
                if self.height[cell] == VENT:
                    waiting |= one << cell
        for piece in range(10):
            if self.where[piece] != NO_CELL and self.height[self.where[piece]] == VENT:
                self.where[piece] = NO_CELL
        self.judge_crowns()

    def save_board(self) -> None:
        for level in range(5):
            self.old_above[5 * self.quakes + level] = self.above[level]
        for piece in range(10):
            self.old_where[10 * self.quakes + piece] = self.where[piece]
        self.quakes += 1

    def restore_board(self) -> None:
        """Undo the last eruption and the forge that caused it."""
        self.quakes -= 1
        for level in range(5):
            sunk = self.above[level] ^ self.old_above[5 * self.quakes + level]
            self.above[level] ^= sunk
            while sunk:
                cell = lowest_bit(sunk)
                sunk &= sunk - 1
                self.height[cell] -= 1
                self.ground_key ^= LEVEL_KEYS[level][cell]
        for piece in range(10):
            self.where[piece] = self.old_where[10 * self.quakes + piece]

    def judge_crowns(self) -> None:
        """Set the verdict if an eruption has killed a crown (rule C6)."""
        won = self.where[SEAT_PIECES * self.to_move] == NO_CELL
        lost = self.where[SEAT_PIECES * (self.to_move ^ 1)] == NO_CELL
        if lost or won:
            self.verdict = self.to_move if lost else self.to_move ^ 1
            self.reason = CROWNS_ERUPTED_MUTUAL if lost and won else CROWN_ERUPTED

    def set_verdict(self) -> None:
        """Set the verdict if the seat to move cannot move or the turn limit is reached."""
        if not self.can_move():  # before the limit: rule C7
            self.no_moves_verdict()
        elif self.ply >= self.turn_limit:
            self.compare_armies()

    def can_move(self) -> bool:
        # Leaps need no check: the lancer, or the own piece that it leaps over, can step.
        first = SEAT_PIECES * self.to_move
        own = self.army_cells(first)
        taken = own | self.army_cells(SEAT_PIECES - first) | self.above[VENT]
        for piece in range(first, first + SEAT_PIECES):
            source = self.where[piece]
            if source == NO_CELL:
                continue
            if NEIGHBOURS[source] & ~own & ~self.above[min(self.height[source] + 2, VENT)]:
                return True
            if piece >= first + SMITH and SIDE_NEIGHBOURS[source] & ~taken:
                return True
        return False

    def compare_armies(self) -> None:
        pieces = count_bits(self.army_cells(0) & ALL_CELLS) - count_bits(
            self.army_cells(SEAT_PIECES) & ALL_CELLS
        )
        rise = self.height[self.where[0]] - self.height[self.where[SEAT_PIECES]]
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
        mixture = self.ground_key ^ CLOCK_KEYS[2 * left + self.to_move]
        for piece in range(10):
            mixture ^= PIECE_KEYS[piece][self.where[piece]]
        return mixture

    def copy(self) -> CalderaPosition:
        twin = CalderaPosition(self.turn_limit, self.start_height)
        twin.ply = self.ply
        twin.to_move = self.to_move
        twin.verdict = self.verdict
        twin.reason = self.reason
        twin.ground_key = self.ground_key
        twin.height[:] = self.height
        twin.above[:] = self.above
        twin.where[:] = self.where
        return twin
