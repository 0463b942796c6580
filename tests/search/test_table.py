"""The transposition table keeps its memory limit under every load."""

from __future__ import annotations

import pytest

from ludarium import games, load, mode
from ludarium.agents.searcher_factory import make_searcher
from ludarium.search.limits import Limits
from ludarium.search.table import TranspositionTable

MEBIBYTE = 1 << 20


@pytest.mark.parametrize("mebibytes", [1, 2, 16, 64])
def test_a_table_is_as_large_as_asked_for(mebibytes: int) -> None:
    assert TranspositionTable(mebibytes).size_bytes() == mebibytes * MEBIBYTE


def test_a_table_is_not_larger_than_asked_for() -> None:
    assert TranspositionTable(3).size_bytes() == 2 * MEBIBYTE


def test_a_full_table_keeps_its_size() -> None:
    table = TranspositionTable(0)
    size = table.size_bytes()
    slots = size // 16
    keys = [key | key << 32 for key in range(4 * slots)]
    for key in keys:
        table.put_entry(key, 1, 2, 3, 1)
    assert sum(table.get_entry(key) != 0 for key in keys) == slots
    assert table.size_bytes() == size


@pytest.mark.parametrize("name", games())
def test_a_table_keeps_its_size_from_game_to_game(name: str) -> None:
    game = load(name)
    found = make_searcher(game, mebibytes=1)
    for seed in range(20 if mode.compiled() else 1):
        found.forget()
        position = game.search_position(game.new(seed))
        for _ in range(3):
            found.search(position, Limits(nodes=200))
        assert found.table.size_bytes() == MEBIBYTE
