"""The players of the package as contenders: the same seed gives the same game."""

from __future__ import annotations

import pytest

from ludarium import load
from ludarium.agents import time_control
from ludarium.agents.built_in_contender import BuiltInContender
from ludarium.agents.contender import Forfeit
from ludarium.agents.move_chooser import FirstPlayer
from ludarium.agents.player_spec import open_contender
from ludarium.agents.time_control import GameClocks
from ludarium.core.match import Match
from tests.agents.bouts import bout
from tests.agents.sampling import TICTACTOE

FREE = GameClocks(time_control.read_time_control("none"), 2).allowance(0)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("pyramids", "random"),
        ("pyramids", "first"),
        ("skysummit", "random"),
        ("forge", "first"),
        ("forge", "greedy"),
        ("forge", "easy"),
        ("forge", "search:nodes=50"),
        ("forge", "mcts:iterations=5"),
    ],
)
def test_players_of_our_own_play_to_the_end_and_the_same_again(name: str, written: str) -> None:
    game = load(name)
    seats = game.seat_counts[-1]
    control = time_control.read_time_control("nodes=40")
    games = [
        bout(game, [open_contender(written), *[open_contender("random")] * (seats - 1)], control, 3)
        for _ in range(2)
    ]
    moves, again = (played.match.moves for played in games)
    assert moves == again
    told = [reply.infos for seat, reply in games[0].replies if seat == 0]
    assert told == [reply.infos for seat, reply in games[1].replies if seat == 0]
    searched = written not in ("random", "first", "easy")
    assert any(told) == searched


def test_random_draws_by_its_seed() -> None:
    game = load("skysummit")
    moves = [
        bout(game, [open_contender("random"), open_contender("first")], seed=seed).match.moves
        for seed in (1, 2)
    ]
    assert moves[0] != moves[1]


def test_first_takes_the_first_and_greedy_wins_when_it_can() -> None:
    game = load(TICTACTOE)
    match = Match(game)
    for cell in (8, 3, 7, 4):
        match.play(cell)
    for written, move in (("first", 0), ("greedy", 6)):
        contender = open_contender(written)
        contender.start_game(game, 0, 2, 0, True)
        assert contender.request_move(match, FREE).move == move


def test_one_of_our_own_that_is_too_late_loses_too() -> None:
    contender = BuiltInContender(lambda game, seed, nodes: FirstPlayer(game))
    game = load("forge")
    contender.start_game(game, 0, 2, 0, True)
    with pytest.raises(Forfeit) as forfeit:
        contender.request_move(Match(game), FREE._replace(seconds=0.0))
    assert forfeit.value.code == "timeout"
