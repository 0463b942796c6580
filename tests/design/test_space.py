"""The file of a search: read strictly, refused by code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.design.candidates import candidate_options, draw_candidates
from ludarium.design.condition import Condition
from ludarium.design.space import Space, read_space
from tests.design.head_start import HEAD_START
from tests.design.spaces import space, write_space

EXAMPLES = Path(__file__).parents[2] / "examples" / "balance"
SEAT_SHARE = {"measure": "seat_share", "low": 0.4}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"options": {}}, "empty_space"),
        ({"options": {"goal": []}}, "empty_space"),
        ({"options": {"goal": {"low": 5, "high": 4}}}, "empty_space"),
        ({"options": {"goal": {"low": 5, "high": 9, "step": 0}}}, "empty_space"),
        ({"options": {"wings": [1]}}, "unknown_option"),
        ({"options": {"goal": [0]}}, "option_out_of_range"),
        ({"options": {"goal": {"low": 90, "high": 110}}}, "option_out_of_range"),
        ({"options": {"long": [1]}}, "wrong_option_type"),
        ({"ruleset": "royal"}, "unknown_ruleset"),
        ({"seats": 3}, "wrong_seats"),
        ({"opening": "some"}, "wrong_opening"),
        ({"player": "magician"}, "unknown_player"),
        ({"candidates": 0}, "wrong_space"),
        ({"stages": [{"nodes": 0, "games": 1}]}, "wrong_space"),
        ({"confirm": {"nodes": 1, "games": 1, "slack": -1.0}}, "wrong_space"),
        ({"conditions": ["goal >"]}, "wrong_condition"),
        ({"conditions": ["open('file')"]}, "wrong_condition"),
        ({"conditions": ["goal.real > 1"]}, "wrong_condition"),
        ({"conditions": ["goal ** 9 > 1"]}, "wrong_condition"),
        ({"conditions": ["wings > 1"]}, "unknown_option"),
        ({"targets": []}, "impossible_target"),
        ({"targets": [{"measure": "draws"}]}, "impossible_target"),
        ({"targets": [{"measure": "draws", "low": 1.5}]}, "impossible_target"),
        ({"targets": [{"measure": "turns", "high": -1}]}, "impossible_target"),
        ({"targets": [{"measure": "draws", "low": 0.5, "high": 0.4}]}, "impossible_target"),
        ({"targets": [SEAT_SHARE | {"seat": 3}]}, "impossible_target"),
        ({"targets": [{"measure": "event_moves", "low": 0.4}]}, "impossible_target"),
        ({"targets": [{"measure": "ending", "reason": "flood", "low": 0}]}, "impossible_target"),
        ({"targets": [{"measure": "proved", "high": 0, "positions": 0}]}, "impossible_target"),
    ],
)
def test_a_search_that_cannot_be_done_is_refused_by_a_code(
    changed: dict[str, Any], code: str
) -> None:
    with pytest.raises(LudariumError) as refusal:
        space(**changed)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("options = 3", "wrong_space"),
        ("[options]\ngoal = [1]\n[[targets]]\nmeasure = 'joy'\nlow = 1", "wrong_space"),
        ("luck = 7\n[options]\ngoal = [1]\n[[targets]]\nmeasure = 'draws'\nlow = 0", "wrong_space"),
        ("[options", "wrong_space"),
        ("\udcff", "wrong_space"),
    ],
)
def test_a_file_that_is_no_search_is_refused_by_a_code(
    tmp_path: Path, text: str, code: str
) -> None:
    path = tmp_path / "space.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InvalidOption) as refusal:
        read_space(path, HEAD_START)
    assert refusal.value.code == code


@pytest.mark.parametrize("game", ["caldera", "forge", "ludus"])
def test_the_files_of_the_examples_are_searches_of_their_games(game: str) -> None:
    read = read_space(EXAMPLES / f"{game}.toml", game)
    assert options(read)


def test_a_file_is_read_with_its_defaults(tmp_path: Path) -> None:
    read = read_space(write_space(tmp_path), HEAD_START)
    assert read.values == {"goal": (6, 12), "start": (0, 1, 2)}
    assert (read.file.confirm.slack, read.file.confirm.batch) == (0.0, 0)
    with pytest.raises(InvalidOption) as refusal:
        read_space(tmp_path / "missing.toml", HEAD_START)
    assert refusal.value.code == "no_such_file"


@pytest.mark.parametrize(
    ("written", "holds"),
    [
        ("first < second", True),
        ("first + 1 == second", True),
        ("1 < first < 3 and not swap", True),
        ("swap or first * 2 > second", True),
        ("first - second >= 0", False),
        ("swap == true_value", None),
        ("-first > 0", False),
    ],
)
def test_a_condition_compares_options(written: str, holds: bool | None) -> None:
    values = {"first": 2, "second": 3, "swap": False}
    if holds is None:
        with pytest.raises(InvalidOption):
            Condition(written, values)
        return
    assert Condition(written, values).holds(values) is holds


def options(found: Space, wave: int = 0) -> list[dict[str, Any]]:
    return [candidate_options(found, one) for one in draw_candidates(found, wave)]


def test_candidates_meet_the_conditions_and_are_all_different() -> None:
    drawn = options(space(conditions=["start * 3 < goal"], candidates=100))
    assert len(drawn) == 2 + 4 + 7
    assert all(one["start"] * 3 < one["goal"] for one in drawn)
    with pytest.raises(InvalidOption) as refusal:
        options(space(conditions=["start > goal"]))
    assert refusal.value.code == "empty_space"


def test_a_large_space_is_sampled_by_its_seed() -> None:
    wide = {"goal": {"low": 1, "high": 100}, "start": {"low": 0, "high": 50}, "long": [True, False]}
    large = {"options": wide | {"long": [False, True]}, "candidates": 20}
    first, again = (options(space(**large, seed=seed)) for seed in (1, 1))
    assert first == again
    assert len(first) == 20
    assert first != options(space(**large, seed=2))


def test_half_of_a_later_wave_are_neighbours_of_the_best() -> None:
    found = space(
        options={"goal": {"low": 1, "high": 90}, "start": {"low": 0, "high": 50}}, candidates=8
    )
    best = (40, 20)
    drawn = draw_candidates(found, 1, [best], [best])
    assert set(drawn[:4]) == {(39, 20), (41, 20), (40, 19), (40, 21)}
    assert len(set(drawn)) == 8
    assert best not in drawn
