"""The search looks at the same nodes as before, interpreted or compiled.

A change that means to change the search writes the numbers anew with `make regenerate`.
"""

from __future__ import annotations

import pytest

from ludarium import games
from tests.search.signatures import signature, written


def test_every_game_has_a_signature() -> None:
    assert sorted(written()) == sorted(games())


@pytest.mark.parametrize("name", sorted(written()))
def test_the_search_by_hand_takes_the_nodes_it_took(name: str) -> None:
    assert signature(name) == written()[name]
