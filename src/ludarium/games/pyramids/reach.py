"""Pyramids: the eruptions that the caps can reach within one turn, and the moves to them."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from ludarium.games.pyramids.board import ALL_CELLS, CAP_PLACINGS, DIRECTIONS, SIZE, steps_to_edge
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.games.pyramids.board import (
        ALL_ERUPTIONS,
        CAP_COUNT,
        CELLS,
        CODE_SHIFT,
        DIRECTION_SHIFT,
        ERUPTION_KINDS,
        ERUPTION_WAYS,
        LAYER_SHIFT,
        NO_CELL,
        POWER_FLAG,
        RETURN_ROW,
        TARGET_SHIFT,
    )

STEP_BY_DIRECTION = [SIZE * down + right for down, right in DIRECTIONS]
HIGH_BITS, LOW_BITS = 12, 13
SEEN_WORDS = 2 * CAP_PLACINGS // 64 + 1
NO_ENTRY = (1 << 32) - 1  # the entry before the first placing


def _cells_away(steps: int) -> list[list[int]]:
    """For each cell and direction, the cell some steps away; NO_CELL beyond the edge."""
    return [
        [
            cell + steps * STEP_BY_DIRECTION[towards]
            if steps_to_edge(cell, towards) >= steps
            else len(BOARD_CELLS)
            for towards in range(8)
        ]
        for cell in BOARD_CELLS
    ]


def _high_numbers() -> list[int]:
    """For each mask of the upper twelve cells, the number of its first placing of six caps."""
    numbers, total = [], 0
    for high in range(1 << HIGH_BITS):
        numbers.append(total)
        total += LOW_PLACINGS[6 - high.bit_count()] if high.bit_count() <= 6 else 0
    return numbers


def _low_numbers() -> list[int]:
    """For each mask of the lower thirteen cells, its number among masks with as many caps."""
    numbers, seen = [], [0] * (LOW_BITS + 1)
    for low in range(1 << LOW_BITS):
        numbers.append(seen[low.bit_count()])
        seen[low.bit_count()] += 1
    return numbers


def _near_ways(cell: int, other: int) -> int:
    """The direction bit in which `other` is a step away, or 8 bits above that two steps."""
    for towards in range(8):
        if other in BOARD_CELLS and other == ONE_AWAY[cell][towards]:
            return 1 << towards
        if other in BOARD_CELLS and other == TWO_AWAY[cell][towards]:
            return 256 << towards
    return 0


def _ways_with_room(cell: int, steps: int) -> int:
    """The directions in which so many steps stay on the board, as a bit mask."""
    return sum(1 << towards for towards in range(8) if steps_to_edge(cell, towards) >= steps)


def blank_words(count: int) -> MutableSequence[int]:
    """Memory for 32-bit numbers with any content: what is not used costs no time."""
    if not cython.compiled:
        return array("I", bytes(4 * count))
    return cython.view.array(  # type: ignore[attr-defined, no-any-return]  # the compiler's
        shape=(count,), itemsize=4, format="I"
    )


BOARD_CELLS = range(25)
LOW_PLACINGS = (1, 13, 78, 286, 715, 1287, 1716)  # the placings of 0 to 6 caps on thirteen cells
ONE_AWAY = _cells_away(1)
TWO_AWAY = _cells_away(2)
THREE_AWAY = _cells_away(3)
FOUR_AWAY = _cells_away(4)
LANDING_ROOM = [
    [max(steps_to_edge(cell, towards) - 1, 0) for towards in range(8)] for cell in range(25)
]
NEAR_WAYS = [_near_ways(cell, other) for cell in BOARD_CELLS for other in BOARD_CELLS]  # flat
STEP_WAYS = [_ways_with_room(cell, 1) for cell in BOARD_CELLS]
ERUPTION_ROOM = [_ways_with_room(cell, 2) for cell in BOARD_CELLS]
HIGH_NUMBER = _high_numbers()
LOW_NUMBER = _low_numbers()


@cython.final
@cython.cclass
class CapReach:
    """Breadth-first search over the placings of the caps by quiet moves.

    A kind of eruption is its demand on the caps: one on the source, none where pieces land, and one
    behind them if more could flow. `near` holds the fewest moves to each kind: a row for turns
    without a power play, and a row for each cell of a power play. Placings after the power play
    form a second layer, entered where its cell has no cap. The layer matters only because a stack
    of one piece can erupt and an empty cell cannot.
    """

    def __init__(self, board: PyramidsPosition) -> None:
        """Read the board; `survey_board` finds the distances."""
        self.start = board.caps
        self.left = max(board.quiet_limit - board.quiet, 0)
        self.power = board.can_power()
        self.occupied = 0
        if not cython.compiled:
            self.height = [0] * 25
            self.wanted = [0] * 400
            self.wanted_ways = [0] * 50
            self.cells = [0] * 6
        for cell in range(CELLS):
            self.height[cell] = board.height[cell]
            if board.height[cell]:
                self.occupied |= 1 << cell
        self.explored = 0
        self.count = 0
        self.near = array("i", [-1]) * (ALL_ERUPTIONS * (RETURN_ROW + 1))
        self.seen = array("Q", bytes(8 * SEEN_WORDS))
        self.where = blank_words(2 * CAP_PLACINGS)
        self.came = blank_words(2 * CAP_PLACINGS)

    def survey_board(self) -> None:
        """Find the distances of all kinds that the stacks allow."""
        self.clear_wanted()
        for source in range(CELLS):
            for towards in range(8):
                way = 8 * source + towards
                kinds = self.allowed_kinds(source, towards, 0)
                if self.power and kinds:
                    kinds |= self.allowed_kinds(source, towards, 1)
                    if self.start >> source & 1:
                        self.want_kinds(ERUPTION_WAYS + way, self.allowed_kinds(source, towards, 1))
                self.want_kinds(way, kinds)
        self.walk_placings(NO_CELL)

    def clear_wanted(self) -> None:
        self.missing = 0
        for way in range(2 * ERUPTION_WAYS):
            self.wanted[way] = 0
        for source in range(2 * CELLS):
            self.wanted_ways[source] = 0

    def want_kinds(self, way: int, kinds: int) -> None:
        self.wanted[way] = kinds
        if kinds:
            self.wanted_ways[way >> 3] |= 1 << (way & 7)
        while kinds:
            self.missing += 1
            kinds &= kinds - 1

    def allowed_kinds(self, source: int, towards: int, more: int) -> int:
        """The kinds that a stack with `more` pieces allows in a direction, as a bit mask."""
        if self.height[source] == 0:
            return 0
        longest = min(self.height[source] + more, LANDING_ROOM[source][towards])
        if longest == 0:
            return 0
        return 1 << (longest - 1) | ((1 << (longest - 1)) - 1) << 3

    def quiet_distance(self, source: int, towards: int, count: int, cell: int) -> int:
        """The fewest quiet moves to an eruption of `count` pieces, -1 if it is out of reach.

        `cell` is the cell of a power play before it: the source, or a cell where a piece lands.
        """
        more = 1 if cell == source else 0
        longest = min(self.height[source] + more, LANDING_ROOM[source][towards])
        kind = ERUPTION_KINDS * (8 * source + towards) + count - 1
        if count < longest:
            kind += 3
        plain = self.near[ALL_ERUPTIONS * NO_CELL + kind]
        if plain < 0 or cell == NO_CELL:
            return plain
        if cell != source:
            if plain < self.left:
                return plain  # the power play comes last
        elif self.left and self.start >> source & 1 == 0:
            return plain  # the power play comes first
        elif self.near[ALL_ERUPTIONS * RETURN_ROW + kind] >= 0:
            return self.near[ALL_ERUPTIONS * RETURN_ROW + kind]
        if self.explored >> cell & 1 == 0:
            self.explored |= 1 << cell
            self.explore_power_cell(cell)
        return self.near[ALL_ERUPTIONS * cell + kind]

    def explore_power_cell(self, cell: int) -> None:
        """Fill the row of distances with a power play on this cell."""
        self.clear_wanted()
        for source in range(CELLS):
            for towards in range(8):
                if source == cell:
                    self.want_kinds(8 * source + towards, self.allowed_kinds(source, towards, 1))
                elif (
                    TWO_AWAY[source][towards] == cell
                    or THREE_AWAY[source][towards] == cell
                    or FOUR_AWAY[source][towards] == cell
                ):
                    self.want_kinds(8 * source + towards, self.allowed_kinds(source, towards, 0))
        self.walk_placings(cell)

    def walk_placings(self, cell: int) -> int:
        """Search until no wanted kind is missing; the placing of the last one found, or -1."""
        self.count = 0
        for word in range(SEEN_WORDS):
            self.seen[word] = 0
        self.enter_placing(self.start, 0, NO_ENTRY, 0, cell)
        depth = 0
        at = 0
        while at < self.count and self.missing:
            level = self.count
            while at < level:
                self.expand_placing(at, depth, cell)
                if self.missing == 0:
                    return at
                at += 1
            depth += 1
        return -1

    def enter_placing(self, caps: int, layer: int, parent: int, depth: int, cell: int) -> None:
        number = HIGH_NUMBER[caps >> 13] + LOW_NUMBER[caps & 8191] + layer * CAP_PLACINGS
        bit = 1
        bit <<= number & 63
        if self.seen[number >> 6] & bit:
            return
        self.seen[number >> 6] |= bit
        entry = self.count
        self.where[entry] = caps | layer << LAYER_SHIFT
        self.came[entry] = parent
        self.count += 1
        # rule P17: no power play after the last quiet move
        if cell != NO_CELL and layer == 0 and depth < self.left and caps >> cell & 1 == 0:
            self.enter_placing(caps, 1, entry, depth, cell)

    def expand_placing(self, at: int, depth: int, cell: int) -> None:
        """Note the eruptions of a placing and enter the placings a quiet move away."""
        caps = self.where[at] & ALL_CELLS
        layer = self.where[at] >> LAYER_SHIFT
        occupied = self.occupied | layer << cell
        heed = layer == 1 or cell == NO_CELL
        blocked = caps | 1 << NO_CELL
        rest = caps
        for i in range(CAP_COUNT):
            self.cells[i] = lowest_bit(rest)
            rest &= rest - 1
        for i in range(CAP_COUNT):
            source = self.cells[i]
            near = 0
            for j in range(CAP_COUNT):
                near |= NEAR_WAYS[25 * source + self.cells[j]]
            steps = STEP_WAYS[source] & ~near
            eruptions = steps & ERUPTION_ROOM[source] & ~(near >> 8)
            if heed:
                found = eruptions & self.wanted_ways[source]
                while found:
                    self.note_kinds(blocked, source, lowest_bit(found), depth, cell)
                    found &= found - 1
            if occupied >> source & 1:
                steps ^= eruptions
            if depth == self.left:
                continue
            while steps:
                target = ONE_AWAY[source][lowest_bit(steps)]
                steps &= steps - 1
                after = caps ^ (1 << source | 1 << target)
                if self.power and cell == NO_CELL and self.start >> target & 1:
                    self.note_returns(target, after | 1 << NO_CELL, depth + 1)
                self.enter_placing(after, layer, at, depth + 1, cell)

    def note_returns(self, source: int, blocked: int, depth: int) -> None:
        """Note eruptions of a cell that had a cap at the start and was free a move ago."""
        ways = self.wanted_ways[CELLS + source]
        while ways:
            towards = lowest_bit(ways)
            ways &= ways - 1
            if (
                blocked >> ONE_AWAY[source][towards] & 1 == 0
                and blocked >> TWO_AWAY[source][towards] & 1 == 0
            ):
                self.note_kinds(blocked, source, towards, depth, RETURN_ROW)

    def note_kinds(self, blocked: int, source: int, towards: int, depth: int, row: int) -> None:
        """Store the distance of each wanted kind that a placing allows."""
        run = 1
        if blocked >> THREE_AWAY[source][towards] & 1 == 0:
            run = 2
            if blocked >> FOUR_AWAY[source][towards] & 1 == 0:
                run = 3
        kinds = (1 << run) - 1
        if run < LANDING_ROOM[source][towards]:
            kinds |= 4 << run
        way = 8 * source + towards
        want = way + ERUPTION_WAYS if row == RETURN_ROW else way
        kinds &= self.wanted[want]
        self.wanted[want] ^= kinds
        if self.wanted[want] == 0:
            self.wanted_ways[want >> 3] &= ~(1 << towards)
        while kinds:
            self.near[ALL_ERUPTIONS * row + ERUPTION_KINDS * way + lowest_bit(kinds)] = depth
            kinds &= kinds - 1
            self.missing -= 1

    def moves_to(self, source: int, towards: int, count: int, cell: int, code: int) -> list[int]:
        """The moves to an eruption within reach, with the power play."""
        self.clear_wanted()
        more = 1 if cell == source else 0
        longest = min(self.height[source] + more, LANDING_ROOM[source][towards])
        kind = count - 1 if count == longest else count + 2
        self.want_kinds(8 * source + towards, 1 << kind)
        at = self.walk_placings(cell)
        moves: list[int] = []
        while self.came[at] != NO_ENTRY:
            before, after = self.where[self.came[at]], self.where[at]
            moves.append(_unpack_step(before & ALL_CELLS, after & ALL_CELLS, cell, code))
            at = self.came[at]
        return moves[::-1]


def _unpack_step(before: int, after: int, cell: int, code: int) -> int:
    """The move between two placings of the caps; between equal ones, the power play."""
    if before == after:
        return POWER_FLAG | code << CODE_SHIFT | cell << TARGET_SHIFT
    source, target = (before & ~after).bit_length() - 1, (after & ~before).bit_length() - 1
    return (
        STEP_BY_DIRECTION.index(target - source) << DIRECTION_SHIFT
        | target << TARGET_SHIFT
        | source
    )
