"""Max-n agrees with a full search of the tree and keeps its limits."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from ludarium import DRAW, ONGOING, AnyGame, Position, games, load, mode
from ludarium.core.constants import WIN_SCORE
from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal_moves
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits
from ludarium.search.maxn import MaxnSearch
from ludarium.search.searcher import PrincipalVariation
from tests.search.ring import Ring

TICTACTOE = str(Path(__file__).parents[2] / "examples/tictactoe/tictactoe.py") + ":TicTacToe"
POSITIONS = 8 if mode.compiled() else 2


class Odd(Evaluator):
    """Arbitrary scores, few enough that some are equal."""

    def by_hand(self, position: Position, seat: int) -> int:
        return position.key() // (seat + 1) % 41 - 20

    def move_urgency(self, position: Position, move: int) -> int:
        return move % 5


def positions(game: AnyGame, count: int, seats: int) -> list[Position]:
    """Positions of random games, some close to the end."""
    rng = random.Random(game.id)
    found: list[Position] = []
    while len(found) < count:
        history = [game.new(rng.randrange(1000), seats)]
        while moves := game.moves(history[-1]):
            history.append(history[-1].copy())
            game.advance(history[-1], rng.choice(moves))
        found.append(history[-2 if len(found) % 2 else rng.randrange(len(history) - 1)])
    return found


def finished(position: Position, ply: int) -> list[int] | None:
    """The scores of a game that is over."""
    if position.verdict == ONGOING:
        return None
    if position.verdict == DRAW:
        return [0] * position.seats
    return [
        WIN_SCORE - ply if s == position.verdict else ply - WIN_SCORE for s in range(position.seats)
    ]


def plain(position: Position, depth: int, ply: int = 0) -> list[int]:
    """The scores of all seats by a full search."""
    over = finished(position, ply)
    if over:
        return over
    if depth == 0:
        return [Odd().score(position, seat) for seat in range(position.seats)]
    moves = legal_moves(position)
    if not moves:
        position.no_moves_verdict()
        return finished(position, ply) or []
    mover = position.to_move
    found = []
    for move in moves:
        position.play(move)
        found.append(plain(position, depth - 1, ply + 1))
        position.undo()
    return max(found, key=lambda scores: (scores[mover], scores[mover] - sum(scores)))


def negamax(position: Position, depth: int, ply: int = 0) -> int:
    """The score of the seat to move of a game for two."""
    over = finished(position, ply)
    if over:
        return over[position.to_move]
    if depth == 0:
        return Odd().score(position, position.to_move)
    moves = legal_moves(position)
    if not moves:
        position.no_moves_verdict()
        return negamax(position, depth, ply)
    mover = position.to_move
    values = []
    for move in moves:
        position.play(move)
        turned = position.to_move != mover
        value = negamax(position, depth - 1, ply + 1)
        position.undo()
        values.append(-value if turned else value)
    return max(values)


def after(*moves: int) -> Position:
    """Tic-tac-toe after marks on these cells."""
    position: Position = load(TICTACTOE).new()
    for move in moves:
        position.play(move)
    return position


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("depth", [1, 2])
def test_two_seats_play_as_in_plain_negamax(name: str, depth: int) -> None:
    options: dict[str, Any] = {"ply_limit": 60} if name == "pyramids" else {}
    game = load(name, **options)
    for position in positions(game, POSITIONS, 2):
        before = position.key()
        found = MaxnSearch(Odd()).search(position, Limits(depth=depth))
        assert position.key() == before
        assert found.lines[0].score == negamax(position.copy(), depth)


@pytest.mark.parametrize("depth", [1, 2, 3] if mode.compiled() else [1, 2])
def test_three_seats_play_each_for_itself(depth: int) -> None:
    game = load("pyramids", ply_limit=60)
    decided = 0
    count = POSITIONS if depth < 3 else 4  # they have hundreds of thousands of continuations
    for position in positions(game, count, 3):
        found = MaxnSearch(Odd()).search(position, Limits(depth=depth, lines=100))
        scores = plain(position.copy(), depth)
        best = found.lines[0]
        assert best.score == scores[position.to_move]
        end = position.copy()
        for move in best.moves:
            assert move in legal_moves(end)
            end.play(move)
        if end.verdict == ONGOING and not legal_moves(end):
            end.no_moves_verdict()
        # The line leads to the very scores that were promised, to the others too.
        leads = finished(end, len(best.moves)) or [Odd().score(end, seat) for seat in range(3)]
        assert leads == scores
        decided += plies_to_end(best.score) is not None
    assert 0 < decided < count


def test_the_win_in_one_and_the_block_in_one() -> None:
    found = MaxnSearch(Evaluator()).search(after(0, 3, 1, 4), Limits(depth=4))
    assert found.lines[0] == PrincipalVariation(WIN_SCORE - 1, [2])
    assert found.depth == 1
    found = MaxnSearch(Evaluator()).search(after(4, 0, 2), Limits(depth=2, lines=9))
    assert found.lines[0].moves[0] == 6
    assert [plies_to_end(line.score) for line in found.lines] == [None, *[-2] * 5]


def test_it_ends_when_nothing_lies_deeper() -> None:
    found = MaxnSearch(Evaluator()).search(after(4, 0, 2, 6, 3, 5), Limits())
    assert found.depth == 3
    assert found.lines[0].score == 0


def test_among_equals_the_others_get_least() -> None:
    found = MaxnSearch(Spite()).search(Ring(), Limits(depth=1, lines=3))
    assert [line.moves[0] for line in found.lines] == [2, 0, 1]
    # The same choice one ply further down, where seat 1 makes it.
    found = MaxnSearch(Spite()).search(Ring(), Limits(depth=2, lines=3))
    assert all(line.moves[1] == 0 for line in found.lines)


class Spite(Evaluator):
    """The mover gains the same by two moves, but its neighbours lose more by one of them."""

    GAINS = (
        {0: (5, 0, 0), 1: (1, 0, 0), 2: (5, -3, 2)},
        {0: (-2, 4, 0), 1: (0, 4, 0), 2: (0, 4, -1)},
    )

    def by_hand(self, position: Position, seat: int) -> int:
        assert isinstance(position, Ring)
        return sum(self.GAINS[i][move][seat] for i, move in enumerate(position.past))


class Narrow(Evaluator):
    """Move 1 is urgent, though move 2 is worth most."""

    def move_urgency(self, position: Position, move: int) -> int:
        return int(move == 1)

    def by_hand(self, position: Position, seat: int) -> int:
        assert isinstance(position, Ring)
        return sum(move for i, move in enumerate(position.past) if i % 3 == seat)


def test_only_so_many_moves_are_looked_at() -> None:
    found = MaxnSearch(Narrow()).search(Ring(), Limits(depth=3))
    assert found.lines == [PrincipalVariation(2, [2, 2, 2])]
    assert found.nodes == 3 + 12 + 39
    found = MaxnSearch(Narrow(), width=1).search(Ring(), Limits(depth=3))
    # All moves of the root once, then the best of them; below it the most urgent.
    assert found.lines == [PrincipalVariation(2, [2, 1, 1])]
    assert found.nodes == 3 + 2 + 3


def test_a_winning_move_needs_no_depth() -> None:
    class Knows(Evaluator):
        def winning_move(self, position: Position) -> int:
            for move in legal_moves(position):
                position.play(move)
                won = position.verdict >= 0
                position.undo()
                if won:
                    return move
            return 0xFFFFFFFF

    found = MaxnSearch(Knows()).search(after(4, 0, 2), Limits(depth=1, lines=9))
    assert found.lines[0].moves == [6]
    assert [(plies_to_end(line.score), line.moves[1]) for line in found.lines[1:]] == [(-2, 6)] * 5


@pytest.mark.parametrize("nodes", [1, 7, 100, 2000])
def test_it_looks_at_exactly_so_many_nodes(nodes: int) -> None:
    position = load("pyramids").new(0, 3)
    found = MaxnSearch(Odd()).search(position, Limits(nodes=nodes))
    assert found.nodes == nodes
    assert found.lines[0].moves[0] in legal_moves(position)
    again = MaxnSearch(Odd()).search(position, Limits(nodes=nodes))
    assert again.lines == found.lines
    assert again.depth == found.depth


def test_time_and_another_thread_end_it() -> None:
    searcher = MaxnSearch(Evaluator())
    assert searcher.search(load("ludus").new(), Limits(seconds=0.05)).nodes > 0
    threading.Timer(0.1, searcher.stop).start()
    assert searcher.search(load("ludus").new(), Limits(seconds=60)).seconds < 30
    assert searcher.search(load("ludus").new(), Limits(nodes=5)).nodes == 5
