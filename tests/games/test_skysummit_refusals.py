"""Refusals of moves and states of Skysummit, and their codes."""

from __future__ import annotations

import copy
import inspect
import re
import traceback
from importlib import import_module
from typing import Any

import pytest

from ludarium import IllegalMove, InvalidState, load
from tests.games.skysummit_states import (
    GAME,
    MIDDLE,
    START,
    SUMMITS,
    UNEVEN,
    WALLED_IN,
    State,
    last_turn,
    move,
    place,
    placed,
    playing,
)

CRAMPED = playing(
    """
    1A 2  0  0  0
    4  3  0  0  0
    0  0B 0X 0  0
    0  0  0  0  0
    0  0  0  0  0Y
    """,
    0,
)

REFUSED: list[tuple[State, Any, str]] = [
    (CRAMPED, None, "malformed_move"),
    (CRAMPED, [], "malformed_move"),
    (CRAMPED, "move", "malformed_move"),
    (CRAMPED, {}, "malformed_move"),
    (CRAMPED, {"t": "fly"}, "malformed_move"),
    (CRAMPED, {"t": "move"}, "malformed_move"),
    (CRAMPED, {"t": "move", "w": 0, "to": 1}, "malformed_move"),
    (CRAMPED, {**move(0, 1, 2), "seat": 0}, "malformed_move"),
    (CRAMPED, {**move(0, 1, 2), "w": False}, "malformed_move"),
    (CRAMPED, {**move(0, 1, 2), "w": 0.0}, "malformed_move"),
    (CRAMPED, place(3, 4), "wrong_phase"),
    (CRAMPED, move(2, 1, 2), "no_such_worker"),
    (CRAMPED, move(-1, 1, 2), "no_such_worker"),
    (CRAMPED, move(0, 25, 2), "off_board"),
    (CRAMPED, move(0, -1, 2), "off_board"),
    (CRAMPED, {**move(0, 1, 2), "to": True}, "off_board"),
    (CRAMPED, {**move(0, 1, 2), "to": None}, "off_board"),
    (CRAMPED, move(0, 1, 25), "off_board"),
    (CRAMPED, {**move(0, 1, 2), "build": 2.0}, "off_board"),
    (CRAMPED, move(0, 13, 14), "not_adjacent"),
    (CRAMPED, move(0, 0, 1), "not_adjacent"),
    (CRAMPED, move(1, 12, 13), "occupied"),
    (CRAMPED, move(0, 5, 10), "dome"),
    (CRAMPED, move(0, 6, 7), "too_high"),
    (CRAMPED, move(0, 6, None), "too_high"),
    (CRAMPED, move(0, 1, None), "build_missing"),
    (CRAMPED, move(0, 1, 3), "build_not_adjacent"),
    (CRAMPED, move(0, 1, 1), "build_not_adjacent"),
    (CRAMPED, move(0, 1, 5), "build_on_dome"),
    (CRAMPED, move(1, 16, 12), "build_occupied"),
    (playing(SUMMITS.format(1), 0), move(0, 1, 2), "build_after_win"),
    (START, move(0, 1, 2), "wrong_phase"),
    (START, {"t": "place"}, "malformed_move"),
    (START, {"t": "place", "to": 3}, "malformed_move"),
    (START, {"t": "place", "to": [3]}, "malformed_move"),
    (START, {"t": "place", "to": [3, 4, 5]}, "malformed_move"),
    (START, {**place(3, 4), "w": 0}, "malformed_move"),
    (START, place(0, 25), "off_board"),
    (START, place(-1, 0), "off_board"),
    (START, {"t": "place", "to": [0, None]}, "off_board"),
    (START, {"t": "place", "to": [False, 3]}, "off_board"),
    (START, place(3, 3), "same_cell"),
    (placed((6, 18)), place(6, 7), "occupied"),
    (placed((6, 18)), place(1, 18), "occupied"),
]


WRITTEN: list[tuple[State, str, str]] = [
    (CRAMPED, "castle", "unknown_notation"),
    (CRAMPED, "c3-c2+b2", "not_your_worker"),
    (CRAMPED, "e5-e4+e5", "not_your_worker"),
    (CRAMPED, "b4,d2", "wrong_phase"),
    (CRAMPED, "a5-c3+d3", "not_adjacent"),
    (CRAMPED, "b3-c3+d3", "occupied"),
    (CRAMPED, "a5-b4+c4", "too_high"),
    (CRAMPED, "a5-b5", "build_missing"),
    (CRAMPED, "a5-b5#", "build_missing"),
    (CRAMPED, "a5-b5+a4", "build_on_dome"),
    (CRAMPED, "a5-a6+b5", "off_board"),
    (CRAMPED, "a5-b5+f5", "off_board"),
    (START, "a1-a2+a1", "wrong_phase"),
    (START, "a1,a1", "same_cell"),
    (START, "a1,z9", "off_board"),
    (placed((6, 18)), "b4,a1", "occupied"),
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
    assert f"**{refusal.value.rule}.**" in GAME.rules() + GAME.reference()
    assert state == before


@pytest.mark.parametrize(("state", "written", "code"), WRITTEN)
def test_a_written_move_is_refused_with_its_reason(state: State, written: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAME.move_from_notation(GAME.state_from_json(state), written)
    assert refusal.value.code == code


def test_every_reason_for_a_refusal_is_shown() -> None:
    source = inspect.getsource(import_module("ludarium.games.skysummit.explain"))
    codes = set(re.findall(r'IllegalMove\(\s*"(\w+)"', source))
    codes.remove("stuck_worker")  # of clicks alone: test_paths shows it
    assert codes == {code for _, _, code in REFUSED + WRITTEN} - {"unknown_notation"}


def test_a_move_after_the_end_is_refused() -> None:
    after = GAME.apply_move(playing(SUMMITS.format(1), 0), move(0, 1, None))
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply_move(after, move(0, 24, 23))
    assert refusal.value.code == "game_over"


def test_a_refusal_does_not_remember_earlier_ones() -> None:
    lengths = set()
    for _ in range(3):
        with pytest.raises(IllegalMove) as refusal:
            GAME.apply_move(START, None)
        lengths.add(len(traceback.extract_tb(refusal.value.__traceback__)))
    assert len(lengths) == 1


# States.

PLACED = placed((6, 18), (8, 16))
WON = GAME.apply_move(playing(SUMMITS.format(1), 0), move(0, 1, None))
BLOCKED = GAME.apply_move(playing(WALLED_IN, 0), move(0, 2, 1))
ON_DOME = playing(MIDDLE.replace("0A", "4A"), 0)
TWO_SUMMITS = playing(SUMMITS.format(0).replace("2A", "3A").replace("2X", "3X"), 1)
TWO_SUMMITS |= {"ply": TWO_SUMMITS["ply"] + 2, "winner": 1, "reason": "reach_level3"}


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "wrong_type"),
        ([], "wrong_type"),
        ({}, "missing_key"),
        ({**START, "turn_limit": 200}, "unknown_key"),
        ({**START, "phase": 0}, "wrong_type"),
        ({**START, "phase": "end"}, "out_of_range"),
        ({**START, "phase": "play"}, "not_canonical"),
        ({**PLACED, "phase": "place"}, "not_canonical"),
        ({**START, "ply": False}, "wrong_type"),
        ({**START, "ply": 0.0}, "wrong_type"),
        ({**START, "ply": -1}, "out_of_range"),
        ({**PLACED, "ply": 201}, "out_of_range"),
        ({**PLACED, "ply": 3}, "impossible"),
        ({**PLACED, "board": None}, "wrong_type"),
        ({**PLACED, "board": [0] * 24}, "wrong_length"),
        ({**PLACED, "board": [0] * 24 + [None]}, "wrong_type"),
        ({**PLACED, "ply": 7, "board": [0] * 24 + [5]}, "out_of_range"),
        ({**PLACED, "board": [0] * 24 + [1]}, "impossible"),
        ({**PLACED, "workers": [[6, 18]]}, "wrong_length"),
        ({**PLACED, "workers": [[6, 18], [8, 25]]}, "out_of_range"),
        ({**PLACED, "workers": [[6, 18], [8, None]]}, "wrong_type"),
        ({**PLACED, "workers": [[6, 18], [None, None]]}, "wrong_type"),
        ({**START, "workers": [[6, 18], [None, None]]}, "out_of_range"),
        ({**PLACED, "workers": [[6, 18], [8, 18]]}, "impossible"),
        ({**PLACED, "workers": [[18, 6], [8, 16]]}, "impossible"),
        (ON_DOME, "impossible"),
        (TWO_SUMMITS, "impossible"),
        ({**WON, "ply": WON["ply"] - 1}, "impossible"),
        ({**PLACED, "winner": 0}, "not_canonical"),
        ({**PLACED, "reason": "reach_level3"}, "not_canonical"),
        ({**WON, "winner": 1}, "not_canonical"),
        ({**WON, "winner": False}, "not_canonical"),
        ({**WON, "winner": None, "reason": ""}, "not_canonical"),
        ({**BLOCKED, "winner": None, "reason": ""}, "not_canonical"),
        ({**BLOCKED, "reason": "turn_limit_altitude"}, "not_canonical"),
    ],
)
def test_a_state_that_no_game_reaches_is_refused(value: Any, code: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        GAME.legal_moves(value)
    assert refusal.value.code == code


def test_the_seat_that_stands_on_the_summit_cannot_be_to_move() -> None:
    board = [*WON["board"][:-1], WON["board"][-1] + 1]
    with pytest.raises(InvalidState) as refusal:
        GAME.outcome({**WON, "ply": WON["ply"] + 1, "board": board})
    assert refusal.value.code == "impossible"


def test_a_state_at_the_limit_has_ended() -> None:
    after = last_turn(UNEVEN, 0, move(1, 11, 12))
    with pytest.raises(InvalidState):
        load("skysummit", turn_limit=after["ply"]).outcome({**after, "winner": None, "reason": ""})
    with pytest.raises(InvalidState):
        load("skysummit", turn_limit=after["ply"] - 1).outcome(after)


@pytest.mark.parametrize("state", [START, placed((6, 18)), PLACED, WON, BLOCKED])
def test_a_state_is_written_as_it_was_read(state: State) -> None:
    assert GAME.state_to_json(GAME.state_from_json(state)) == state
