"""Levels from medium up give a checkmate in one and stop one, with Ludus' later rules."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from ludarium import load, mode
from tests.tactics.generate_legion import COUNT, FILE
from tests.tactics.test_tactics import LEVELS, player_of

SAMPLE_STEP = 1 if mode.compiled() else COUNT // 2


def tactics(kind: str) -> list[Any]:
    """The tactics of a kind, a few of them where nothing is compiled."""
    found: list[Any] = json.loads(gzip.decompress(FILE.read_bytes()))[kind]
    assert len(found) == COUNT
    return found[::SAMPLE_STEP]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["winning", "stopping"])
def test_a_checkmate_in_one_is_given_and_stopped(kind: str, level: str) -> None:
    game = load("ludus", "legion")
    player = player_of(game, level)
    for state, right in tactics(kind):
        player.forget()
        position = game.state_from_json(state)
        assert game.moves(position).index(player.choose_move(position)) in right, state
