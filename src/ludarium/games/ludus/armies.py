"""Ludus: both armies on their boards, and their walls."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.games.ludus import board
from ludarium.games.ludus.board import LudusSettings, Placement

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.games.ludus.board import (
        ARMY_SIZE,
        CELLS,
        EMPTY_CELL,
        FIRST_LORD_CAPTURED,
        FIRST_SHIFT,
        FRESH,
        KIND_COUNT,
        LEGIONARE,
        MAX_WALL_SIZE,
        MIN_WALL_SIZE,
        NO_LIMIT,
        NO_PIECE,
        NO_SECOND,
        PIECE_MASK,
        PIECES,
        SEAT_SHIFT,
        SECOND_SHIFT,
        TARGET_SHIFT,
        WALL_CELL,
    )

FORWARD_STEP = list(board.FORWARD_STEPS)
FIRST_LORD_ID = list(board.FIRST_LORD_IDS)
ARMY_VALUE = [board.ARMY_VALUES[kind] for kind in range(KIND_COUNT)]


def pack_wall(step: int, cell: int, size: int) -> int:
    """The packed move of a wall whose first legionare steps to a cell."""
    return step | NO_PIECE << FIRST_SHIFT | size << SECOND_SHIFT | cell << TARGET_SHIFT


@cython.cclass
class LudusArmies(Position):
    """The cell and kind of every piece; a captured piece keeps its last cell, for `undo`."""

    def __init__(self, settings: LudusSettings) -> None:
        super().__init__(2)
        self.settings = settings
        self.sky_combat = settings.sky_combat
        self.quiet_limit = settings.quiet_limit or NO_LIMIT
        self.turn_limit = settings.turn_limit or NO_LIMIT
        self.shieldwall = settings.shieldwall
        self.flanking = settings.flanking
        self.check = settings.check
        self.special = settings.shieldwall or settings.flanking
        self.tally = settings.tally
        self.ply = 0
        self.progress = 0  # the ply of the last progress
        self.board = [WALL_CELL] * 273
        self.kind = [0] * 52
        self.where = [97] * 52  # a cell with others around it, also for pieces never placed
        self.alive = [0, 0]
        self.moves = [0] * 52  # the number of moves of each piece
        self.booty = [0] * 52  # the captures of white, then of black
        self.taken = [0, 0]
        self.zobrist = 0

    def place_armies(self, placement: Placement) -> None:
        """Set up pieces, captures and counters."""
        standing, moved, booty, ply, quiet = placement
        for cell in board.PLACES:
            self.board[cell] = EMPTY_CELL
        for piece, (kind, cell) in standing.items():
            self.kind[piece] = kind
            self.where[piece] = cell
            self.moves[piece] = int(piece in moved)
            self.board[cell] = piece | board.OWNER[piece] << SEAT_SHIFT
        self.alive = [
            sum(1 << piece for piece in standing if board.OWNER[piece] == seat) for seat in range(2)
        ]
        for seat in range(2):
            self.taken[seat] = len(booty[seat])
            for i in range(len(booty[seat])):
                self.booty[ARMY_SIZE * seat + i] = booty[seat][i]
        self.ply = ply
        self.progress = ply - quiet
        self.to_move = ply % 2
        for seat in range(2):
            if FIRST_LORD_ID[seat] not in standing:
                self.verdict, self.reason = seat ^ 1, FIRST_LORD_CAPTURED

    def copy_armies(self, other: LudusArmies) -> None:
        """Take over everything but the settings from another position."""
        self.ply, self.progress = other.ply, other.progress
        self.to_move, self.verdict, self.reason = other.to_move, other.verdict, other.reason
        self.zobrist = other.zobrist
        for cell in range(CELLS):
            self.board[cell] = other.board[cell]
        for piece in range(PIECES):
            self.kind[piece] = other.kind[piece]
            self.where[piece] = other.where[piece]
            self.moves[piece] = other.moves[piece]
            self.booty[piece] = other.booty[piece]
        for seat in range(2):
            self.alive[seat] = other.alive[seat]
            self.taken[seat] = other.taken[seat]

    def army_value(self, seat: int) -> int:
        """The sum of the values of an army's pieces."""
        total = 0
        pieces = self.alive[seat]
        while pieces:
            total += ARMY_VALUE[self.kind[lowest_bit(pieces)]]
            pieces &= pieces - 1
        return total

    def count_movers(self, move: int) -> int:
        """The number of pieces that move: several in a wall."""
        if move >> FIRST_SHIFT & PIECE_MASK != NO_PIECE or move & NO_SECOND == NO_SECOND:
            return 1
        return move >> SECOND_SHIFT & PIECE_MASK

    def shift_row(self, source: int, target: int, size: int) -> None:
        """Put the pieces of a row of cells onto an empty row."""
        for i in range(size):
            what = self.board[source + i]
            self.board[source + i] = EMPTY_CELL
            self.board[target + i] = what
            self.where[what & PIECE_MASK] = target + i

    def generate_walls(self, out: MoveStack, at: int, piece: int, flags: int) -> int:
        """The walls whose lowest column is that of the piece, the smaller ones first."""
        for size in range(MIN_WALL_SIZE, self.longest_wall(self.where[piece]) + 1):
            out[at] = pack_wall(piece | flags, self.where[piece] + FORWARD_STEP[self.to_move], size)
            at += 1
        return at

    def longest_wall(self, source: int) -> int:
        """The most legionares in a row, from this cell on, that can step forward together."""
        ahead = FORWARD_STEP[self.to_move]
        size = 1
        while size < MAX_WALL_SIZE:
            source += 1
            what = self.board[source]
            if what >> SEAT_SHIFT != self.to_move or self.board[source + ahead] != EMPTY_CELL:
                return size
            if self.kind[what & PIECE_MASK] not in (LEGIONARE, FRESH):
                return size
            size += 1
        return size
