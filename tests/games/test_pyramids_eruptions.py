"""Pyramids' eruptions: where pieces flow and what they capture."""

from __future__ import annotations

import pytest

from ludarium.core.scene import cell_name
from tests.games.pyramids_states import ALL_WAYS, cap, cell, diagram, middle, play, stack


def test_a_stack_flows_from_the_top_to_distances_two_three_and_four() -> None:
    after = play(diagram(), cap("a1-b1"))
    assert stack(after, "a1") == []
    assert stack(after, "b1") == ["YS", "YM", "YL"]
    assert after["captured"] == [["RL"], []]
    assert stack(after, "c1") == ["BS", "BM", "BL"]
    assert stack(after, "d1") == ["GS", "GM", "GL", "RM"]
    assert stack(after, "e1") == ["BS", "BM", "BL", "RS"]


@pytest.mark.parametrize("target", ALL_WAYS)
def test_an_eruption_goes_the_way_of_its_cap(target: str) -> None:
    state = middle({"c3": "RS RM"}, "c3 a2 a4 e2 e4 b1")
    row, col = cell(target)
    beyond = cell_name(2 * row - 2, 2 * col - 2, 5)
    after = play(state, cap(f"c3-{target}"))
    assert stack(after, "c3") == ["RS"]
    assert stack(after, beyond)[-1] == "RM"
    assert after["to_move"] == 1


def test_a_flow_ends_before_a_cap_and_the_rest_stays() -> None:
    after = play(diagram(), cap("a5-b4"))
    assert stack(after, "c3") == ["RL"]
    assert stack(after, "a5") == ["RS", "RM"]
    assert stack(after, "d2") == ["RS", "RM", "RL"]
    assert after["captured"] == [[], []]
    assert (after["to_move"], after["barren_turns"]) == (1, 1)


def test_a_flow_ends_at_the_edge_and_the_rest_stays() -> None:
    after = play(middle({"b3": "RS RM RL YM"}, "b3 a1 a5 e5 e1 c1"), cap("b3-c3"))
    assert stack(after, "b3") == ["RS", "RM"]
    assert (stack(after, "d3"), stack(after, "e3")) == (["YM"], ["RL"])


def test_of_a_tall_stack_three_pieces_flow_at_most() -> None:
    after = play(middle({"a3": "YS YM RS RM RL"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "a3") == ["YS", "YM"]
    assert [stack(after, name) for name in ("b3", "c3", "d3", "e3")] == [[], ["RL"], ["RM"], ["RS"]]


def test_a_piece_that_lands_on_its_own_size_is_captured_whatever_the_colours() -> None:
    state = middle({"a3": "RS RM RL", "c3": "YL", "d3": "RM", "e3": "BS"}, "a3 a1 a5 e5 e1 c1")
    after = play(state, cap("a3-b3"))
    assert after["captured"][0] == ["BL", "RL", "RM", "RS"]
    assert [stack(after, name) for name in ("c3", "d3", "e3")] == [["YL"], ["RM"], ["BS"]]


def test_only_the_top_of_the_landing_cell_counts() -> None:
    after = play(middle({"a3": "RL", "c3": "YL YS"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "c3") == ["YL", "YS", "RL"]
    assert after["captured"][0] == ["BL"]


def test_a_piece_of_another_size_stays_on_top_whether_it_is_larger_or_smaller() -> None:
    state = middle({"a3": "RS RM", "c3": "GS", "d3": "GL"}, "a3 a1 a5 e5 e1 c1")
    after = play(state, cap("a3-b3"))
    assert (stack(after, "c3"), stack(after, "d3")) == (["GS", "RM"], ["GL", "RS"])


def test_a_landing_on_an_empty_cell_is_an_eruption_and_ends_the_turn() -> None:
    after = play(middle({"a3": "RS"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "c3") == ["RS"]
    assert (after["to_move"], after["barren_turns"]) == (1, 1)


def test_a_cap_captures_nothing_and_nothing_lands_on_its_new_cell() -> None:
    after = play(middle({"a3": "RS RM", "b3": "YM"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "b3") == ["YM"]
    assert after["captured"][0] == ["BL"]


def test_captures_are_listed_alphabetically() -> None:
    state = middle({"a3": "BL", "c3": "YL"}, "a3 a1 a5 e5 e1 c1", ("YS RM GL", "GM"))
    assert play(state, cap("a3-b3"))["captured"][0] == ["BL", "GL", "RM", "YS"]
