"""Rulesets, options and set-ups."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import InvalidOption, games, load
from ludarium.core.registry import find_game


def test_a_ruleset_is_a_named_set_of_options() -> None:
    assert load("skysummit").values["turn_limit"] == 200
    assert load("skysummit", "tournament").values["turn_limit"] == 50


def test_any_option_can_be_overridden_by_name() -> None:
    assert load("skysummit", turn_limit=50).values["turn_limit"] == 50
    assert load("skysummit", "tournament", turn_limit=70).values["turn_limit"] == 70


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("nonsense", {}, "unknown_ruleset"),
    ("standard", {"nonsense": 1}, "unknown_option"),
    ("standard", {"turn_limit": True}, "wrong_option_type"),
    ("standard", {"turn_limit": "50"}, "wrong_option_type"),
    ("standard", {"turn_limit": -1}, "option_out_of_range"),
]


@pytest.mark.parametrize(("ruleset", "given", "code"), WRONG)
def test_a_wrong_option_is_refused(ruleset: str, given: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        load("skysummit", ruleset, **given)
    assert caught.value.code == code


@pytest.mark.parametrize("name", games())
def test_a_wrong_set_up_is_refused(name: str) -> None:
    for seats in (0, 1, 4, True, "2"):
        with pytest.raises(InvalidOption) as caught:
            load(name).initial_state(seats=seats)  # type: ignore[arg-type]
        assert caught.value.code == "wrong_seats"
    with pytest.raises(InvalidOption) as caught:
        load(name).initial_state(seed="x")  # type: ignore[arg-type]
    assert caught.value.code == "wrong_seed"


@pytest.mark.parametrize("name", games())
def test_the_bounds_of_every_option_can_be_loaded_or_conflict_with_others(name: str) -> None:
    for option, facts in find_game(name).options.items():
        for value in (False, True) if isinstance(facts.default, bool) else (facts.low, facts.high):
            given: dict[str, Any] = {option: value}
            try:
                game = load(name, **given)
            except InvalidOption as refused:
                assert refused.code == "options_conflict"  # noqa: PT017 - most can be loaded
                continue
            assert game.legal_moves(game.initial_state())
