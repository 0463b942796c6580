"""Attention: weak levels overlook what is far, quiet or diagonal, and seldom what is plain."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from ludarium import games, load
from ludarium.agents.attention import move_weight, notice_chance
from ludarium.agents.glance import GlanceChooser
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import find_level
from ludarium.agents.searcher_factory import make_evaluator, make_searcher
from ludarium.core.position import ONGOING
from tests.agents.sampling import TICTACTOE

PLAIN = ("board:3,3", "board:3,4")


def test_what_is_far_quiet_or_diagonal_is_harder_to_notice() -> None:
    plain = move_weight(PLAIN, [("board", 3, 5)], quiet=False)
    assert move_weight(PLAIN, [("board", 3, 5)], quiet=True) > plain
    assert move_weight(("board:3,3", "board:4,4"), [("board", 3, 5)], quiet=False) > plain
    assert move_weight(("board:3,0", "board:3,4"), [("board", 3, 5)], quiet=False) > plain
    assert move_weight(PLAIN, [("board", 9, 9)], quiet=False) > plain
    assert move_weight(PLAIN, [("sky", 3, 4)], quiet=False) > plain
    worst = move_weight(("board:0,0", "board:6,6"), [("board", 0, 0)], quiet=True)
    assert worst == pytest.approx(1.1)
    assert plain == pytest.approx(0.15)


def test_buttons_and_trays_have_no_distance() -> None:
    assert move_weight(("!pass",), [("board", 0, 0)], quiet=False) == pytest.approx(0.15)
    assert move_weight(("tray:2", "board:1,1"), [], quiet=False) == pytest.approx(0.15)


def test_attention_is_the_dial_between_nothing_and_all() -> None:
    for weight in (0.15, 0.5, 1.1):
        chances = [notice_chance(attention, weight) for attention in (0.001, 0.1, 0.5, 1.0)]
        assert all(one < other for one, other in pairwise(chances))
        assert chances[-1] == 1.0
    assert notice_chance(0.1, 0.15) > 0.7  # in plain sight
    assert notice_chance(0.1, 1.1) < 0.1  # far, quiet and diagonal


@pytest.mark.parametrize("name", [*games(), TICTACTOE])
def test_a_glance_plays_the_same_legal_game_again(name: str) -> None:
    game = load(name)

    def moves() -> list[int]:
        player = LevelPlayer(game, "3", 5, nodes=200)
        position = game.new(1)
        played: list[int] = []
        while position.verdict == ONGOING and len(played) < 6:
            legal = game.moves(position)
            played.append(player.choose_move(position))
            assert played[-1] in legal
            game.advance(position, played[-1])
        return played

    assert moves() == moves()


def test_a_glance_with_three_seats_plays_legal_moves() -> None:
    game = load("pyramids")
    position = game.new(1, 3)
    player = LevelPlayer(game, "4", 2, nodes=100)
    for _ in range(3):
        move = player.choose_move(position)
        assert move in game.moves(position)
        game.advance(position, move)


def test_an_overlooked_answer_does_not_count() -> None:
    """Full attention sees that a move loses at once; no attention takes it for a good one."""
    game = load("forge", "as_written")
    searcher, evaluator = make_searcher(game, mebibytes=1), make_evaluator(game)
    chooser = GlanceChooser(game, evaluator, searcher)
    level = replace(find_level("forge", "5"), noise=0)
    position = game.new()
    game.advance(position, game.move_from_notation(position, "a1-a2"))
    from random import Random

    def worst(attention: float) -> float:
        chosen = replace(level, attention=attention)
        beliefs = [
            score
            for seed in range(8)
            for score, _ in chooser.believed_scores(
                position, position.copy(), chosen, 20_000, 0.0, Random(seed)
            )
        ]
        return min(beliefs)

    assert worst(1.0) < -20_000 < worst(0.000_001)
