"""Ludus: the rules, with piece lists on one walled board of ground and sky."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, new_move_stack
from ludarium.core.zobrist import zobrist_numbers
from ludarium.games.ludus import board
from ludarium.games.ludus.attack import LudusAttack
from ludarium.games.ludus.board import LudusSettings

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
    from ludarium.games.ludus.board import (
        ADVANCE_FLAG,
        ARMY_SIZE,
        CELL_MASK,
        CELLS,
        CENTRE_END,
        CENTRE_START,
        CHECKMATED,
        EMPTY_CELL,
        FIRST_LORD_CAPTURED,
        FIRST_SHIFT,
        FLANK_BITS,
        FLIGHT_FLAG,
        FRESH,
        KIND_COUNT,
        LEGIONARE,
        NO_FLANKED,
        NO_LEGAL_MOVES,
        NO_PIECE,
        NO_SECOND,
        NO_VICTIMS,
        PIECE_MASK,
        PROMOTION_FLAG,
        QUIET_LIMIT,
        QUIET_LIMIT_VALUE,
        ROW_1,
        ROW_10,
        SEAT_SHIFT,
        SECOND_SHIFT,
        SKY_LIFT,
        SKY_START,
        STRIKE_FLAG,
        TAKEN_KIND_SHIFT,
        TAKER_KIND_SHIFT,
        TARGET_SHIFT,
        TERRA,
        TURN_LIMIT,
        TURN_LIMIT_VALUE,
        VETERAN,
    )

SCRATCH_SIZE = 512  # more moves than any position has
DIRECTION_STEP = list(board.COMPASS)
JUMP_STEP = list(board.JUMPS)
FORWARD_STEP = list(board.FORWARD_STEPS)
FIRST_LORD_ID = list(board.FIRST_LORD_IDS)
# A kind slides in all directions, or in every second one, starting with SLIDE_FIRST_WAY.
SLIDE_FIRST_WAY = [int(kind == board.FLORA) for kind in range(KIND_COUNT)]
SLIDE_WAY_STEP = [2 if kind in (board.FLORA, board.IGNUS) else 1 for kind in range(KIND_COUNT)]
SLIDE_DISTANCE = [max(board.SLIDE_REACH.get(kind, (0, 0))) for kind in range(KIND_COUNT)]
CAN_FLY = [int(kind in board.AERIAL) for kind in range(KIND_COUNT)]
STRIKE_WAY_MASK = [board.STRIKE_WAYS.get(kind, 0) for kind in range(KIND_COUNT)]
CAN_PIERCE = [int(kind in board.PIERCERS) for kind in range(KIND_COUNT)]

# Keys: for every kind of each seat on every cell, for the turn, and for the plies to a limit.
PIECE_KEYS = [zobrist_numbers(1000 + code, CELLS) for code in range(2 * KIND_COUNT)]
TURN_KEY = zobrist_numbers(1, 1)[0]
QUIET_KEYS = zobrist_numbers(2, KEY_HORIZON + 1)
LIMIT_KEYS = zobrist_numbers(3, KEY_HORIZON + 1)


def pack_capture(step: int, what: int, cell: int) -> int:
    """The packed move of a piece to a cell; an enemy on the cell is captured."""
    return step | NO_SECOND | (what & PIECE_MASK) << FIRST_SHIFT | cell << TARGET_SHIFT


@cython.final
@cython.cclass
class LudusPosition(LudusAttack):
    """The actions of both armies, and how a game ends."""

    def __init__(self, settings: LudusSettings) -> None:
        super().__init__(settings)
        self.past_move = [0] * 512
        self.past_cell = [0] * 512
        self.past_kind = [0] * 512
        self.past_progress = [0] * 512
        self.past_zobrist = [0] * 512
        self.past_flanked = [0] * 512
        self.scratch = new_move_stack(SCRATCH_SIZE)

    def arrange_board(
        self,
        standing: dict[int, tuple[int, int]],
        moved: set[int],
        booty: list[list[int]],
        ply: int,
        quiet: int,
    ) -> None:
        """Set up pieces by kind and cell, captures and counters, and set the verdict."""
        self.place_armies(standing, moved, booty, ply, quiet)
        self.zobrist = TURN_KEY * self.to_move
        for piece, (kind, cell) in standing.items():
            self.zobrist ^= PIECE_KEYS[KIND_COUNT * board.OWNER[piece] + kind][cell]
        self.set_verdict()

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        end = self.generate_actions(out, at)
        return self.keep_legal_moves(out, at, end) if self.check else end

    def generate_actions(self, out: MoveStack, at: int) -> int:
        """As `generate`, without the duty to protect the First Lord."""
        pieces = self.alive[self.to_move]
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            kind = self.kind[piece]
            if kind in (LEGIONARE, FRESH):
                at = self.generate_legionare(out, at, piece)
            elif kind == TERRA:
                at = self.generate_terra(out, at, piece)
            elif self.where[piece] > SKY_START:
                at = self.generate_sky(out, at, piece)
            else:
                at = self.generate_slides(out, at, piece)
        return at

    def generate_legionare(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        ahead = FORWARD_STEP[self.to_move]
        cell = source + ahead
        step = piece | ADVANCE_FLAG | NO_SECOND
        if cell < ROW_1 or cell >= ROW_10:
            step |= PROMOTION_FLAG
        if self.board[cell] == EMPTY_CELL:
            out[at] = step | NO_VICTIMS | cell << TARGET_SHIFT
            at += 1
            if self.kind[piece] == FRESH and self.board[cell + ahead] == EMPTY_CELL:
                out[at] = step | NO_VICTIMS | (cell + ahead) << TARGET_SHIFT
                at += 1
        for side in range(-1, 2, 2):
            if self.board[source + side] == EMPTY_CELL:
                out[at] = piece | NO_VICTIMS | (source + side) << TARGET_SHIFT
                at += 1
        for side in range(-1, 2, 2):
            what = self.board[cell + side]
            if what >> SEAT_SHIFT == enemy:
                out[at] = step | (what & PIECE_MASK) << FIRST_SHIFT | (cell + side) << TARGET_SHIFT
                at += 1
        if self.shieldwall and self.board[cell] == EMPTY_CELL:
            at = self.generate_walls(out, at, piece, step)
        return at

    def generate_terra(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        for way in range(8):
            cell = source + JUMP_STEP[way]
            what = self.board[cell]
            if what == EMPTY_CELL or what >> SEAT_SHIFT == enemy:
                out[at] = pack_capture(piece, what, cell)
                at += 1
        met = 0
        for way in range(0, 8, 2):
            if self.board[source + DIRECTION_STEP[way]] >> SEAT_SHIFT == enemy:
                met |= 1 << way
        return self.generate_strikes(out, at, piece, met, 0) if met else at

    def generate_sky(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        for way in range(8):
            cell = source + DIRECTION_STEP[way]
            what = self.board[cell]
            if what == EMPTY_CELL or (what >> SEAT_SHIFT == enemy and self.sky_combat):  # rule L7
                out[at] = pack_capture(piece, what, cell)
                at += 1
        cell = source - SKY_LIFT
        what = self.board[cell]
        if what == EMPTY_CELL or what >> SEAT_SHIFT == enemy:
            step = piece if what != EMPTY_CELL else piece | FLIGHT_FLAG  # rule L5
            out[at] = pack_capture(step, what, cell)
            at += 1
        return at

    def generate_slides(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        kind = self.kind[piece]
        met = 0  # directions in which the first piece is an enemy ...
        distant = 0  # ... and not on the next cell
        way = SLIDE_FIRST_WAY[kind]
        while way < 8:
            cell = source
            for distance in range(SLIDE_DISTANCE[kind]):
                cell += DIRECTION_STEP[way]
                what = self.board[cell]
                if what == EMPTY_CELL:
                    out[at] = piece | NO_VICTIMS | cell << TARGET_SHIFT
                    at += 1
                    continue
                if what >> SEAT_SHIFT == enemy:
                    out[at] = pack_capture(piece, what, cell)
                    at += 1
                    met |= 1 << way
                    distant |= distance << way
                break
            way += SLIDE_WAY_STEP[kind]
        cell = source + SKY_LIFT
        if CAN_FLY[kind] and CENTRE_START <= source < CENTRE_END and self.board[cell] == EMPTY_CELL:
            out[at] = piece | NO_VICTIMS | FLIGHT_FLAG | cell << TARGET_SHIFT
            at += 1
        met &= STRIKE_WAY_MASK[kind]
        return self.generate_strikes(out, at, piece, met, distant) if met else at

    def generate_strikes(self, out: MoveStack, at: int, piece: int, met: int, distant: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        step = piece | STRIKE_FLAG | source << TARGET_SHIFT
        while met:
            way = lowest_bit(met)
            met &= met - 1
            cell = source + DIRECTION_STEP[way]
            if distant >> way & 1:
                cell += DIRECTION_STEP[way]
            first = self.board[cell] & PIECE_MASK
            if self.is_warded(first, enemy):
                continue
            second = NO_PIECE
            what = self.board[cell + DIRECTION_STEP[way]]
            if CAN_PIERCE[self.kind[piece]] and what >> SEAT_SHIFT == enemy:
                second = NO_PIECE if self.is_warded(what & PIECE_MASK, enemy) else what & PIECE_MASK
            out[at] = step | first << FIRST_SHIFT | second << SECOND_SHIFT
            at += 1
        return at

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
