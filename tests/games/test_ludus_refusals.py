"""Refusals of moves and states of Ludus, and their codes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludarium import IllegalMove, InvalidState
from tests.games.ludus_states import (
    CROWD,
    CU,
    FL,
    GAME,
    HL,
    KA,
    KF,
    KI,
    KR,
    KT,
    ORIGINAL,
    PIERCED,
    QUIET,
    SH,
    START,
    WON,
    Move,
    State,
    asked,
    edited,
    position,
    shut_in,
)

# Refusals.


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        (asked("p99", "move", "a6"), "no_such_piece", "L2"),
        (asked("p10", "move", "a6"), "piece_taken", "L2"),
        (asked("p4", "move", "a6"), "not_your_piece", "L2"),
        (
            {**asked(KR, "move", "i4"), "to": {"board": "ground", "r": 11, "c": 0}},
            "off_board",
            "L2",
        ),
        ({**asked(KA, "move", "i4"), "to": {"board": "sky", "r": 0, "c": 5}}, "off_board", "L2"),
        (asked(KR, "move", "i3"), "same_cell", "L3"),
        (asked("p22", "move", "f3"), "backwards", "L4"),
        (asked("p22", "move", "e3"), "backwards", "L4"),
        (asked("p22", "move", "f5", "p9"), "no_straight_capture", "L4"),
        (asked("p22", "move", "f6"), "own_piece", "L3"),
        (asked("p22", "move", "g6"), "not_a_step", "L4"),
        (asked("p2", "move", "b6"), "nothing_to_capture", "L4"),
        (asked("p2", "move", "a7"), "already_moved", "L4"),
        (asked("p22", "move", "e5"), "wrong_targets", "L16"),
        (asked("p18", "move", "e4", "p46"), "wrong_targets", "L16"),
        (asked(KT, "move", "g7"), "not_a_jump", "L14"),
        (asked(CU, "move", "h11"), "too_far", "L3"),
        (asked(CU, "move", "j9"), "wrong_direction", "L3"),
        (asked(CU, "move", "e6"), "blocked", "L3"),
        (asked(CU, "move", "f6"), "own_piece", "L3"),
        (asked(SH, "move", "k6"), "too_far", "L3"),
        (asked(KI, "move", "c8"), "own_piece", "L3"),
        (asked(KI, "move", "d9", "p12"), "wrong_direction", "L3"),
        (asked(KF, "move", "c9"), "wrong_direction", "L3"),
        (asked(HL, "move", "d8"), "too_far", "L3"),
        (asked(HL, "move", "d7"), "wrong_targets", "L16"),
        (asked(HL, "move", "e6", "p4"), "wrong_targets", "L16"),
        (asked(KR, "fly", "E5"), "cannot_fly", "L5"),
        (asked(HL, "fly", "d6"), "not_a_flight", "L5"),
        (asked(HL, "fly", "D6"), "not_vertical", "L5"),
        (asked(FL, "fly", "F4"), "not_vertical", "L5"),
        (asked("p43", "fly", "F6"), "sky_occupied", "L5"),
        (asked("p43", "move", "F6", "p0"), "sky_occupied", "L5"),
        (asked(HL, "fly", "D5", "p0"), "wrong_targets", "L16"),
        (asked(HL, "move", "D5"), "flight", "L5"),
        (asked(KT, "move", "G5"), "cannot_fly", "L5"),
        (asked(KA, "fly", "e5", "p13"), "landing_captures", "L5"),
        (asked(KA, "move", "e5"), "wrong_targets", "L16"),
        (asked(KA, "move", "E7"), "too_far", "L5"),
        (asked(KA, "move", "d5"), "not_vertical", "L5"),
        (asked(KR, "attack", "i3", "p44"), "cannot_strike", "L6"),
        (asked(FL, "attack", "f1", "p46"), "cannot_strike", "L6"),
        (asked(HL, "attack", "d6", "p4"), "striker_moves", "L2"),
        (asked(HL, "attack", "d5"), "no_target", "L16"),
        (asked(HL, "attack", "d5", "p77"), "no_such_piece", "L2"),
        (asked(HL, "attack", "d5", "p1"), "piece_taken", "L2"),
        (asked(KT, "attack", "g5", "p22"), "own_piece", "L6"),
        (asked(HL, "attack", "d5", "p0"), "target_in_sky", "L6"),
        (asked(HL, "attack", "d5", "p12"), "blocked", "L6"),
        (asked(HL, "attack", "d5", "p46"), "warded", "L6"),
        (asked(HL, "attack", "d5", "p4", "p12"), "wrong_targets", "L16"),
        (asked(KI, "attack", "b7", "p8"), "sheltered", "L6"),
        (asked(KI, "attack", "b7", "p16"), "too_far", "L6"),
        (asked(KI, "attack", "b7", "p12"), "wrong_direction", "L6"),
        (asked(KF, "attack", "c8", "p4", "p44"), "wrong_targets", "L16"),
    ],
)
def test_a_refusal_names_the_rule_that_is_broken(move: Move, code: str, rule: str) -> None:
    state = position(cells=CROWD)
    with pytest.raises(IllegalMove) as refused:
        GAME.apply_move(state, move)
    assert (refused.value.code, refused.value.rule) == (code, rule)


PAIR = {"p19": "e5", "p4": "e7", "p8": "e8"}


@pytest.mark.parametrize(
    ("cells", "move", "code", "rule"),
    [
        ({"p18": "e2", "p4": "e3"}, asked("p18", "move", "e4"), "blocked", "L4"),
        ({"p18": "e2", "p4": "e4"}, asked("p18", "move", "e4", "p4"), "blocked", "L4"),
        ({"p3": "E5", "p18": "e5"}, asked(KA, "fly", "e5"), "own_piece", "L5"),
        ({"p19": "E5", "p4": "e6"}, asked(HL, "attack", "E5", "p4"), "strike_from_sky", "L6"),
        ({"p3": "E5", "p0": "E6"}, asked(KA, "move", "E6", "p0"), "no_sky_combat", "L7"),
        ({"p3": "E5", "p19": "E6"}, asked(KA, "move", "E6"), "own_piece", "L3"),
        (PAIR, asked(HL, "attack", "e5", "p4"), "wrong_targets", "L16"),
        (PAIR, asked(HL, "attack", "e5", "p8"), "blocked", "L6"),
    ],
)  # fmt: skip
def test_a_refusal_in_a_position_of_its_own(
    cells: dict[str, str], move: Move, code: str, rule: str
) -> None:
    with pytest.raises(IllegalMove) as refused:
        ORIGINAL.apply_move(position(cells=cells), move)
    assert (refused.value.code, refused.value.rule) == (code, rule)


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        "e2-e4",
        {},
        {"pieceId": "p2", "type": "move", "to": {"board": "ground", "r": 8, "c": 0}},
        {**asked("p2", "move", "a3"), "extra": 1},
        {**asked("p2", "move", "a3"), "pieceId": 2},
        {**asked("p2", "move", "a3"), "type": "jump"},
        {**asked("p2", "move", "a3"), "type": ["move"]},
        {**asked("p2", "move", "a3"), "to": [8, 0]},
        {**asked("p2", "move", "a3"), "to": {"board": "sea", "r": 8, "c": 0}},
        {**asked("p2", "move", "a3"), "to": {"board": "ground", "r": 8.0, "c": 0}},
        {**asked("p2", "move", "a3"), "to": {"board": "ground", "r": 8, "c": False}},
        {**asked("p2", "move", "a3"), "targets": None},
        {**asked("p2", "move", "a3"), "targets": [4]},
    ],
)
def test_what_is_no_move_at_all_is_malformed(move: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply_move(START, move)
    assert refused.value.code == "malformed_move"


# States that cannot be.


LEGIONARE = {"type": "L", "color": "black", "by": "L"}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (None, "wrong_type"),
        ([START], "wrong_type"),
        ({key: START[key] for key in START if key != "quiet"}, "missing_key"),
        ({**START, "seed": 1}, "unknown_key"),
        ({**START, "pieces": {}}, "wrong_type"),
        (edited(START, "pieces", 0, to=None), "wrong_type"),
        (edited(START, "pieces", 0, "id", to=0), "wrong_type"),
        (edited(START, "pieces", 0, "id", to="p52"), "out_of_range"),
        (edited(START, "pieces", 0, "id", to="p00"), "out_of_range"),
        (edited(START, "pieces", 1, "id", to="p0"), "wrong_order"),
        ({**START, "pieces": START["pieces"][::-1]}, "wrong_order"),
        (edited(START, "pieces", 0, "type", to="XX"), "out_of_range"),
        (edited(START, "pieces", 0, "type", to="KT"), "impossible"),
        (edited(START, "pieces", 0, "color", to="white"), "impossible"),
        (edited(START, "pieces", 0, "board", to="sea"), "out_of_range"),
        (edited(START, "pieces", 0, "r", to=11), "out_of_range"),
        (edited(START, "pieces", 0, "r", to=True), "wrong_type"),
        (edited(START, "pieces", 0, "moved", to=0), "wrong_type"),
        (edited(START, "pieces", 0, "moved", to=True), "impossible"),
        (edited(START, "pieces", 0, "r", to=5), "impossible"),
        (edited(START, "turn", to="black"), "impossible"),
        (edited(START, "turn", to="red"), "out_of_range"),
        (edited(START, "moveCount", to=2), "impossible"),
        (edited(START, "moveCount", to=-2), "out_of_range"),
        (edited(START, "moveCount", to=602), "out_of_range"),
        (edited(START, "moveCount", to=10**30), "out_of_range"),
        (edited(START, "moveCount", to=1.0), "wrong_type"),
        (edited(START, "quiet", to=1), "out_of_range"),
        (edited(START, "winner", to="white"), "not_canonical"),
        (edited(START, "winner", to=[]), "not_canonical"),
        (edited(START, "reason", to="quiet_limit"), "not_canonical"),
        (edited(START, "reason", to=None), "not_canonical"),
        (edited(START, "captured", to=[]), "wrong_type"),
        (edited(START, "captured", "white", to=[LEGIONARE]), "wrong_length"),
        ({**START, "pieces": START["pieces"][1:]}, "wrong_length"),
        (edited(QUIET, "captured", "white", 0, "color", to="white"), "impossible"),
        (edited(QUIET, "captured", "white", 0, "type", to="CU"), "impossible"),
        (edited(QUIET, "captured", "white", 0, "by", to="X"), "out_of_range"),
        (edited(QUIET, "captured", "black", 0, "by", to="VL"), "impossible"),
        (edited(QUIET, "quiet", to=101), "out_of_range"),
        (edited(QUIET, "quiet", to=100), "not_canonical"),
        (edited(QUIET, "moveCount", to=600), "not_canonical"),
        (position(p2="a1"), "impossible"),
        (position(p2="a11"), "impossible"),
        (position("black", p1="a11"), "impossible"),
        (position(p50="c6", p49="c6"), "impossible"),
        (position(p50="E6"), "impossible"),
        (position(p15="e5"), "impossible"),
        (position(p18="e2=VL", p50="c6", ply=6), "impossible"),
        (position(p50="c6", ply=20), "impossible"),
        (position(p50="c6", quiet=90, ply=130), "impossible"),
        ({**WON, "winner": "black"}, "not_canonical"),
        ({**WON, "winner": None, "reason": ""}, "not_canonical"),
        ({**WON, "quiet": 1}, "impossible"),
        ({**WON, "turn": "white", "moveCount": WON["moveCount"] + 1}, "impossible"),
        (edited(PIERCED, "captured", "white", -1, "by", to="KT"), "impossible"),
        (edited(PIERCED, "captured", "white", -1, "by", to="KI"), "impossible"),
    ],
)  # fmt: skip
def test_a_state_that_no_game_can_reach_is_refused(state: Any, code: str) -> None:
    with pytest.raises(InvalidState) as refused:
        GAME.legal_moves(state)
    assert refused.value.code == code


def test_a_first_lord_is_the_last_to_be_taken() -> None:
    entries = WON["captured"]["white"]
    with pytest.raises(InvalidState):
        GAME.outcome(edited(WON, "captured", "white", to=entries[-1:] + entries[:-1]))


def test_both_first_lords_cannot_fall() -> None:
    state = position(p50="c6")
    state["pieces"] = [piece for piece in state["pieces"] if piece["type"] != "FL"]
    for taker, other in (("white", "black"), ("black", "white")):
        state["captured"][taker].append({"type": "FL", "color": other, "by": "KR"})
    with pytest.raises(InvalidState):
        GAME.outcome(state)


@pytest.mark.parametrize("state", [START, QUIET, WON, PIERCED, shut_in(), position(cells=CROWD)])
def test_a_state_that_a_game_can_reach_survives_json(state: State) -> None:
    again = GAME.state_to_json(GAME.state_from_json(json.loads(json.dumps(state))))
    assert json.dumps(again) == json.dumps(state)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("k3-k4", "empty_cell"),
        ("a10-a9", "not_your_piece"),
        ("e3*e4", "nothing_to_strike"),
        ("e3-e9", "too_far"),
        ("a2-b3", "nothing_to_capture"),
        ("a1-a2", "own_piece"),
        ("d3-D4", "cannot_fly"),
        ("e3*f2", "cannot_strike"),
        ("nonsense", "unknown_notation"),
    ],
)
def test_a_refusal_of_written_moves_says_why(written: str, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.move_from_notation(GAME.new(), written)
    assert caught.value.code == code
