"""Refusals of moves and states of Caldera, and their codes."""

from __future__ import annotations

import copy
import inspect
import re
from importlib import import_module
from typing import Any

import pytest

from ludarium import IllegalMove, InvalidState, load
from tests.games.caldera_states import (
    BRINK,
    CHAIN,
    CORNER,
    GAME,
    QUIET,
    START,
    State,
    drawn,
    move,
    played,
)

ROUGH = drawn(
    """
    0  0  0  0C 0  0  0
    0  0  2  0  0  0  0
    0  2  0  1  1  0  0
    0  0s 0l 1  *  1  0
    0  0  2  0  1  0L 0
    0  0  0  0  0  0  0
    0  0  0  0c 0  0  0
    """
)
VENTED = drawn(
    """
    0  0  0  0C 0  0  0
    0  0  0  0  0  0  0
    0  0  0  0L 1l 0  0
    0  0  0  1s *  1  0
    0  0  0  0  1  0  0
    0  0  0  0  0  0  0
    0  0  0  0c 0  0  0
    """
)

REFUSED: list[tuple[State, Any, str]] = [
    (ROUGH, None, "malformed_move"),
    (ROUGH, [], "malformed_move"),
    (ROUGH, "d1-d2", "malformed_move"),
    (ROUGH, {}, "malformed_move"),
    (ROUGH, {"action": None}, "malformed_move"),
    (ROUGH, {"action": ["move"]}, "malformed_move"),
    (ROUGH, {"action": "move"}, "malformed_move"),
    (ROUGH, {"action": "move", "from": [6, 3]}, "malformed_move"),
    (ROUGH, {**move("d1-d2"), "piece": "crown"}, "malformed_move"),
    (ROUGH, {**move("b4^b3"), "action": "move"}, "malformed_move"),
    (ROUGH, {**move("d1-d2"), "action": "forge"}, "malformed_move"),
    (ROUGH, {**move("d1-d2"), "to": 38}, "malformed_move"),
    (ROUGH, {**move("d1-d2"), "to": [5]}, "malformed_move"),
    (ROUGH, {**move("d1-d2"), "to": [5, 3, 0]}, "malformed_move"),
    (ROUGH, {**move("d1-d2"), "to": [5.0, 3]}, "malformed_move"),
    (ROUGH, {**move("d1-c1"), "to": [6, "c"]}, "malformed_move"),
    (START, {**move("b1-b2"), "from": [6, True]}, "malformed_move"),
    (ROUGH, {"action": "pass"}, "unknown_action"),
    (ROUGH, {**move("d1-d2"), "action": "Move"}, "unknown_action"),
    (ROUGH, {**move("d1-d2"), "to": [7, 3]}, "off_board"),
    (ROUGH, {**move("d1-d2"), "to": [5, -1]}, "off_board"),
    (ROUGH, {**move("b4^b3"), "target": [4, 7]}, "off_board"),
    (ROUGH, {**move("d1-d2"), "from": [-1, 0]}, "off_board"),
    (ROUGH, move("a1-a2"), "no_piece"),
    (ROUGH, move("a1^a2"), "no_piece"),
    (ROUGH, move("d7-d6"), "not_your_piece"),
    (ROUGH, move("f3^f2"), "not_your_piece"),
    (ROUGH, move("d1-d1"), "same_cell"),
    (ROUGH, move("d1-d3"), "out_of_reach"),
    (ROUGH, move("b4-d6"), "out_of_reach"),
    (ROUGH, move("c4-c1"), "out_of_reach"),
    (ROUGH, move("c4-d6"), "out_of_reach"),
    (ROUGH, move("c4-b4"), "own_piece"),
    (ROUGH, move("b4-c4"), "own_piece"),
    (ROUGH, move("c4-c3"), "too_high"),
    (ROUGH, move("b4-b5"), "too_high"),
    (ROUGH, move("c4-c6"), "too_high"),
    (ROUGH, move("c4-c2"), "middle_too_high"),
    (ROUGH, move("c4-a6"), "middle_too_high"),
    (ROUGH, move("c4-e4"), "vent"),
    (VENTED, move("d4-e4"), "vent"),
    (VENTED, move("e5-e4"), "vent"),
    (VENTED, move("e5-e3"), "vent_between"),
    (ROUGH, move("d1^d2"), "not_a_smith"),
    (ROUGH, move("c4^c3"), "not_a_smith"),
    (ROUGH, move("b4^b4"), "forge_own_cell"),
    (ROUGH, move("b4^a3"), "not_beside"),
    (ROUGH, move("b4^b2"), "not_beside"),
    (ROUGH, move("b4^c4"), "occupied"),
    (VENTED, move("d4^d5"), "occupied"),
    (VENTED, move("d4^e4"), "vent"),
]

WRITTEN: list[tuple[State, str, str]] = [
    (ROUGH, "castle", "unknown_notation"),
    (ROUGH, "d1-d2-d3", "unknown_notation"),
    (ROUGH, "d1-d3", "out_of_reach"),
    (ROUGH, "d1-d0", "off_board"),
    (ROUGH, "d1-d8", "off_board"),
    (ROUGH, "z1-d2", "off_board"),
    (ROUGH, "d7-d6", "not_your_piece"),
    (ROUGH, "b4^a3", "not_beside"),
    (ROUGH, "d1xd2", "nothing_to_capture"),
    (ROUGH, "c4xb4", "nothing_to_capture"),
    (ROUGH, "c4xz9", "nothing_to_capture"),
    (VENTED, "d4-d5", "capture_unmarked"),
    (VENTED, "d4^d5", "occupied"),
    (drawn(CHAIN), "c3xd4", "too_high"),
]


@pytest.mark.parametrize(("state", "value", "code"), REFUSED)
def test_a_move_against_the_rules_is_refused_with_its_reason(
    state: State, value: Any, code: str
) -> None:
    before = copy.deepcopy(state)
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply_move(state, value)
    assert refusal.value.code == code
    assert refusal.value.message
    assert f"**{refusal.value.rule}.**" in GAME.rules()
    assert state == before


@pytest.mark.parametrize(("state", "written", "code"), WRITTEN)
def test_a_written_move_is_refused_with_its_reason(state: State, written: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAME.move_from_notation(GAME.state_from_json(state), written)
    assert refusal.value.code == code


def test_every_reason_for_a_refusal_is_shown() -> None:
    source = inspect.getsource(import_module("ludarium.games.caldera.explain"))
    codes = set(re.findall(r'IllegalMove\(\s*"(\w+)"', source))
    codes.remove("stuck_piece")  # of clicks alone: test_paths shows it
    assert codes == {code for _, _, code in REFUSED + WRITTEN} - {"unknown_notation"}


def test_the_rule_named_tells_a_climb_from_a_leap() -> None:
    for written, rule in (("c4-c3", "C4"), ("c4-c6", "C3"), ("c4-c2", "C3"), ("b4^c4", "C4")):
        with pytest.raises(IllegalMove) as refusal:
            GAME.apply_move(ROUGH, move(written))
        assert refusal.value.rule == rule


def test_a_move_after_the_end_is_refused() -> None:
    after = played(drawn(CHAIN), "c3^d3")
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply_move(after, move("d4-d5"))
    assert refusal.value.code == "game_over"


# States.

ERUPTED = played(drawn(CHAIN), "c3^d3")
MUTUAL = played(drawn(BRINK), "d3^d4")
OWN = played(drawn(BRINK.replace("3C", "0C")), "d3^d4")
CAPTURED = played(drawn(CHAIN.replace("3C", "1C")), "c3xd4")
BLOCKED = played(drawn(CORNER), "c6^b6")
STRUCK = played(START, "b1-b3", "b7-b5", "b3xb5")
CROWN = {"type": "crown", "r": 6, "c": 3}


def board(**cells: int) -> list[list[int]]:
    """A flat board but for these cells."""
    rows = [[0] * 7 for _ in range(7)]
    for name, level in cells.items():
        rows[7 - int(name[1])][ord(name[0]) - ord("a")] = level
    return rows


def pieces(*changes: tuple[int, str, Any]) -> list[State]:
    """Seat 0's pieces at the start with some values changed."""
    changed = [dict(piece) for piece in START["p0"]]
    for index, key, value in changes:
        changed[index][key] = value
    return changed


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "wrong_type"),
        ([], "wrong_type"),
        ({}, "missing_key"),
        ({**START, "turn": 0}, "unknown_key"),
        ({**START, "ply": False}, "wrong_type"),
        ({**START, "ply": 0.0}, "wrong_type"),
        ({**START, "ply": -2}, "out_of_range"),
        ({**START, "ply": 201}, "out_of_range"),
        ({**START, "ply": 10**30}, "out_of_range"),
        ({**START, "board": None}, "wrong_type"),
        ({**START, "board": [[0] * 7] * 6}, "wrong_length"),
        ({**START, "board": [*board()[:6], [0] * 8]}, "wrong_length"),
        ({**START, "board": [*board()[:6], "0000000"]}, "wrong_type"),
        ({**START, "ply": 60, "board": board(d4=4)}, "out_of_range"),
        ({**START, "ply": 60, "board": board(d4=-2)}, "out_of_range"),
        ({**START, "board": [*board()[:6], [0] * 6 + [None]]}, "wrong_type"),
        ({**START, "p0": None}, "wrong_type"),
        ({**START, "p0": [[]]}, "wrong_type"),
        ({**START, "p0": [*START["p0"], CROWN]}, "wrong_pieces"),
        ({**START, "p0": START["p0"][::-1]}, "wrong_pieces"),
        ({**START, "p0": pieces((1, "type", "smith"))}, "wrong_pieces"),
        ({**START, "p0": pieces((1, "type", "queen"))}, "out_of_range"),
        ({**START, "p0": pieces((1, "type", None))}, "wrong_type"),
        ({**START, "p0": pieces((1, "r", 7))}, "out_of_range"),
        ({**START, "p0": pieces((1, "c", -1))}, "out_of_range"),
        ({**START, "p0": pieces((1, "c", True))}, "wrong_type"),
        ({**START, "p0": pieces((1, "id", 3))}, "unknown_key"),
        ({**START, "p0": [{"type": "crown", "r": 6}]}, "missing_key"),
        ({**START, "ply": 60, "p0": pieces((1, "c", 2))}, "impossible"),
        ({**START, "ply": 60, "board": board(b1=-1, a1=1, c1=1, b2=1)}, "impossible"),
        ({**START, "ply": 60, "board": board(d4=-1, d5=1, e4=1, d3=1)}, "impossible"),
        ({**START, "winner": 0}, "not_canonical"),
        ({**START, "reason": "turn_limit_draw"}, "not_canonical"),
        ({**START, "reason": None}, "wrong_type"),
        ({**ERUPTED, "winner": 1}, "not_canonical"),
        ({**ERUPTED, "winner": False}, "not_canonical"),
        ({**ERUPTED, "winner": None, "reason": ""}, "wrong_reason"),
        ({**ERUPTED, "reason": "no_legal_moves"}, "wrong_reason"),
        ({**CAPTURED, "reason": "crowns_erupted_mutual"}, "wrong_reason"),
        ({**MUTUAL, "reason": "crown_erupted"}, "not_canonical"),
        ({**MUTUAL, "winner": 0}, "not_canonical"),
        ({**OWN, "reason": "crown_captured"}, "not_canonical"),
        ({**BLOCKED, "winner": None, "reason": ""}, "not_canonical"),
        ({**BLOCKED, "reason": "crown_captured"}, "not_canonical"),
    ],
)
def test_a_state_that_no_game_reaches_is_refused(value: Any, code: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        GAME.legal_moves(value)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "value",
    [
        {**START, "ply": 1},
        {**START, "ply": 2},
        {**START, "ply": 1, "board": board(d4=1)},
        {**START, "ply": 3, "board": board(c2=3, d2=1)},
        {**START, "ply": 40, "board": [[3] * 7 for _ in range(7)]},
        {**START, "ply": 2, "p0": pieces((1, "r", 5))},
        {**START, "ply": 1, "p0": pieces((1, "r", 3))},
        {**START, "ply": 3, "p0": pieces((0, "r", 3))},
        {**START, "ply": 2, "p0": pieces((1, "r", 4), (2, "r", 4))},
        {**START, "ply": 2, "p1": START["p1"][:4]},
        {**START, "ply": 1, "p1": START["p1"][1:], "winner": 0, "reason": "crown_captured"},
        {**START, "ply": 4, "p1": [START["p1"][0]]},
    ],
)
def test_a_state_needs_the_plies_that_lead_to_it(value: State) -> None:
    with pytest.raises(InvalidState) as refusal:
        GAME.outcome(value)
    assert refusal.value.code == "impossible"


def test_a_crown_erupts_only_beside_a_blow_of_the_seat_that_moved() -> None:
    flat = {**CAPTURED, "board": board()}
    assert GAME.outcome(flat) is not None
    away = {**ERUPTED, "p0": [ERUPTED["p0"][0], *pieces((3, "c", 0), (4, "c", 6))[3:]]}
    for state in ({**flat, "reason": "crown_erupted"}, {**away, "p0": away["p0"]}):
        with pytest.raises(InvalidState) as refusal:
            GAME.outcome(state)
        assert refusal.value.code == "impossible"


def test_a_seat_cannot_have_captured_its_own_crown() -> None:
    later = {**CAPTURED, "ply": CAPTURED["ply"] + 1, "winner": 1}
    with pytest.raises(InvalidState):
        GAME.outcome({**later, "reason": "crown_captured"})


def test_a_state_at_the_limit_has_ended_and_none_is_beyond_it() -> None:
    state = drawn(QUIET)
    with pytest.raises(InvalidState) as refusal:
        load("caldera", turn_limit=60).outcome(state)
    assert refusal.value.code == "not_canonical"
    with pytest.raises(InvalidState) as refusal:
        load("caldera", turn_limit=59).outcome(state)
    assert refusal.value.code == "out_of_range"


@pytest.mark.parametrize(
    "state", [START, ROUGH, VENTED, ERUPTED, MUTUAL, OWN, CAPTURED, BLOCKED, STRUCK]
)
def test_a_state_is_written_as_it_was_read(state: State) -> None:
    assert GAME.state_to_json(GAME.state_from_json(state)) == state


def test_a_crown_lost_beside_a_vent_may_have_been_captured_or_erupted() -> None:
    for reason in ("crown_erupted", "crown_captured"):
        outcome = GAME.outcome({**ERUPTED, "reason": reason})
        assert outcome is not None
        assert outcome.reason == reason
