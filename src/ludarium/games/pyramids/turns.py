"""Pyramids as a search sees it: positions whose moves are whole turns."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import MoveStack, Position
from ludarium.games.pyramids.finish import Finish
from ludarium.games.pyramids.progress import Progress
from ludarium.games.pyramids.reach import Reach
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit, mix_bits
    from ludarium.core.constants import KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
    from ludarium.games.pyramids.board import (
        ANY_TAKEN,
        BARREN_TURNS,
        CELL,
        CELLS,
        CODE,
        COUNTER,
        DIRECTION,
        FLOW,
        LANDED,
        LENGTH,
        NO_CELL,
        PASS,
        PIECE,
        POWER,
        POWER_USED,
        SEAT,
        SIZE_OF,
        TARGET,
        TRIOS,
    )
    from ludarium.games.pyramids.eruption import flowing, hits
    from ludarium.games.pyramids.finish import OF_SIZE
    from ludarium.games.pyramids.reach import LANDINGS
    from ludarium.games.pyramids.rules import DELTA

SALT = 0x9FB21C651E98DF25
MOST_TURNS = 8192  # at the root; 176 eruptions, each with a few dozen power plays at most
ALL_CODES = 0x7777


@cython.final
@cython.cclass
class TurnsPosition(Position):
    """A position of Pyramids in which a move is a turn: an eruption, perhaps after a power play.

    What an eruption does depends on the stacks, the source, the direction and how many pieces land.
    Where the caps were brought from and are left matters only for what can be reached next. In the
    position that was given (the root) the turns are exactly those within reach. Deeper, every
    eruption that the stacks and the board allow counts as within reach, for a cap to erupt, one
    behind the last landing, and 24 quiet moves nearly always suffice: positions below the root
    have no caps. That overestimates all seats alike.

    Turns with equal results are given once. A power play is worth a turn if it turns a miss into a
    capture, on the cell where a piece of its size lands, or goes first from the source and others
    behind it are captured. Voluntary passes and power plays that merely block are left out.
    Deeper there are fewer (see `generate`).
    """

    def __init__(self, board: PyramidsPosition) -> None:
        super().__init__(board.seats)
        self.board = board.copy()
        self.depth = 0
        self.sought = False
        self.found = NO_MOVE
        self.root = array("I")
        self.root_count = 0
        self.reach: Reach | None = None
        self.finish = Finish()
        self.hand = Progress()
        if not cython.compiled:
            self.past = [0] * 512
            self.past_turn = [0] * 512
            self.past_flow = [0] * 512
            self.past_ply = [0] * 512
            self.past_stacked = [0] * 512
        self.mirror()

    def explore(self) -> None:
        """Make this the root: find the turns within reach."""
        self.root = array("I", bytes(4 * MOST_TURNS))
        if self.verdict != ONGOING:
            return
        self.reach = Reach(self.board)
        with cython.nogil:
            self.hand.read(self.board, self.to_move)
            self.root_count = self.scan(self.root, 0, True, self.hand.codes(), ALL_CODES)
        if self.root_count == 0:
            self.root[0] = PASS | (self.reach.left + 1) << LENGTH
            self.root_count = 1
        self.reach = None

    def mirror(self) -> None:
        self.to_move = self.board.to_move
        self.verdict = self.board.verdict
        self.reason = self.board.reason
        self.sought = False

    def generate(self, out: MoveStack, at: int) -> int:
        """All turns at the root; deeper those that matter.

        If a turn wins at once, it alone. Otherwise all that capture, with power plays only of
        pieces that progress does not need for pieces that it does. Turns without a capture are
        there to stop somebody who is one eruption away from winning, or if there is nothing else.
        """
        if self.verdict != ONGOING:
            return at
        if self.depth == 0:
            for i in range(self.root_count):
                out[at + i] = self.root[i]
            return at + self.root_count
        turn = self.win()
        if turn != NO_MOVE:
            out[at] = turn
            return at + 1
        alarm = False
        for seat in range(self.seats):
            if seat != self.to_move and self.hand.lacking(self.board, seat) <= FLOW:
                alarm = True
        spare = 0
        needed = 0
        self.hand.read(self.board, self.to_move)
        if self.board.power_play and self.board.owned[self.to_move]:
            spare = self.hand.spare()
            needed = self.hand.needed()
        end = self.scan(out, at, alarm, spare, needed)
        return end if end > at else self.scan(out, at, True, spare, needed)

    def scan(self, out: MoveStack, at: int, barren: bool, spare: int, needed: int) -> int:
        """Write turns: whether barren ones too, and the codes to give for the codes to take."""
        power = self.board.can_power()
        for source in range(CELLS):
            height = self.board.height[source]
            if height == 0:
                continue
            swept = 0  # numbers of pieces that leave without a trace, in whatever direction
            for towards in range(8):
                longest = min(height, LANDINGS[source][towards])
                taken = 0
                misses = 0
                for count in range(1, longest + 1):
                    if hits(self.board, source, towards, count, flowing(self.board, source, count)):
                        taken += 1
                    else:
                        misses |= 1 << count
                    if taken < count or swept >> count & 1 == 0:
                        before = at
                        if taken or barren:
                            at = self.offer(out, at, source, towards, count, NO_CELL, 0)
                        if taken == count and at > before:
                            swept |= 1 << count
                    if power and spare and misses:
                        at = self.swaps(out, at, source, towards, count, misses, spare, needed)
                if power and longest:
                    at = self.pushes(out, at, source, towards)
        return at

    def swaps(
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
        """Power plays that turn one of the misses of an eruption into a capture."""
        while misses:
            step = lowest_bit(misses)
            misses &= misses - 1
            code = flowing(self.board, source, step)
            if needed >> code & 1 == 0:
                continue
            # To give a piece for its like would change nothing.
            given = spare & OF_SIZE[code & SIZE_OF] & ~(1 << code)
            while given:
                cell = source + (step + 1) * DELTA[towards]
                at = self.offer(out, at, source, towards, count, cell, lowest_bit(given))
                given &= given - 1
        return at

    def pushes(self, out: MoveStack, at: int, source: int, towards: int) -> int:
        """Power plays on the source, whose piece flows first and the others one cell further.

        Deeper only if it is captured itself; then all pieces of its size do the same.
        """
        longest = min(self.board.height[source] + 1, LANDINGS[source][towards])
        taken = 0
        for count in range(2, longest + 1):
            if hits(self.board, source, towards, count, flowing(self.board, source, count - 1)):
                taken += 1
            if taken == 0:
                continue
            held = self.hand.codes()
            back = 0
            for size in range(3):
                some = held & OF_SIZE[size]
                if some and hits(self.board, source, towards, 1, size):
                    at = self.offer(out, at, source, towards, count, source, lowest_bit(some))
                    back = OF_SIZE[size]
            given = held & ~back if self.depth == 0 else 0
            while given:
                at = self.offer(out, at, source, towards, count, source, lowest_bit(given))
                given &= given - 1
        return at

    def offer(
        self,
        out: MoveStack,
        at: int,
        source: int,
        towards: int,
        count: int,
        cell: int,
        code: int,
    ) -> int:
        """Write one turn, at the root only if it is within reach; NO_CELL is no power play."""
        length = 1
        turn = count << LANDED | towards << DIRECTION | source
        if cell != NO_CELL:
            length = 2
            turn |= POWER | code << PIECE | cell << TARGET
        if self.reach is not None:
            quiet = self.reach.distance(source, towards, count, cell)
            if quiet < 0 or at >= MOST_TURNS:
                return at
            length += quiet
        out[at] = turn | length << LENGTH
        return at + 1

    def win(self) -> int:
        """A turn that wins at once for the seat to move, or NO_MOVE."""
        if not self.sought:
            self.sought = True
            self.found = NO_MOVE
            if self.depth == 0:
                self.found = self.win_at_root()
            elif self.verdict == ONGOING:
                self.found = self.finish.seek(self.board, self.to_move)
        return self.found

    def win_at_root(self) -> int:
        seat = self.to_move
        if self.hand.lacking(self.board, seat) > FLOW:
            return NO_MOVE
        for i in range(self.root_count):
            self.play(self.root[i])
            trios = self.board.trios(seat)
            self.undo()
            if trios >= TRIOS:
                return self.root[i]
        return NO_MOVE

    def menaced(self) -> bool:
        """Whether another seat, were it to move now, could win at once."""
        for seat in range(self.seats):
            if seat != self.to_move and self.finish.seek(self.board, seat) != NO_MOVE:
                return True
        return False

    def play(self, move: int) -> None:
        at = self.depth & (UNDO_DEPTH - 1)
        self.past[at] = move
        turn = self.board.to_move << SEAT | self.board.power_used << POWER_USED
        self.past_turn[at] = turn | self.board.barren << BARREN_TURNS | self.board.quiet
        self.past_ply[at] = self.board.ply
        self.past_stacked[at] = self.board.stacked
        self.depth += 1
        self.board.ply = self.past_ply[at] + (move >> LENGTH)
        flow = 0
        if move & PASS == 0:
            if move & POWER:
                piece = self.board.give(self.to_move, move >> PIECE & CODE)
                self.board.push(move >> TARGET & CELL, piece)
            flow = self.board.spill(move & CELL, move >> DIRECTION & 7, move >> LANDED & 3)
        self.past_flow[at] = flow
        self.board.close_turn(flow & ANY_TAKEN != 0)
        self.mirror()

    def undo(self) -> None:
        self.depth -= 1
        at = self.depth & (UNDO_DEPTH - 1)
        move = self.past[at]
        turn = self.past_turn[at]
        self.board.to_move = turn >> SEAT
        self.board.power_used = turn >> POWER_USED & 1 == 1
        self.board.barren = turn >> BARREN_TURNS & COUNTER
        self.board.quiet = turn & COUNTER
        self.board.verdict = ONGOING
        self.board.reason = 0
        self.board.ply = self.past_ply[at]
        if move & PASS == 0:
            self.board.flow_back(move & CELL, move >> DIRECTION & 7, self.past_flow[at])
            if move & POWER:
                self.board.take(self.board.to_move, self.board.pop(move >> TARGET & CELL))
        self.board.stacked = self.past_stacked[at]
        self.mirror()

    def no_moves_verdict(self) -> None:
        """Nobody ever is: without anything to erupt a seat passes."""

    def key(self) -> int:
        if self.depth == 0:
            return self.board.key()
        word = max(min(self.board.ply_limit - self.board.ply, KEY_HORIZON + 1), 0)
        word = word << 7 | min(self.board.barren_limit - self.board.barren, KEY_HORIZON + 1)
        return self.board.stacked ^ mix_bits(SALT ^ (word << 4 | self.to_move << 2 | self.seats))

    def copy(self) -> TurnsPosition:
        twin = TurnsPosition(self.board)
        twin.depth = self.depth
        twin.root, twin.root_count = self.root, self.root_count
        return twin


def plan(board: PyramidsPosition) -> TurnsPosition:
    """The position whose moves are the turns within reach from a position of the rules."""
    position = TurnsPosition(board)
    position.explore()
    return position


def expand_turn(board: PyramidsPosition, turn: int) -> list[int]:
    """The moves that carry out a turn of `plan(board)`."""
    if turn & PASS:
        return _idle(board.copy())
    source, towards = turn & CELL, turn >> DIRECTION & 7
    cell = turn >> TARGET & CELL if turn & POWER else NO_CELL
    moves = Reach(board).path(source, towards, turn >> LANDED & 3, cell, turn >> PIECE & CODE)
    return [*moves, towards << DIRECTION | (source + DELTA[towards]) << TARGET | source]


def _idle(board: PyramidsPosition) -> list[int]:
    """Quiet moves to the last one, and the pass (rule P17)."""
    moves = []
    move = 0
    while move != PASS:
        move = legal_moves(board)[0]
        board.play(move)
        moves.append(move)
    return moves
