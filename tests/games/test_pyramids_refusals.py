"""Refusals of moves and states of Pyramids, and their codes."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import AnyGame, IllegalMove, InvalidState, load
from tests.games.pyramids_states import CALM, GAME, PASS, QUIET, barren, cap, diagram, middle, power


def refusal(state: dict[str, Any], move: Any, game: AnyGame = GAME) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        game.apply_move(state, move)
    assert caught.value.message.endswith(".")
    return caught.value.code, caught.value.rule


# Refusals.

FORCED = middle({"a3": "RS"}, CALM, quiet_caps=24)


@pytest.mark.parametrize(
    ("state", "move", "code", "rule"),
    [
        (diagram(), None, "malformed_move", "P8"),
        (diagram(), {"t": "hop"}, "malformed_move", "P8"),
        (diagram(), {"t": ["cap"]}, "malformed_move", "P8"),
        (diagram(), {"t": "cap", "from": [0, 0]}, "malformed_move", "P8"),
        (diagram(), cap("a5-b5") | {"piece": "RL"}, "malformed_move", "P8"),
        (diagram(), {"t": "cap", "from": 0, "to": 1}, "off_board", "P8"),
        (diagram(), {"t": "cap", "from": [0, 0], "to": [-1, 0]}, "off_board", "P8"),
        (diagram(), {"t": "cap", "from": [0, 0], "to": [False, True]}, "off_board", "P8"),
        (diagram(), cap("b5-b4"), "no_cap_there", "P2"),
        (diagram(), cap("a5-c5"), "not_adjacent", "P2"),
        (diagram(), cap("a5-a5"), "not_adjacent", "P2"),
        (diagram(), cap("c4-b3"), "cap_in_the_way", "P2"),
        (diagram(), PASS, "pass_not_allowed", "P10"),
        (FORCED, PASS, "pass_not_allowed", "P10"),
        (FORCED, cap("a1-b1"), "must_erupt", "P17"),
        (QUIET, cap("c3-c4"), "must_pass", "P17"),
        (QUIET, power("BL@c4"), "power_too_late", "P17"),
        (middle({}, CALM), power("RX@c4"), "unknown_piece", "P11"),
        (middle({}, CALM), power("BL@c4") | {"piece": 7}, "unknown_piece", "P11"),
        (middle({}, CALM), power("BL@c4") | {"to": [5, 0]}, "off_board", "P8"),
        (middle({}, CALM), power("GM@c4"), "not_captured", "P5"),
        (middle({}, CALM), power("YS@c4"), "not_yours", "P5"),
        (middle({}, CALM), power("BL@a3"), "capped", "P5"),
        (middle({}, CALM, power_used=True), power("BL@c4"), "power_used", "P5"),
    ],
)
def test_a_refusal_names_the_rule(state: dict[str, Any], move: Any, code: str, rule: str) -> None:
    assert refusal(state, move) == (code, rule)


def test_a_power_play_is_refused_where_there_are_none() -> None:
    game = load("pyramids", power_play=False)
    assert refusal(middle({}, CALM), power("BL@c4"), game) == ("no_power_plays", "P20")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a5-b4", "wrong_mark"),
        ("d2-d1!", "wrong_mark"),
        ("a5-c5", "not_adjacent"),
        ("a5-a6", "off_board"),
        ("RL@c3", "not_captured"),
        ("QQ@c3", "unknown_piece"),
        ("pass", "pass_not_allowed"),
        ("castles", "unknown_notation"),
    ],
)
def test_a_written_move_that_cannot_be_played_is_explained(text: str, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.move_from_notation(GAME.state_from_json(diagram()), text)
    assert caught.value.code == code


# States.


def test_a_state_without_its_past_can_be_taken_up() -> None:
    for state in (middle({}, CALM), QUIET, barren("BL", "YS"), diagram()):
        assert GAME.state_to_json(GAME.state_from_json(state)) == state


def crowded() -> dict[str, Any]:
    state = diagram(ply=2)
    state["stacks"][0][1], state["stacks"][0][2] = [], ["GS", "GM", "GL", "YL", "YM", "YS"]
    return state


def swapped() -> dict[str, Any]:
    state = diagram()
    top, below = state["stacks"][:2]
    top[1], below[0] = below[0], top[1]
    return state


def greedy() -> dict[str, Any]:
    state = diagram(ply=2, barren_turns=1)
    taken = state["stacks"][4][0] + state["stacks"][0][1]
    state["stacks"][4][0], state["stacks"][0][1] = [], []
    return state | {"captured": [sorted(taken), []]}


def lost() -> dict[str, Any]:
    state = diagram(ply=2)
    state["stacks"][0][1].pop()
    return state


TRIOS = "RS RM RL GS GM GL BS BM BL"


@pytest.mark.parametrize(
    ("state", "code"),
    [
        pytest.param(None, "wrong_type", id="nothing"),
        pytest.param([], "wrong_type", id="a list"),
        pytest.param({"stacks": []}, "missing_key", id="few keys"),
        pytest.param(diagram(extra=1), "unknown_key", id="a key too many"),
        pytest.param(diagram(stacks=[[]] * 5), "wrong_length", id="rows without stacks"),
        pytest.param(diagram(caps=[[0, 0]]), "wrong_length", id="one cap"),
        pytest.param(diagram(caps=[[0, 0]] * 6), "impossible", id="caps on one cell"),
        pytest.param(diagram(caps=[[0, 5]] * 6), "out_of_range", id="a cap off the board"),
        pytest.param(diagram(caps=diagram()["caps"][::-1]), "not_canonical", id="caps unsorted"),
        pytest.param(diagram(captured=[[]]), "wrong_length", id="one seat"),
        pytest.param(diagram(captured=[[]] * 4), "wrong_length", id="four seats"),
        pytest.param(diagram(captured=[["RX"], []]), "out_of_range", id="no such piece"),
        pytest.param(diagram(captured=[["RL"], []]), "impossible", id="a seventh large red"),
        pytest.param(lost(), "impossible", id="a piece is missing"),
        pytest.param(middle({}, CALM, to_move=2), "out_of_range", id="no such seat"),
        pytest.param(middle({}, CALM, to_move=False), "wrong_type", id="a seat that is no number"),
        pytest.param(middle({}, CALM, quiet_caps=25), "out_of_range", id="too many quiet moves"),
        pytest.param(middle({}, CALM, power_used=0), "wrong_type", id="power_used is a number"),
        pytest.param(middle({}, CALM, barren_turns=41), "out_of_range", id="too barren"),
        pytest.param(middle({}, CALM, ply=-1), "out_of_range", id="before the start"),
        pytest.param(middle({}, CALM, ply=10**12), "out_of_range", id="beyond all games"),
        pytest.param(middle({}, CALM, winner=0), "not_canonical", id="a winner in a running game"),
        pytest.param(middle({}, CALM, reason="barren"), "not_canonical", id="an end that is none"),
        pytest.param(
            middle({}, CALM, ("YS RM GL", "GM")) | {"captured": [["YS", "RM", "GL"], ["GM"]]},
            "not_canonical",
            id="captures unsorted",
        ),
        pytest.param(middle({}, CALM, (TRIOS, "")), "impossible", id="seat to move has won"),
        pytest.param(
            middle({}, CALM, (TRIOS, ""), to_move=1, ply=301, quiet_caps=1),
            "impossible",
            id="a quiet move after the end",
        ),
        pytest.param(
            middle({}, CALM, (" ".join([TRIOS] * 2), ""), to_move=1, ply=301),
            "impossible",
            id="six trios at a stroke",
        ),
        pytest.param(
            middle({}, CALM, (TRIOS, ""), to_move=1, ply=301), "not_canonical", id="a win unsaid"
        ),
        pytest.param(
            middle({}, CALM, barren_turns=40, quiet_caps=1), "impossible", id="after a barren end"
        ),
        pytest.param(diagram(ply=3, quiet_caps=4), "impossible", id="more moves than plies"),
        pytest.param(diagram(to_move=1), "impossible", id="the second seat begins"),
        pytest.param(diagram(ply=1, quiet_caps=1, barren_turns=1), "impossible", id="barren early"),
        pytest.param(diagram(ply=4), "impossible", id="turns without a trace"),
        pytest.param(diagram(ply=1, power_used=True), "impossible", id="power without captures"),
        pytest.param(middle({}, CALM, ply=6), "impossible", id="too much moved in six plies"),
        pytest.param(crowded(), "impossible", id="two turns moved three pieces without order"),
        pytest.param(greedy(), "impossible", id="six captures in one turn"),
        pytest.param(swapped(), "impossible", id="nests that were never set up so"),
        pytest.param(
            diagram(caps=[[0, 1], *diagram()["caps"][1:]]), "impossible", id="a cap off its nest"
        ),
    ],
)
def test_a_state_that_cannot_arise_is_refused(state: Any, code: str) -> None:
    with pytest.raises(InvalidState) as caught:
        GAME.state_from_json(state)
    assert caught.value.code == code


def test_power_cannot_have_been_used_where_there_are_no_power_plays() -> None:
    state = middle({}, CALM, power_used=True)
    assert GAME.legal_moves(state)
    with pytest.raises(InvalidState):
        load("pyramids", power_play=False).legal_moves(state)


def test_who_took_the_last_piece_has_it_unless_there_was_a_turn_to_give_it_back() -> None:
    state = middle({}, CALM, ("BL", ""), barren_turns=0)
    with pytest.raises(InvalidState):
        GAME.state_from_json(state)  # the second seat has just captured, and holds nothing
    GAME.state_from_json(state | {"barren_turns": 1})
    GAME.state_from_json(state | {"barren_turns": 2})
