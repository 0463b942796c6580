"""Correction history learns the errors of static evaluations, within bounds."""

from __future__ import annotations

from ludarium import load
from ludarium.core.evaluator import Evaluator
from ludarium.search.bounds import CORRECTION_POINTS
from ludarium.search.correction_history import CorrectionHistory
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher

MOVE, OTHER_MOVE = 77, 78
ALPHA, BETA, DEPTH = 0, 50, 6
WIN_IN_TWO = 29_998


def learn(static: int, value: int) -> int:
    """The correction after one search of a position with this static evaluation."""
    history = CorrectionHistory()
    history.learn_value(MOVE, static, value, ALPHA, BETA, DEPTH)
    return history.read_points(MOVE)


def test_a_correction_has_the_sign_of_the_error() -> None:
    assert learn(-100, 20) > 0
    assert learn(100, 20) < 0
    assert learn(100, 20) == -learn(-60, 20)


def test_a_bound_teaches_nothing_on_its_other_side() -> None:
    assert learn(90, 60) == 0  # the value may be any above beta
    assert learn(-90, -60) == 0  # or any below alpha
    assert learn(10, 60) > 0
    assert learn(10, -60) < 0


def test_a_decided_value_teaches_nothing() -> None:
    assert learn(0, WIN_IN_TWO) == learn(0, -WIN_IN_TWO) == 0


def test_a_correction_stays_within_its_limit() -> None:
    history = CorrectionHistory()
    for _ in range(1000):
        history.learn_value(MOVE, 0, 10_000, -20_000, 20_000, 40)
    assert CORRECTION_POINTS // 2 < history.read_points(MOVE) <= CORRECTION_POINTS
    assert history.read_points(OTHER_MOVE) == 0
    history.clear()
    assert history.read_points(MOVE) == 0


def test_a_new_game_begins_without_corrections() -> None:
    game = load("skysummit")
    position = game.new(1, 2)
    for number in range(6):
        game.advance(position, game.moves(position)[number])

    def make() -> Evaluator:
        evaluator = game.evaluator(trained=False)
        evaluator.corrects_evals = True
        evaluator.singular_depth = 4
        return evaluator

    searcher = Searcher(make, mebibytes=1)
    limits = Limits(depth=5, nodes=1 << 60)
    first = searcher.search(position, limits)
    searcher.forget()
    again = searcher.search(position, limits)
    assert (again.nodes, again.lines) == (first.nodes, first.lines)
