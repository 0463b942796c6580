"""Units: every seating of a group, points that add up, and games that count once."""

from __future__ import annotations

from collections import Counter

import pytest

from ludarium.arena.formats.unit import (
    EventProgress,
    GameResult,
    format_points,
    lineups,
    points_of,
)
from ludarium.arena.run.game_loop import share_points
from tests.arena.events import unit


@pytest.mark.parametrize(
    ("group", "seats", "games"),
    [((0, 1), 2, 2), ((0, 1), 3, 6), ((4, 2, 7), 3, 6), ((5,), 2, 1)],
)
def test_everybody_sits_everywhere_equally_often(
    group: tuple[int, ...], seats: int, games: int
) -> None:
    found = lineups(group, seats)
    assert len(found) == len(set(found)) == games
    for seat in range(seats):
        held = Counter(lineup[seat] for lineup in found)
        assert held == dict.fromkeys(group, games // len(group))


@pytest.mark.parametrize(
    ("lineup", "winner", "fault", "expected"),
    [
        ((0, 1), 1, None, (0.0, 1.0)),
        ((0, 1), None, None, (0.5, 0.5)),
        ((0, 1, 2), None, None, (1 / 3, 1 / 3, 1 / 3)),
        ((0, 1, 2), None, 1, (0.5, 0.0, 0.5)),
        ((0, 1, 0), None, 0, (0.0, 1.0, 0.0)),
        ((0, 0, 0), None, 0, (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_a_game_is_worth_one_point_and_a_fault_none(
    lineup: tuple[int, ...], winner: int | None, fault: int | None, expected: tuple[float, ...]
) -> None:
    assert share_points(lineup, winner, fault) == expected
    assert sum(expected) == pytest.approx(1)


def test_the_points_of_a_unit_are_shared_by_its_group() -> None:
    games = unit(0, [1.0, 0.5])
    assert points_of(games, 0) == 1.5
    assert points_of(games, 1) == 0.5


def test_a_game_that_comes_twice_counts_once() -> None:
    progress = EventProgress(2)
    first, second = unit(4, [1.0, 0.0])
    assert not progress.add(first)
    assert not progress.add(first)
    assert progress.count == 1
    assert progress.add(second)
    assert not progress.add(second)
    assert progress.complete == {4: [first, second]}


def test_a_unit_is_in_the_order_of_its_games_however_they_came() -> None:
    first, second = unit(0, [1.0, 0.0])
    assert EventProgress(2, [second, first]).complete == {0: [first, second]}


def test_three_seats_need_all_six_games() -> None:
    games = [
        GameResult(0, at, 0, lineup, (1.0, 0.0, 0.0))
        for at, lineup in enumerate(lineups((0, 1), 3))
    ]
    assert not EventProgress(3, games[:5]).complete
    assert 0 in EventProgress(3, games).complete


@pytest.mark.parametrize(
    ("points", "written"),
    [(0, "0"), (2.5, "2.5"), (2 / 3, "0.67"), (123456.5, "123456.5"), (10, "10")],
)
def test_points_have_at_most_two_decimals(points: float, written: str) -> None:
    assert format_points(points) == written
