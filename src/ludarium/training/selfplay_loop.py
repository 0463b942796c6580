"""Games of self-play, from opening to result without a Python object in a ply."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import Position, new_move_stack
from ludarium.search.iterative_deepening import IterativeDeepening
from ludarium.search.mcts_tree import MctsTree, node_capacity
from ludarium.search.table import TranspositionTable
from ludarium.training.selfplay_style import SelfPlayStyle

if not cython.compiled:
    from ludarium.core.bits import MASK_64, SPLITMIX_STEP, mix_bits
    from ludarium.core.constants import DECIDED_SCORE, DRAW, ONGOING, SCORE_LIMIT
    from ludarium.search.bounds import MAX_PLY

# Small enough to stay in the processor's cache: the searches are short.
SELFPLAY_TABLE_MEBIBYTES = 1
SELFPLAY_TREE_MEBIBYTES = 16
SHARE_ONE = 1 << 20  # stands for a share of 1.0 where the loop draws numbers


class GameRows(NamedTuple):
    """The labelled positions of one game, in parallel columns."""

    features: array[int]
    scores: array[int]
    results: array[int]
    plies: array[int]


@cython.final
@cython.cclass
class SelfPlayLoop:
    """Plays one game after another with one search. The interpreter lock is free meanwhile.

    Two seats are searched by alpha-beta. Three or more are searched by a Monte-Carlo tree, as the
    levels do it: its values are of all seats, so a position is labelled from the view of each.
    """

    def __init__(self, evaluator: Evaluator, style: SelfPlayStyle) -> None:
        self.evaluator = evaluator
        self.table = TranspositionTable(SELFPLAY_TABLE_MEBIBYTES)
        self.search = IterativeDeepening(evaluator, self.table)
        self.tree = MctsTree(2, 1, evaluator, evaluate_leaves=True)  # until it is needed
        self.seats = 2
        self.best_child = 0
        self.moves = new_move_stack()
        self.random_state = 0
        self.opening_least, self.opening_most = style.opening
        self.nodes = style.nodes
        self.nodes_width = int(style.nodes * style.jitter)
        self.stray_share = int(style.stray * SHARE_ONE)
        self.kept_share = int(style.kept * SHARE_ONE)
        self.played_out_share = int(style.played_out * SHARE_ONE)
        self.sure = style.sure
        self.patience = style.patience
        self.longest = style.longest
        self.slots = evaluator.slots
        self.feature_row = array("h", bytes(2 * self.slots))
        self.leader = -1
        self.lead_plies = 0
        self.winner = -1
        self.searches = 0  # of all games
        self.count = 0  # rows of this game
        self.make_room(1)

    def make_room(self, views: int) -> None:
        """Make the memory of a game's rows, with so many views of a position."""
        rows = views * self.longest
        self.features = array("h", bytes(2 * self.slots * rows))
        self.scores = array("h", bytes(2 * rows))
        self.results = array("b", bytes(rows))
        self.plies = array("h", bytes(2 * rows))
        self.viewers = array("b", bytes(rows))

    def set_seats(self, seats: int) -> None:
        """Prepare for games of so many seats."""
        if seats == self.seats:
            return
        self.seats = seats
        self.make_room(1 if seats == 2 else seats)
        if seats > 2:
            capacity = node_capacity(SELFPLAY_TREE_MEBIBYTES, seats)
            self.tree = MctsTree(seats, capacity, self.evaluator, evaluate_leaves=True)

    def play_game(self, position: Position, seed: int) -> int:
        """Play a game from its first position on; the rows that it labelled, 0 if none.

        There are none if the game ends in the opening. A position of whole turns is played on
        below its root, where the search takes every turn of the stacks to be within reach.
        """
        self.set_seats(position.seats)
        self.random_state = seed
        self.count = 0
        self.leader = -1
        self.lead_plies = 0
        self.winner = -1
        with cython.nogil:
            # Earlier games must not affect this one: games may be spread over workers in any way.
            self.table.clear()
            self.search.clear_history()
            if self.play_opening(position):
                self.play_moves(position)
        return self.count

    def read_rows(self) -> GameRows:
        """Copy the rows of the last game."""
        count = self.count
        return GameRows(
            array("h", bytes(memoryview(self.features)[: count * self.slots])),
            array("h", bytes(memoryview(self.scores)[:count])),
            array("b", bytes(memoryview(self.results)[:count])),
            array("h", bytes(memoryview(self.plies)[:count])),
        )

    def play_opening(self, position: Position) -> bool:
        """Play random plies; whether the game still runs."""
        plies = self.opening_least + self.draw_number(self.opening_most - self.opening_least + 1)
        for _ in range(plies):
            self.play_move(position, self.random_move(position))
            if position.verdict != ONGOING:
                return False
        return True

    def play_moves(self, position: Position) -> None:
        """Play to the end, or until the game is settled, and label positions on the way."""
        played_out = self.draw_number(SHARE_ONE) < self.played_out_share
        ply = 0
        while position.verdict == ONGOING and ply < self.longest:
            move = self.think(position)
            score = self.mover_score(position)
            if self.draw_number(SHARE_ONE) < self.stray_share:
                move = self.random_move(position)
            elif (
                # A network should know the score at a glance, without looking ahead. A tree has
                # no quiescence search, so its leaves are urgent positions too.
                (self.seats > 2 or self.evaluator.move_urgency(position, move) <= 0)
                and self.draw_number(SHARE_ONE) < self.kept_share
            ):
                self.record(position, score, ply)
            if self.settled(position.to_move, score) and not played_out:
                self.winner = self.leader
                break
            self.play_move(position, move)
            ply += 1
        drawn = position.verdict == DRAW
        if not (drawn or position.verdict == ONGOING):
            self.winner = position.verdict
        for i in range(self.count):
            if drawn or self.winner < 0:
                self.results[i] = 0
            else:
                self.results[i] = 1 if self.viewers[i] == self.winner else -1

    def play_move(self, position: Position, move: int) -> None:
        """Play a move, and set the verdict if the next seat has none."""
        position.play(move)
        position.become_root()
        if position.verdict == ONGOING:
            end = position.generate(self.moves, 0)
            if end == 0:
                position.no_moves_verdict()

    def random_move(self, position: Position) -> int:
        return self.moves[self.draw_number(position.generate(self.moves, 0))]

    def think(self, position: Position) -> int:
        """Search the position; the best move. Its score is the search's first line's."""
        limit = self.nodes - self.nodes_width + self.draw_number(2 * self.nodes_width + 1)
        self.searches += 1
        if self.seats > 2:
            return self.think_in_tree(position, max(limit, 1))
        self.table.start_generation()
        self.search.restart(max(limit, 1))
        self.search.iterate_depths(position, 1, MAX_PLY // 2, 1)
        if self.search.lines.answer_lengths[0] == 0:
            # Too few nodes for a single move.
            position.generate(self.moves, 0)
            self.search.lines.answer_values[0] = 0
            return self.moves[0]
        return self.search.lines.answers[0]

    def think_in_tree(self, position: Position, iterations: int) -> int:
        """Search the position by a new tree; the best move."""
        self.tree.reset_tree(self.random_state)
        self.tree.run_iterations(position, iterations)
        self.best_child = self.tree.best_child(0, position.to_move)
        if self.best_child >= 0:
            return self.tree.node_move(self.best_child)
        position.generate(self.moves, 0)
        return self.moves[0]

    def mover_score(self, position: Position) -> int:
        """The score of the last search for the seat to move."""
        if self.seats == 2:
            return self.search.lines.answer_values[0]
        return self.tree_score(position.to_move)

    def tree_score(self, seat: int) -> int:
        return self.tree.seat_score(self.best_child, seat) if self.best_child >= 0 else 0

    def record(self, position: Position, score: int, ply: int) -> None:
        """Store the position as the seat to move sees it, with three seats as each sees it."""
        if self.seats == 2:
            self.record_view(position, position.to_move, score, ply)
        else:
            for seat in range(self.seats):
                self.record_view(position, seat, self.tree_score(seat), ply)

    def record_view(self, position: Position, seat: int, score: int, ply: int) -> None:
        self.evaluator.fill_features(position, seat, self.feature_row)
        at = self.count * self.slots
        for i in range(self.slots):
            self.features[at + i] = self.feature_row[i]
        self.scores[self.count] = clip_score(score)
        self.plies[self.count] = ply
        self.viewers[self.count] = seat
        self.count += 1

    def settled(self, seat: int, score: int) -> bool:
        """Whether the game counts as won: a forced win, or one that both have seen for a while."""
        leader = -1
        if self.seats > 2:
            # Others may play together, so that only a win of the seat to move is certain.
            self.leader = seat if score > DECIDED_SCORE else -1
            return self.leader >= 0
        if score >= self.sure:
            leader = seat
        elif score <= -self.sure:
            leader = 1 - seat
        self.lead_plies = self.lead_plies + 1 if leader == self.leader and leader >= 0 else 1
        self.leader = leader
        if leader < 0:
            return False
        return abs(score) > DECIDED_SCORE or self.lead_plies >= self.patience

    def draw_number(self, bound: int) -> int:
        """Draw a number from 0 up to below `bound`."""
        wide = bound
        self.random_state = self.random_state + SPLITMIX_STEP & MASK_64
        return (mix_bits(self.random_state) >> 32) * wide >> 32


def clip_score(score: int) -> int:
    """A score as it is stored: a forced end is worth no more than the surest evaluation."""
    return max(-SCORE_LIMIT, min(score, SCORE_LIMIT))
