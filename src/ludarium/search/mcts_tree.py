"""A Monte-Carlo search tree: PUCT with evaluated leaves, or UCT with random play-outs."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.bits import SPLITMIX_STEP
from ludarium.core.evaluator import Evaluator
from ludarium.core.position import Position, new_move_stack

if not cython.compiled:
    from math import exp, log, sqrt

    from ludarium.core.bits import mix_bits
    from ludarium.core.constants import (
        DRAW,
        NO_MOVE,
        ODDS_POINTS,
        ONGOING,
        SCORE_LIMIT,
        UNDO_DEPTH,
        WIN_SCORE,
    )

NODE_BYTES = 27  # of all arrays but the values
VALUE_BYTES = 8  # of the values, for each seat
# Ranks of proved wins and open nodes, above all plies and visits.
WIN_RANK = 1 << 62
OPEN_RANK = 1 << 32
LEAST_CHANCE = 1e-15  # has a score beyond the limit


def node_capacity(mebibytes: int, seats: int) -> int:
    """The number of nodes that fit into the memory, for a number of seats."""
    return (max(mebibytes, 1) << 20) // (NODE_BYTES + VALUE_BYTES * seats)


@cython.final
@cython.cclass
class MctsTree:
    """A tree in flat arrays: node 0 is the root, the children of a node are adjacent.

    The values are win chances, one for each seat. Each seat maximises its own. `proven` holds the
    proved winner, DRAW, or ONGOING for an open node; `proven_plies` the plies to that end. With
    `evaluate_leaves` the evaluator scores leaves and gives priors by urgency. Otherwise leaves are
    scored by random play-outs, and the evaluator, if any, scores a play-out that hits its limit.
    """

    def __init__(
        self,
        seats: int,
        node_limit: int,
        evaluator: Evaluator | None = None,
        evaluate_leaves: bool = False,
        exploration: float = 1.0,
        playout_plies: int = 200,
    ) -> None:
        self.seats = seats
        self.node_limit = node_limit
        self.evaluator = evaluator or Evaluator()
        self.has_evaluator = evaluator is not None
        self.evaluate_leaves = evaluate_leaves and self.has_evaluator
        self.exploration = exploration
        self.playout_plies = playout_plies
        self.prior_temperature = self.evaluator.prior_temperature
        self.fpu_reduction = 0.1  # first-play urgency: an unvisited child counts this much less
        self.random_step = SPLITMIX_STEP
        self.stack = new_move_stack()
        self.moves = array("I", [0]) * node_limit
        self.first_children = array("i", [0]) * node_limit
        self.child_counts = array("i", [0]) * node_limit
        self.tried_children = array("i", [0]) * node_limit  # selected before, the first ones
        self.visits = array("i", [0]) * node_limit
        self.priors = array("f", [0]) * node_limit
        self.proven = array("b", [0]) * node_limit
        self.proven_plies = array("h", [0]) * node_limit
        self.values = array("d", [0]) * (node_limit * seats)
        self.path = array("i", [0]) * UNDO_DEPTH
        self.leaf_values = array("d", [0]) * seats
        self.stopped = False
        self.reset_tree(0)

    def reset_tree(self, seed: int) -> None:
        """Reset to a bare root and seed the random numbers."""
        self.random_state = mix_bits(seed)
        self.used = 0
        self.iterations = 0
        self.max_depth = 0
        self.add_node(NO_MOVE)

    def grow(self, position: Position, iterations: int) -> None:
        """Run iterations up to this total; fewer if the root is proved.

        The position is unchanged afterwards, unless its seat to move has no legal move.
        """
        with cython.nogil:
            self.run_iterations(position, iterations)

    def run_iterations(self, position: Position, iterations: int) -> None:
        if self.evaluate_leaves and self.child_counts[0] == 0:
            self.expand_root(position)
        while self.iterations < iterations and not self.stopped and self.proven[0] == ONGOING:
            self.iterations += 1
            self.run_iteration(position)

    def expand_root(self, position: Position) -> None:
        """Expand the root at once, because a winning move must be among its children."""
        win = self.evaluator.winning_move(position)
        if not self.expand_node(position, 0) or win == NO_MOVE:
            return
        for child in range(self.first_children[0], self.first_children[0] + self.child_counts[0]):
            if self.moves[child] == win:
                self.proven[child] = position.to_move
                self.propagate_proof(0, child, position.to_move)

    def run_iteration(self, position: Position) -> None:
        node = 0
        ply = 0
        self.path[0] = 0
        while self.proven[node] == ONGOING and ply < UNDO_DEPTH - 1:
            # A node is expanded on its second visit: most are never visited twice.
            if self.child_counts[node] == 0 and (
                (ply > 0 and self.visits[node] == 0) or not self.expand_node(position, node)
            ):
                break
            node = self.select_child(node, position.to_move)
            position.play(self.moves[node])
            ply += 1
            self.path[ply] = node
            if position.verdict != ONGOING:
                self.proven[node] = position.verdict
        self.max_depth = max(self.max_depth, ply)
        self.evaluate_leaf(position, node, ply)
        self.back_propagate(position, ply)

    def select_child(self, node: int, mover: int) -> int:
        """Select a child: by PUCT with evaluated leaves, else by UCT."""
        first = self.first_children[node]
        best = first
        best_merit = -1e9
        parent_visits = self.visits[node]
        exploration_term = (
            sqrt(parent_visits + 1) if self.evaluate_leaves else log(parent_visits + 1)
        )
        unvisited_value = (
            self.values[node * self.seats + mover] / max(parent_visits, 1) - self.fpu_reduction
        )
        untried = first + self.tried_children[node]
        for child in range(first, untried):
            visits = self.visits[child]
            if self.evaluate_leaves:
                merit = self.exploration * self.priors[child] * exploration_term / (1 + visits)
                merit += self.values[child * self.seats + mover] / visits
            else:
                share = 1.0 / visits  # one division for both terms: this loop is hot
                merit = self.values[child * self.seats + mover] * share
                merit += self.exploration * sqrt(exploration_term * share)
            if self.proven[child] >= 0 and self.proven[child] != mover:
                merit -= 1e6  # a proved loss, selected only if every child is one
            if merit > best_merit:
                best_merit = merit
                best = child
        if untried < first + self.child_counts[node]:
            # Of the children that were never selected this one has the highest prior. Without
            # priors all are selected once first, in random order.
            merit = self.exploration * self.priors[untried] * exploration_term + unvisited_value
            if merit > best_merit or not self.evaluate_leaves:
                best = untried
                self.tried_children[node] += 1
                self.pull_best_prior(untried + 1, first + self.child_counts[node])
        return best

    def pull_best_prior(self, at: int, end: int) -> None:
        """Swap the highest prior of some children that were never selected to the front."""
        if not self.evaluate_leaves or at >= end:
            return
        best = at
        highest = self.priors[at]
        for child in range(at + 1, end):
            best = child if self.priors[child] > highest else best
            highest = max(highest, self.priors[child])
        move = self.moves[best]
        self.moves[best], self.priors[best] = self.moves[at], self.priors[at]
        self.moves[at], self.priors[at] = move, highest

    def expand_node(self, position: Position, node: int) -> bool:
        """Add the children of a node, unless the game is over or the memory is full."""
        end = position.generate(self.stack, 0)
        if end == 0:
            position.no_moves_verdict()
            self.proven[node] = position.verdict
            return False
        if self.used + end > self.node_limit:
            return False
        for i in range(end - 1, 0, -1):
            j = self.draw_number(i + 1)
            self.stack[i], self.stack[j] = self.stack[j], self.stack[i]
        self.first_children[node] = self.used
        self.child_counts[node] = end
        for i in range(end):
            self.add_node(self.stack[i])
        if self.evaluate_leaves:
            self.set_priors(position, self.first_children[node], self.used)
            self.pull_best_prior(self.first_children[node], self.used)
        return True

    def add_node(self, move: int) -> None:
        """Add a cleared node; an earlier tree may have used its memory."""
        node = self.used
        self.used += 1
        self.moves[node] = move
        self.first_children[node] = 0
        self.child_counts[node] = 0
        self.tried_children[node] = 0
        self.visits[node] = 0
        self.proven[node] = ONGOING
        self.proven_plies[node] = 0
        for seat in range(self.seats):
            self.values[node * self.seats + seat] = 0.0

    def set_priors(self, position: Position, first: int, last: int) -> None:
        """Set the priors of moves by their urgency (a softmax, so the sum is 1)."""
        highest = -1e9
        for child in range(first, last):
            self.priors[child] = self.evaluator.move_urgency(position, self.moves[child])
            highest = max(highest, self.priors[child])
        total = 0.0
        for child in range(first, last):
            self.priors[child] = exp((self.priors[child] - highest) / self.prior_temperature)
            total += self.priors[child]
        for child in range(first, last):
            self.priors[child] = self.priors[child] / total

    def evaluate_leaf(self, position: Position, node: int, ply: int) -> None:
        """Score a leaf, and prove it if a move wins at once."""
        if self.proven[node] == ONGOING and self.evaluate_leaves:
            if self.visits[node] == 0 and self.evaluator.winning_move(position) != NO_MOVE:
                self.proven[node] = position.to_move
                self.proven_plies[node] = 1
            else:
                self.evaluate_position(position)
        elif self.proven[node] == ONGOING:
            self.play_out(position, ply)
        if self.proven[node] != ONGOING:
            self.score_verdict(self.proven[node])

    def play_out(self, position: Position, ply: int) -> None:
        """Play random moves to the end or the limit, score the result, and undo the moves."""
        played = 0
        while position.verdict == ONGOING and played < self.playout_plies and ply < UNDO_DEPTH:
            end = position.generate(self.stack, 0)
            if end == 0:
                position.no_moves_verdict()
                break
            position.play(self.stack[self.draw_number(end)])
            played += 1
            ply += 1
        if position.verdict != ONGOING:
            self.score_verdict(position.verdict)
        elif self.has_evaluator:
            self.evaluate_position(position)
        else:
            self.score_verdict(DRAW)
        for _ in range(played):
            position.undo()

    def evaluate_position(self, position: Position) -> None:
        """Turn the evaluator's scores into win chances that add up to 1."""
        mover = position.to_move
        if self.seats == 2:
            chance = self.win_chance(position, mover)
            self.leaf_values[mover] = chance
            self.leaf_values[1 - mover] = 1.0 - chance
            return
        total = 0.0
        for seat in range(self.seats):
            self.leaf_values[seat] = self.win_chance(position, seat)
            total += self.leaf_values[seat]
        for seat in range(self.seats):
            self.leaf_values[seat] = self.leaf_values[seat] / total

    def win_chance(self, position: Position, seat: int) -> float:
        return 1.0 / (1.0 + exp(-self.evaluator.evaluate(position, seat) / (1.0 * ODDS_POINTS)))

    def score_verdict(self, verdict: int) -> None:
        """Set the win chances of a finished game; the seats share a draw."""
        for seat in range(self.seats):
            if verdict == DRAW:
                self.leaf_values[seat] = 1.0 / self.seats
            else:
                self.leaf_values[seat] = 1.0 if seat == verdict else 0.0

    def back_propagate(self, position: Position, ply: int) -> None:
        """Back-propagate: undo to the root, update every node, and propagate proofs."""
        while True:
            node = self.path[ply]
            self.visits[node] += 1
            for seat in range(self.seats):
                self.values[node * self.seats + seat] += self.leaf_values[seat]
            if ply == 0:
                return
            ply -= 1
            position.undo()
            if self.proven[node] != ONGOING and self.proven[self.path[ply]] == ONGOING:
                self.propagate_proof(self.path[ply], node, position.to_move)

    def propagate_proof(self, node: int, child: int, mover: int) -> None:
        """Prove a node if the proved result of a child decides it.

        With more than two seats a losing seat may choose the winner: then nothing is proved.
        """
        result = self.proven[child]
        longest = self.proven_plies[child]
        if result != mover:
            for other in range(
                self.first_children[node], self.first_children[node] + self.child_counts[node]
            ):
                if self.proven[other] == ONGOING:
                    return
                if self.proven[other] != result:
                    if self.seats > 2:
                        return
                    result = DRAW
                longest = max(longest, self.proven_plies[other])
        self.proven[node] = result
        self.proven_plies[node] = longest + 1
        self.score_verdict(result)

    def draw_number(self, count: int) -> int:
        """Draw a random number below a count."""
        self.random_state = self.random_state + self.random_step
        number = mix_bits(self.random_state) >> 32
        return number * count >> 32

    # Results of a grown tree.

    def rank_children(self, node: int, mover: int) -> list[int]:
        """The visited children of a node, best first for the seat to move."""
        ranks: list[tuple[int, int]] = []
        first = self.first_children[node]
        for child in range(first, first + self.child_counts[node]):
            ranks.append((-self.child_rank(child, mover), child))
        ranks.sort()
        return [child for rank, child in ranks if rank < 0]

    def best_child(self, node: int, mover: int) -> int:
        """The first of `rank_children`, or -1, without a Python object."""
        best, best_rank = -1, 0
        first = self.first_children[node]
        for child in range(first, first + self.child_counts[node]):
            rank = self.child_rank(child, mover)
            if rank > best_rank:
                best = child
                best_rank = rank
        return best

    def child_rank(self, child: int, mover: int) -> int:
        """Above 0 for a visited child, and the higher the better it is for the seat to move.

        Proved wins come first, the quickest ahead; then open nodes and draws by visits; then proved
        losses, the slowest ahead.
        """
        result = self.proven[child]
        if result == mover:
            return WIN_RANK - self.proven_plies[child]
        if result >= 0:
            return 1 + self.proven_plies[child]
        return OPEN_RANK + self.visits[child] if self.visits[child] or result == DRAW else 0

    def seat_score(self, node: int, seat: int) -> int:
        """The score of a visited or proved node for a seat, as of its parent."""
        winner = self.proven[node]
        if winner == DRAW:
            return 0
        plies = self.proven_plies[node] + 1
        if winner != ONGOING:
            return WIN_SCORE - plies if winner == seat else plies - WIN_SCORE
        chance = self.values[node * self.seats + seat] / self.visits[node]
        chance = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
        points = ODDS_POINTS * log(chance / (1 - chance))
        score = int(points + (0.5 if points > 0 else -0.5))
        return max(-SCORE_LIMIT, min(score, SCORE_LIMIT))

    def node_move(self, node: int) -> int:
        """The move that leads to a node."""
        return self.moves[node]

    def node_visits(self, node: int) -> int:
        """The number of visits of a node."""
        return self.visits[node]

    def proven_result(self, node: int) -> tuple[int, int]:
        """The proved result of a node, ONGOING if open, and the plies to that end."""
        return self.proven[node], self.proven_plies[node]

    def mean_value(self, node: int, seat: int) -> float:
        """The mean win chance of a seat at a visited node."""
        return self.values[node * self.seats + seat] / self.visits[node]
