"""Ludus' evaluation: material and its places, the First Lords' safety, and the limits' nearness."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.ludus import board, worth
from ludarium.games.ludus.rules import LudusPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.ludus.board import (
        ADVANCE,
        CELL,
        CENTRE,
        CENTRE_END,
        EMPTY,
        FERROUS,
        FIRST,
        FIRST_LORD,
        FRESH,
        HIGH_LORD,
        KINDS,
        LEGIONARE,
        LIFT,
        NO_SECOND,
        NOBODY,
        PIECE,
        PIECES,
        PROMOTION,
        ROW_1,
        ROW_10,
        SEAT,
        SECOND,
        SKY,
        STRIKE,
        TARGET,
        TERRA,
        WIDTH,
    )

TEMPO = 20
GUARD = 7  # a friend beside the First Lord
SHELTERED = 25  # a First Lord that cannot be struck
FEW = 3  # pieces of an army that is beaten: all that counts is to corner its First Lord
HUNT = 6  # times as much as before
FADE = 60  # plies before a limit from which on a lead counts less and less

# Urgency: a First Lord, a plain capture of nothing, a promotion.
DECISIVE = 20_000
CAPTURE = 100
PROMOTING = 60

DELTA = list(board.COMPASS)
LEAP = list(board.LEAPS)
LORD = list(board.FIRST_LORDS)
SHELTER = list(board.STEADHOLDERS)
VALUE = list(worth.VALUE)
PLACED = worth.by_cell(worth.placed)
PRESSURE = [[worth.pressing(kind, gap) for gap in range(11)] for kind in range(KINDS)]
REACHES = [
    [worth.catching(seat, kind, way) for way in range(8)]
    for seat in range(2)
    for kind in range(KINDS)
]
ROW = [worth.spot(cell)[0] if cell in board.PLACES else 0 for cell in range(273)]
COLUMN = [worth.spot(cell)[1] if cell in board.PLACES else 0 for cell in range(273)]

# Features: the own army, the other's, then the plies left before either limit.
FEATURE = worth.by_cell(worth.feature)
SEEN = worth.by_cell(lambda seat, kind, cell: worth.feature(seat ^ 1, kind, cell))
OTHER = worth.ARMY_FEATURES
LEFT = 2 * worth.ARMY_FEATURES
LEFT_BUCKETS = 8
INPUTS = LEFT + 2 * LEFT_BUCKETS
SLOTS = PIECES + 2


@cython.final
@cython.cclass
class LudusEvaluator(Evaluator):
    """Looks from a cell outwards for those who can take what stands there."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.hand_from_score = 200

    def winning_move(self, position: Position) -> int:
        """A capture or strike that removes the enemy's First Lord; exact.

        Leaving the other seat without any move wins too, and is not looked for.
        """
        return self.assault(cython.cast(LudusPosition, position), position.to_move)

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat, were it to move, could remove this one's First Lord; exact."""
        enemy = position.to_move ^ 1
        return self.assault(cython.cast(LudusPosition, position), enemy) != NO_MOVE

    def by_hand(self, position: Position, seat: int) -> int:
        return self.weigh(cython.cast(LudusPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.describe(cython.cast(LudusPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        if move >> FIRST & PIECE == NOBODY:
            return PROMOTING if move & PROMOTION else 0
        return self.profit(cython.cast(LudusPosition, position), move)

    def feature_symmetries(self) -> list[list[int]]:
        """No rule knows left from right."""
        army = [worth.mirrored(number) for number in range(OTHER)]
        others = [OTHER + number for number in army]
        return [army + others + list(range(LEFT, INPUTS))]

    # Wins in one.

    def assault(self, position: LudusPosition, seat: int) -> int:
        """A move with which the seat removes the other's First Lord, or NO_MOVE."""
        lord = LORD[seat ^ 1]
        target = position.where[lord]
        take = lord << FIRST | NO_SECOND | target << TARGET
        if target > SKY:
            return self.assault_sky(position, seat, target, take)
        if CENTRE <= target < CENTRE_END:
            what = position.board[target + LIFT]
            if what >> SEAT == seat:
                return take | what & PIECE
        for way in range(8):
            what = position.board[target + LEAP[way]]
            if what >> SEAT == seat and position.kind[what & PIECE] == TERRA:
                return take | what & PIECE
        for way in range(8):
            cell = target + DELTA[way]
            what = position.board[cell]
            distance = 1
            while what == EMPTY and distance < 4:
                cell += DELTA[way]
                what = position.board[cell]
                distance += 1
            if what >> SEAT == seat:
                kind = position.kind[what & PIECE]
                if REACHES[KINDS * seat + kind][way] >= distance:
                    return take | what & PIECE | self.step(kind, target)
                if kind == TERRA and distance == 1 and not way & 1:
                    move = self.strike(position, seat, way, cell, target, lord)
                    if move != NO_MOVE:
                        return move
            elif distance == 1 and not way & 1 and what >> SEAT == seat ^ 1:
                move = self.pierce(position, seat, way, cell, lord)
                if move != NO_MOVE:
                    return move
        return NO_MOVE

    def assault_sky(self, position: LudusPosition, seat: int, target: int, take: int) -> int:
        if not position.sky_combat:  # rule L7
            return NO_MOVE
        for way in range(8):
            what = position.board[target + DELTA[way]]
            if what >> SEAT == seat:
                return take | what & PIECE
        return NO_MOVE

    def step(self, kind: int, target: int) -> int:
        """What a capture is called besides: that of a legionare is an advance."""
        if kind not in (LEGIONARE, FRESH):
            return 0
        return ADVANCE | PROMOTION if target < ROW_1 or target >= ROW_10 else ADVANCE

    def strike(
        self, position: LudusPosition, seat: int, way: int, source: int, target: int, lord: int
    ) -> int:
        """A Knight Terra's strike at the First Lord beside it, which may pierce further."""
        if self.warded(position, lord, seat ^ 1):
            return NO_MOVE
        second = NOBODY
        what = position.board[target - DELTA[way]]
        if what >> SEAT == seat ^ 1 and not self.warded(position, what & PIECE, seat ^ 1):
            second = what & PIECE
        piece = position.board[source] & PIECE
        return piece | STRIKE | source << TARGET | lord << FIRST | second << SECOND

    def pierce(self, position: LudusPosition, seat: int, way: int, cell: int, lord: int) -> int:
        """A strike through the piece on a cell beside the First Lord."""
        source = cell + DELTA[way]
        what = position.board[source]
        far = what == EMPTY
        if far:
            source += DELTA[way]
            what = position.board[source]
        if what >> SEAT != seat:
            return NO_MOVE
        kind = position.kind[what & PIECE]
        if kind != HIGH_LORD and (far or kind != TERRA):
            return NO_MOVE
        first = position.board[cell] & PIECE
        if self.warded(position, first, seat ^ 1) or self.warded(position, lord, seat ^ 1):
            return NO_MOVE
        return what & PIECE | STRIKE | source << TARGET | first << FIRST | lord << SECOND

    def warded(self, position: LudusPosition, piece: int, owner: int) -> bool:
        """Whether a piece on the ground is immune to strikes (rule L6)."""
        if position.kind[piece] == FERROUS:
            return True
        if not position.alive[owner] >> SHELTER[owner] & 1:
            return False
        gap = abs(position.where[piece] - position.where[SHELTER[owner]])
        return gap in (1, WIDTH)

    # Captures and strikes.

    def profit(self, position: LudusPosition, move: int) -> int:
        """What a capture gains at least, roughly; 0 or less if it loses more than it takes."""
        first = position.kind[move >> FIRST & PIECE]
        gain = VALUE[first]
        if move >> SECOND & PIECE != NOBODY:
            if position.kind[move >> SECOND & PIECE] == FIRST_LORD:
                return DECISIVE
            gain += VALUE[position.kind[move >> SECOND & PIECE]]
        if first == FIRST_LORD:
            return DECISIVE
        if move & STRIKE:
            return CAPTURE + 8 * gain  # the striker risks nothing that it did not risk before
        taker = position.kind[move & PIECE]
        price = DECISIVE if taker == FIRST_LORD else VALUE[taker]
        if price > gain:
            target = move >> TARGET & CELL
            if self.guarded(position, target, taker, position.to_move ^ 1):
                return max(gain - price, -1000)
            price = 0
        return CAPTURE + 8 * gain - price // 8

    def guarded(self, position: LudusPosition, target: int, taker: int, seat: int) -> bool:
        """Whether the seat could remove an enemy of that kind from the cell."""
        if target > SKY:
            for way in range(8):
                if position.board[target + DELTA[way]] >> SEAT == seat and position.sky_combat:
                    return True
            return False
        if CENTRE <= target < CENTRE_END and position.board[target + LIFT] >> SEAT == seat:
            return True
        for way in range(8):
            what = position.board[target + LEAP[way]]
            if what >> SEAT == seat and position.kind[what & PIECE] == TERRA:
                return True
        for way in range(8):
            cell = target + DELTA[way]
            what = position.board[cell]
            distance = 1
            while what == EMPTY and distance < 4:
                cell += DELTA[way]
                what = position.board[cell]
                distance += 1
            if what >> SEAT == seat:
                kind = position.kind[what & PIECE]
                if REACHES[KINDS * seat + kind][way] >= distance:
                    return True
                if kind == TERRA and distance == 1 and not way & 1 and taker != FERROUS:
                    return True
        return False

    # The evaluation by hand.

    def weigh(self, position: LudusPosition, seat: int) -> int:
        score = self.army(position, seat) - self.army(position, seat ^ 1)
        score += self.safety(position, seat) - self.safety(position, seat ^ 1)
        score += TEMPO if position.to_move == seat else -TEMPO
        quiet = position.ply - position.progress
        left = min(position.quiet_limit - quiet, position.turn_limit - position.ply)
        if left < FADE:  # a lead that makes no progress is none
            score = score * left // FADE if score > 0 else -(-score * left // FADE)
        return score

    def army(self, position: LudusPosition, seat: int) -> int:
        """Pieces by kind and place, and how near they are to the enemy's First Lord."""
        total = 0
        lord = position.where[LORD[seat ^ 1]]
        hunt = HUNT if self.beaten(position, seat ^ 1) else 1
        pieces = position.alive[seat]
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            cell = position.where[piece]
            kind = position.kind[piece]
            gap = max(abs(ROW[cell] - ROW[lord]), abs(COLUMN[cell] - COLUMN[lord]))
            total += PLACED[KINDS * seat + kind][cell] + PRESSURE[kind][gap] * hunt
        return total

    def beaten(self, position: LudusPosition, seat: int) -> bool:
        """Whether an army has only a few pieces left."""
        pieces = position.alive[seat]
        for _ in range(FEW):
            pieces &= pieces - 1
        return pieces == 0

    def safety(self, position: LudusPosition, seat: int) -> int:
        """Friends around the First Lord, and the Steadholder beside it."""
        cell = position.where[LORD[seat]]
        if cell > SKY:
            return 0
        total = SHELTERED if self.warded(position, LORD[seat], seat) else 0
        for way in range(8):
            if position.board[cell + DELTA[way]] >> SEAT == seat:
                total += GUARD
        return total

    # The network's view.

    def describe(self, position: LudusPosition, seat: int, out: Features) -> None:
        for piece in range(PIECES):
            out[piece] = NO_FEATURE
        own = position.alive[seat]
        while own:
            piece = lowest_bit(own)
            own &= own - 1
            out[piece] = FEATURE[KINDS * seat + position.kind[piece]][position.where[piece]]
        others = position.alive[seat ^ 1]
        while others:
            piece = lowest_bit(others)
            others &= others - 1
            code = KINDS * (seat ^ 1) + position.kind[piece]
            out[piece] = OTHER + SEEN[code][position.where[piece]]
        quiet = position.ply - position.progress
        out[PIECES] = LEFT + self.bucket(position.quiet_limit - quiet)
        out[PIECES + 1] = LEFT + LEFT_BUCKETS + self.bucket(position.turn_limit - position.ply)

    def bucket(self, left: int) -> int:
        """0 for the last ply, then 1, 2-3, 4-7 plies after it and so on."""
        left -= 1
        found = 0
        while left > 0 and found < LEFT_BUCKETS - 1:
            left >>= 1
            found += 1
        return found
