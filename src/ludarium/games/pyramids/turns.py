"""Pyramids: positions for the search, whose moves are whole turns."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import MoveStack, Position
from ludarium.games.pyramids.finish import WinFinder
from ludarium.games.pyramids.progress import TrioProgress
from ludarium.games.pyramids.reach import CapReach
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit, mix_bits
    from ludarium.core.constants import KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
    from ludarium.games.pyramids.board import (
        ANY_TAKEN_MASK,
        BARREN_SHIFT,
        CELL_MASK,
        CELLS,
        CODE_MASK,
        CODE_SHIFT,
        COUNTER_MASK,
        DIRECTION_SHIFT,
        LANDED_SHIFT,
        LENGTH_SHIFT,
        MAX_FLOW,
        NO_CELL,
        PASS_FLAG,
        POWER_FLAG,
        POWER_USED_SHIFT,
        SEAT_SHIFT,
        SIZE_MASK,
        TARGET_SHIFT,
        TRIOS_TO_WIN,
    )
    from ludarium.games.pyramids.eruption import flowing_code, is_captured
    from ludarium.games.pyramids.finish import CODES_OF_SIZE
    from ludarium.games.pyramids.reach import LANDING_ROOM
    from ludarium.games.pyramids.rules import DIRECTION_STEP

TURN_KEY_SALT = 0x9FB21C651E98DF25
MOST_TURNS = 8192  # at the root; 176 eruptions, each with a few dozen power plays at most
ALL_CODES = 0x7777


@cython.final
@cython.cclass
class TurnsPosition(Position):
    """A position of Pyramids in which a move is a turn: an eruption, perhaps after a power play.

    The effect of an eruption depends on the stacks, the source, the direction and the number of
    landing pieces. The caps only decide which eruptions are within reach. At the root the turns
    are exactly those within reach. Below it the caps are ignored, and every eruption that the
    stacks allow counts as within reach, because 24 quiet moves nearly always suffice. That
    overestimates all seats equally.

    Of turns with equal results one is generated. A power play is included if it turns a miss into
    a capture, on the cell where a piece of its size lands, or if it goes first from the source and
    pieces behind it are captured. Voluntary passes and power plays that only block are left out.
    Below the root there are fewer turns (see `generate`).
    """

    def __init__(self, board: PyramidsPosition) -> None:
        super().__init__(board.seats)
        self.board = board.copy()
        self.depth = 0
        self.root_depth = 0
        self.sought = False
        self.found = NO_MOVE
        self.root = array("I")
        self.root_count = 0
        self.reach: CapReach | None = None
        self.finish = WinFinder()
        self.hand = TrioProgress()
        if not cython.compiled:
            self.past = [0] * 512
            self.past_turn = [0] * 512
            self.past_flow = [0] * 512
            self.past_ply = [0] * 512
            self.past_stacked = [0] * 512
        self.copy_status()

    def find_root_turns(self) -> None:
        """Make this position the root: find the turns within reach."""
        self.root = array("I", bytes(4 * MOST_TURNS))
        if self.verdict != ONGOING:
            return
        self.reach = CapReach(self.board)
        with cython.nogil:
            self.reach.survey_board()
            self.hand.read_hand(self.board, self.to_move)
            self.root_count = self.write_turns(
                self.root, 0, True, self.hand.held_codes(), ALL_CODES
            )
        if self.root_count == 0:
            self.root[0] = PASS_FLAG | (self.reach.left + 1) << LENGTH_SHIFT
            self.root_count = 1
        self.reach = None

    def copy_status(self) -> None:
        self.to_move = self.board.to_move
        self.verdict = self.board.verdict
        self.reason = self.board.reason
        self.sought = False

    def generate(self, out: MoveStack, at: int) -> int:
        """Write all turns at the root, and fewer below it.

        Below the root a turn that wins at once is the only one. Otherwise all turns with a capture
        are written, with power plays that give a spare piece for a needed one. Turns without a
        capture are written if another seat is one eruption away from a win, or if none captures.
        """
        if self.verdict != ONGOING:
            return at
        if self.depth == 0:
            for i in range(self.root_count):
                out[at + i] = self.root[i]
            return at + self.root_count
        turn = self.winning_turn()
        if turn != NO_MOVE:
            out[at] = turn
            return at + 1
        if self.depth == self.root_depth:
            self.hand.read_hand(self.board, self.to_move)
            return self.write_turns(out, at, True, self.hand.held_codes(), ALL_CODES)
        alarm = False
        for seat in range(self.seats):
            if seat != self.to_move and self.hand.lacking_pieces(self.board, seat) <= MAX_FLOW:
                alarm = True
        spare = 0
        needed = 0
        self.hand.read_hand(self.board, self.to_move)
        if self.board.power_play and self.board.owned[self.to_move]:
            spare = self.hand.spare_codes()
            needed = self.hand.needed_codes()
        end = self.write_turns(out, at, alarm, spare, needed)
        return end if end > at else self.write_turns(out, at, True, spare, needed)

    def write_turns(self, out: MoveStack, at: int, barren: bool, spare: int, needed: int) -> int:
        """Write turns; `barren` includes those without a capture, `spare` buys `needed` codes."""
        power = self.board.can_power()
        for source in range(CELLS):
            height = self.board.height[source]
            if height == 0:
                continue
            swept = 0  # full captures of so many pieces, written for another direction
            for towards in range(8):
                longest = min(height, LANDING_ROOM[source][towards])
                taken = 0
                misses = 0
                for count in range(1, longest + 1):
                    if is_captured(
                        self.board, source, towards, count, flowing_code(self.board, source, count)
                    ):
                        taken += 1
                    else:
                        misses |= 1 << count
                    if taken < count or swept >> count & 1 == 0:
                        before = at
                        if taken or barren:
                            at = self.write_turn(out, at, source, towards, count, NO_CELL, 0)
                        if taken == count and at > before:
                            swept |= 1 << count
                    if power and spare and misses:
                        at = self.write_swaps(
                            out, at, source, towards, count, misses, spare, needed
                        )
                if power and longest:
                    at = self.write_pushes(out, at, source, towards)
        return at

    def write_swaps(
        self,
        out: MoveStack,
        at: int,
        source: int,
        towards: int,
        count: int,
        misses: int,
        spare: int,
        needed: int,
    ) -> int:
        """Write turns whose power play turns a miss of the eruption into a capture."""
        while misses:
            step = lowest_bit(misses)
            misses &= misses - 1
            code = flowing_code(self.board, source, step)
            if needed >> code & 1 == 0:
                continue
            # Giving a piece for an equal one would change nothing.
            given = spare & CODES_OF_SIZE[code & SIZE_MASK] & ~(1 << code)
            while given:
                cell = source + (step + 1) * DIRECTION_STEP[towards]
                at = self.write_turn(out, at, source, towards, count, cell, lowest_bit(given))
                given &= given - 1
        return at

    def write_pushes(self, out: MoveStack, at: int, source: int, towards: int) -> int:
        """Write turns with a power play on the source, which moves the others a cell further.

        Below the root the played piece must be captured again; then one code of its size is enough.
        """
        longest = min(self.board.height[source] + 1, LANDING_ROOM[source][towards])
        taken = 0
        for count in range(2, longest + 1):
            if is_captured(
                self.board, source, towards, count, flowing_code(self.board, source, count - 1)
            ):
                taken += 1
            if taken == 0:
                continue
            held = self.hand.held_codes()
            back = 0
            for size in range(3):
                some = held & CODES_OF_SIZE[size]
                if some and is_captured(self.board, source, towards, 1, size):
                    at = self.write_turn(out, at, source, towards, count, source, lowest_bit(some))
                    back = CODES_OF_SIZE[size]
            given = held & ~back if self.depth == self.root_depth else 0
            while given:
                at = self.write_turn(out, at, source, towards, count, source, lowest_bit(given))
                given &= given - 1
        return at

    def write_turn(
        self,
        out: MoveStack,
        at: int,
        source: int,
        towards: int,
        count: int,
        cell: int,
        code: int,
    ) -> int:
        """Write one turn, at the root only if within reach; NO_CELL means no power play."""
        length = 1
        turn = count << LANDED_SHIFT | towards << DIRECTION_SHIFT | source
        if cell != NO_CELL:
            length = 2
            turn |= POWER_FLAG | code << CODE_SHIFT | cell << TARGET_SHIFT
        if self.reach is not None:
            quiet = self.reach.quiet_distance(source, towards, count, cell)
            if quiet < 0 or at >= MOST_TURNS:
                return at
            length += quiet
        out[at] = turn | length << LENGTH_SHIFT
        return at + 1

    def winning_turn(self) -> int:
        """A turn with which the seat to move wins at once, or NO_MOVE."""
        if not self.sought:
            self.sought = True
            self.found = NO_MOVE
            if self.depth == 0:
                self.found = self.win_at_root()
            elif self.verdict == ONGOING:
                self.found = self.finish.find_win(self.board, self.to_move)
        return self.found

    def win_at_root(self) -> int:
        seat = self.to_move
        if self.hand.lacking_pieces(self.board, seat) > MAX_FLOW:
            return NO_MOVE
        for i in range(self.root_count):
            self.play(self.root[i])
            trios = self.board.count_trios(seat)
            self.undo()
            if trios >= TRIOS_TO_WIN:
                return self.root[i]
        return NO_MOVE

    def is_menaced(self) -> bool:
        """Whether another seat could win at once if it were to move."""
        for seat in range(self.seats):
            if seat != self.to_move and self.finish.find_win(self.board, seat) != NO_MOVE:
                return True
        return False

    def play(self, move: int) -> None:
        at = self.depth & (UNDO_DEPTH - 1)
        self.past[at] = move
        turn = self.board.to_move << SEAT_SHIFT | self.board.power_used << POWER_USED_SHIFT
        self.past_turn[at] = turn | self.board.barren << BARREN_SHIFT | self.board.quiet
        self.past_ply[at] = self.board.ply
        self.past_stacked[at] = self.board.stacked
        self.depth += 1
        self.board.ply = self.past_ply[at] + (move >> LENGTH_SHIFT)
        flow = 0
        if move & PASS_FLAG == 0:
            if move & POWER_FLAG:
                piece = self.board.give_piece(self.to_move, move >> CODE_SHIFT & CODE_MASK)
                self.board.push_piece(move >> TARGET_SHIFT & CELL_MASK, piece)
            flow = self.board.spill_pieces(
                move & CELL_MASK, move >> DIRECTION_SHIFT & 7, move >> LANDED_SHIFT & 3
            )
        self.past_flow[at] = flow
        self.board.close_turn(flow & ANY_TAKEN_MASK != 0)
        self.copy_status()

    def undo(self) -> None:
        self.depth -= 1
        at = self.depth & (UNDO_DEPTH - 1)
        move = self.past[at]
        turn = self.past_turn[at]
        self.board.to_move = turn >> SEAT_SHIFT
        self.board.power_used = turn >> POWER_USED_SHIFT & 1 == 1
        self.board.barren = turn >> BARREN_SHIFT & COUNTER_MASK
        self.board.quiet = turn & COUNTER_MASK
        self.board.verdict = ONGOING
        self.board.reason = 0
        self.board.ply = self.past_ply[at]
        if move & PASS_FLAG == 0:
            self.board.flow_back(move & CELL_MASK, move >> DIRECTION_SHIFT & 7, self.past_flow[at])
            if move & POWER_FLAG:
                self.board.capture_piece(
                    self.board.to_move, self.board.pop_piece(move >> TARGET_SHIFT & CELL_MASK)
                )
        self.board.stacked = self.past_stacked[at]
        self.copy_status()

    def no_moves_verdict(self) -> None:
        """Set no verdict: a seat without an eruption passes."""

    def become_root(self) -> None:
        """Write all turns here from now on; after a turn they do not depend on the caps."""
        self.root_depth = self.depth

    def key(self) -> int:
        if self.depth == 0:
            return self.board.key()
        word = max(min(self.board.ply_limit - self.board.ply, KEY_HORIZON + 1), 0)
        word = word << 7 | min(self.board.barren_limit - self.board.barren, KEY_HORIZON + 1)
        return self.board.stacked ^ mix_bits(
            TURN_KEY_SALT ^ (word << 4 | self.to_move << 2 | self.seats)
        )

    def copy(self) -> TurnsPosition:
        twin = TurnsPosition(self.board)
        twin.depth, twin.root_depth = self.depth, self.root_depth
        twin.root, twin.root_count = self.root, self.root_count
        return twin


def plan_turns(board: PyramidsPosition) -> TurnsPosition:
    """The root position whose moves are the turns within reach from a position of the rules."""
    position = TurnsPosition(board)
    position.find_root_turns()
    return position


def expand_turn(board: PyramidsPosition, turn: int) -> list[int]:
    """The moves that carry out a turn of `plan_turns(board)`."""
    if turn & PASS_FLAG:
        return _idle_moves(board.copy())
    source, towards = turn & CELL_MASK, turn >> DIRECTION_SHIFT & 7
    cell = turn >> TARGET_SHIFT & CELL_MASK if turn & POWER_FLAG else NO_CELL
    moves = CapReach(board).moves_to(
        source, towards, turn >> LANDED_SHIFT & 3, cell, turn >> CODE_SHIFT & CODE_MASK
    )
    return [
        *moves,
        towards << DIRECTION_SHIFT | (source + DIRECTION_STEP[towards]) << TARGET_SHIFT | source,
    ]


def _idle_moves(board: PyramidsPosition) -> list[int]:
    """All quiet moves of a turn, and the pass (rule P17)."""
    moves = []
    move = 0
    while move != PASS_FLAG:
        move = legal_moves(board)[0]
        board.play(move)
        moves.append(move)
    return moves
