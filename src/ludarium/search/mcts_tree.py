"""A Monte-Carlo search tree: what random play-outs, or judged leaves, tell of every move."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import Position, move_stack

if not cython.compiled:
    from math import exp, log, sqrt

    from ludarium.core.bits import mixed
    from ludarium.core.constants import DRAW, NO_MOVE, ODDS, ONGOING, UNDO_DEPTH

GOLDEN = 0x9E3779B97F4A7C15  # the step of the splitmix64 generator
NODE_BYTES = 23  # of the arrays below, besides the values
VALUE_BYTES = 8  # for every seat


def nodes_in(mebibytes: int, seats: int) -> int:
    """How many nodes of a game for so many seats fit into the memory."""
    return (max(mebibytes, 1) << 20) // (NODE_BYTES + VALUE_BYTES * seats)


@cython.final
@cython.cclass
class Tree:
    """A tree of nodes in flat arrays: node 0 is the root, the children of a node are neighbours.

    Values are chances to win, one for each seat, and every seat that moves wants its own. `fates`
    tell what is certain: the seat that wins, DRAW, or ONGOING for an open node; `ends` how many
    plies that takes. A `judged` tree trusts the evaluator at its leaves and begins with urgent
    moves; the other kind plays on at random and asks the evaluator, if any, only at the limit.
    """

    def __init__(
        self,
        seats: int,
        node_limit: int,
        evaluator: Evaluator | None = None,
        judged: bool = False,
        exploration: float = 1.0,
        playout: int = 200,
        heat: float = 400.0,
    ) -> None:
        self.seats = seats
        self.node_limit = node_limit
        self.evaluator = evaluator or Evaluator()
        self.knows = evaluator is not None
        self.judged = judged and self.knows
        self.exploration = exploration
        self.playout = playout
        self.heat = heat  # the urgency that makes a move e times as likely
        self.hope = 0.1  # how much worse than its parent a move is thought before it is tried
        self.step = GOLDEN
        self.stack = move_stack()
        self.moves = array("I", [0]) * node_limit
        self.firsts = array("i", [0]) * node_limit
        self.counts = array("i", [0]) * node_limit
        self.visits = array("i", [0]) * node_limit
        self.priors = array("f", [0]) * node_limit
        self.fates = array("b", [0]) * node_limit
        self.ends = array("h", [0]) * node_limit
        self.values = array("d", [0]) * (node_limit * seats)
        self.path = array("i", [0]) * UNDO_DEPTH
        self.worth = array("d", [0]) * seats
        self.stopped = False
        self.plant(0)

    def plant(self, seed: int) -> None:
        """Begin anew with a bare root and a row of random numbers."""
        self.state = mixed(seed)
        self.used = 0
        self.iterations = 0
        self.deepest = 0
        self.take(NO_MOVE)

    def grow(self, position: Position, iterations: int) -> None:
        """Go from the root to a leaf until it was done so often, in all; sooner if all is certain.

        The position is given back as it was, unless its seat to move cannot move.
        """
        with cython.nogil:
            self.run(position, iterations)

    def run(self, position: Position, iterations: int) -> None:
        if self.judged and self.counts[0] == 0:
            self.begin(position)
        while self.iterations < iterations and not self.stopped and self.fates[0] == ONGOING:
            self.iterations += 1
            self.iterate(position)

    def begin(self, position: Position) -> None:
        """Open the root at once, for a move that wins must be among its children."""
        win = self.evaluator.winning(position)
        if not self.expand(position, 0) or win == NO_MOVE:
            return
        for child in range(self.firsts[0], self.firsts[0] + self.counts[0]):
            if self.moves[child] == win:
                self.fates[child] = position.to_move
                self.settle(0, child, position.to_move)

    def iterate(self, position: Position) -> None:
        node = 0
        ply = 0
        self.path[0] = 0
        while self.fates[node] == ONGOING and ply < UNDO_DEPTH - 1:
            # A node is opened on its second visit: most are never visited twice.
            if self.counts[node] == 0 and (
                (ply > 0 and self.visits[node] == 0) or not self.expand(position, node)
            ):
                break
            node = self.choose(node, position.to_move)
            position.play(self.moves[node])
            ply += 1
            self.path[ply] = node
            if position.verdict != ONGOING:
                self.fates[node] = position.verdict
        self.deepest = max(self.deepest, ply)
        self.weigh(position, node, ply)
        self.back(position, ply)

    def choose(self, node: int, mover: int) -> int:
        """The child to go to: good for the mover so far, or not looked at enough."""
        first = self.firsts[node]
        best = first
        highest = -1e9
        tried = self.visits[node]
        curiosity = sqrt(tried + 1) if self.judged else log(tried + 1)
        expected = self.values[node * self.seats + mover] / max(tried, 1) - self.hope
        for child in range(first, first + self.counts[node]):
            visits = self.visits[child]
            if self.judged:
                merit = self.exploration * self.priors[child] * curiosity / (1 + visits)
                if visits:
                    merit += self.values[child * self.seats + mover] / visits
                else:
                    merit += expected
            elif visits:
                share = 1.0 / visits  # one division for both terms: this loop is the tree's work
                merit = self.values[child * self.seats + mover] * share
                merit += self.exploration * sqrt(curiosity * share)
            else:
                return child  # they lie in random order
            if self.fates[child] >= 0 and self.fates[child] != mover:
                merit -= 1e6  # a certain loss, only if there is nothing else
            if merit > highest:
                highest = merit
                best = child
        return best

    def expand(self, position: Position, node: int) -> bool:
        """Give a node its children, unless the game is over or the memory full."""
        end = position.generate(self.stack, 0)
        if end == 0:
            position.no_moves_verdict()
            self.fates[node] = position.verdict
            return False
        if self.used + end > self.node_limit:
            return False
        for i in range(end - 1, 0, -1):
            j = self.draw(i + 1)
            move = self.stack[i]
            self.stack[i] = self.stack[j]
            self.stack[j] = move
        self.firsts[node] = self.used
        self.counts[node] = end
        for i in range(end):
            self.take(self.stack[i])
        if self.judged:
            self.prefer(position, self.firsts[node], self.used)
        return True

    def take(self, move: int) -> None:
        """The next free node, cleared: it may have been used for another root."""
        node = self.used
        self.used += 1
        self.moves[node] = move
        self.firsts[node] = 0
        self.counts[node] = 0
        self.visits[node] = 0
        self.fates[node] = ONGOING
        self.ends[node] = 0
        for seat in range(self.seats):
            self.values[node * self.seats + seat] = 0.0

    def prefer(self, position: Position, first: int, last: int) -> None:
        """Set how likely moves are before they are tried, by their urgency; in all it is 1."""
        highest = -1e9
        for child in range(first, last):
            self.priors[child] = self.evaluator.urgency(position, self.moves[child])
            highest = max(highest, self.priors[child])
        total = 0.0
        for child in range(first, last):
            self.priors[child] = exp((self.priors[child] - highest) / self.heat)
            total += self.priors[child]
        for child in range(first, last):
            self.priors[child] = self.priors[child] / total

    def weigh(self, position: Position, node: int, ply: int) -> None:
        """Find out what a leaf is worth."""
        if self.fates[node] == ONGOING and self.judged:
            if self.visits[node] == 0 and self.evaluator.winning(position) != NO_MOVE:
                self.fates[node] = position.to_move
                self.ends[node] = 1
            else:
                self.judge(position)
        elif self.fates[node] == ONGOING:
            self.play_out(position, ply)
        if self.fates[node] != ONGOING:
            self.award(self.fates[node])

    def play_out(self, position: Position, ply: int) -> None:
        """Play at random to the end of the game or the limit, judge that, and take it all back."""
        played = 0
        while position.verdict == ONGOING and played < self.playout and ply < UNDO_DEPTH:
            end = position.generate(self.stack, 0)
            if end == 0:
                position.no_moves_verdict()
                break
            position.play(self.stack[self.draw(end)])
            played += 1
            ply += 1
        if position.verdict != ONGOING:
            self.award(position.verdict)
        elif self.knows:
            self.judge(position)
        else:
            self.award(DRAW)
        for _ in range(played):
            position.undo()

    def judge(self, position: Position) -> None:
        """Turn the evaluator's scores into chances that make 1 together."""
        mover = position.to_move
        if self.seats == 2:
            chance = self.chance(position, mover)
            self.worth[mover] = chance
            self.worth[1 - mover] = 1.0 - chance
            return
        total = 0.0
        for seat in range(self.seats):
            self.worth[seat] = self.chance(position, seat)
            total += self.worth[seat]
        for seat in range(self.seats):
            self.worth[seat] = self.worth[seat] / total

    def chance(self, position: Position, seat: int) -> float:
        return 1.0 / (1.0 + exp(-self.evaluator.judge(position, seat) / (1.0 * ODDS)))

    def award(self, verdict: int) -> None:
        """Give the chances of a game that is over: a draw is shared."""
        for seat in range(self.seats):
            if verdict == DRAW:
                self.worth[seat] = 1.0 / self.seats
            else:
                self.worth[seat] = 1.0 if seat == verdict else 0.0

    def back(self, position: Position, ply: int) -> None:
        """Go back to the root, tell every node what was found, and draw conclusions."""
        while True:
            node = self.path[ply]
            self.visits[node] += 1
            for seat in range(self.seats):
                self.values[node * self.seats + seat] += self.worth[seat]
            if ply == 0:
                return
            ply -= 1
            position.undo()
            if self.fates[node] != ONGOING and self.fates[self.path[ply]] == ONGOING:
                self.settle(self.path[ply], node, position.to_move)

    def settle(self, node: int, child: int, mover: int) -> None:
        """See whether the fate of a child decides that of its parent.

        With more than two seats a loser may choose who wins: then nothing is certain.
        """
        fate = self.fates[child]
        longest = self.ends[child]
        if fate != mover:
            for other in range(self.firsts[node], self.firsts[node] + self.counts[node]):
                if self.fates[other] == ONGOING:
                    return
                if self.fates[other] != fate:
                    if self.seats > 2:
                        return
                    fate = DRAW
                longest = max(longest, self.ends[other])
        self.fates[node] = fate
        self.ends[node] = longest + 1
        self.award(fate)

    def draw(self, count: int) -> int:
        """A random number below a count."""
        self.state = self.state + self.step
        number = mixed(self.state) >> 32
        return number * count >> 32

    # For reading, when it has grown.

    def ranked(self, node: int, mover: int) -> list[int]:
        """The children of a node that were looked at, best first for the seat that moves there.

        Sure wins, the quickest first; what is open or drawn, by visits; sure losses, slowest first.
        """
        keys: list[tuple[int, int, int]] = []
        for child in range(self.firsts[node], self.firsts[node] + self.counts[node]):
            fate = self.fates[child]
            if fate == mover:
                keys.append((2, -self.ends[child], -child))
            elif fate >= 0:
                keys.append((0, self.ends[child], -child))
            elif self.visits[child] or fate == DRAW:
                keys.append((1, self.visits[child], -child))
        return [-child for _, _, child in sorted(keys, reverse=True)]

    def move(self, node: int) -> int:
        """The move that leads to a node."""
        return self.moves[node]

    def seen(self, node: int) -> int:
        """How often a node was visited."""
        return self.visits[node]

    def fate(self, node: int) -> tuple[int, int]:
        """What is certain of a node, and in how many plies it ends."""
        return self.fates[node], self.ends[node]

    def mean(self, node: int, seat: int) -> float:
        """A seat's chance to win at a node that was visited."""
        return self.values[node * self.seats + seat] / self.visits[node]
