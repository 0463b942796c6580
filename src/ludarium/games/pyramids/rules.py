"""The rules of Pyramids: caps on a bit mask, stacks of bytes, eruptions along a line."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.games.pyramids.board import DIRECTIONS, FULL, SIZE, room, steps

if not cython.compiled:
    from ludarium.core.bits import lowest_bit, mix_bits
    from ludarium.core.constants import DRAW, KEY_HORIZON, ONGOING, UNDO_DEPTH
    from ludarium.games.pyramids.board import (
        ANY_TAKEN,
        BARREN,
        BARREN_PIECES,
        BARREN_TRIOS,
        BARREN_TURNS,
        CELL,
        CELLS,
        CODE,
        COUNTER,
        DIRECTION,
        FLOWN,
        HAND,
        NEVER,
        NUMBER,
        PASS,
        PIECE,
        PIECES,
        POWER,
        POWER_USED,
        SEAT,
        SIZE_OF,
        TAKEN,
        TARGET,
        THREE_TRIOS,
        TRIOS,
    )

DELTA = [SIZE * down + right for down, right in DIRECTIONS]
ROOM = [[room(cell, towards) for towards in range(8)] for cell in range(25)]
STEPS = [(steps(cell) + [0] * 8)[:8] for cell in range(25)]
WAYS = [len(steps(cell)) for cell in range(25)]
COUNT = [numbers.bit_count() for numbers in range(64)]
SALT = 0x2545F4914F6CDD1D


@cython.final
@cython.cclass
class PyramidsPosition(Position):
    """Stacks, caps, and per seat and code a mask of the numbers of the pieces it holds.

    Numbers and `cap_on` tell like pieces apart for the scene alone: no rule looks at them.
    """

    def __init__(
        self, seats: int, power_play: bool, quiet_limit: int, barren_limit: int, ply_limit: int
    ) -> None:
        super().__init__(seats)
        self.power_play = power_play
        self.quiet_limit, self.barren_limit = quiet_limit, barren_limit
        self.ply_limit = ply_limit or NEVER
        self.ply, self.quiet, self.barren = 0, 0, 0
        self.power_used = False
        self.caps = 0
        self.stacked = 0  # the part of the key that follows the pieces
        if not cython.compiled:  # C arrays begin as zeros, and lists are slow to turn into them
            self.cap_on = [0] * 25
            self.height = [0] * 25
            self.piece = [0] * 1800
            self.held = [0] * 48
            self.owned = [0] * 3
            self.past = [0] * 512
            self.past_turn = [0] * 512
            self.past_flow = [0] * 512
            self.past_stacked = [0] * 512

    def arrange(self, stacks: list[list[int]], caps: list[int], captured: list[list[int]]) -> None:
        """Put codes and caps on the empty board and in the hands, numbering them as they come."""
        seen = [0] * HAND
        for number, cell in enumerate(caps):
            self.caps |= 1 << cell
            self.cap_on[cell] = number
        for cell, codes in enumerate(stacks):
            for code in codes:
                self.push(cell, seen[code] << NUMBER | code)
                seen[code] += 1
        for seat, codes in enumerate(captured):
            for code in codes:
                self.take(seat, seen[code] << NUMBER | code)
                seen[code] += 1

    def resume(self, ply: int, to_move: int, quiet: int, power_used: bool, barren: int) -> None:
        """Set the counters of a game under way and judge it, the pieces being there already."""
        self.ply, self.to_move = ply, to_move
        self.quiet, self.power_used, self.barren = quiet, power_used, barren
        last = (to_move + self.seats - 1) % self.seats
        if self.trios(last) >= TRIOS:
            self.verdict, self.reason = last, THREE_TRIOS
        elif barren >= self.barren_limit or (quiet == 0 and not power_used):
            self.judge()

    def stack(self, cell: int) -> list[int]:
        """The pieces on a cell, from the bottom."""
        return [self.piece[PIECES * cell + level] for level in range(self.height[cell])]

    def hand(self, seat: int) -> list[int]:
        """The pieces a seat has captured, by code and then by number."""
        return [
            number << NUMBER | code
            for code in range(HAND)
            for number in range(6)
            if self.held[HAND * seat + code] >> number & 1
        ]

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        first = at
        forced = self.quiet >= self.quiet_limit  # rule P17
        caps = self.caps
        while caps:
            source = lowest_bit(caps)
            caps &= caps - 1
            for i in range(WAYS[source]):
                step = STEPS[source][i]
                if self.caps >> (step >> TARGET & CELL) & 1 or (forced and not self.erupts(step)):
                    continue
                out[at] = step
                at += 1
        if forced and at == first:
            out[at] = PASS
            at += 1
        elif self.can_power():
            for code in range(HAND):
                if self.held[HAND * self.to_move + code]:
                    free = FULL & ~self.caps
                    while free:
                        out[at] = POWER | code << PIECE | lowest_bit(free) << TARGET
                        free &= free - 1
                        at += 1
        return at

    def can_power(self) -> bool:
        """Whether the seat to move may make a power play (rules P5 and P17)."""
        if not self.power_play or self.power_used or self.quiet >= self.quiet_limit:
            return False
        return self.owned[self.to_move] > 0

    def erupts(self, move: int) -> bool:
        """Whether a cap move sets off the stack that it leaves (rule P2)."""
        source = move & CELL
        direction = move >> DIRECTION & 7
        if self.height[source] == 0 or ROOM[source][direction] < 2:
            return False
        return self.caps >> (source + 2 * DELTA[direction]) & 1 == 0

    def play(self, move: int) -> None:
        at = self.ply & (UNDO_DEPTH - 1)
        self.past[at] = move
        turn = self.to_move << SEAT | self.power_used << POWER_USED
        self.past_turn[at] = turn | self.barren << BARREN_TURNS | self.quiet
        self.past_stacked[at] = self.stacked
        self.ply += 1
        target = move >> TARGET & CELL
        if move & POWER:
            self.push(target, self.give(self.to_move, move >> PIECE & CODE))
            self.power_used = True
            return
        if move & PASS:
            self.close_turn(False)
            return
        source = move & CELL
        self.caps ^= 1 << source | 1 << target
        self.cap_on[target] = self.cap_on[source]
        flow = self.erupt(source, move >> DIRECTION & 7)
        self.past_flow[at] = flow
        if flow == 0:
            self.quiet += 1
        else:
            self.close_turn(flow & ANY_TAKEN != 0)

    def erupt(self, source: int, direction: int) -> int:
        """Let a stack flow; returns the record to take it back by."""
        landing = source + DELTA[direction]
        count = 0
        for _ in range(min(ROOM[source][direction] - 1, self.height[source])):
            landing += DELTA[direction]
            if self.caps >> landing & 1:
                break
            count += 1
        return self.spill(source, direction, count)

    def spill(self, source: int, direction: int, count: int) -> int:
        """Let so many pieces of a stack land, whatever the caps; returns the record as above."""
        landing = source + DELTA[direction]
        flow = 0
        for moved in range(count):
            landing += DELTA[direction]
            piece = self.pop(source)
            top = PIECES * landing + self.height[landing] - 1
            if self.height[landing] and (self.piece[top] ^ piece) & SIZE_OF == 0:
                self.take(self.to_move, piece)  # rule P3
                flow |= (piece | TAKEN) << 8 * moved
            else:
                self.push(landing, piece)
                flow |= piece << 8 * moved
        return flow | count << FLOWN

    def undo(self) -> None:
        self.ply -= 1
        at = self.ply & (UNDO_DEPTH - 1)
        move = self.past[at]
        turn = self.past_turn[at]
        self.to_move = turn >> SEAT
        self.power_used = turn >> POWER_USED & 1 == 1
        self.barren = turn >> BARREN_TURNS & COUNTER
        self.quiet = turn & COUNTER
        self.verdict, self.reason = ONGOING, 0
        target = move >> TARGET & CELL
        if move & POWER:
            self.take(self.to_move, self.pop(target))
        elif move & PASS == 0:
            source = move & CELL
            self.caps ^= 1 << source | 1 << target
            self.cap_on[source] = self.cap_on[target]
            if self.past_flow[at]:
                self.flow_back(source, move >> DIRECTION & 7, self.past_flow[at])
        self.stacked = self.past_stacked[at]

    def flow_back(self, source: int, direction: int, flow: int) -> None:
        """Take an eruption back, the piece that came last first."""
        moved = flow >> FLOWN
        landing = source + (moved + 1) * DELTA[direction]
        while moved:
            moved -= 1
            piece = flow >> 8 * moved & (TAKEN - 1)
            if flow >> 8 * moved & TAKEN:
                self.held[HAND * self.to_move + (piece & CODE)] ^= 1 << (piece >> NUMBER)
                self.owned[self.to_move] -= 1
            else:
                self.height[landing] -= 1
            self.push(source, piece)
            landing -= DELTA[direction]

    # Every piece that comes or goes changes the key: that costs a fifth of perft's speed, but a
    # walk that asks for the key at every node is eight times as fast as by adding up 72 pieces.

    def push(self, cell: int, piece: int) -> None:
        at = PIECES * cell + self.height[cell]
        self.piece[at] = piece
        self.height[cell] += 1
        self.stacked ^= mix_bits(SALT + (at << NUMBER | piece & CODE))

    def pop(self, cell: int) -> int:
        self.height[cell] -= 1
        at = PIECES * cell + self.height[cell]
        self.stacked ^= mix_bits(SALT + (at << NUMBER | self.piece[at] & CODE))
        return self.piece[at]

    def take(self, seat: int, piece: int) -> None:
        slot = HAND * seat + (piece & CODE)
        # A hand is a place beyond the board, with a stack for each code.
        at = PIECES * (CELLS + seat) + COUNT[self.held[slot]]
        self.stacked ^= mix_bits(SALT + (at << NUMBER | piece & CODE))
        self.held[slot] |= 1 << (piece >> NUMBER)
        self.owned[seat] += 1

    def give(self, seat: int, code: int) -> int:
        """The piece of a code with the lowest number leaves the hand."""
        slot = HAND * seat + code
        number = lowest_bit(self.held[slot])
        self.held[slot] &= self.held[slot] - 1
        self.owned[seat] -= 1
        at = PIECES * (CELLS + seat) + COUNT[self.held[slot]]
        self.stacked ^= mix_bits(SALT + (at << NUMBER | code))
        return number << NUMBER | code

    def close_turn(self, captured: bool) -> None:
        """Hand the turn on and see whether the game is over (rules P15, P16 and P22)."""
        seat = self.to_move
        self.to_move = seat + 1 if seat + 1 < self.seats else 0
        self.quiet = 0
        self.power_used = False
        self.barren += 1
        if captured:
            self.barren = 0
            if self.owned[seat] >= 3 * TRIOS and self.trios(seat) >= TRIOS:
                self.verdict, self.reason = seat, THREE_TRIOS
                return
        self.judge()

    def judge(self) -> None:
        """End a game that leads nowhere, or has gone on for too long (rules P21 and P23)."""
        if self.barren >= self.barren_limit or self.ply >= self.ply_limit:
            self.settle()

    def trios(self, seat: int) -> int:
        """Sets of all three sizes in one colour, added up over the colours (rule P6)."""
        total = 0
        for colour in range(4):
            slot = HAND * seat + 4 * colour
            large = COUNT[self.held[slot]]
            medium = COUNT[self.held[slot + 1]]
            small = COUNT[self.held[slot + 2]]
            total += min(large, medium, small)
        return total

    def rank(self, seat: int) -> int:
        """What is compared when turns stay barren: trios, and below them 7 bits of pieces."""
        return self.trios(seat) << 7 | self.owned[seat]

    def settle(self) -> None:
        """End a barren game: most trios, then most pieces, else nobody (rule P21)."""
        best = 0
        for seat in range(self.seats):
            best = max(best, self.rank(seat))
        alike = 0  # seats with the most trios
        equal = 0  # those of them with the most pieces
        for seat in range(self.seats):
            if self.rank(seat) >> 7 == best >> 7:
                alike += 1
            if self.rank(seat) == best:
                equal += 1
                self.verdict = seat
        if alike == 1:
            self.reason = BARREN_TRIOS
        elif equal == 1:
            self.reason = BARREN_PIECES
        else:
            self.verdict, self.reason = DRAW, BARREN

    def no_moves_verdict(self) -> None:
        """Nobody ever is: a seat without another move passes (rule P17)."""

    def key(self) -> int:
        # A spent power play is the same as one that nothing is left for.
        word = max(min(self.ply_limit - self.ply, KEY_HORIZON + 1), 0)
        word = word << 7 | min(self.barren_limit - self.barren, KEY_HORIZON + 1)
        word = word << 7 | min(self.quiet_limit - self.quiet, KEY_HORIZON + 1)
        word = word << 1 | self.can_power()
        word = word << 4 | self.to_move << 2 | self.seats
        return self.stacked ^ mix_bits(SALT ^ (word << 25 | self.caps))

    def copy(self) -> PyramidsPosition:
        twin = PyramidsPosition(
            self.seats, self.power_play, self.quiet_limit, self.barren_limit, self.ply_limit
        )
        twin.to_move, twin.verdict, twin.reason = self.to_move, self.verdict, self.reason
        twin.ply, twin.quiet, twin.barren = self.ply, self.quiet, self.barren
        twin.power_used = self.power_used
        twin.caps, twin.stacked = self.caps, self.stacked
        for cell in range(CELLS):
            twin.cap_on[cell] = self.cap_on[cell]
            twin.height[cell] = self.height[cell]
            for at in range(PIECES * cell, PIECES * cell + self.height[cell]):
                twin.piece[at] = self.piece[at]
        for slot in range(HAND * self.seats):
            twin.held[slot] = self.held[slot]
        for seat in range(self.seats):
            twin.owned[seat] = self.owned[seat]
        return twin
