"""Every registered game keeps the contract under every ruleset."""

from __future__ import annotations

import pytest

from ludarium import games, load, mode
from ludarium.core.registry import find_game
from ludarium.testing import check_game
from tests.soak import sweep_length

PLAYOUTS = sweep_length(2, 20) if mode.compiled() else 1
CASES = [(name, ruleset) for name in games() for ruleset in find_game(name).ruleset_names()]


@pytest.mark.parametrize(("name", "ruleset"), CASES)
def test_the_game_keeps_the_contract(name: str, ruleset: str) -> None:
    assert check_game(load(name, ruleset), PLAYOUTS) > 0


@pytest.mark.parametrize("name", games())
def test_the_game_describes_itself(name: str) -> None:
    kind = find_game(name)
    assert kind.id == name
    assert len(kind.seat_names) >= max(kind.seat_counts)
    assert kind.rules().startswith("# ")
    explained = kind.rules() + kind.reference()
    for code in kind.reasons:
        assert f"`{code}`" in explained, f"no text explains {code}"
    for option in kind.options:
        assert f"`{option}`" in kind.rules(), f"the rules text does not explain {option}"
