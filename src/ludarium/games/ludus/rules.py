"""Ludus: the rules, with piece lists on one walled board of ground and sky."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, new_move_stack
from ludarium.core.zobrist import zobrist_numbers
from ludarium.games.ludus import board
from ludarium.games.ludus.board import LudusSettings, Placement
from ludarium.games.ludus.slots import LudusSlots

if not cython.compiled:
    from ludarium.core.constants import DRAW, KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
    from ludarium.games.ludus.board import (
        ADVANCE_FLAG,
        ARMY_SIZE,
        CELL_MASK,
        CELLS,
        CHECKMATED,
        EMPTY_CELL,
        FIRST_LORD_CAPTURED,
        FIRST_SHIFT,
        FLANK_BITS,
        FRESH,
        KIND_COUNT,
        LEGIONARE,
        NO_FLANKED,
        NO_LEGAL_MOVES,
        NO_PIECE,
        PIECE_MASK,
        PROMOTION_FLAG,
        QUIET_LIMIT,
        QUIET_LIMIT_VALUE,
        SEAT_SHIFT,
        SECOND_SHIFT,
        STRIKE_FLAG,
        TAKEN_KIND_SHIFT,
        TAKER_KIND_SHIFT,
        TARGET_SHIFT,
        TURN_LIMIT,
        TURN_LIMIT_VALUE,
        VETERAN,
    )

SCRATCH_SIZE = 512  # more moves than any position has
FIRST_LORD_ID = list(board.FIRST_LORD_IDS)

# Keys: for every kind of each seat on every cell, for the turn, and for the plies to a limit.
PIECE_KEYS = [zobrist_numbers(1000 + code, CELLS) for code in range(2 * KIND_COUNT)]
TURN_KEY = zobrist_numbers(1, 1)[0]
QUIET_KEYS = zobrist_numbers(2, KEY_HORIZON + 1)
LIMIT_KEYS = zobrist_numbers(3, KEY_HORIZON + 1)


@cython.final
@cython.cclass
class LudusPosition(LudusSlots):
    """Plays and undoes the actions of both armies, and says how a game ends."""

    def __init__(self, settings: LudusSettings) -> None:
        super().__init__(settings)
        if not cython.compiled:  # C arrays start as zeros, and converting lists is slow
            self.past_move, self.past_cell, self.past_kind = [0] * 512, [0] * 512, [0] * 512
            self.past_progress, self.past_zobrist = [0] * 512, [0] * 512
            self.past_flanked = [0] * 512
        self.scratch = new_move_stack(SCRATCH_SIZE)

    def arrange_board(self, placement: Placement) -> None:
        """Set up both armies and the counters, and set the verdict."""
        self.place_armies(placement)
        self.zobrist = TURN_KEY * self.to_move
        for piece, (kind, cell) in placement.standing.items():
            self.zobrist ^= PIECE_KEYS[KIND_COUNT * board.OWNER[piece] + kind][cell]
        self.set_verdict()

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        end = self.generate_actions(out, at)
        return self.keep_legal_moves(out, at, end) if self.check else end

    def count_slots(self) -> int:
        return self.slots

    def move_in_slot(self, slot: int) -> int:
        return self.fill_slot(slot) if self.verdict == ONGOING else NO_MOVE

    def play(self, move: int) -> None:
        seat = self.to_move
        piece = move & PIECE_MASK
        kind = self.kind[piece]
        source = self.where[piece]
        now = self.ply & (UNDO_DEPTH - 1)
        self.past_move[now] = move
        self.past_cell[now] = source
        self.past_kind[now] = kind
        self.past_progress[now] = self.progress
        self.past_zobrist[now] = self.zobrist
        self.ply += 1
        self.to_move = seat ^ 1
        self.zobrist ^= TURN_KEY
        victim = move >> FIRST_SHIFT & PIECE_MASK
        if victim != NO_PIECE:
            self.capture_piece(seat, victim, kind)
            victim = move >> SECOND_SHIFT & PIECE_MASK
            if victim != NO_PIECE:
                self.capture_piece(seat, victim, kind)
        elif move & ADVANCE_FLAG:  # as every promotion is
            self.progress = self.ply
        if self.special:
            self.play_special(move, seat, kind)
        if not move & STRIKE_FLAG:
            target = move >> TARGET_SHIFT & CELL_MASK
            self.board[source] = EMPTY_CELL
            self.board[target] = piece | seat << SEAT_SHIFT
            self.where[piece] = target
            self.zobrist ^= PIECE_KEYS[KIND_COUNT * seat + kind][source]
            if kind == FRESH:
                kind = LEGIONARE
            if move & PROMOTION_FLAG:
                kind = VETERAN
            self.kind[piece] = kind
            self.zobrist ^= PIECE_KEYS[KIND_COUNT * seat + kind][target]
            self.moves[piece] += 1
        if self.ply - self.progress >= self.quiet_limit or self.ply >= self.turn_limit:
            self.set_verdict()

    def play_special(self, move: int, seat: int, kind: int) -> None:
        """Remove flanked pieces, or move the wall beside the first legionare (rule L10)."""
        source = self.where[move & PIECE_MASK]
        target = move >> TARGET_SHIFT & CELL_MASK
        flanked = self.flanked_pieces(move, seat)
        self.past_flanked[(self.ply - 1) & (UNDO_DEPTH - 1)] = flanked
        if flanked != NO_FLANKED:
            for i in range(4):
                if flanked >> FLANK_BITS * i & PIECE_MASK != NO_PIECE:
                    self.capture_piece(seat, flanked >> FLANK_BITS * i & PIECE_MASK, kind)
        for i in range(1, self.count_movers(move)):
            self.shift_row(source + i, target + i, 1)
            piece = self.board[target + i] & PIECE_MASK
            self.zobrist ^= PIECE_KEYS[KIND_COUNT * seat + self.kind[piece]][source + i]
            self.kind[piece] = VETERAN if move & PROMOTION_FLAG else LEGIONARE
            self.zobrist ^= PIECE_KEYS[KIND_COUNT * seat + self.kind[piece]][target + i]
            self.moves[piece] += 1

    def capture_piece(self, seat: int, victim: int, taker: int) -> None:
        one = 1  # 64 bits wide in C
        kind = self.kind[victim]
        cell = self.where[victim]
        self.board[cell] = EMPTY_CELL
        self.alive[seat ^ 1] ^= one << victim
        self.zobrist ^= PIECE_KEYS[KIND_COUNT * (seat ^ 1) + kind][cell]
        self.booty[ARMY_SIZE * seat + self.taken[seat]] = (
            victim | kind << TAKEN_KIND_SHIFT | taker << TAKER_KIND_SHIFT
        )
        self.taken[seat] += 1
        self.progress = self.ply
        if victim == FIRST_LORD_ID[seat ^ 1]:
            self.verdict, self.reason = seat, FIRST_LORD_CAPTURED

    def undo(self) -> None:
        self.ply -= 1
        self.to_move ^= 1
        self.verdict, self.reason = ONGOING, 0
        seat = self.to_move
        now = self.ply & (UNDO_DEPTH - 1)
        move = self.past_move[now]
        self.progress = self.past_progress[now]
        self.zobrist = self.past_zobrist[now]
        if not move & STRIKE_FLAG:
            piece = move & PIECE_MASK
            self.board[move >> TARGET_SHIFT & CELL_MASK] = EMPTY_CELL
            self.board[self.past_cell[now]] = piece | seat << SEAT_SHIFT
            self.where[piece] = self.past_cell[now]
            self.kind[piece] = self.past_kind[now]
            self.moves[piece] -= 1
        if self.special:
            self.undo_special(move, self.past_cell[now], self.past_flanked[now])
        victim = move >> FIRST_SHIFT & PIECE_MASK
        if victim != NO_PIECE:
            self.restore_piece(seat, victim)
            victim = move >> SECOND_SHIFT & PIECE_MASK
            if victim != NO_PIECE:
                self.restore_piece(seat, victim)

    def undo_special(self, move: int, source: int, flanked: int) -> None:
        target = move >> TARGET_SHIFT & CELL_MASK
        for i in range(4):
            if flanked >> FLANK_BITS * i & PIECE_MASK != NO_PIECE:
                self.restore_piece(self.to_move, flanked >> FLANK_BITS * i & PIECE_MASK)
        for i in range(1, self.count_movers(move)):
            self.shift_row(target + i, source + i, 1)
            piece = self.board[source + i] & PIECE_MASK
            self.moves[piece] -= 1
            self.kind[piece] = LEGIONARE if self.moves[piece] else FRESH

    def restore_piece(self, seat: int, victim: int) -> None:
        one = 1  # 64 bits wide in C
        self.taken[seat] -= 1
        self.alive[seat ^ 1] ^= one << victim
        self.board[self.where[victim]] = victim | (seat ^ 1) << SEAT_SHIFT

    def set_verdict(self) -> None:
        """Set the verdict, if none is set, for a seat that cannot move or a reached limit."""
        if self.verdict != ONGOING:
            return
        if self.generate(self.scratch, 0) == 0:  # before the limits: rule G8
            self.no_moves_verdict()
        elif self.ply - self.progress >= self.quiet_limit:  # before the other: rule L22
            self.judge_limit(QUIET_LIMIT, QUIET_LIMIT_VALUE)
        elif self.ply >= self.turn_limit:
            self.judge_limit(TURN_LIMIT, TURN_LIMIT_VALUE)

    def judge_limit(self, drawn: int, won: int) -> None:
        """Set the verdict at a limit: a draw, or a win of the more valuable army (rule L30)."""
        lead = self.army_value(0) - self.army_value(1) if self.tally else 0
        if lead:
            self.verdict, self.reason = 0 if lead > 0 else 1, won
        else:
            self.verdict, self.reason = DRAW, drawn

    def no_moves_verdict(self) -> None:
        self.verdict, self.reason = self.to_move ^ 1, NO_LEGAL_MOVES
        if self.check and self.is_lord_open(self.to_move):
            self.reason = CHECKMATED

    def key(self) -> int:
        # `play` updates the board's part, for 3 ns a move. To sum up two armies here would take
        # 70 ns, four times as long as a move with its undo.
        key = self.zobrist
        left = self.turn_limit - self.ply
        still = self.quiet_limit - (self.ply - self.progress)
        if left <= KEY_HORIZON:
            key ^= LIMIT_KEYS[left]
        if still <= KEY_HORIZON and still <= left:
            key ^= QUIET_KEYS[still]
        return key

    def copy(self) -> LudusPosition:
        twin = LudusPosition(self.settings)
        twin.copy_armies(self)
        return twin

    def without_check(self) -> LudusPosition:
        """A copy in which the First Lord may be left open to capture."""
        twin = LudusPosition(self.settings._replace(check=False))
        twin.copy_armies(self)
        return twin

    def list_flanked(self, move: int) -> int:
        """As `flanked_pieces`, for callers that are not compiled."""
        return self.flanked_pieces(move, self.to_move)

    def is_attacked(self, seat: int) -> bool:
        """As `is_lord_open`, for callers that are not compiled."""
        return self.is_lord_open(seat)
