"""Searches and levels as players: the smallest limit of nodes, depth and time holds."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import load
from ludarium.agents.fixed_limit_player import DEFAULT_MOVE_NODES, FixedLimitPlayer
from ludarium.agents.level_player import (
    ANSWER_MARGIN_S,
    MIN_SEARCH_S,
    LevelPlayer,
)
from ludarium.agents.player_spec import read_player_spec
from ludarium.search.limits import Limits


def test_a_search_has_knobs_and_the_least_limit_holds() -> None:
    game = load("forge")
    player = read_player_spec("search:nodes=500,depth=3,threads=2").make_player(game, nodes=300)
    assert isinstance(player, FixedLimitPlayer)
    assert player.limits == Limits(nodes=300, depth=3)
    assert read_player_spec("search:nodes=100").make_player(game, nodes=300).limits.nodes == 100  # type: ignore[attr-defined]
    level = read_player_spec("master").make_player(game, nodes=300)
    assert isinstance(level, LevelPlayer)
    assert level.nodes == 300
    level.choose_move(game.new())
    assert level.searcher is not None
    assert len(level.searcher.searches) == 1


@pytest.mark.parametrize(
    ("written", "seconds", "limits"),
    [
        ("search", 0.0, Limits(nodes=DEFAULT_MOVE_NODES)),
        ("search", 0.5, Limits(seconds=0.5)),
        ("search:seconds=2", 0.5, Limits(seconds=0.5)),
        ("search:seconds=0.25", 0.5, Limits(seconds=0.25)),
        # By nodes the same moves come out on any machine, so the clock must not meddle.
        ("search:nodes=70", 0.5, Limits(nodes=70)),
        ("search:depth=3", 0.5, Limits(depth=3)),
        ("mcts:iterations=70", 0.5, Limits(nodes=70)),
    ],
)
def test_a_search_without_a_limit_of_its_own_keeps_to_the_clock(
    written: str, seconds: float, limits: Limits
) -> None:
    game = load("forge")
    player = read_player_spec(written).make_player(game)
    assert isinstance(player, FixedLimitPlayer)
    asked = []
    search = player.search

    class Asked:
        def search(self, position: Any, limits: Limits) -> Any:
            asked.append(limits)
            return search.search(position, Limits(nodes=10))

        def forget(self) -> None:
            pass

    player.search = Asked()
    player.limit_time(seconds)
    player.choose_move(game.new())
    assert asked == [limits]


def test_a_level_in_a_hurry_thinks_no_longer_than_it_may() -> None:
    game = load("forge")
    player = read_player_spec("hard").make_player(game)
    assert isinstance(player, LevelPlayer)
    player.limit_time(0.01)
    player.choose_move(game.new())
    assert player.searcher is not None
    asked = []
    think = player.searcher.search

    def asking(position: Any, limits: Limits, report: Any = None) -> Any:
        asked.append(limits.seconds)
        return think(position, Limits(nodes=10))

    player.searcher.search = asking  # type: ignore[method-assign]
    for most in (0.01, 0.0):
        player.limit_time(most)
        player.lateness_s = 0.0
        player.choose_move(game.new())
    for lateness in (0.3, 5.0):
        player.lateness_s = lateness
        player.choose_move(game.new())
    hurried, calm, late, later = asked
    assert hurried <= 0.01
    assert calm > 0.5
    # What was late before is taken from the time of the next answer.
    assert 0.05 < late <= 1.0 - ANSWER_MARGIN_S - 2 * 0.3 + 1e-9
    assert later == MIN_SEARCH_S
