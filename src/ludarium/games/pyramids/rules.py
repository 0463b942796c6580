"""Pyramids: the rules, with caps on a bit mask and stacks of bytes."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack, Position
from ludarium.games.pyramids.board import ALL_CELLS, DIRECTIONS, SIZE, cap_moves, steps_to_edge

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit, mix_bits, nth_bit
    from ludarium.core.constants import DRAW, KEY_HORIZON, NO_MOVE, ONGOING, UNDO_DEPTH
    from ludarium.games.pyramids.board import (
        ANY_TAKEN_MASK,
        BARREN,
        BARREN_PIECES,
        BARREN_SHIFT,
        BARREN_TRIOS,
        CAP_COUNT,
        CAP_SLOTS,
        CELL_MASK,
        CELLS,
        CODE_MASK,
        CODE_SHIFT,
        COUNTER_MASK,
        DIRECTION_SHIFT,
        FLOWN_SHIFT,
        HAND_CODES,
        NO_LIMIT,
        NUMBER_SHIFT,
        PASS_FLAG,
        PIECES,
        POWER_FLAG,
        POWER_USED_SHIFT,
        SEAT_SHIFT,
        SIZE_MASK,
        TAKEN_FLAG,
        TARGET_SHIFT,
        THREE_TRIOS,
        TRIOS_TO_WIN,
    )

DIRECTION_STEP = [SIZE * down + right for down, right in DIRECTIONS]
STEPS_TO_EDGE = [[steps_to_edge(cell, towards) for towards in range(8)] for cell in range(25)]
# Filled up with moves of a cap onto itself, which are not legal.
CAP_MOVES = [(cap_moves(cell) + [cell << TARGET_SHIFT | cell] * 8)[:8] for cell in range(25)]
CAP_MOVE_COUNT = [len(cap_moves(cell)) for cell in range(25)]
BIT_COUNT = [numbers.bit_count() for numbers in range(64)]
KEY_SALT = 0x2545F4914F6CDD1D


@cython.final
@cython.cclass
class PyramidsPosition(Position):
    """Stacks, caps, and for each seat and code a mask of the numbers of its pieces.
    Numbers and `cap_on` identify equal pieces for the scene only: no rule uses them.
    """

    def __init__(
        self, seats: int, power_play: bool, quiet_limit: int, barren_limit: int, ply_limit: int
    ) -> None:
        super().__init__(seats)
        self.power_play = power_play
        self.quiet_limit, self.barren_limit = quiet_limit, barren_limit
        self.ply_limit = ply_limit or NO_LIMIT
        self.ply, self.quiet, self.barren, self.power_used = 0, 0, 0, False
        self.caps, self.stacked = 0, 0
        if not cython.compiled:  # C arrays start as zeros, and converting lists is slow
            self.cap_on, self.height, self.piece = [0] * 25, [0] * 25, [0] * 1800
            self.top_size, self.hands = [0] * 25, [0] * 3
            self.held, self.owned = [0] * 48, [0] * 3
            self.past, self.past_turn = [0] * 512, [0] * 512
            self.past_flow, self.past_stacked = [0] * 512, [0] * 512

    def arrange_board(
        self, stacks: list[list[int]], caps: list[int], captured: list[list[int]]
    ) -> None:
        """Put codes and caps on the empty board and into the hands, numbered in this order."""
        seen = [0] * HAND_CODES
        for number, cell in enumerate(caps):
            self.caps |= 1 << cell
            self.cap_on[cell] = number
        for cell, codes in enumerate(stacks):
            for code in codes:
                self.push_piece(cell, seen[code] << NUMBER_SHIFT | code)
                seen[code] += 1
        for seat, codes in enumerate(captured):
            for code in codes:
                self.capture_piece(seat, seen[code] << NUMBER_SHIFT | code)
                seen[code] += 1

    def resume_game(
        self, ply: int, to_move: int, quiet: int, power_used: bool, barren: int
    ) -> None:
        """Set the counters of a running game, after its pieces, and set the verdict."""
        self.ply, self.to_move = ply, to_move
        self.quiet, self.power_used, self.barren = quiet, power_used, barren
        last = (to_move + self.seats - 1) % self.seats
        if self.count_trios(last) >= TRIOS_TO_WIN:
            self.verdict, self.reason = last, THREE_TRIOS
        elif barren >= self.barren_limit or (quiet == 0 and not power_used):
            self.set_verdict()

    def stack_on(self, cell: int) -> list[int]:
        """The pieces on a cell, from the bottom."""
        return [self.piece[PIECES * cell + level] for level in range(self.height[cell])]

    def hand_pieces(self, seat: int) -> list[int]:
        """The pieces a seat has captured, by code and then by number."""
        return [
            number << NUMBER_SHIFT | code
            for code in range(HAND_CODES)
            for number in range(6)
            if self.held[HAND_CODES * seat + code] >> number & 1
        ]

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        first = at
        forced = self.quiet >= self.quiet_limit  # rule P17
        caps = self.caps
        while caps:
            at = self.generate_cap(out, at, lowest_bit(caps), forced)
            caps &= caps - 1
        if forced and at == first:
            out[at] = PASS_FLAG
            at += 1
        else:
            codes = self.power_codes()
            while codes:
                free = ALL_CELLS & ~self.caps
                power = POWER_FLAG | lowest_bit(codes) << CODE_SHIFT
                codes &= codes - 1
                while free:
                    out[at] = power | lowest_bit(free) << TARGET_SHIFT
                    free &= free - 1
                    at += 1
        return at

    def generate_cap(self, out: MoveStack, at: int, source: int, forced: bool) -> int:
        """Write the moves of the cap on a cell, or only its eruptions if one is forced."""
        for i in range(CAP_MOVE_COUNT[source]):
            out[at] = CAP_MOVES[source][i]
            if self.caps >> (out[at] >> TARGET_SHIFT & CELL_MASK) & 1 == 0 and (
                not forced or self.is_eruption(out[at])
            ):
                at += 1
        return at

    def count_slots(self) -> int:
        if self.quiet >= self.quiet_limit:
            return 0
        return CAP_SLOTS + CELLS * count_bits(self.power_codes())

    def move_in_slot(self, slot: int) -> int:
        # Each cap in eight directions, then each code in the hand on every cell.
        if self.verdict != ONGOING:
            return NO_MOVE
        if slot >= CAP_SLOTS:
            move = nth_bit(self.power_codes(), (slot - CAP_SLOTS) // CELLS) << CODE_SHIFT
            move |= POWER_FLAG | (slot - CAP_SLOTS) % CELLS << TARGET_SHIFT
        else:
            caps = self.caps
            for number in range(CAP_COUNT - 1):  # without a branch
                caps &= caps - (number < slot >> 3)
            move = CAP_MOVES[lowest_bit(caps)][slot & 7]
        return NO_MOVE if self.caps >> (move >> TARGET_SHIFT & CELL_MASK) & 1 else move

    def power_codes(self) -> int:
        """The codes with which the seat to move may make a power play, as a bit mask."""
        codes = 0
        if self.can_power():
            for code in range(HAND_CODES):
                codes |= (self.held[HAND_CODES * self.to_move + code] != 0) << code
        return codes

    def can_power(self) -> bool:
        """Whether the seat to move may make a power play (rules P5 and P17)."""
        if not self.power_play or self.power_used or self.quiet >= self.quiet_limit:
            return False
        return self.owned[self.to_move] > 0

    def is_eruption(self, move: int) -> bool:
        """Whether a cap move erupts the stack that it leaves (rule P2)."""
        source = move & CELL_MASK
        direction = move >> DIRECTION_SHIFT & 7
        if self.height[source] == 0 or STEPS_TO_EDGE[source][direction] < 2:
            return False
        return self.caps >> (source + 2 * DIRECTION_STEP[direction]) & 1 == 0

    def play(self, move: int) -> None:
        at = self.ply & (UNDO_DEPTH - 1)
        self.past[at] = move
        turn = self.to_move << SEAT_SHIFT | self.power_used << POWER_USED_SHIFT
        self.past_turn[at] = turn | self.barren << BARREN_SHIFT | self.quiet
        self.past_stacked[at] = self.stacked
        self.ply += 1
        target = move >> TARGET_SHIFT & CELL_MASK
        if move & POWER_FLAG:
            self.push_piece(target, self.give_piece(self.to_move, move >> CODE_SHIFT & CODE_MASK))
            self.power_used = True
            return
        if move & PASS_FLAG:
            self.close_turn(False)
            return
        source = move & CELL_MASK
        self.caps ^= 1 << source | 1 << target
        self.cap_on[target] = self.cap_on[source]
        self.past_flow[at] = flow = self.erupt_stack(source, move >> DIRECTION_SHIFT & 7)
        if flow == 0:
            self.quiet += 1
        else:
            self.close_turn(flow & ANY_TAKEN_MASK != 0)

    def erupt_stack(self, source: int, direction: int) -> int:
        """Erupt a stack; returns the record for undo."""
        landing, count = source + DIRECTION_STEP[direction], 0
        for _ in range(min(STEPS_TO_EDGE[source][direction] - 1, self.height[source])):
            landing += DIRECTION_STEP[direction]
            if self.caps >> landing & 1:
                break
            count += 1
        return self.spill_pieces(source, direction, count)

    def spill_pieces(self, source: int, direction: int, count: int) -> int:
        """Let `count` pieces of a stack land, regardless of caps; returns the record for undo."""
        landing = source + DIRECTION_STEP[direction]
        flow = 0
        for moved in range(count):
            landing += DIRECTION_STEP[direction]
            piece = self.pop_piece(source)
            if self.top_size[landing] == (piece & SIZE_MASK) + 1:
                self.capture_piece(self.to_move, piece)  # rule P3
                piece |= TAKEN_FLAG
            else:
                self.push_piece(landing, piece)
            flow |= piece << 8 * moved
        return flow | count << FLOWN_SHIFT

    def undo(self) -> None:
        self.ply -= 1
        at = self.ply & (UNDO_DEPTH - 1)
        move = self.past[at]
        turn = self.past_turn[at]
        self.to_move = turn >> SEAT_SHIFT
        self.power_used = turn >> POWER_USED_SHIFT & 1 == 1
        self.barren = turn >> BARREN_SHIFT & COUNTER_MASK
        self.quiet = turn & COUNTER_MASK
        self.verdict, self.reason = ONGOING, 0
        target = move >> TARGET_SHIFT & CELL_MASK
        if move & POWER_FLAG:
            self.capture_piece(self.to_move, self.pop_piece(target))
        elif move & PASS_FLAG == 0:
            source = move & CELL_MASK
            self.caps ^= 1 << source | 1 << target
            self.cap_on[source] = self.cap_on[target]
            if self.past_flow[at]:
                self.flow_back(source, move >> DIRECTION_SHIFT & 7, self.past_flow[at])
        self.stacked = self.past_stacked[at]

    def flow_back(self, source: int, direction: int, flow: int) -> None:
        """Undo an eruption, the last piece first."""
        moved = flow >> FLOWN_SHIFT
        landing = source + (moved + 1) * DIRECTION_STEP[direction]
        while moved:
            moved -= 1
            piece = flow >> 8 * moved & (TAKEN_FLAG - 1)
            if flow >> 8 * moved & TAKEN_FLAG:
                code = piece & CODE_MASK
                self.held[HAND_CODES * self.to_move + code] ^= 1 << (piece >> NUMBER_SHIFT)
                self.count_piece(self.to_move, code, -1)
            else:
                self.remove_top(landing)
            self.push_piece(source, piece)
            landing -= DIRECTION_STEP[direction]

    # The key is updated with every piece. That costs a fifth of perft's speed, but a search that
    # asks for the key at every node is eight times as fast as by adding up 72 pieces.

    def push_piece(self, cell: int, piece: int) -> None:
        at = PIECES * cell + self.height[cell]
        self.piece[at] = piece
        self.height[cell] += 1
        self.top_size[cell] = (piece & SIZE_MASK) + 1
        self.stacked ^= mix_bits(KEY_SALT + (at << NUMBER_SHIFT | piece & CODE_MASK))

    def pop_piece(self, cell: int) -> int:
        self.remove_top(cell)
        at = PIECES * cell + self.height[cell]
        self.stacked ^= mix_bits(KEY_SALT + (at << NUMBER_SHIFT | self.piece[at] & CODE_MASK))
        return self.piece[at]

    def remove_top(self, cell: int) -> None:
        self.height[cell] -= 1
        at = PIECES * cell + self.height[cell] - 1
        self.top_size[cell] = (self.piece[at] & SIZE_MASK) + 1 if self.height[cell] else 0

    def capture_piece(self, seat: int, piece: int) -> None:
        slot = HAND_CODES * seat + (piece & CODE_MASK)
        # In the key a hand is a place beyond the board, with a stack for each code.
        at = PIECES * (CELLS + seat) + BIT_COUNT[self.held[slot]]
        self.stacked ^= mix_bits(KEY_SALT + (at << NUMBER_SHIFT | piece & CODE_MASK))
        self.held[slot] |= 1 << (piece >> NUMBER_SHIFT)
        self.count_piece(seat, piece & CODE_MASK, 1)

    def count_piece(self, seat: int, code: int, by: int) -> None:
        wide = by
        self.owned[seat] += by
        self.hands[seat] += wide << 4 * code

    def give_piece(self, seat: int, code: int) -> int:
        """Remove the piece of a code with the lowest number from the hand."""
        slot = HAND_CODES * seat + code
        number = lowest_bit(self.held[slot])
        self.held[slot] &= self.held[slot] - 1
        self.count_piece(seat, code, -1)
        at = PIECES * (CELLS + seat) + BIT_COUNT[self.held[slot]]
        self.stacked ^= mix_bits(KEY_SALT + (at << NUMBER_SHIFT | code))
        return number << NUMBER_SHIFT | code

    def close_turn(self, captured: bool) -> None:
        """Pass the turn to the next seat and check for the end (rules P15, P16 and P22)."""
        seat = self.to_move
        self.to_move = seat + 1 if seat + 1 < self.seats else 0
        self.quiet = 0
        self.power_used = False
        self.barren += 1
        if captured:
            self.barren = 0
            if self.owned[seat] >= 3 * TRIOS_TO_WIN and self.count_trios(seat) >= TRIOS_TO_WIN:
                self.verdict, self.reason = seat, THREE_TRIOS
                return
        self.set_verdict()

    def set_verdict(self) -> None:
        """End a barren game, or one beyond the ply limit (rules P21 and P23)."""
        if self.barren >= self.barren_limit or self.ply >= self.ply_limit:
            self.end_barren_game()

    def count_trios(self, seat: int) -> int:
        """The number of trios: sets of all three sizes in one colour (rule P6)."""
        total = 0
        for slot in range(HAND_CODES * seat, HAND_CODES * seat + HAND_CODES, 4):
            large, medium = BIT_COUNT[self.held[slot]], BIT_COUNT[self.held[slot + 1]]
            total += min(large, medium, BIT_COUNT[self.held[slot + 2]])
        return total

    def barren_rank(self, seat: int) -> int:
        """The rank of a seat in a barren game: trios above 7 bits of pieces."""
        return self.count_trios(seat) << 7 | self.owned[seat]

    def end_barren_game(self) -> None:
        """End a barren game: most trios win, then most pieces, else it is a draw (rule P21)."""
        best = 0
        for seat in range(self.seats):
            best = max(best, self.barren_rank(seat))
        alike, equal = 0, 0  # seats with the most trios; of these, those with the most pieces
        for seat in range(self.seats):
            if self.barren_rank(seat) >> 7 == best >> 7:
                alike += 1
            if self.barren_rank(seat) == best:
                equal += 1
                self.verdict = seat
        if alike == 1:
            self.reason = BARREN_TRIOS
        elif equal == 1:
            self.reason = BARREN_PIECES
        else:
            self.verdict, self.reason = DRAW, BARREN

    def no_moves_verdict(self) -> None:
        """Set no verdict: a seat without another move passes (rule P17)."""

    def key(self) -> int:
        # A used power play is equal to one for which no piece is left.
        word = max(min(self.ply_limit - self.ply, KEY_HORIZON + 1), 0)
        word = word << 7 | min(self.barren_limit - self.barren, KEY_HORIZON + 1)
        word = word << 7 | min(self.quiet_limit - self.quiet, KEY_HORIZON + 1)
        word = word << 1 | self.can_power()
        word = word << 4 | self.to_move << 2 | self.seats
        return self.stacked ^ mix_bits(KEY_SALT ^ (word << 25 | self.caps))

    def copy(self) -> PyramidsPosition:
        twin = PyramidsPosition(
            self.seats, self.power_play, self.quiet_limit, self.barren_limit, self.ply_limit
        )
        twin.to_move, twin.verdict, twin.reason = self.to_move, self.verdict, self.reason
        twin.ply, twin.quiet, twin.barren = self.ply, self.quiet, self.barren
        twin.power_used, twin.caps, twin.stacked = self.power_used, self.caps, self.stacked
        twin.cap_on[:] = self.cap_on
        twin.height[:] = self.height
        twin.top_size[:] = self.top_size
        twin.hands[:] = self.hands
        twin.held[:] = self.held
        twin.owned[:] = self.owned
        for cell in range(CELLS):
            for at in range(PIECES * cell, PIECES * cell + self.height[cell]):
                twin.piece[at] = self.piece[at]
        return twin
