"""Ludus' rules: piece lists over one walled board that holds the ground and the sky."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position, new_move_stack
from ludarium.core.zobrist import zobrist_numbers
from ludarium.games.ludus import board

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
    from ludarium.games.ludus.board import (
        ADVANCE,
        ARMY,
        CELL,
        CELLS,
        CENTRE,
        CENTRE_END,
        EMPTY,
        FERROUS,
        FIRST,
        FIRST_LORD_CAPTURED,
        FLIGHT,
        FRESH,
        KINDS,
        LEGIONARE,
        LIFT,
        NEVER,
        NO_LEGAL_MOVES,
        NO_SECOND,
        NO_TARGETS,
        NOBODY,
        PIECE,
        PIECES,
        PROMOTION,
        QUIET_LIMIT,
        ROW_1,
        ROW_10,
        SEAT,
        SECOND,
        SKY,
        STRIKE,
        TAKEN_KIND,
        TAKER_KIND,
        TARGET,
        TERRA,
        TURN_LIMIT,
        VETERAN,
        WALL,
        WIDTH,
    )

MOST_MOVES = 512  # more than any position has

DELTA = list(board.COMPASS)
LEAP = list(board.LEAPS)
AHEAD = list(board.FORWARD)
SHELTER = list(board.STEADHOLDERS)
LORD = list(board.FIRST_LORDS)
# A kind slides every way of the compass, or every second way, beginning with this one.
FIRST_WAY = [int(kind == board.FLORA) for kind in range(KINDS)]
NEXT_WAY = [2 if kind in (board.FLORA, board.IGNUS) else 1 for kind in range(KINDS)]
SLIDE = [max(board.REACH.get(kind, (0, 0))) for kind in range(KINDS)]
FLIES = [int(kind in board.AERIAL) for kind in range(KINDS)]
AIM = [board.LINES.get(kind, 0) for kind in range(KINDS)]
PIERCE = [int(kind in board.PIERCERS) for kind in range(KINDS)]

# Keys: a number for every kind of either seat on every cell, for the turn, and for what is left
# until a limit.
KEYS = [zobrist_numbers(1000 + code, CELLS) for code in range(2 * KINDS)]
TURN_KEY = zobrist_numbers(1, 1)[0]
QUIET_KEYS = zobrist_numbers(2, KEY_HORIZON + 1)
LIMIT_KEYS = zobrist_numbers(3, KEY_HORIZON + 1)


@cython.final
@cython.cclass
class LudusPosition(Position):
    """Where every piece stands and what it is; a taken one keeps its last cell, for `undo`."""

    def __init__(self, sky_combat: bool, quiet_limit: int, turn_limit: int) -> None:
        super().__init__(2)
        self.sky_combat = sky_combat
        self.quiet_limit = quiet_limit or NEVER
        self.turn_limit = turn_limit or NEVER
        self.ply = 0
        self.progress = 0  # the ply of the last progress, so quiet plies need no counting
        self.board = [WALL] * 273
        self.kind = [0] * 52
        self.where = [0] * 52
        self.alive = [0, 0]
        self.moves = [0] * 52  # how often each piece has moved
        self.booty = [0] * 52  # what white has taken, then what black has
        self.taken = [0, 0]
        self.zobrist = 0
        self.past_move = [0] * 512
        self.past_cell = [0] * 512
        self.past_kind = [0] * 512
        self.past_progress = [0] * 512
        self.past_zobrist = [0] * 512
        self.scratch = new_move_stack(MOST_MOVES)

    def arrange(
        self,
        standing: dict[int, tuple[int, int]],
        moved: set[int],
        booty: list[list[int]],
        ply: int,
        quiet: int,
    ) -> None:
        """Set up the pieces, each with its kind and cell, and all the rest, and judge it."""
        for cell in board.PLACES:
            self.board[cell] = EMPTY
        for piece, (kind, cell) in standing.items():
            self.kind[piece] = kind
            self.where[piece] = cell
            self.moves[piece] = int(piece in moved)
            self.board[cell] = piece | board.OWNER[piece] << SEAT
            self.zobrist ^= KEYS[KINDS * board.OWNER[piece] + kind][cell]
        self.alive = [
            sum(1 << piece for piece in standing if board.OWNER[piece] == seat) for seat in range(2)
        ]
        for seat in range(2):
            self.taken[seat] = len(booty[seat])
            for i in range(len(booty[seat])):
                self.booty[ARMY * seat + i] = booty[seat][i]
        self.ply = ply
        self.progress = ply - quiet
        self.to_move = ply % 2
        self.zobrist ^= TURN_KEY * self.to_move
        for seat in range(2):
            if LORD[seat] not in standing:
                self.verdict, self.reason = seat ^ 1, FIRST_LORD_CAPTURED
        self.judge()

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        pieces = self.alive[self.to_move]
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            kind = self.kind[piece]
            if kind in (LEGIONARE, FRESH):
                at = self.generate_legionare(out, at, piece)
            elif kind == TERRA:
                at = self.generate_terra(out, at, piece)
            elif self.where[piece] > SKY:
                at = self.generate_sky(out, at, piece)
            else:
                at = self.generate_slides(out, at, piece)
        return at

    def generate_legionare(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        ahead = AHEAD[self.to_move]
        cell = source + ahead
        step = piece | ADVANCE | NO_SECOND
        if cell < ROW_1 or cell >= ROW_10:
            step |= PROMOTION
        if self.board[cell] == EMPTY:
            out[at] = step | NO_TARGETS | cell << TARGET
            at += 1
            if self.kind[piece] == FRESH and self.board[cell + ahead] == EMPTY:
                out[at] = step | NO_TARGETS | (cell + ahead) << TARGET
                at += 1
        for side in range(-1, 2, 2):
            if self.board[source + side] == EMPTY:
                out[at] = piece | NO_TARGETS | (source + side) << TARGET
                at += 1
        for side in range(-1, 2, 2):
            what = self.board[cell + side]
            if what >> SEAT == enemy:
                out[at] = step | (what & PIECE) << FIRST | (cell + side) << TARGET
                at += 1
        return at

    def generate_terra(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        for way in range(8):
            cell = source + LEAP[way]
            what = self.board[cell]
            if what == EMPTY or what >> SEAT == enemy:
                out[at] = piece | NO_SECOND | (what & PIECE) << FIRST | cell << TARGET
                at += 1
        met = 0
        for way in range(0, 8, 2):
            if self.board[source + DELTA[way]] >> SEAT == enemy:
                met |= 1 << way
        return self.generate_strikes(out, at, piece, met, 0) if met else at

    def generate_sky(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        for way in range(8):
            cell = source + DELTA[way]
            what = self.board[cell]
            if what == EMPTY or (what >> SEAT == enemy and self.sky_combat):  # rule L7
                out[at] = piece | NO_SECOND | (what & PIECE) << FIRST | cell << TARGET
                at += 1
        cell = source - LIFT
        what = self.board[cell]
        if what == EMPTY or what >> SEAT == enemy:
            step = piece if what != EMPTY else piece | FLIGHT  # rule L5
            out[at] = step | NO_SECOND | (what & PIECE) << FIRST | cell << TARGET
            at += 1
        return at

    def generate_slides(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        kind = self.kind[piece]
        met = 0  # ways with an enemy as the first piece ...
        distant = 0  # ... that is not on the next cell
        way = FIRST_WAY[kind]
        while way < 8:
            cell = source
            for distance in range(SLIDE[kind]):
                cell += DELTA[way]
                what = self.board[cell]
                if what == EMPTY:
                    out[at] = piece | NO_TARGETS | cell << TARGET
                    at += 1
                    continue
                if what >> SEAT == enemy:
                    out[at] = piece | NO_SECOND | (what & PIECE) << FIRST | cell << TARGET
                    at += 1
                    met |= 1 << way
                    distant |= distance << way
                break
            way += NEXT_WAY[kind]
        if FLIES[kind] and CENTRE <= source < CENTRE_END and self.board[source + LIFT] == EMPTY:
            out[at] = piece | NO_TARGETS | FLIGHT | (source + LIFT) << TARGET
            at += 1
        met &= AIM[kind]
        return self.generate_strikes(out, at, piece, met, distant) if met else at

    def generate_strikes(self, out: MoveStack, at: int, piece: int, met: int, distant: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        while met:
            way = lowest_bit(met)
            met &= met - 1
            cell = source + DELTA[way]
            if distant >> way & 1:
                cell += DELTA[way]
            first = self.board[cell] & PIECE
            if self.warded(first):
                continue
            second = NOBODY
            what = self.board[cell + DELTA[way]]
            if PIERCE[self.kind[piece]] and what >> SEAT == enemy:
                second = NOBODY if self.warded(what & PIECE) else what & PIECE
            out[at] = piece | STRIKE | source << TARGET | first << FIRST | second << SECOND
            at += 1
        return at

    def warded(self, piece: int) -> bool:
        """Whether an enemy piece on the ground is immune to strikes (rule L6)."""
        if self.kind[piece] == FERROUS:
            return True
        steadholder = SHELTER[self.to_move ^ 1]
        if not self.alive[self.to_move ^ 1] >> steadholder & 1:
            return False
        gap = abs(self.where[piece] - self.where[steadholder])
        return gap in (1, WIDTH)

    def play(self, move: int) -> None:
        seat = self.to_move
        piece = move & PIECE
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
        victim = move >> FIRST & PIECE
        if victim != NOBODY:
            self.take(seat, victim, kind)
            victim = move >> SECOND & PIECE
            if victim != NOBODY:
                self.take(seat, victim, kind)
        elif move & ADVANCE:  # as every promotion is
            self.progress = self.ply
        if not move & STRIKE:
            target = move >> TARGET & CELL
            self.board[source] = EMPTY
            self.board[target] = piece | seat << SEAT
            self.where[piece] = target
            self.zobrist ^= KEYS[KINDS * seat + kind][source]
            if kind == FRESH:
                kind = LEGIONARE
            if move & PROMOTION:
                kind = VETERAN
            self.kind[piece] = kind
            self.zobrist ^= KEYS[KINDS * seat + kind][target]
            self.moves[piece] += 1
        if self.ply - self.progress >= self.quiet_limit or self.ply >= self.turn_limit:
            self.judge()

    def take(self, seat: int, victim: int, taker: int) -> None:
        one = 1  # wide, so that the shift keeps all bits
        kind = self.kind[victim]
        cell = self.where[victim]
        self.board[cell] = EMPTY
        self.alive[seat ^ 1] ^= one << victim
        self.zobrist ^= KEYS[KINDS * (seat ^ 1) + kind][cell]
        self.booty[ARMY * seat + self.taken[seat]] = (
            victim | kind << TAKEN_KIND | taker << TAKER_KIND
        )
        self.taken[seat] += 1
        self.progress = self.ply
        if victim == LORD[seat ^ 1]:
            self.verdict = seat
            self.reason = FIRST_LORD_CAPTURED

    def undo(self) -> None:
        self.ply -= 1
        self.to_move ^= 1
        self.verdict = ONGOING
        self.reason = 0
        seat = self.to_move
        now = self.ply & (UNDO_DEPTH - 1)
        move = self.past_move[now]
        self.progress = self.past_progress[now]
        self.zobrist = self.past_zobrist[now]
        if not move & STRIKE:
            piece = move & PIECE
            self.board[move >> TARGET & CELL] = EMPTY
            self.board[self.past_cell[now]] = piece | seat << SEAT
            self.where[piece] = self.past_cell[now]
            self.kind[piece] = self.past_kind[now]
            self.moves[piece] -= 1
        victim = move >> FIRST & PIECE
        if victim != NOBODY:
            self.give_back(seat, victim)
            victim = move >> SECOND & PIECE
            if victim != NOBODY:
                self.give_back(seat, victim)

    def give_back(self, seat: int, victim: int) -> None:
        one = 1  # wide, so that the shift keeps all bits
        self.taken[seat] -= 1
        self.alive[seat ^ 1] ^= one << victim
        self.board[self.where[victim]] = victim | (seat ^ 1) << SEAT

    def judge(self) -> None:
        """Give the verdict, if there is none yet, on a seat that cannot move and on full counts."""
        if self.verdict != ONGOING:
            return
        if self.generate(self.scratch, 0) == 0:  # before the limits: rule G8
            self.no_moves_verdict()
        elif self.ply - self.progress >= self.quiet_limit:  # before the other: rule L22
            self.verdict = DRAW
            self.reason = QUIET_LIMIT
        elif self.ply >= self.turn_limit:
            self.verdict = DRAW
            self.reason = TURN_LIMIT

    def no_moves_verdict(self) -> None:
        self.verdict = self.to_move ^ 1
        self.reason = NO_LEGAL_MOVES

    def key(self) -> int:
        # The board's part is kept up by `play`, for 3 ns a move; to sum up two armies would take
        # 70 ns a look, four times as long as making a move and taking it back.
        key = self.zobrist
        left = self.turn_limit - self.ply
        still = self.quiet_limit - (self.ply - self.progress)
        if left <= KEY_HORIZON:
            key ^= LIMIT_KEYS[left]
        if still <= KEY_HORIZON and still <= left:
            key ^= QUIET_KEYS[still]
        return key

    def copy(self) -> LudusPosition:
        twin = LudusPosition(self.sky_combat, self.quiet_limit, self.turn_limit)
        twin.ply = self.ply
        twin.progress = self.progress
        twin.to_move = self.to_move
        twin.verdict = self.verdict
        twin.reason = self.reason
        twin.zobrist = self.zobrist
        for cell in range(CELLS):
            twin.board[cell] = self.board[cell]
        for piece in range(PIECES):
            twin.kind[piece] = self.kind[piece]
            twin.where[piece] = self.where[piece]
            twin.moves[piece] = self.moves[piece]
            twin.booty[piece] = self.booty[piece]
        for seat in range(2):
            twin.alive[seat] = self.alive[seat]
            twin.taken[seat] = self.taken[seat]
        return twin
