"""Ludus: the evaluator, by material, places, safety of the First Lords and the limits."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position, new_move_stack
from ludarium.games.ludus import worth
from ludarium.games.ludus.ending_tables import LudusTables
from ludarium.games.ludus.rules import LudusPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import (
        ENDING_DRAW,
        NO_FEATURE,
        NO_MOVE,
        ONGOING,
        UNKNOWN_ENDING,
    )
    from ludarium.games.ludus.attack import (
        CELL_COLUMN,
        CELL_ROW,
        DIRECTION_STEP,
        FIRST_LORD_ID,
        STEADHOLDER_ID,
    )
    from ludarium.games.ludus.board import (
        CELL_MASK,
        FIRST_LORD,
        FIRST_SHIFT,
        KIND_COUNT,
        NO_FLANKED,
        NO_LIMIT,
        NO_PIECE,
        PIECE_MASK,
        PIECES,
        PROMOTION_FLAG,
        SEAT_SHIFT,
        SKY_START,
        STRIKE_FLAG,
        TARGET_SHIFT,
    )
    from ludarium.games.ludus.endgame import damp_lead, score_hunt

TEMPO_SCORE = 20
GUARD_SCORE = 7  # for each friend beside the First Lord
SUPPORT_SCORE = 2  # for each friend directly beside a piece; twice that beside a Steadholder
SHELTER_SCORE = 25  # for a First Lord that cannot be struck
BEATEN_PIECES = 3  # an army of so few pieces is beaten: only the hunt for its First Lord counts
HUNT_FACTOR = 6  # the weight of the pressure on a beaten army
TALLY_SCORE = 5  # for the more valuable army, times the plies a limit is closer than FADE_PLIES
FADE_PLIES = 60  # a lead counts less and less from this many plies before a limit

# Urgencies: of a First Lord's capture, the base of other captures, of a promotion.
LORD_URGENCY = 20_000
CAPTURE_URGENCY = 100
PROMOTION_URGENCY = 60

REPLY_ROOM = 1024  # more than the moves of two positions

KIND_SCORE = list(worth.KIND_SCORE)
PLACE_SCORE = worth.table_by_cell(worth.place_score)
PRESSURE_SCORE = [
    [worth.pressure_score(kind, gap) for gap in range(11)] for kind in range(KIND_COUNT)
]

# Features: the own army, the rival's, then the plies left to each limit.
OWN_FEATURE = worth.table_by_cell(worth.piece_feature)
RIVAL_FEATURE = worth.table_by_cell(
    lambda seat, kind, cell: worth.piece_feature(seat ^ 1, kind, cell)
)
RIVAL_AT = worth.ARMY_FEATURES
LIMIT_AT = 2 * worth.ARMY_FEATURES
LIMIT_BUCKETS = 8
INPUTS = LIMIT_AT + 2 * LIMIT_BUCKETS
SLOTS = PIECES + 2


@cython.final
@cython.cclass
class LudusEvaluator(Evaluator):
    """Scans from a cell outwards for the pieces that can capture on it."""

    position_class = LudusPosition

    def __init__(self, weights: Weights | None = None, endings: LudusTables | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.endings = endings or LudusTables()
        self.has_endings = endings is not None
        self.damps_scores = True
        self.hand_from_score = 200
        self.replies = new_move_stack(REPLY_ROOM)

    def winning_move(self, position: Position) -> int:
        """A move that removes the enemy's First Lord, or checkmates it (exact).

        A win by leaving the other seat without a move and without an attack is not found.
        """
        return self.find_win(cython.cast(LudusPosition, position))

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat could remove this seat's First Lord if it were to move (exact)."""
        return cython.cast(LudusPosition, position).is_lord_open(position.to_move)

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(LudusPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(LudusPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        return self.rate_move(cython.cast(LudusPosition, position), move)

    def plies_to_end(self, position: Position) -> int:
        return self.find_ending(cython.cast(LudusPosition, position))

    def find_ending(self, position: LudusPosition) -> int:
        """As the tables say, which know the standard rules and no limits.

        A limit only adds draws: a draw stays one, and a result that comes before both limits
        stands. Later than the turn limit it is a draw, because the loser can delay it so long. One
        that the quiet limit may prevent is unknown: a capture on the way would start a new count.
        """
        if position.special or position.check or position.tally or not position.sky_combat:
            return UNKNOWN_ENDING
        plies = self.endings.find_ending(position)
        if plies in (UNKNOWN_ENDING, ENDING_DRAW):
            return plies
        if abs(plies) > position.turn_limit - position.ply:
            return ENDING_DRAW
        if abs(plies) > position.quiet_limit - (position.ply - position.progress):
            return UNKNOWN_ENDING
        return plies

    def damp_score(self, position: Position, seat: int, score: int) -> int:
        return damp_lead(cython.cast(LudusPosition, position), seat, score)

    def feature_symmetries(self) -> list[list[int]]:
        """The reflection of left and right: no rule tells them apart."""
        army = [worth.mirror_feature(number) for number in range(RIVAL_AT)]
        others = [RIVAL_AT + number for number in army]
        return [army + others + list(range(LIMIT_AT, INPUTS))]

    def feature_names(self) -> list[str]:
        army = worth.army_feature_names()
        names = [f"{owner} {name}" for owner in ("own", "rival") for name in army]
        limits = ("1 or none", "2", "3 to 4", "5 to 8", "9 to 16", "17 to 32", "33 to 64", "more")
        return names + [
            f"plies left to the {limit} limit: {left}"
            for limit in ("quiet", "turn")
            for left in limits
        ]

    # Wins in one.

    def find_win(self, position: LudusPosition) -> int:
        if position.check:
            return self.find_mate(position)
        return position.find_lord_capture(position.to_move)

    def find_mate(self, position: LudusPosition) -> int:
        """A move that attacks the enemy's First Lord and leaves the enemy no action, or NO_MOVE."""
        seat = position.to_move
        end = position.generate_actions(self.replies, 0)
        for i in range(end):
            move = self.replies[i]
            if (
                position.can_open_lord(move, seat ^ 1)
                and position.opens_lord(move, seat ^ 1)
                and not position.opens_lord(move, seat)
            ):
                position.play(move)
                won = position.verdict == seat
                if position.verdict == ONGOING:
                    won = position.generate(self.replies, end) == end
                position.undo()
                if won:
                    return move
        return NO_MOVE

    # Captures and strikes.

    def rate_move(self, position: LudusPosition, move: int) -> int:
        flanked = NO_FLANKED
        if position.flanking:
            flanked = position.flanked_pieces(move, position.to_move)
        if move >> FIRST_SHIFT & PIECE_MASK == NO_PIECE and flanked == NO_FLANKED:
            return PROMOTION_URGENCY if move & PROMOTION_FLAG else 0
        return self.rate_capture(position, move, flanked)

    def rate_capture(self, position: LudusPosition, move: int, flanked: int) -> int:
        """A rough lower bound of a capture's gain; 0 or less if it loses material."""
        gain = 0
        for i in range(2 if flanked == NO_FLANKED else 6):
            victim = position.victim_at(move, flanked, i)
            if victim != NO_PIECE:
                if position.kind[victim] == FIRST_LORD:
                    return LORD_URGENCY
                gain += KIND_SCORE[position.kind[victim]]
        if move & STRIKE_FLAG:  # a striker stays on its cell, so it takes no new risk
            return CAPTURE_URGENCY + 8 * gain
        taker = position.kind[move & PIECE_MASK]
        price = LORD_URGENCY if taker == FIRST_LORD else KIND_SCORE[taker]
        if price > gain:
            target = move >> TARGET_SHIFT & CELL_MASK
            if position.is_guarded(target, taker, position.to_move ^ 1):
                return max(gain - price, -1000)
            price = 0
        return CAPTURE_URGENCY + 8 * gain - price // 8

    # The hand-written score.

    def score_by_hand(self, position: LudusPosition, seat: int) -> int:
        score = self.score_army(position, seat) - self.score_army(position, seat ^ 1)
        score += self.score_safety(position, seat) - self.score_safety(position, seat ^ 1)
        score += score_hunt(position, seat) - score_hunt(position, seat ^ 1)
        score += TEMPO_SCORE if position.to_move == seat else -TEMPO_SCORE
        quiet = position.ply - position.progress
        left = min(position.quiet_limit - quiet, position.turn_limit - position.ply)
        if position.tally:
            if left < FADE_PLIES:
                lead = position.army_value(seat) - position.army_value(seat ^ 1)
                score += ((lead > 0) - (lead < 0)) * TALLY_SCORE * (FADE_PLIES - left)
        elif left < FADE_PLIES:  # a lead without progress ends in a draw
            score = score * left // FADE_PLIES if score > 0 else -(-score * left // FADE_PLIES)
        return score

    def score_army(self, position: LudusPosition, seat: int) -> int:
        """The score of pieces by kind, place, support and distance from the enemy's First Lord."""
        total = 0
        lord = position.where[FIRST_LORD_ID[seat ^ 1]]
        hunt = HUNT_FACTOR if self.is_beaten(position, seat ^ 1) else 1
        pieces = position.alive[seat]
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            cell = position.where[piece]
            kind = position.kind[piece]
            gap = max(
                abs(CELL_ROW[cell] - CELL_ROW[lord]), abs(CELL_COLUMN[cell] - CELL_COLUMN[lord])
            )
            total += PLACE_SCORE[KIND_COUNT * seat + kind][cell] + PRESSURE_SCORE[kind][gap] * hunt
            if cell < SKY_START:
                total += SUPPORT_SCORE * self.count_support(position, cell, seat)
        return total

    def count_support(self, position: LudusPosition, cell: int, seat: int) -> int:
        """The friends directly beside a ground cell, twice if one of them is the Steadholder."""
        friends = 0
        factor = 1
        for way in range(0, 8, 2):
            what = position.board[cell + DIRECTION_STEP[way]]
            if what >> SEAT_SHIFT == seat:
                friends += 1
                if what & PIECE_MASK == STEADHOLDER_ID[seat]:
                    factor = 2
        return factor * friends

    def is_beaten(self, position: LudusPosition, seat: int) -> bool:
        """Whether an army has only a few pieces left."""
        pieces = position.alive[seat]
        for _ in range(BEATEN_PIECES):
            pieces &= pieces - 1
        return pieces == 0

    def score_safety(self, position: LudusPosition, seat: int) -> int:
        """The score of friends around the First Lord and of the Steadholder's shelter."""
        cell = position.where[FIRST_LORD_ID[seat]]
        if cell > SKY_START:
            return 0
        total = SHELTER_SCORE if position.is_warded(FIRST_LORD_ID[seat], seat) else 0
        for way in range(8):
            if position.board[cell + DIRECTION_STEP[way]] >> SEAT_SHIFT == seat:
                total += GUARD_SCORE
        return total

    # The features of the network.

    def fill_slots(self, position: LudusPosition, seat: int, out: Features) -> None:
        for piece in range(PIECES):
            out[piece] = NO_FEATURE
        own = position.alive[seat]
        while own:
            piece = lowest_bit(own)
            own &= own - 1
            out[piece] = OWN_FEATURE[KIND_COUNT * seat + position.kind[piece]][
                position.where[piece]
            ]
        others = position.alive[seat ^ 1]
        while others:
            piece = lowest_bit(others)
            others &= others - 1
            code = KIND_COUNT * (seat ^ 1) + position.kind[piece]
            out[piece] = RIVAL_AT + RIVAL_FEATURE[code][position.where[piece]]
        quiet = position.quiet_limit - (position.ply - position.progress)
        left = position.turn_limit - position.ply
        if position.tally:  # the network has learnt that limits are draws
            quiet = left = NO_LIMIT
        out[PIECES] = LIMIT_AT + self.limit_bucket(quiet)
        out[PIECES + 1] = LIMIT_AT + LIMIT_BUCKETS + self.limit_bucket(left)

    def limit_bucket(self, left: int) -> int:
        """The bucket of the plies left: 0 for the last ply, then 1, 2-3, 4-7 and so on."""
        left -= 1
        found = 0
        while left > 0 and found < LIMIT_BUCKETS - 1:
            left >>= 1
            found += 1
        return found
