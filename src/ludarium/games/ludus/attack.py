"""Ludus: attacks on First Lords, flanked pieces, and which actions leave a First Lord open."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from ludarium.core.position import MoveStack
from ludarium.games.ludus import board, worth
from ludarium.games.ludus.armies import LudusArmies

if not cython.compiled:
    from ludarium.core.constants import NO_MOVE
    from ludarium.games.ludus.board import (
        ADVANCE_FLAG,
        CELL_MASK,
        CENTRE_END,
        CENTRE_START,
        EMPTY_CELL,
        FERROUS,
        FIRST_SHIFT,
        FLANK_BITS,
        FRESH,
        HIGH_LORD,
        KIND_COUNT,
        LEGIONARE,
        NO_FLANKED,
        NO_PIECE,
        NO_SECOND,
        PIECE_MASK,
        PROMOTION_FLAG,
        ROW_1,
        ROW_10,
        ROW_WIDTH,
        SEAT_SHIFT,
        SECOND_SHIFT,
        SIGHT_DISTANCE,
        SIGHT_MASK,
        SIGHT_SHIFT,
        SKY_LIFT,
        SKY_START,
        STRIKE_FLAG,
        TARGET_SHIFT,
        TERRA,
    )

DIRECTION_STEP = list(board.COMPASS)
JUMP_STEP = list(board.JUMPS)
STEADHOLDER_ID = list(board.STEADHOLDER_IDS)
FIRST_LORD_ID = list(board.FIRST_LORD_IDS)
CAPTURE_REACH = [
    [worth.capture_reach(seat, kind, way) for way in range(8)]
    for seat in range(2)
    for kind in range(KIND_COUNT)
]
CELL_ROW = [worth.ground_place(cell)[0] if cell in board.PLACES else 0 for cell in range(273)]
CELL_COLUMN = [worth.ground_place(cell)[1] if cell in board.PLACES else 0 for cell in range(273)]


def look_along(cells: Sequence[int], cell: int, step: int) -> int:
    """The first piece or wall on a line, or EMPTY_CELL, with its distance (SIGHT_SHIFT)."""
    for distance in range(1, SIGHT_DISTANCE):
        cell += step
        if cells[cell] != EMPTY_CELL:
            return cells[cell] | distance << SIGHT_SHIFT
    return cells[cell + step] | SIGHT_DISTANCE << SIGHT_SHIFT


@cython.cclass
class LudusAttack(LudusArmies):
    """Scans from a First Lord outwards for the pieces that could remove it."""

    # Removing a First Lord.

    def find_lord_capture(self, seat: int) -> int:
        """An action of the seat that removes the other First Lord, or NO_MOVE."""
        lord = FIRST_LORD_ID[seat ^ 1]
        target = self.where[lord]
        take = lord << FIRST_SHIFT | NO_SECOND | target << TARGET_SHIFT
        if target > SKY_START:
            return self.find_sky_capture(seat, target, take)
        if CENTRE_START <= target < CENTRE_END:
            what = self.board[target + SKY_LIFT]
            if what >> SEAT_SHIFT == seat:
                return take | what & PIECE_MASK
        for way in range(8):
            what = self.board[target + JUMP_STEP[way]]
            if what >> SEAT_SHIFT == seat and self.kind[what & PIECE_MASK] == TERRA:
                return take | what & PIECE_MASK
        for way in range(8):
            what = look_along(self.board, target, DIRECTION_STEP[way])
            distance = what >> SIGHT_SHIFT
            what &= SIGHT_MASK
            if what >> SEAT_SHIFT == seat:
                kind = self.kind[what & PIECE_MASK]
                if CAPTURE_REACH[KIND_COUNT * seat + kind][way] >= distance:
                    return take | what & PIECE_MASK | self.advance_flags(kind, target)
                if kind == TERRA and distance == 1 and not way & 1:
                    move = self.find_lord_strike(seat, way, target, lord)
                    if move != NO_MOVE:
                        return move
            elif distance == 1 and not way & 1 and what >> SEAT_SHIFT == seat ^ 1:
                move = self.find_lord_pierce(seat, way, target + DIRECTION_STEP[way], lord)
                if move != NO_MOVE:
                    return move
        return NO_MOVE

    def find_sky_capture(self, seat: int, target: int, take: int) -> int:
        if not self.sky_combat:  # rule L7
            return NO_MOVE
        for way in range(8):
            what = self.board[target + DIRECTION_STEP[way]]
            if what >> SEAT_SHIFT == seat:
                return take | what & PIECE_MASK
        return NO_MOVE

    def advance_flags(self, kind: int, target: int) -> int:
        """The flags of a capture by this kind: a legionare advances and may be promoted."""
        if kind not in (LEGIONARE, FRESH):
            return 0
        return ADVANCE_FLAG | PROMOTION_FLAG if target < ROW_1 or target >= ROW_10 else ADVANCE_FLAG

    def find_lord_strike(self, seat: int, way: int, target: int, lord: int) -> int:
        """A Knight Terra's strike at the First Lord beside it, which may pierce a second piece."""
        source = target + DIRECTION_STEP[way]
        if self.is_warded(lord, seat ^ 1):
            return NO_MOVE
        second = NO_PIECE
        what = self.board[target - DIRECTION_STEP[way]]
        if what >> SEAT_SHIFT == seat ^ 1 and not self.is_warded(what & PIECE_MASK, seat ^ 1):
            second = what & PIECE_MASK
        piece = self.board[source] & PIECE_MASK
        return (
            piece
            | STRIKE_FLAG
            | source << TARGET_SHIFT
            | lord << FIRST_SHIFT
            | second << SECOND_SHIFT
        )

    def find_lord_pierce(self, seat: int, way: int, cell: int, lord: int) -> int:
        """A strike through the piece on a cell beside the First Lord."""
        source = cell + DIRECTION_STEP[way]
        what = self.board[source]
        far = what == EMPTY_CELL
        if far:
            source += DIRECTION_STEP[way]
            what = self.board[source]
        if what >> SEAT_SHIFT != seat:
            return NO_MOVE
        kind = self.kind[what & PIECE_MASK]
        if kind != HIGH_LORD and (far or kind != TERRA):
            return NO_MOVE
        first = self.board[cell] & PIECE_MASK
        if self.is_warded(first, seat ^ 1) or self.is_warded(lord, seat ^ 1):
            return NO_MOVE
        return (
            what & PIECE_MASK
            | STRIKE_FLAG
            | source << TARGET_SHIFT
            | first << FIRST_SHIFT
            | lord << SECOND_SHIFT
        )

    def is_warded(self, piece: int, owner: int) -> bool:
        """Whether a piece on the ground is immune to strikes (rule L6)."""
        if self.kind[piece] == FERROUS:
            return True
        if not self.alive[owner] >> STEADHOLDER_ID[owner] & 1:
            return False
        gap = abs(self.where[piece] - self.where[STEADHOLDER_ID[owner]])
        return gap in (1, ROW_WIDTH)

    def is_lord_open(self, seat: int) -> bool:
        """Whether the other seat could remove the seat's First Lord if it were to move."""
        return self.find_lord_capture(seat ^ 1) != NO_MOVE

    # Guards.

    def is_guarded(self, target: int, taker: int, seat: int) -> bool:
        """Whether the seat could remove an enemy piece of this kind from the cell."""
        if target > SKY_START:
            for way in range(8):
                if (
                    self.board[target + DIRECTION_STEP[way]] >> SEAT_SHIFT == seat
                    and self.sky_combat
                ):
                    return True
            return False
        if (
            CENTRE_START <= target < CENTRE_END
            and self.board[target + SKY_LIFT] >> SEAT_SHIFT == seat
        ):
            return True
        for way in range(8):
            what = self.board[target + JUMP_STEP[way]]
            if what >> SEAT_SHIFT == seat and self.kind[what & PIECE_MASK] == TERRA:
                return True
        for way in range(8):
            what = look_along(self.board, target, DIRECTION_STEP[way])
            distance = what >> SIGHT_SHIFT
            what &= SIGHT_MASK
            if what >> SEAT_SHIFT == seat:
                kind = self.kind[what & PIECE_MASK]
                if CAPTURE_REACH[KIND_COUNT * seat + kind][way] >= distance:
                    return True
                if kind == TERRA and distance == 1 and not way & 1 and taker != FERROUS:
                    return True
        return False

    # Flanking.

    def flanked_pieces(self, move: int, seat: int) -> int:
        """The pieces that a move flanks, for each straight direction in turn (rule L10)."""
        found = NO_FLANKED
        target = move >> TARGET_SHIFT & CELL_MASK
        source = self.where[move & PIECE_MASK]
        if not self.flanking or move & STRIKE_FLAG or target > SKY_START or source > SKY_START:
            return found
        if self.count_movers(move) > 1:
            return found
        for way in range(6, -1, -2):
            found <<= FLANK_BITS
            found |= NO_PIECE
            cell = target + DIRECTION_STEP[way]
            what = self.board[cell]
            if what >> SEAT_SHIFT == seat ^ 1 and what & PIECE_MASK != FIRST_LORD_ID[seat ^ 1]:
                cell += DIRECTION_STEP[way]
                if cell != source and self.board[cell] >> SEAT_SHIFT == seat:
                    found ^= NO_PIECE ^ what & PIECE_MASK
        return found & NO_FLANKED

    def victim_at(self, move: int, flanked: int, number: int) -> int:
        """One of the six pieces that a move may remove: two named ones, then the flanked ones."""
        if number >= 2:
            return flanked >> FLANK_BITS * (number - 2) & PIECE_MASK
        if number and move >> FIRST_SHIFT & PIECE_MASK == NO_PIECE:
            return NO_PIECE  # a wall has its size there
        return move >> FIRST_SHIFT + FLANK_BITS * number & PIECE_MASK

    # The duty to protect the First Lord.

    def keep_legal_moves(self, out: MoveStack, at: int, end: int) -> int:
        """Keep the actions that do not leave the own First Lord open; returns the new end."""
        seat = self.to_move
        attacked = self.is_lord_open(seat)
        kept = at
        for i in range(at, end):
            move = out[i]
            # The first test is quick and clears most moves.
            safe = not attacked and not self.can_open_lord(move, seat)
            if safe or not self.opens_lord(move, seat):
                out[kept] = move
                kept += 1
        return kept

    def can_open_lord(self, move: int, owner: int) -> bool:
        """Whether a move changes anything that attacks on the owner's First Lord depend on.

        These are the cells within reach of it, and the shelter of its Steadholder.
        """
        piece = move & PIECE_MASK
        source = self.where[piece]
        target = move >> TARGET_SHIFT & CELL_MASK
        if piece == FIRST_LORD_ID[owner] or piece == STEADHOLDER_ID[owner]:
            return True
        for i in range(self.count_movers(move)):
            if self.is_near_lord(source + i, owner) or self.is_near_lord(target + i, owner):
                return True
        flanked = self.flanked_pieces(move, self.to_move)
        if flanked == NO_FLANKED and move >> FIRST_SHIFT & PIECE_MASK == NO_PIECE:
            return False
        for i in range(6):
            victim = self.victim_at(move, flanked, i)
            if victim != NO_PIECE and (
                victim == STEADHOLDER_ID[owner] or self.is_near_lord(self.where[victim], owner)
            ):
                return True
        return False

    def is_near_lord(self, cell: int, owner: int) -> bool:
        """Whether a cell lies on a line of four cells from a First Lord, or a jump away."""
        lord = self.where[FIRST_LORD_ID[owner]]
        rows = abs(CELL_ROW[cell] - CELL_ROW[lord])
        columns = abs(CELL_COLUMN[cell] - CELL_COLUMN[lord])
        if rows > 4 or columns > 4:
            return False
        return rows == 0 or columns in (0, rows) or rows + columns == 3

    def opens_lord(self, move: int, owner: int) -> bool:
        """Whether the owner's First Lord could be removed after this move of the seat to move."""
        source = self.where[move & PIECE_MASK]
        target = move >> TARGET_SHIFT & CELL_MASK
        flanked = self.flanked_pieces(move, self.to_move)
        size = 0 if move & STRIKE_FLAG else self.count_movers(move)
        self.lift_victims(move, flanked, True)
        self.shift_row(source, target, size)
        opened = self.is_lord_open(owner)
        self.shift_row(target, source, size)
        self.lift_victims(move, flanked, False)
        return opened

    def lift_victims(self, move: int, flanked: int, lifted: bool) -> None:
        """Take the victims of a move off their cells, or put them back."""
        one = 1  # 64 bits wide in C
        enemy = self.to_move ^ 1
        for i in range(6):
            victim = self.victim_at(move, flanked, i)
            if victim != NO_PIECE:
                self.alive[enemy] ^= one << victim
                self.board[self.where[victim]] = (
                    EMPTY_CELL if lifted else victim | enemy << SEAT_SHIFT
                )
