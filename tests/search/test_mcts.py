"""Monte-Carlo tree search finds and stops wins, is reproducible and keeps its memory limit."""

from __future__ import annotations

import math
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from ludarium import DRAW, ONGOING, AnyGame, Position, games, load, mode
from ludarium.core.constants import DECIDED_SCORE, NO_MOVE, WIN_SCORE
from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal_moves
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.mcts_tree import MctsTree, node_capacity
from ludarium.search.searcher import PrincipalVariation
from ludarium.search.solve import solve_position

TICTACTOE = str(Path(__file__).parents[2] / "examples/tictactoe/tictactoe.py") + ":TicTacToe"
POSITIONS = 8 if mode.compiled() else 2
MANY = 3_000 if mode.compiled() else 600


class Quick(Evaluator):
    """Finds wins in one in any game, and knows nothing else."""

    def winning_move(self, position: Position) -> int:
        mover = position.to_move
        for move in legal_moves(position):
            position.play(move)
            if position.verdict == ONGOING and not legal_moves(position):
                position.no_moves_verdict()
            won = position.verdict == mover
            position.undo()
            if won:
                return move
        return NO_MOVE


class Eager(Quick):
    """Likes one move more than all the others, and the seats less and less."""

    def move_urgency(self, position: Position, move: int) -> int:
        return 4_000 if move == 7 else 0

    def by_hand(self, position: Position, seat: int) -> int:
        return 300 - 200 * seat


def monte(kind: str, seed: int = 0, mebibytes: int = 1) -> MctsSearch:
    if kind == "judged":
        return MctsSearch(Quick, evaluate_leaves=True, seed=seed, mebibytes=mebibytes)
    return MctsSearch(seed=seed, mebibytes=mebibytes)


def after(*moves: int) -> Position:
    """Tic-tac-toe after marks on these cells."""
    position: Position = load(TICTACTOE).new()
    for move in moves:
        position.play(move)
    return position


def late_positions(game: AnyGame, count: int, seats: int) -> list[Position]:
    """Positions shortly before the end of random games."""
    rng = random.Random(game.id)
    found: list[Position] = []
    while len(found) < count:
        history = [game.new(rng.randrange(1000), seats)]
        while moves := game.moves(history[-1]):
            history.append(history[-1].copy())
            game.advance(history[-1], rng.choice(moves))
        if len(history) > 3 and history[-1].verdict != DRAW:
            found.append(history[-3 if len(found) % 2 else -2])
    return found


def follow(game: AnyGame, position: Position, line: PrincipalVariation) -> None:
    """A line can be played, and a proved line ends the game as it says."""
    position = position.copy()
    seat = position.to_move
    for move in line.moves:
        assert move in game.moves(position)
        game.advance(position, move)
    plies = plies_to_end(line.score)
    if plies is not None:
        assert len(line.moves) == abs(plies)
        assert position.verdict != ONGOING
        assert (position.verdict == seat) == (plies > 0)


@pytest.mark.parametrize("kind", ["play-outs", "judged"])
@pytest.mark.parametrize("seed", range(3))
def test_it_takes_the_win_in_one(kind: str, seed: int) -> None:
    found = monte(kind, seed).search(after(0, 3, 1, 4), Limits(nodes=100))
    assert found.lines[0] == PrincipalVariation(WIN_SCORE - 1, [2])


@pytest.mark.parametrize("kind", ["play-outs", "judged"])
@pytest.mark.parametrize("seed", range(3))
def test_it_stops_the_win_in_one(kind: str, seed: int) -> None:
    found = monte(kind, seed).search(after(4, 0, 2), Limits(nodes=400, lines=9))
    assert found.lines[0].moves[0] == 6
    lost = [line for line in found.lines if plies_to_end(line.score) == -2]
    assert {line.moves[0] for line in lost} == {1, 3, 5, 7, 8}
    assert all(line.moves[1] == 6 for line in lost)


@pytest.mark.parametrize("kind", ["play-outs", "judged"])
def test_tic_tac_toe_against_itself_is_a_draw(kind: str) -> None:
    game = load(TICTACTOE)
    for seed in range(POSITIONS // 2):
        position = game.new()
        while position.verdict == ONGOING:
            found = monte(kind, seed).search(position, Limits(nodes=MANY))
            follow(game, position, found.lines[0])
            position.play(found.lines[0].moves[0])
        assert position.verdict == DRAW


def test_what_is_certain_ends_it() -> None:
    position = after(4, 0, 2, 6)  # every move but 3 loses, and that one draws
    for kind in ("play-outs", "judged"):
        found = monte(kind).search(position, Limits(nodes=100_000))
        assert found.lines[0].moves[0] == 3
        assert found.lines[0].score == 0
        assert found.nodes < 100_000


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("kind", ["play-outs", "judged"])
def test_certain_ends_are_certain(name: str, kind: str) -> None:
    options: dict[str, Any] = {"ply_limit": 60} if name == "pyramids" else {}
    game = load(name, **options)
    decided = 0
    for position in late_positions(game, POSITIONS, 2):
        before = position.key()
        found = monte(kind).search(position, Limits(nodes=MANY // 2, lines=3))
        assert position.key() == before
        for line in found.lines:
            follow(game, position, line)
        plies = plies_to_end(found.lines[0].score)
        assert (plies == 1) == (Quick().winning_move(position) != NO_MOVE)
        if plies is None:
            continue
        decided += 1
        # One ply more, to see that a seat cannot move.
        proof = solve_position(position, depth=abs(plies) + 1, nodes=1_000_000, mebibytes=1)
        assert proof.verdict in ("win" if plies > 0 else "loss", "unknown")
        assert proof.verdict != "unknown" or proof.depth < abs(plies)
    assert decided, "nothing was certain in the whole sample"


def test_threats_in_the_games_are_met() -> None:
    met = 0
    for name in ("skysummit", "caldera", "forge"):
        game = load(name)
        for position in late_positions(game, 2 * POSITIONS, 2):
            safe = safe_moves(position.copy())
            if not 0 < len(safe) < len(legal_moves(position)):
                continue
            met += 1
            # Interpreted play-outs are too few to tell for sure.
            for kind in ("play-outs", "judged") if mode.compiled() else ("judged",):
                found = monte(kind).search(position, Limits(nodes=MANY))
                assert plies_to_end(found.lines[0].score) == 1 or found.lines[0].moves[0] in safe
    assert met > POSITIONS // 2


def safe_moves(position: Position) -> list[int]:
    """The moves after which the opponent cannot win at once."""
    safe = []
    for move in legal_moves(position):
        position.play(move)
        if position.verdict == ONGOING and Quick().winning_move(position) == NO_MOVE:
            safe.append(move)
        position.undo()
    return safe


@pytest.mark.parametrize("kind", ["play-outs", "judged"])
def test_three_seats_take_a_win_each_for_itself(kind: str) -> None:
    game = load("pyramids", ply_limit=40)
    for position in late_positions(game, POSITIONS, 3):
        found = monte(kind).search(position, Limits(nodes=MANY // 2))
        follow(game, position, found.lines[0])
        win = Quick().winning_move(position)
        if win != NO_MOVE:
            assert found.lines[0].score == WIN_SCORE - 1


def test_a_loser_of_three_may_choose_who_wins() -> None:
    tree = MctsTree(3, node_capacity(1, 3))
    position = Choice()
    tree.grow(position, 200)
    assert tree.proven_result(0) == (ONGOING, 0)
    assert {tree.proven_result(child)[0] for child in tree.rank_children(0, 0)} == {1, 2}
    position.first = 2  # now seat 2 wins either way
    tree.reset_tree(0)
    tree.grow(position, 200)
    assert tree.proven_result(0) == (2, 1)


class Choice(Position):
    """Seat 0 names the winner, which is one of the other two."""

    def __init__(self) -> None:
        super().__init__(seats=3)
        self.first = 1

    def generate(self, out: list[int], at: int) -> int:  # type: ignore[override]
        out[at], out[at + 1] = self.first, 2
        return at + 2

    def play(self, move: int) -> None:
        self.verdict = move

    def undo(self) -> None:
        self.verdict = ONGOING


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("kind", ["play-outs", "judged"])
def test_the_same_seed_grows_the_same_tree(name: str, kind: str) -> None:
    game = load(name)
    position = game.new()
    count = 200 if mode.compiled() else 20
    trees = []
    for seed in (5, 5, 6):
        searcher = monte(kind, seed)
        searcher.search(position, Limits(nodes=7))  # what came before does not matter
        found = searcher.search(position, Limits(nodes=count, lines=200))
        tree = searcher.tree
        assert tree is not None
        assert found.nodes == count == tree.node_visits(0)
        assert sum(tree.node_visits(child) for child in tree.rank_children(0, 0)) == count
        trees.append(
            (found.lines, [(tree.node_move(i), tree.node_visits(i)) for i in range(tree.used)])
        )
    assert trees[0] == trees[1]
    assert trees[0] != trees[2]


@pytest.mark.parametrize(
    ("kind", "scores", "visits"),
    [
        ("play-outs", [78, 57, 30, -36], [31, 28, 27, 22, 22, 20]),
        ("judged", [-7, -7, -7, -7], [25] * 6),
    ],
)
def test_both_engines_grow_this_tree(kind: str, scores: list[int], visits: list[int]) -> None:
    game = load("forge", reach=2, onyx_embers=0, amber_embers=0, turn_limit=60)
    searcher = MctsSearch(
        Eager if kind == "judged" else None, kind == "judged", seed=1, mebibytes=1
    )
    found = searcher.search(game.new(), Limits(nodes=150, lines=4))
    assert [line.score for line in found.lines] == scores
    assert searcher.tree is not None
    assert [
        searcher.tree.node_visits(child) for child in searcher.tree.rank_children(0, 0)
    ] == visits


@pytest.mark.parametrize("kind", ["play-outs", "judged"])
def test_memory_is_limited(kind: str) -> None:
    position = load("caldera").new()
    evaluator = Quick() if kind == "judged" else None
    tree = MctsTree(2, 300, evaluator, kind == "judged", playout_plies=10)
    tree.grow(position, 200)
    assert 250 < tree.used <= 300
    assert tree.node_visits(0) == 200


def test_play_outs_end_at_their_limit_as_draws_or_judged() -> None:
    position = load("ludus").new()
    drawn = MctsSearch(playout_plies=3, mebibytes=1).search(position, Limits(nodes=60))
    assert drawn.lines[0].score == 0
    evaluated = MctsSearch(Eager, playout_plies=3, mebibytes=1).search(position, Limits(nodes=5))
    # Three plies after the child of the root seat 0 moves, and is told 300.
    assert evaluated.lines[0].score == pytest.approx(300, abs=1)


def test_the_evaluator_judges_leaves_and_urgency_is_tried_first() -> None:
    searcher = MctsSearch(Eager, evaluate_leaves=True, mebibytes=1)
    found = searcher.search(load(TICTACTOE).new(), Limits(nodes=1))
    assert found.lines == [
        PrincipalVariation(-100, [7])
    ]  # seat 1 is to move then, and its score is 100
    found = searcher.search(load(TICTACTOE).new(), Limits(nodes=50))
    assert found.lines[0].moves[0] == 7


def test_the_chances_of_three_seats_make_one() -> None:
    tree = MctsTree(3, 1000, Eager(), True)
    tree.grow(load("pyramids").new(0, 3), 1)
    odds = [1 / (1 + 2.718281828459045 ** (-score / 400)) for score in (300, 100, -100)]
    means = [tree.mean_value(0, seat) for seat in range(3)]
    assert means == pytest.approx([chance / sum(odds) for chance in odds])


def test_a_low_temperature_of_priors_tries_fewer_moves() -> None:
    game = load("pyramids")
    tried = []
    for temperature in (400, 50):
        evaluator = game.evaluator(trained=False)
        evaluator.prior_temperature = temperature
        tree = MctsTree(3, node_capacity(8, 3), evaluator, True)
        position = game.search_position(game.new(4, 3))
        tree.grow(position, 300)
        ranked = tree.rank_children(0, position.to_move)
        tried.append(len(ranked))
        best = tree.best_child(0, position.to_move)
        assert best == ranked[0]
        assert sum(tree.node_visits(child) for child in ranked) == 300
        chance = tree.mean_value(best, 1)
        assert tree.seat_score(best, 1) == pytest.approx(
            400 * math.log(chance / (1 - chance)), abs=1
        )
    assert tried[1] < tried[0] < 300


def test_time_and_another_thread_end_it() -> None:
    searcher = MctsSearch(mebibytes=1)
    found = searcher.search(load("ludus").new(), Limits(seconds=0.05))
    assert found.nodes > 0
    threading.Timer(0.1, searcher.stop).start()
    began = time.monotonic()
    found = searcher.search(load("ludus").new(), Limits(seconds=60))
    assert 0 < found.seconds < 30 > time.monotonic() - began
    assert searcher.search(load("ludus").new(), Limits(nodes=5)).nodes == 5


def test_without_an_evaluator_nothing_is_judged() -> None:
    with pytest.raises(ValueError, match="evaluator"):
        MctsSearch(evaluate_leaves=True)


def test_scores_of_open_games_are_not_those_of_decided_ones() -> None:
    found = MctsSearch(mebibytes=1).search(load("caldera").new(), Limits(nodes=30, lines=50))
    assert all(abs(line.score) < DECIDED_SCORE for line in found.lines)
