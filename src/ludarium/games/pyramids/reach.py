"""Which eruptions the caps can be brought to within one turn, and by which moves."""

from __future__ import annotations

from array import array

import cython

from ludarium.games.pyramids.board import DIRECTIONS, FULL, PLACINGS, SIZE, room
from ludarium.games.pyramids.rules import PyramidsPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.games.pyramids.board import (
        AGAIN,
        ALL_KINDS,
        CELLS,
        DIRECTION,
        KINDS,
        LAYER,
        NO_CELL,
        PIECE,
        POWER,
        TARGET,
        WAYS_OUT,
    )

DELTAS = [SIZE * down + right for down, right in DIRECTIONS]
HIGH_BITS, LOW_BITS = 12, 13


def _along(steps: int) -> list[list[int]]:
    """For each cell and direction the cell so many steps away, NO_CELL beyond the edge."""
    return [
        [
            cell + steps * DELTAS[towards] if room(cell, towards) >= steps else len(FIELD)
            for towards in range(8)
        ]
        for cell in FIELD
    ]


def _high() -> list[int]:
    """The number of the first placing of six caps whose upper twelve cells are these."""
    numbers, total = [], 0
    for high in range(1 << HIGH_BITS):
        numbers.append(total)
        total += CHOICES[6 - high.bit_count()] if high.bit_count() <= 6 else 0
    return numbers


def _low() -> list[int]:
    """The number of thirteen cells among those with as many caps."""
    numbers, seen = [], [0] * (LOW_BITS + 1)
    for low in range(1 << LOW_BITS):
        numbers.append(seen[low.bit_count()])
        seen[low.bit_count()] += 1
    return numbers


FIELD = range(25)
CHOICES = (1, 13, 78, 286, 715, 1287, 1716)  # of so many caps on thirteen cells
NEXT = _along(1)
FAR = _along(2)
THIRD = _along(3)
FOURTH = _along(4)
LANDINGS = [[max(room(cell, towards) - 1, 0) for towards in range(8)] for cell in range(25)]
HIGH = _high()
LOW = _low()


@cython.final
@cython.cclass
class Reach:
    """Walks breadth first through the placings of the caps by moves that do not erupt.

    A kind of eruption is what it asks of the caps: one on the source, none where the pieces land,
    and one behind them if more could flow. `near` has the fewest moves to each kind, in a row for
    turns without a power play and one for each cell of a power play. The power play is a second
    layer of placings, entered where its cell has no cap; it matters to the walk only because a
    stack of one piece can erupt and an empty cell cannot.
    """

    def __init__(self, board: PyramidsPosition) -> None:
        self.start = board.caps
        self.left = max(board.quiet_limit - board.quiet, 0)
        self.power = board.can_power()
        self.occupied = 0
        if not cython.compiled:
            self.height = [0] * 25
            self.wanted = [0] * 400
        for cell in range(CELLS):
            self.height[cell] = board.height[cell]
            if board.height[cell]:
                self.occupied |= 1 << cell
        self.explored = 0
        self.epoch = 0
        self.count = 0
        self.near = array("i", [-1]) * (ALL_KINDS * (AGAIN + 1))
        self.seen = array("B", bytes(2 * PLACINGS))
        self.where = array("I", bytes(8 * PLACINGS))
        self.came = array("i", bytes(8 * PLACINGS))
        with cython.nogil:
            self.survey()

    def survey(self) -> None:
        """Find the kinds that the stacks allow, and for power plays on cells that had a cap."""
        self.forget()
        for source in range(CELLS):
            for towards in range(8):
                way = 8 * source + towards
                kinds = self.kinds(source, towards, 0)
                if self.power and kinds:
                    kinds |= self.kinds(source, towards, 1)
                    if self.start >> source & 1:
                        self.want(WAYS_OUT + way, self.kinds(source, towards, 1))
                self.want(way, kinds)
        self.explore(NO_CELL)

    def forget(self) -> None:
        self.missing = 0
        for way in range(2 * WAYS_OUT):
            self.wanted[way] = 0

    def want(self, way: int, kinds: int) -> None:
        self.wanted[way] = kinds
        while kinds:
            self.missing += 1
            kinds &= kinds - 1

    def kinds(self, source: int, towards: int, more: int) -> int:
        """The kinds a stack allows in a direction, with or without one more piece; as bits."""
        if self.height[source] == 0:
            return 0
        longest = min(self.height[source] + more, LANDINGS[source][towards])
        if longest == 0:
            return 0
        return 1 << (longest - 1) | ((1 << (longest - 1)) - 1) << 3

    def distance(self, source: int, towards: int, count: int, cell: int) -> int:
        """The fewest quiet moves to an eruption of so many pieces, -1 if it is out of reach.

        `cell` is where a power play puts a piece before it, on the source or where one lands.
        """
        more = 1 if cell == source else 0
        longest = min(self.height[source] + more, LANDINGS[source][towards])
        kind = KINDS * (8 * source + towards) + count - 1
        if count < longest:
            kind += 3
        plain = self.near[ALL_KINDS * NO_CELL + kind]
        if plain < 0 or cell == NO_CELL:
            return plain
        if cell != source:
            if plain < self.left:
                return plain  # the piece is put there last of all
        elif self.left and self.start >> source & 1 == 0:
            return plain  # or first of all
        elif self.near[ALL_KINDS * AGAIN + kind] >= 0:
            return self.near[ALL_KINDS * AGAIN + kind]
        if self.explored >> cell & 1 == 0:
            self.explored |= 1 << cell
            self.look_closely(cell)
        return self.near[ALL_KINDS * cell + kind]

    def look_closely(self, cell: int) -> None:
        """Fill the row of a cell of power plays."""
        self.forget()
        for source in range(CELLS):
            for towards in range(8):
                if source == cell:
                    self.want(8 * source + towards, self.kinds(source, towards, 1))
                elif (
                    FAR[source][towards] == cell
                    or THIRD[source][towards] == cell
                    or FOURTH[source][towards] == cell
                ):
                    self.want(8 * source + towards, self.kinds(source, towards, 0))
        self.explore(cell)

    def explore(self, cell: int) -> int:
        """Walk until nothing is missing; the placing where the last thing was found, or -1."""
        self.epoch += 1
        self.count = 0
        self.enter(self.start, 0, -1, 0, cell)
        depth = 0
        at = 0
        while at < self.count and self.missing:
            level = self.count
            while at < level:
                self.expand(at, depth, cell)
                if self.missing == 0:
                    return at
                at += 1
            depth += 1
        return -1

    def enter(self, caps: int, layer: int, parent: int, depth: int, cell: int) -> None:
        number = HIGH[caps >> 13] + LOW[caps & 8191] + layer * PLACINGS
        if self.seen[number] == self.epoch:
            return
        self.seen[number] = self.epoch
        entry = self.count
        self.where[entry] = caps | layer << LAYER
        self.came[entry] = parent
        self.count += 1
        # rule P17: no power play after the last quiet move
        if cell != NO_CELL and layer == 0 and depth < self.left and caps >> cell & 1 == 0:
            self.enter(caps, 1, entry, depth, cell)

    def expand(self, at: int, depth: int, cell: int) -> None:
        """Note the eruptions of one placing and enter those a quiet move away."""
        caps = self.where[at] & FULL
        layer = self.where[at] >> LAYER
        occupied = self.occupied | layer << cell
        heed = layer == 1 or cell == NO_CELL
        blocked = caps | 1 << NO_CELL
        rest = caps
        while rest:
            source = lowest_bit(rest)
            rest &= rest - 1
            for towards in range(8):
                target = NEXT[source][towards]
                if blocked >> target & 1:
                    continue
                if blocked >> FAR[source][towards] & 1 == 0:
                    if heed and self.wanted[8 * source + towards]:
                        self.note(blocked, source, towards, depth, cell)
                    if occupied >> source & 1:
                        continue
                if depth < self.left:
                    after = caps ^ (1 << source | 1 << target)
                    if self.power and cell == NO_CELL and self.start >> target & 1:
                        self.return_to(target, after | 1 << NO_CELL, depth + 1)
                    self.enter(after, layer, at, depth + 1, cell)

    def return_to(self, source: int, blocked: int, depth: int) -> None:
        """Note eruptions of a cell that had a cap at first and was free a move ago."""
        for towards in range(8):
            if (
                self.wanted[WAYS_OUT + 8 * source + towards]
                and blocked >> NEXT[source][towards] & 1 == 0
                and blocked >> FAR[source][towards] & 1 == 0
            ):
                self.note(blocked, source, towards, depth, AGAIN)

    def note(self, blocked: int, source: int, towards: int, depth: int, row: int) -> None:
        """Write down the kinds that a placing allows, if they are wanted."""
        run = 1
        if blocked >> THIRD[source][towards] & 1 == 0:
            run = 2
            if blocked >> FOURTH[source][towards] & 1 == 0:
                run = 3
        kinds = (1 << run) - 1
        if run < LANDINGS[source][towards]:
            kinds |= 4 << run
        way = 8 * source + towards
        want = way + WAYS_OUT if row == AGAIN else way
        kinds &= self.wanted[want]
        self.wanted[want] ^= kinds
        while kinds:
            self.near[ALL_KINDS * row + KINDS * way + lowest_bit(kinds)] = depth
            kinds &= kinds - 1
            self.missing -= 1

    def path(self, source: int, towards: int, count: int, cell: int, code: int) -> list[int]:
        """The moves that lead to an eruption within reach, the power play among them."""
        self.forget()
        more = 1 if cell == source else 0
        longest = min(self.height[source] + more, LANDINGS[source][towards])
        kind = count - 1 if count == longest else count + 2
        self.want(8 * source + towards, 1 << kind)
        at = self.explore(cell)
        moves: list[int] = []
        while self.came[at] >= 0:
            before, after = self.where[self.came[at]], self.where[at]
            moves.append(_step(before & FULL, after & FULL, cell, code))
            at = self.came[at]
        return moves[::-1]


def _step(before: int, after: int, cell: int, code: int) -> int:
    """The move between two placings of the caps; between equal ones it is the power play."""
    if before == after:
        return POWER | code << PIECE | cell << TARGET
    source, target = (before & ~after).bit_length() - 1, (after & ~before).bit_length() - 1
    return DELTAS.index(target - source) << DIRECTION | target << TARGET | source
