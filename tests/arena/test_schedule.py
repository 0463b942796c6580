"""Formats: who meets whom, the same plan from the same results, and tests that end in order."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from ludarium.arena.formats.event import ArenaEvent, Hypotheses, read_entrants
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.schedule import SprtFormat, open_format
from ludarium.arena.formats.swiss import pair_next_round, swiss_history
from ludarium.arena.formats.unit import CompleteUnits, GameResult, Unit, lineups
from tests.arena.events import event, unit


def named(count: int) -> list[str]:
    return [f"p{number}=random" for number in range(count)]


def played(
    given: ArenaEvent, strengths: list[float], seed: int = 1
) -> tuple[list[Unit], CompleteUnits]:
    """A whole event whose games are drawn by the players' strengths."""
    rng = random.Random(seed)
    complete: dict[int, list[GameResult]] = {}
    plan = open_format(given)
    while True:
        units = list(plan.units(complete))
        missing = [one for one in units if one.number not in complete]
        if not missing:
            return units, complete
        for one in missing:
            first, second = (strengths[who] for who in one.group)
            wins = [float(rng.random() < first / (first + second)) for _ in range(2)]
            complete[one.number] = unit(one.number, wins, (one.group[0], one.group[1]))


def test_in_a_round_robin_every_two_meet_equally_often() -> None:
    plan = open_format(event(named(4), format="round-robin", length=3))
    met = Counter(frozenset(one.group) for one in plan.units({}))
    assert met == dict.fromkeys(map(frozenset, combinations(range(4), 2)), 3)
    assert plan.total() == 6 * 3 * 2


def test_three_seats_bring_three_players_to_a_table() -> None:
    given = event(
        named(4), format="round-robin", length=1, seats=3, grounds=(describe_game("pyramids"),)
    )
    plan = open_format(given)
    assert [one.group for one in plan.units({})] == list(combinations(range(4), 3))
    assert plan.total() == 4 * 6


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    plan = open_format(event(named(4), format="gauntlet", length=2))
    assert Counter(one.group for one in plan.units({})) == {(0, 1): 2, (0, 2): 2, (0, 3): 2}


@pytest.mark.parametrize("form", ["match", "round-robin", "gauntlet"])
def test_a_longer_event_begins_like_a_shorter_one(form: str) -> None:
    players = named(2 if form == "match" else 4)
    short = event(players, format=form, length=2)
    long = msgspec.structs.replace(short, length=5)
    assert short.digest() == long.digest()
    units = open_format(short).units({})
    assert open_format(long).units({})[: len(units)] == units


def test_a_swiss_pairs_one_round_at_a_time() -> None:
    given = event(named(6), format="swiss", length=3)
    first = open_format(given).units({})
    assert len(first) == 3
    done = {one.number: unit(one.number, [1.0, 1.0], (one.group[0], one.group[1])) for one in first}
    assert len(open_format(given).units({0: done[0], 1: done[1]})) == 3
    assert len(open_format(given).units(done)) == 6


@pytest.mark.parametrize("count", [2, 5, 8, 9, 16])
def test_nobody_meets_twice_or_sits_out_twice_in_a_swiss(count: int) -> None:
    rounds = min(5, count - 1)
    given = event(named(count), format="swiss", length=rounds)
    units, complete = played(given, [1.5**number for number in range(count)])
    assert len(units) == rounds * (count // 2)
    assert max(Counter(frozenset(one.group) for one in units).values()) == 1
    games = Counter(who for one in units for who in one.group)
    assert min(games.values()) >= rounds - 1
    assert open_format(given).units(complete) == units


def test_a_swiss_longer_than_there_are_opponents_repeats_as_little_as_it_must() -> None:
    units, _ = played(event(named(4), format="swiss", length=6), [1.0, 2.0, 3.0, 4.0])
    assert Counter(frozenset(one.group) for one in units) == dict.fromkeys(
        map(frozenset, combinations(range(4), 2)), 2
    )


def test_the_winners_of_a_round_meet_each_other() -> None:
    first = [Unit(0, 0, (0, 2)), Unit(1, 0, (1, 3))]
    complete = {0: unit(0, [1, 1], (0, 2)), 1: unit(1, [0, 0], (1, 3))}
    assert pair_next_round(4, [first], complete) == [(0, 3), (1, 2)]


def test_the_last_of_the_table_sits_out_and_only_once() -> None:
    first = [Unit(0, 0, (0, 1))]
    assert pair_next_round(3, [], {}) == [(0, 1)]
    assert pair_next_round(3, [first], {0: unit(0, [1, 1])}) == [(0, 2)]


def test_equals_are_paired_upper_half_with_lower_half() -> None:
    assert pair_next_round(6, [], {}) == [(0, 3), (1, 4), (2, 5)]


def test_several_openings_of_a_pairing_are_worth_one_point_in_a_swiss() -> None:
    given = event(named(4), format="swiss", length=2, each=2)
    units = open_format(given).units({})
    assert Counter(one.group for one in units) == {(0, 2): 2, (1, 3): 2}
    halves = {0: [1.0, 1.0], 1: [1.0, 0.0], 2: [0.0, 0.0], 3: [1.0, 1.0]}
    complete = {
        one.number: unit(one.number, halves[one.number], (one.group[0], one.group[1]))
        for one in units
    }
    past = swiss_history(4, [units], complete)
    assert past.points == [0.5, 0.75, 0.5, 0.25]
    assert past.met == {frozenset((0, 2)): 1, frozenset((1, 3)): 1}


def test_a_test_ends_at_the_same_unit_in_whatever_order_results_come() -> None:
    rng = random.Random(5)
    hypotheses = Hypotheses(0, 50)
    given = event(format="sprt", length=2000, hypotheses=hypotheses)
    results = {
        number: unit(number, [float(rng.random() < 0.6) for _ in range(2)])
        for number in range(2000)
    }
    whole = open_format(given)
    assert isinstance(whole, SprtFormat)
    ended = len(whole.units(results))
    assert 10 < ended < 2000
    assert whole.test.verdict == "H1"
    assert whole.total() == 2 * ended
    shuffled = list(results)
    rng.shuffle(shuffled)
    plan = open_format(given)
    seen: dict[int, list[GameResult]] = {}
    for number in shuffled:
        seen[number] = results[number]
        units = plan.units(seen)
        if len(units) < 2000:
            break
    assert len(units) == ended
    assert set(range(ended)) <= set(seen)


def test_an_undecided_test_ends_at_its_length() -> None:
    given = event(format="sprt", length=4, hypotheses=Hypotheses(0, 5))
    complete = {number: unit(number, [1.0, 0.0]) for number in range(4)}
    plan = open_format(given)
    assert len(plan.units(complete)) == 4
    assert isinstance(plan, SprtFormat)
    assert plan.test.verdict is None


def test_what_decides_the_games_decides_the_event() -> None:
    assert event().digest() == event().digest()
    assert event(seed=2).digest() != event().digest()
    assert event(["random", "greedy"]).digest() != event(["random", "first"]).digest()


def test_a_changed_bot_is_another_player(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    for spec in (f"{bot}:play", f"subprocess:python {bot}"):
        bot.write_text("one")
        before = event(["random", spec]).digest()
        assert event(["random", spec]).digest() == before
        bot.write_text("two")
        assert event(["random", spec]).digest() != before


def test_the_token_of_a_remote_player_is_told_to_nobody() -> None:
    given = event(["random", "ws://somewhere:99/play?token=secret"])
    assert given.entrants[1].spec.endswith("secret")
    assert given.entrants[1].name == "ws://somewhere:99/play"
    assert "secret" not in msgspec.json.encode(given.public()).decode()


def test_equal_names_are_told_apart_and_names_can_be_given() -> None:
    found = read_entrants(["random", "random", "x=hard:nodes=5", "hard:nodes=5"])
    assert [one.name for one in found] == ["random", "random #2", "x", "hard:nodes=5"]
    assert [one.spec for one in found] == ["random", "random", "hard:nodes=5", "hard:nodes=5"]


def test_lineups_of_a_pair_are_its_two_games() -> None:
    assert lineups((3, 1), 2) == [(3, 1), (1, 3)]


def test_a_command_may_name_the_game_of_a_file() -> None:
    command = "subprocess:python bot.py game.py:Game"
    assert read_entrants([f"bot={command}"])[0].spec == command
