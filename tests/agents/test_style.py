"""Styles: what a bold and a trading player prefer can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ludarium import AnyGame, Position, games, load, mode
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.style import (
    count_tokens,
    find_style,
    mean_distance,
    read_styles,
    style_share,
)
from ludarium.arena.report.dial import styled_level
from ludarium.core.position import ONGOING
from tests.agents.sampling import TICTACTOE, played

NODES = 400 if mode.compiled() else 150
POSITIONS = 150 if mode.compiled() else 40


@pytest.mark.parametrize("name", [*games(), TICTACTOE])
@pytest.mark.parametrize("level", ["4-bold", "8-trader"])
def test_a_style_plays_legal_moves_and_the_same_ones_again(name: str, level: str) -> None:
    game = load(name)

    def moves() -> list[int]:
        player = LevelPlayer(game, level, 3, nodes=NODES)
        position = game.new(1)
        chosen: list[int] = []
        while position.verdict == ONGOING and len(chosen) < 4:
            chosen.append(player.choose_move(position))
            assert chosen[-1] in game.moves(position)
            game.advance(position, chosen[-1])
        return chosen

    assert moves() == moves()


def turn_of(player: LevelPlayer, position: Position) -> list[int]:
    """The moves of a whole turn; the position is not changed."""
    after = position.copy()
    moves = []
    while after.verdict == ONGOING and after.to_move == position.to_move:
        moves.append(player.choose_move(after))
        player.game.advance(after, moves[-1])
    return moves


def middle_positions(game: AnyGame, count: int) -> Iterator[Position]:
    """Running positions after some random moves."""
    rng = Random(game.id)
    for number in range(count):
        position = game.new(number)
        for _ in range(rng.randrange(6, 30)):
            if position.verdict == ONGOING:
                game.advance(position, rng.choice(game.moves(position)))
        if position.verdict == ONGOING:
            yield position


@pytest.mark.parametrize("name", games())
def test_a_preference_is_a_share_of_its_points(name: str) -> None:
    game = load(name)
    position = game.new()
    for move in game.moves(position):
        for style in ("bold", "trader"):
            assert -1 <= style_share(game, position, [move], style) <= 1
        assert style_share(game, position, [move], "steady") == 0


def test_every_style_has_terms_in_every_game() -> None:
    written = read_styles()
    assert set(written) <= {"default", *games()}
    for name in (*games(), "tictactoe"):
        for style in ("bold", "trader"):
            assert find_style(name, style).points > 0
            assert find_style(name, style).nodes > 0
        assert find_style(name, "steady").points == 0


def test_to_come_nearer_is_bold() -> None:
    game = load("caldera")
    position = game.new()

    def nearer(move: int) -> float:
        before = mean_distance(game.scene(position), 0)
        return before - mean_distance(game.scene(played(game, position, move)), 0)

    moves = sorted(game.moves(position), key=nearer)
    bold = [style_share(game, position, [move], "bold") for move in moves]
    assert bold == sorted(bold)
    assert bold[0] < bold[-1]


def test_to_take_and_to_leave_less_is_trading() -> None:
    game = load("caldera")

    def counted(position: Position, move: int) -> tuple[int, int]:
        after = played(game, position, move)
        taken = count_tokens(game.scene(position)) - count_tokens(game.scene(after))
        return taken, -len(game.moves(after))

    takes = 0
    for position in middle_positions(game, POSITIONS):
        going = [m for m in game.moves(position) if played(game, position, m).verdict == ONGOING]
        shares = {move: style_share(game, position, [move], "trader") for move in going}
        by_count = sorted(going, key=lambda move: counted(position, move))
        takes += counted(position, by_count[-1])[0]
        assert shares[by_count[-1]] == max(shares.values())
    assert takes


@pytest.mark.parametrize("style", ["bold", "trader"])
@pytest.mark.parametrize("name", games())
def test_a_style_plays_more_of_what_it_prefers(name: str, style: str) -> None:
    game = load(name)
    level = styled_level(game.id)
    players = [LevelPlayer(game, each, 1, NODES) for each in (level, f"{level}-{style}")]
    liked = [0.0, 0.0]
    for position in middle_positions(game, POSITIONS):
        for number, player in enumerate(players):
            player.forget()
            liked[number] += style_share(game, position, turn_of(player, position), style)
    assert liked[1] > liked[0]
