"""The search visits the same nodes as before, interpreted or compiled.

After an intended change of the search, `make regenerate` writes the new numbers.
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
