"""The searcher agrees with a full search, keeps its limits and is reproducible."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

from ludarium import DRAW, ONGOING, AnyGame, Position, games, load, mode
from ludarium.core.constants import DECIDED_SCORE, WIN_SCORE
from ludarium.core.evaluator import Evaluator, WrongPosition
from ludarium.core.legal_moves import legal_moves
from ludarium.search import limits
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits, SearchStuck, join_stopped_search
from ludarium.search.maxn import MaxnSearch
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.searcher import Searcher, SearchResult
from ludarium.search.solve import solve_position
from ludarium.search.table import TranspositionTable
from tests.search.ring import Ring

TICTACTOE = str(Path(__file__).parents[2] / "examples/tictactoe/tictactoe.py") + ":TicTacToe"
POSITIONS = 12 if mode.compiled() else 3
NODES = 3000 if mode.compiled() else 500


class Odd(Evaluator):
    """Arbitrary scores, with pruning switched off."""

    def __init__(self) -> None:
        super().__init__()
        self.futility_margin = 20_000
        self.late_move_count = 10_000
        self.reduction_percent = 0
        self.quiescence_depth = 0

    def by_hand(self, position: Position, seat: int) -> int:
        return position.key() % 401 - 200 + 50 * seat


def positions(game: AnyGame, count: int, seats: int = 2) -> list[Position]:
    """Running positions of random games."""
    rng = random.Random(game.id)
    found: list[Position] = []
    while len(found) < count:
        position = game.new(len(found), seats)
        for _ in range(rng.randrange(40)):
            moves = game.moves(position)
            if not moves:
                break
            game.advance(position, rng.choice(moves))
        if position.verdict == ONGOING:
            found.append(position)
    return found


def plain(position: Position, hero: int, depth: int, ply: int = 0) -> int:
    """The value for one seat against the others by a full search."""
    if position.verdict == ONGOING:
        moves = legal_moves(position)
        if moves and depth:
            mover = position.to_move
            values = []
            for move in moves:
                position.play(move)
                values.append(plain(position, hero, depth - 1, ply + 1))
                position.undo()
            return max(values) if mover == hero else min(values)
        if moves:
            if position.seats > 2:
                return Odd().score(position, hero)
            value = Odd().score(position, position.to_move)
            return value if position.to_move == hero else -value
        position.no_moves_verdict()
    if position.verdict == DRAW:
        return 0
    return WIN_SCORE - ply if position.verdict == hero else ply - WIN_SCORE


def look(game: AnyGame, position: Position, limits: Limits) -> SearchResult:
    return Searcher(game.evaluator, mebibytes=1).search(game.search_position(position), limits)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("depth", [1, 2])
def test_without_pruning_it_is_minimax(name: str, depth: int) -> None:
    game = load(name)
    for position in positions(game, POSITIONS, game.seat_counts[-1]):
        found = Searcher(Odd, mebibytes=1).search(position, Limits(depth=depth, nodes=10**9))
        value = plain(position, position.to_move, depth)
        assert found.lines[0].score == value or abs(value) > DECIDED_SCORE


def test_what_one_of_three_seats_found_does_not_mislead_the_next() -> None:
    searcher = Searcher(Odd, mebibytes=1)
    # Less and less deep, so that the entries of the table would be enough.
    for depth, past in ((5, ()), (4, (0,)), (3, (0, 1)), (3, (0, 2))):
        found = searcher.search(Ring(*past), Limits(depth=depth))
        assert found.lines[0].score == plain(Ring(*past), len(past) % 3, depth)


@pytest.mark.parametrize("name", games())
def test_several_lines_are_the_best_moves_in_order(name: str) -> None:
    game = load(name)
    for position in positions(game, POSITIONS):
        moves = legal_moves(position)
        found = Searcher(Odd, mebibytes=1).search(position, Limits(depth=1, nodes=10**9, lines=4))
        assert len(found.lines) == min(4, len(moves))
        scores = []
        for move in moves:
            after = position.copy()
            after.play(move)
            scores.append(plain(after, position.to_move, 0, 1))
        scores.sort(reverse=True)
        assert [line.score for line in found.lines] == scores[: len(found.lines)]
        assert len({line.moves[0] for line in found.lines}) == len(found.lines)


@pytest.mark.parametrize("name", games())
def test_no_two_lines_begin_alike_wherever_it_is_broken_off(name: str) -> None:
    game = load(name)
    outlook = game.search_position(positions(game, 1)[0])
    for nodes in range(50, 3000 if mode.compiled() else 400, 90):
        lines = Searcher(Odd, mebibytes=1).search(outlook, Limits(nodes=nodes, lines=4)).lines
        assert len({line.moves[0] for line in lines}) == len(lines)


@pytest.mark.parametrize("name", games())
def test_lines_can_be_played(name: str) -> None:
    game = load(name)
    for position in positions(game, POSITIONS):
        outlook = game.search_position(position)
        for line in look(game, position, Limits(nodes=NODES, lines=3)).lines:
            walk = outlook.copy()
            for move in line.moves:
                assert move in legal_moves(walk)
                walk.play(move)


@pytest.mark.parametrize("name", games())
def test_the_same_nodes_give_the_same_answer(name: str) -> None:
    game = load(name)
    searcher = Searcher(game.evaluator, mebibytes=1, noise=20, seed=5)
    for position in positions(game, 3):
        limits = Limits(nodes=NODES)
        first = searcher.search(game.search_position(position), limits)
        searcher.forget()
        second = searcher.search(game.search_position(position), limits)
        searcher.forget()
        assert first._replace(seconds=0) == second._replace(seconds=0)
        assert first.nodes <= NODES


def test_tic_tac_toe_is_a_draw() -> None:
    game = load(TICTACTOE)
    found = look(game, game.new(), Limits(depth=10, nodes=10**9))
    assert found.lines[0].score == 0
    assert len(found.lines[0].moves) == 9


def test_a_win_in_one_is_reported_as_such() -> None:
    game = load(TICTACTOE)
    position = game.new()
    for move in (0, 3, 1, 4):
        position.play(move)
    found = look(game, position, Limits(depth=5, nodes=10**6))
    assert found.lines[0].moves == [2]
    assert plies_to_end(found.lines[0].score) == 1


def test_time_and_a_stop_end_it() -> None:
    game = load("caldera")
    searcher = Searcher(game.evaluator, mebibytes=1, threads=2)
    found = searcher.search(game.new(), Limits(seconds=0.2))
    assert found.lines[0].moves
    threading.Timer(0.2, searcher.stop).start()
    began = time.monotonic()
    found = searcher.search(game.new(), Limits())
    assert found.lines[0].moves
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("name", games())
def test_positions_of_another_class_are_refused(name: str) -> None:
    game = load(name)
    wrong = [load("caldera" if name == "forge" else "forge").new()]
    wrong += [game.new()] if name == "pyramids" else []  # searched by whole turns only
    for position in wrong:
        for search in (
            Searcher(game.evaluator, mebibytes=1),
            MctsSearch(game.evaluator, evaluate_leaves=True),
            MaxnSearch(game.evaluator()),
        ):
            with pytest.raises(WrongPosition, match=type(position).__name__):
                search.search(position, Limits(nodes=10))
        with pytest.raises(WrongPosition):
            solve_position(position, 10, evaluator=game.evaluator())
        with pytest.raises(WrongPosition):
            game.evaluator().score(position, 0)


def test_a_search_that_does_not_stop_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STOP_SEARCH_S", 0.01)
    end = threading.Event()
    stuck = threading.Thread(target=lambda: end.wait(600), daemon=True)
    stuck.start()
    with pytest.raises(SearchStuck):
        join_stopped_search(stuck)
    end.set()


def test_the_table_keeps_what_is_put_into_it() -> None:
    table = TranspositionTable(1)
    table.put_entry(12345 << 20, 77, -29_990, 9, 1)
    at = table.find_slot(12345 << 20)
    assert table.entry_at(at) >> 32 == 77
    assert table.find_slot(54321 << 20) == -1
    table.clear()
    assert table.find_slot(12345 << 20) == -1


def test_old_entries_make_room() -> None:
    table = TranspositionTable(1)
    for i in range(4):
        table.put_entry(i << 40, i, 0, 50, 1)
    for _ in range(10):
        table.start_generation()
    table.put_entry(9 << 40, 9, 0, 1, 1)
    assert table.find_slot(9 << 40) >= 0
    assert sum(table.find_slot(i << 40) >= 0 for i in range(4)) == 3
