"""Forge: the evaluator, by the drags that each side needs to hold its forges."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.core.scene import cell_name
from ludarium.games.forge.board import SIZE
from ludarium.games.forge.rules import ForgePosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.forge.board import (
        CELL_MASK,
        CELLS,
        EMBER_FLAG,
        PASS_FLAG,
        SEAT_TOKENS,
        SWAP_FLAG,
        TARGET_SHIFT,
    )

# The score of a side by the drags that it needs to hold enough forges.
GOAL_SCORE = [0, 700, 420, 270, 180, 120, 80, 50, 30, 18, 10, 4, 0]
MAX_GOAL_DRAGS = 12
MAX_DRAGS = 7
BLOCKED_DRAGS = 5  # for a token without a way
HELD_SCORE = 40  # for each forge held
STOCK_SCORE = [0, 90, 160, 215, 255, 285, 305, 320, 330]  # by the embers left
TEMPO_SCORE = 70
EMBER_SOON_SCORE = 60  # for an ember due in this turn
FADE_TURNS = 24  # the limit counts more and more from this many turns before it
POINT_SCORE = 500  # for a lead of forges held at the limit

WIN_URGENCY = 1000  # of a drag that holds enough forges
QUENCH_URGENCY = 200  # of an ember or a token that stops a win in one
IDLE_URGENCY = -500  # of a move that allows a win in one

# Features: the content of each cell as the side sees it, then counters and distances.
OWN_TOKENS_AT, RIVAL_TOKENS_AT = 0, 36
EMBERS_AT, EMBER_BUCKETS = 72, 4  # by the turns that it still burns; the last one is for ever
EMBER_DUE_AT = 216
STOCK_AT, STOCK_BUCKETS = 217, 9  # by side
LIMIT_AT, LIMIT_BUCKETS = 235, 7
DRAGS_AT, DRAG_BUCKETS = 242, 8  # by side and token, the nearest first; 0 is on a forge
HELD_AT, HELD_BUCKETS = 290, 3  # of both sides
RACE_AT, RACE_BUCKETS = 299, 8  # drags of both sides to their goals
INPUTS = 363
SLOTS = 48  # the cells, an ember due, two stocks, the limit, six tokens' drags, held, race


@cython.final
@cython.cclass
class ForgeEvaluator(Evaluator):
    """Goes back from the free forges, drag by drag, until it meets the tokens."""

    position_class = ForgePosition

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.futility_margin = 330  # one ply decides a race
        self.drags = [0] * 6  # of side 0's tokens, the nearest first, then of side 1's
        self.held = [0, 0]

    def winning_move(self, position: Position) -> int:
        """A drag that holds enough forges (exact); none while an ember is due."""
        return self.winning_drag(cython.cast(ForgePosition, position))

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat could win with a drag on this board (exact)."""
        return self.has_threat(cython.cast(ForgePosition, position))

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(ForgePosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(ForgePosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        return self.rate_move(cython.cast(ForgePosition, position), move)

    def feature_names(self) -> list[str]:
        cells = [cell_name(*divmod(cell, SIZE), SIZE) for cell in range(36)]
        names = [f"{cell}: {owner} token" for owner in ("own", "rival") for cell in cells]
        times = ("less than 5 turns", "5 to 9 turns", "10 turns or more", "for ever")
        names += [f"{cell}: ember that burns {time}" for cell in cells for time in times]
        names.append("an ember is due")
        stocks = up_to(0, STOCK_BUCKETS - 1)
        names += [f"{owner} stock: {left}" for owner in ("own", "rival") for left in stocks]
        limits = ("0", "1", "2 to 3", "4 to 7", "8 to 15", "16 to 31", "32 or more")
        names += [f"turns to the limit after this one: {left}" for left in limits]
        names += [
            f"{owner} {order} token, drags to a forge: {drags}"
            for owner in ("own", "rival")
            for order in ("nearest", "second", "third")
            for drags in up_to(0, DRAG_BUCKETS - 1)
        ]
        held, race = up_to(0, HELD_BUCKETS - 1), up_to(1, RACE_BUCKETS)
        names += [f"forges held: own {own}, rival {rival}" for own in held for rival in held]
        return names + [f"drags to win: own {own}, rival {rival}" for own in race for rival in race]

    def winning_drag(self, position: ForgePosition) -> int:
        if position.ember_due or position.opening_left:
            return NO_MOVE
        side = position.to_move ^ position.swapped
        movers = self.arriving_tokens(position, side, position.free_cells(side))
        if movers == 0:
            return NO_MOVE
        source = lowest_bit(movers)
        targets = position.drag_targets(side, source) & position.forges[side]
        return lowest_bit(targets) << TARGET_SHIFT | source

    def has_threat(self, position: ForgePosition) -> bool:
        side = position.to_move ^ position.swapped ^ 1
        return self.arriving_tokens(position, side, position.free_cells(side)) != 0

    def arriving_tokens(self, position: ForgePosition, side: int, free: int) -> int:
        """The tokens of the side that can hold the last missing forge with one drag."""
        if position.forges_held(side) != position.hold - 1:
            return 0
        targets = position.forges[side] & free
        if targets == 0:
            return 0
        targets = position.tracks.cells_in_one_drag(targets, free)
        return targets & position.tokens[side] & ~position.forges[side]

    def rate_move(self, position: ForgePosition, move: int) -> int:
        """The urgency of a move: a win first, then one that stops a win."""
        if move & (PASS_FLAG | SWAP_FLAG):
            return 0
        one = 1  # 64 bits wide in C
        side = position.to_move ^ position.swapped
        target = move >> TARGET_SHIFT & CELL_MASK
        if (
            not move & EMBER_FLAG
            and one << target & position.forges[side]
            and not one << (move & CELL_MASK) & position.forges[side]
            and position.forges_held(side) == position.hold - 1
        ):
            return WIN_URGENCY
        free = position.free_cells(side ^ 1)
        if not self.arriving_tokens(position, side ^ 1, free):
            return 0
        if not move & EMBER_FLAG:
            free |= one << (move & CELL_MASK) & ~position.barred[side ^ 1]
        free &= ~(one << target)
        if self.arriving_tokens(position, side ^ 1, free):
            return IDLE_URGENCY
        return QUENCH_URGENCY

    def measure_drags(self, position: ForgePosition, side: int) -> None:
        """Measure the `drags` of the side's tokens, and the forges `held`."""
        free = position.free_cells(side)
        tokens = position.tokens[side] & ~position.forges[side]
        self.held[side] = position.forges_held(side)
        at = SEAT_TOKENS * side
        end = at + SEAT_TOKENS
        for _ in range(self.held[side]):
            self.drags[at] = 0
            at += 1
        for i in range(at, end):
            self.drags[i] = MAX_DRAGS
        ring = position.forges[side] & free
        seen = ring
        drags = 0
        while ring and tokens and drags < BLOCKED_DRAGS:
            drags += 1
            met = position.tracks.cells_in_one_drag(ring, free)
            ring = met & free & ~seen
            seen |= ring
            met &= tokens
            tokens ^= met
            while met:
                met &= met - 1
                self.drags[at] = drags
                at += 1

    def drags_to_goal(self, position: ForgePosition, side: int) -> int:
        """About how many drags the side needs to win; `measure_drags` comes first."""
        missing = position.hold - self.held[side]
        drags = 0
        for i in range(SEAT_TOKENS * side, SEAT_TOKENS * (side + 1)):
            if self.drags[i] and missing > 0:
                drags += self.drags[i]
                missing -= 1
        return min(drags, MAX_GOAL_DRAGS)

    def score_side(self, position: ForgePosition, side: int) -> int:
        """The score of a side's way to its goal and of its embers."""
        return (
            GOAL_SCORE[self.drags_to_goal(position, side)]
            + HELD_SCORE * self.held[side]
            + STOCK_SCORE[min(position.left[side], 8)]
        )

    def score_by_hand(self, position: ForgePosition, seat: int) -> int:
        side = seat ^ position.swapped
        self.measure_drags(position, 0)
        self.measure_drags(position, 1)
        score = self.score_side(position, side) - self.score_side(position, side ^ 1)
        if position.lights_now():
            # A seat that lights an ember has already made its drag.
            score += -TEMPO_SCORE if position.to_move ^ position.swapped == side else TEMPO_SCORE
        else:
            score += TEMPO_SCORE if position.to_move ^ position.swapped == side else -TEMPO_SCORE
        left = position.turn_limit - position.turns[0] - position.turns[1]
        if left < FADE_TURNS:
            score = score * left // FADE_TURNS if score > 0 else -(-score * left // FADE_TURNS)
            if position.points:
                lead = self.held[side] - self.held[side ^ 1]
                score += lead * (POINT_SCORE * (FADE_TURNS - left) // FADE_TURNS)
        return score

    def fill_slots(self, position: ForgePosition, seat: int, out: Features) -> None:
        side = seat ^ position.swapped
        for slot in range(CELLS):
            out[slot] = NO_FEATURE
        turn = CELLS - 1 if side else 0
        self.place_features(position.tokens[side], OWN_TOKENS_AT, turn, out)
        self.place_features(position.tokens[side ^ 1], RIVAL_TOKENS_AT, turn, out)
        for fire in range(position.fires_out, position.fires_lit):
            cell = position.fire_cell[fire]
            cell = turn - cell if turn else cell
            burning = EMBER_BUCKETS - 1
            if position.burn_turns:
                burning = position.fire_turn[fire] + position.burn_turns
                burning = (burning - position.turns[0] - position.turns[1]) // 5
                burning = min(burning, EMBER_BUCKETS - 2)
            out[cell] = EMBERS_AT + EMBER_BUCKETS * cell + burning
        slot = CELLS
        out[slot] = EMBER_DUE_AT if position.lights_now() else NO_FEATURE
        out[slot + 1] = STOCK_AT + min(position.left[side], STOCK_BUCKETS - 1)
        out[slot + 2] = STOCK_AT + STOCK_BUCKETS + min(position.left[side ^ 1], STOCK_BUCKETS - 1)
        left = position.turn_limit - position.turns[0] - position.turns[1] - 1
        out[slot + 3] = LIMIT_AT + self.time_bucket(left, LIMIT_BUCKETS)
        self.measure_drags(position, 0)
        self.measure_drags(position, 1)
        slot += 4
        own = SEAT_TOKENS * side
        for i in range(2 * SEAT_TOKENS):
            token = own + i if i < SEAT_TOKENS else SEAT_TOKENS - own + i - SEAT_TOKENS
            out[slot + i] = DRAGS_AT + DRAG_BUCKETS * i + min(self.drags[token], DRAG_BUCKETS - 1)
        slot += 2 * SEAT_TOKENS
        race = min(self.held[side], HELD_BUCKETS - 1)
        rival = min(self.held[side ^ 1], HELD_BUCKETS - 1)
        out[slot] = HELD_AT + HELD_BUCKETS * race + rival
        race = min(self.drags_to_goal(position, side), RACE_BUCKETS) - 1
        rival = min(self.drags_to_goal(position, side ^ 1), RACE_BUCKETS) - 1
        out[slot + 1] = RACE_AT + RACE_BUCKETS * race + rival

    def place_features(self, cells: int, first: int, turn: int, out: Features) -> None:
        """Fill the slots of these cells; the board is rotated for side 1."""
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            cell = turn - cell if turn else cell
            out[cell] = first + cell

    def time_bucket(self, turns: int, buckets: int) -> int:
        """The bucket of a number of turns: 0, 1, 2-3, 4-7 and so on."""
        bucket = 0
        while turns and bucket < buckets - 1:
            turns >>= 1
            bucket += 1
        return bucket


def up_to(first: int, last: int) -> list[str]:
    """Numbers in words; the last bucket holds all larger ones too."""
    return [*map(str, range(first, last)), f"{last} or more"]
