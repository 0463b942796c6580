"""Pyramids' turns: quiet moves, and what closes a turn."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import load
from tests.games.pyramids_states import GAME, PASS, cap, diagram, middle, play, power, written


@pytest.mark.parametrize(
    ("state", "move"),
    [
        pytest.param(diagram(), "d2-d1", id="the edge"),
        pytest.param(middle({"c3": "RS"}, "c3 e3 a1 a5 c1 e5"), "c3-d3", id="a cap beyond"),
        pytest.param(middle({}, "c3 a1 a5 c1 e5 a3"), "c3-c4", id="nothing under the cap"),
    ],
)
def test_a_cap_move_without_eruption_leaves_the_turn_with_the_seat(
    state: dict[str, Any], move: str
) -> None:
    assert move in written(state)
    after = play(state, cap(move))
    assert (after["to_move"], after["quiet_caps"], after["ply"]) == (0, 1, state["ply"] + 1)
    assert after["stacks"] == state["stacks"]
    assert after["barren_turns"] == state["barren_turns"]


def test_an_eruption_closes_the_turn_and_the_next_seat_starts_afresh() -> None:
    state = middle({"a3": "RS"}, "a3 a1 a5 e5 e1 c1", quiet_caps=3, power_used=True)
    after = play(state, cap("a3-b3"))
    assert (after["to_move"], after["quiet_caps"], after["power_used"]) == (1, 0, False)


def test_three_seats_take_turns_in_order() -> None:
    state = GAME.initial_state(7, seats=3)
    seats = []
    for _ in range(7):
        erupting = [text for text in written(state) if text.endswith("!")]
        seats.append(state["to_move"])
        state = play(state, cap(erupting[0][:-1]))
    assert seats == [0, 1, 2, 0, 1, 2, 0]


def test_every_kind_of_move_counts_as_a_ply() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3")
    assert play(state, power("BL@b2"))["ply"] == 301
    assert play(state, cap("c3-c4"))["ply"] == 301
    stuck = middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=24)
    assert play(stuck, PASS)["ply"] == 301


def test_once_the_quiet_moves_are_used_up_only_eruptions_are_legal() -> None:
    game = load("pyramids", quiet_caps=1)
    state = middle({"a3": "RS"}, "a3 a1 a5 e5 c1 e1")
    # e1 holds the pile of all other pieces, and can flow as well.
    assert "BL@c3" in written(state, game)
    after = play(state, cap("a1-b1"), game=game)
    assert after["quiet_caps"] == 1
    texts = written(after, game)
    assert texts
    assert all(text.endswith("!") for text in texts)
    assert texts == [text for text in written(after | {"quiet_caps": 0}, game) if "!" in text]


def test_a_seat_that_must_erupt_and_cannot_passes_and_that_is_its_only_move() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=24)
    assert GAME.legal_moves(state) == [PASS]
    after = play(state, PASS)
    assert (after["to_move"], after["quiet_caps"], after["barren_turns"]) == (1, 0, 1)
    assert after["stacks"] == state["stacks"]


def test_nobody_passes_while_there_is_another_move() -> None:
    assert "pass" not in written(middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=23))
