"""Ratings: published strengths come out, and intervals hold what they promise."""

from __future__ import annotations

import math
import random
from itertools import combinations

import choix
import numpy as np
import pytest

from ludarium.arena.formats.unit import GameResult, lineups
from ludarium.arena.report.anchor import Anchor, read_anchor
from ludarium.arena.report.ratings import Z_95, rate_entrants
from ludarium.core.elo import ELO_PER_NAT
from ludarium.core.errors import InvalidOption
from tests.arena.events import event, unit

# Baseball, American League 1987: games that the row's team won against the column's; the fitted
# strengths are those of A. Agresti, Categorical Data Analysis, with Baltimore at 0.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
STRENGTHS = (1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0)


def season() -> dict[int, list[GameResult]]:
    pairs = [(row, col) for row in range(7) for col in range(7) for _ in range(WON[row][col])]
    return {
        number: [GameResult(number, 0, 0, pair, (1.0, 0.0))] for number, pair in enumerate(pairs)
    }


def test_the_strengths_of_a_textbook_come_out() -> None:
    found = rate_entrants(7, season(), Anchor(6))
    assert [one.elo / ELO_PER_NAT for one in found] == pytest.approx(STRENGTHS, abs=0.0006)
    assert all(one.settled for one in found)


def test_intervals_are_about_those_of_the_likelihood() -> None:
    # By the curvature alone, every game independent, as choix's likelihood has it.
    found = rate_entrants(7, season(), Anchor(6))
    chance = 1 / (1 + np.exp(np.subtract.outer(STRENGTHS, STRENGTHS)))
    weight = 13 * chance * (1 - chance)
    np.fill_diagonal(weight, 0)
    bend = np.diag(weight.sum(axis=1)) - weight
    errors = np.sqrt(np.diag(np.linalg.inv(bend[:6, :6])))
    ours = [one.reach / ELO_PER_NAT / Z_95 for one in found[:6]]
    assert ours == pytest.approx(errors, rel=0.12)


def test_the_same_strengths_as_another_implementation() -> None:
    data = [(row, col) for row in range(7) for col in range(7) for _ in range(WON[row][col])]
    theirs = choix.opt_pairwise(7, data, method="Newton-CG", tol=1e-10)
    ours = [one.elo / ELO_PER_NAT for one in rate_entrants(7, season())]
    assert ours == pytest.approx(theirs - theirs.mean(), abs=1e-4)


def test_three_seats_follow_the_choice_model() -> None:
    rng = random.Random(3)
    data, complete = [], {}
    for number in range(60):
        games = []
        for game, lineup in enumerate(lineups((0, 1, 2), 3)):
            winner = rng.choices(range(3), [(1.0, 2.0, 4.0)[who] for who in lineup])[0]
            others = tuple(who for who in lineup if who != lineup[winner])
            data.append((lineup[winner], others))
            points = tuple(float(seat == winner) for seat in range(3))
            games.append(GameResult(number, game, 0, lineup, points))
        complete[number] = games
    theirs = choix.opt_top1(3, data, method="Newton-CG", tol=1e-10)
    ours = [one.elo / ELO_PER_NAT for one in rate_entrants(3, complete)]
    assert ours == pytest.approx(theirs - theirs.mean(), abs=1e-4)


def test_two_players_differ_by_what_their_score_says() -> None:
    complete = {number: unit(number, [1.0, 0.5 if number % 2 else 0.0]) for number in range(50)}
    score = (1 + 0.25) / 2
    found = rate_entrants(2, complete, Anchor(1))[0]
    assert found.elo == pytest.approx(400 * math.log10(score / (1 - score)), abs=1e-6)
    mean = rate_entrants(2, complete)
    assert mean[0].elo == pytest.approx(found.elo / 2)
    assert mean[1].elo == pytest.approx(-found.elo / 2)
    assert mean[0].reach == pytest.approx(found.reach / 2)


def test_the_anchor_has_its_number_and_everybody_else_follows() -> None:
    plain, moved = (
        rate_entrants(7, season(), Anchor(6)),
        rate_entrants(7, season(), Anchor(2, 1500.0)),
    )
    assert moved[2].elo == 1500.0
    assert moved[2].reach == 0.0
    for one, other in zip(plain, moved, strict=True):
        assert other.elo - one.elo == pytest.approx(1500.0 - plain[2].elo, abs=1e-6)


def test_pairs_that_always_split_are_more_certain_than_their_games_look() -> None:
    split = {number: unit(number, [1.0, 0.0]) for number in range(100)}
    rng = random.Random(1)
    mixed = {
        number: unit(number, [1.0, 1.0] if rng.random() < 0.5 else [0.0, 0.0])
        for number in range(100)
    }
    assert rate_entrants(2, split)[0].reach < rate_entrants(2, mixed)[0].reach / 3


def test_the_interval_of_a_match_is_that_of_its_units() -> None:
    rng = random.Random(2)
    scores = [rng.choice([0.0, 0.25, 0.5, 0.5, 0.75, 1.0]) for _ in range(400)]
    complete = {
        number: unit(number, [min(2 * score, 1.0), max(2 * score - 1, 0.0)])
        for number, score in enumerate(scores)
    }
    mean = float(np.mean(scores))
    error = float(np.std(scores)) / math.sqrt(len(scores))
    slope = ELO_PER_NAT / (mean * (1 - mean))
    found = rate_entrants(2, complete, Anchor(1))[0]
    assert found.reach == pytest.approx(Z_95 * error * slope, rel=0.03)


# Openings that favour a seat make the two games of a unit depend on each other.
@pytest.mark.parametrize(("chance", "bias", "units"), [(0.5, 0.25, 40), (0.8, 0.0, 20)])
def test_intervals_hold_the_truth_about_19_times_in_20(
    chance: float, bias: float, units: int
) -> None:
    rng = random.Random(f"{chance} {bias}")
    truth = 400 * math.log10(chance / (1 - chance))
    held = 0
    for _ in range(300):
        complete = {}
        for number in range(units):
            lean = rng.choice([bias, -bias])
            wins = [float(rng.random() < chance + side) for side in (lean, -lean)]
            complete[number] = unit(number, wins)
        found = rate_entrants(2, complete, Anchor(1))[0]
        held += found.low <= truth <= found.high
    assert 0.92 * 300 <= held <= 0.985 * 300


def test_intervals_hold_in_a_round_robin_too() -> None:
    rng = random.Random(6)
    strengths = [0.0, 0.3, 0.6, 0.9, 1.2, 1.5]
    held = 0
    for _ in range(60):
        complete = {}
        for number, (one, other) in enumerate(2 * list(combinations(range(6), 2))):
            chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
            wins = [float(rng.random() < chance) for _ in range(2)]
            complete[number] = unit(number, wins, (one, other))
        found = rate_entrants(6, complete)
        truth = [ELO_PER_NAT * (strength - 0.75) for strength in strengths]
        held += sum(a.low <= b <= a.high for a, b in zip(found, truth, strict=True))
    assert 0.9 * 360 <= held <= 0.98 * 360


def test_intervals_are_as_wide_as_they_have_to_be_in_a_long_match() -> None:
    rng = random.Random(4)
    complete = {
        number: unit(number, [float(rng.random() < 0.55) for _ in range(2)])
        for number in range(5000)
    }
    found = rate_entrants(2, complete, Anchor(1))[0]
    independent = Z_95 * ELO_PER_NAT / math.sqrt(10_000 * 0.55 * 0.45)
    assert found.reach == pytest.approx(independent, rel=0.04)
    both = rate_entrants(2, complete)
    assert both[0].reach == pytest.approx(both[1].reach)
    assert both[0].reach == pytest.approx(found.reach / 2)


def test_who_won_everything_gets_a_number_that_is_marked() -> None:
    found = rate_entrants(2, {number: unit(number, [1.0, 1.0]) for number in range(5)}, Anchor(1))
    assert not found[0].settled
    assert 100 < found[0].elo < 1000
    more = rate_entrants(2, {number: unit(number, [1.0, 1.0]) for number in range(50)}, Anchor(1))
    assert more[0].elo > found[0].elo


def test_who_has_not_played_yet_could_be_anything() -> None:
    nobody = rate_entrants(2, {})
    assert math.isinf(nobody[0].reach)
    found = rate_entrants(3, {0: unit(0, [1.0, 0.0])})
    assert math.isinf(found[2].reach)
    assert not math.isinf(found[0].reach)


def test_an_anchor_is_written_as_a_name_and_its_elo() -> None:
    given = event(["random", "x=hard:nodes=5", "hard:nodes=5"])
    assert read_anchor("", given) == Anchor(None, 0.0)
    assert read_anchor("=1500", given) == Anchor(None, 1500.0)
    assert read_anchor("random", given) == Anchor(0, 0.0)
    assert read_anchor("x=-20.5", given) == Anchor(1, -20.5)
    assert read_anchor("hard:nodes=5", given) == Anchor(2, 0.0)
    assert read_anchor("hard:nodes=5=1200", given) == Anchor(2, 1200.0)
    for wrong in ("nobody", "nobody=5", "random=high"):
        with pytest.raises(InvalidOption):
            read_anchor(wrong, given)
