"""Knockouts: the bracket, byes, and ties that need more openings."""

from __future__ import annotations

import pytest

from ludarium.arena.formats.knockout import (
    EXTRA_OPENINGS,
    KnockoutFormat,
    knockout_rounds,
    seeded_places,
)
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import GameResult
from tests.arena.events import event, unit


def knockout(count: int, each: int = 1) -> KnockoutFormat:
    given = event([f"p{number}=random" for number in range(count)], format="knockout", each=each)
    plan = open_format(given)
    assert isinstance(plan, KnockoutFormat)
    return plan


def play_out(plan: KnockoutFormat, score: float = 1.0) -> dict[int, list[GameResult]]:
    """Play all units; the better seed makes `score` in every game."""
    complete: dict[int, list[GameResult]] = {}
    while missing := [one for one in plan.units(complete) if one.number not in complete]:
        before = list(plan.units(complete))
        for one in missing:
            first, second = one.group
            made = [score if first < second else 1 - score] * 2
            complete[one.number] = unit(one.number, made, (first, second))
        assert plan.units(complete)[: len(before)] == before, "the list only grows"
    return complete


def test_the_first_seeds_meet_last() -> None:
    assert seeded_places(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert seeded_places(5) == [0, None, 3, 4, 1, None, 2, None]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_the_better_seed_wins_after_as_many_rounds_as_needed(count: int) -> None:
    plan = knockout(count)
    rounds = plan.bracket(play_out(plan))
    assert len(rounds) == knockout_rounds(count)
    assert rounds[-1][0].winner == 0
    assert plan.total() == 2 * (count - 1)


def test_the_next_round_waits_for_all_ties() -> None:
    plan = knockout(4)
    first = plan.units({})
    assert [one.group for one in first] == [(0, 3), (1, 2)]
    assert len(plan.units({0: unit(0, [1, 1], (0, 3))})) == 2
    done = {0: unit(0, [0, 0], (0, 3)), 1: unit(1, [1, 1], (1, 2))}
    assert [one.group for one in plan.units(done)[2:]] == [(3, 1)]


def test_a_level_tie_plays_on_and_then_the_better_seed_goes_on() -> None:
    plan = knockout(2, each=2)
    complete = play_out(plan, 0.5)
    assert len(complete) == 2 + EXTRA_OPENINGS
    [[tie]] = plan.bracket(complete)
    assert tie.winner == 0
    assert tie.points == (len(complete), len(complete))
    assert plan.total() == 2 * len(complete)
