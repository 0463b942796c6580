"""Refusals of moves and states of Forge, and their codes."""

from __future__ import annotations

import copy
import inspect
import re
from importlib import import_module
from typing import Any

import pytest

from ludarium import AnyGame, IllegalMove, InvalidState
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    BENT,
    BLOCKED,
    BOTH_STUCK,
    GAME,
    ONE_ENTRANCE,
    ONE_EXIT,
    Move,
    State,
    action,
    after,
    forge,
    place,
    position,
    refusal,
    started,
)


def changed(move: Move, **values: Any) -> Move:
    return {**move, **values}


REFUSED: list[tuple[AnyGame, State, Any, str, str]] = [
    (BENT, BLOCKED, None, "malformed_move", "F5"),
    (BENT, BLOCKED, ["pass"], "malformed_move", "F5"),
    (BENT, BLOCKED, {}, "malformed_move", "F5"),
    (BENT, BLOCKED, {"action": ["move"]}, "malformed_move", "F5"),
    (BENT, BLOCKED, {"action": "fly"}, "malformed_move", "F5"),
    (BENT, BLOCKED, {"action": "move"}, "malformed_move", "F5"),
    (BENT, BLOCKED, changed(action("c1-c2"), why="so"), "malformed_move", "F5"),
    (BENT, BLOCKED, changed(action("c1-c2"), destRow=6), "off_board", "F5"),
    (BENT, BLOCKED, changed(action("c1-c2"), destRow=4.0), "off_board", "F5"),
    (BENT, BLOCKED, changed(action("b1-b2"), sourceCol=True), "off_board", "F5"),
    (BENT, BLOCKED, action("pass"), "must_move", "F4"),
    (BENT, BLOCKED, action("@c3"), "no_ember_due", "F10"),
    (BENT, BLOCKED, action("swap"), "no_swap", "F21"),
    (GAME, GAME.initial_state(), action("a1-b2"), "not_straight", "F19"),
    (GAME, GAME.initial_state(), action("c1-f1"), "through_foreign_forge", "F9"),
    (GAME, GAME.initial_state(), action("a1-c1"), "occupied", "F2"),
    (GAME, started(GAME, "@c3", "f6-f5"), action("c1-c5"), "path_blocked", "F2"),
    (BENT, BLOCKED, action("c3-c4"), "no_token", "F5"),
    (BENT, BLOCKED, action("f4-f3"), "not_your_token", "F18"),
    (BENT, BLOCKED, action("a3-a4"), "ember_stays", "F2"),
    (BENT, BLOCKED, action("c1-c1"), "same_cell", "F20"),
    (BENT, BLOCKED, action("c1-b1"), "occupied", "F2"),
    (BENT, BLOCKED, action("c1-b2"), "ember_there", "F2"),
    (BENT, BLOCKED, action("c1-d1"), "foreign_forge", "F9"),
    (BENT, BLOCKED, action("c1-e1"), "through_foreign_forge", "F9"),
    (BENT, BLOCKED, action("c1-c5"), "too_far", "F20"),
    (BENT, BLOCKED, action("a1-a4"), "path_blocked", "F2"),
    (BENT, BLOCKED, action("b1-c2"), "path_blocked", "F2"),
    (BENT, ONE_EXIT, action("a1-a2"), "ember_due", "F12"),
    (BENT, ONE_EXIT, action("pass"), "ember_due", "F12"),
    (BENT, ONE_EXIT, action("@a1"), "occupied", "F13"),
    (BENT, ONE_EXIT, action("@e6"), "occupied", "F13"),
    (BENT, ONE_EXIT, action("@a2"), "ember_there", "F13"),
    (BENT, ONE_EXIT, action("@c6"), "ember_on_forge", "F13"),
    (BENT, ONE_EXIT, action("@d1"), "ember_on_forge", "F13"),
    (BENT, ONE_EXIT, action("@c2"), "cuts_off", "F13"),
    (BENT, ONE_EXIT, {"action": "ember", "row": -1, "col": 0}, "off_board", "F5"),
    (BENT, ONE_EXIT, {"action": "ember", "row": 1}, "malformed_move", "F5"),
    (ALWAYS_EMBERS, BOTH_STUCK, action("c2-c6"), "path_blocked", "F2"),
]
WRITTEN: list[tuple[State, str, str]] = [
    (BLOCKED, "castle", "unknown_notation"),
    (BLOCKED, "c1c2", "unknown_notation"),
    (BLOCKED, "pass", "must_move"),
    (BLOCKED, "@c3", "no_ember_due"),
    (BLOCKED, "f4-f3", "not_your_token"),
    (BLOCKED, "c1-e1", "through_foreign_forge"),
    (BLOCKED, "c1-c7", "off_board"),
    (BLOCKED, "z1-c2", "off_board"),
    (ONE_EXIT, "c1-c2", "ember_due"),
    (ONE_EXIT, "@c2", "cuts_off"),
    (ONE_EXIT, "@g1", "off_board"),
]


@pytest.mark.parametrize(("game", "state", "move", "code", "rule"), REFUSED)
def test_a_refusal_names_what_is_wrong(
    game: AnyGame, state: State, move: Any, code: str, rule: str
) -> None:
    refused = refusal(game, state, move)
    assert (refused.code, refused.rule) == (code, rule)


@pytest.mark.parametrize(("state", "written", "code"), WRITTEN)
def test_a_written_move_is_refused_with_its_reason(state: State, written: str, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        BENT.move_from_notation(BENT.state_from_json(state), written)
    assert caught.value.code == code


def test_every_reason_for_a_refusal_is_shown() -> None:
    source = inspect.getsource(import_module("ludarium.games.forge.explain"))
    codes = set(re.findall(r'IllegalMove\(\s*"(\w+)"', source))
    of_clicks = {"stuck_token", "not_your_ember"}  # test_paths shows them
    assert codes - of_clicks == {code for _, _, _, code, _ in REFUSED}


def test_a_refused_ember_says_why_none_is_due() -> None:
    assert "Onyx" in refusal(BENT, BENT.initial_state(), action("@c3")).message
    early = refusal(BENT, started(BENT, "a1-a2"), action("@c3"))
    late = refusal(BENT, started(BENT, "a1-a2", "f6-f5", "a2-a1"), action("@c3"))
    assert early.message != late.message
    empty = forge(onyx_embers=1)
    assert "been lit" in refusal(empty, started(empty, "@c3", "f6-f5"), action("@c4")).message


def test_a_refused_move_says_that_the_opening_embers_come_first() -> None:
    game = forge(opening_embers=1)
    assert "Amber" in refusal(game, game.initial_state(), action("d6-d5")).message


# States that no game comes to.


def without(key: str) -> State:
    state = BENT.initial_state()
    del state[key]
    return state


def altered(state: State, *cells: tuple[str, str | None], **values: Any) -> State:
    """The state with other pieces on some cells and other values of some keys."""
    state = {**copy.deepcopy(state), **values}
    for cell, piece in cells:
        row, col = place(cell)
        state["grid"][row][col] = piece
    return state


START = BENT.initial_state()
OPENED = started(BENT, "c1-c4")
ANSWERED = started(BENT, "a1-a2", "f6-f5")
WON = started(BENT, "c1-c4", "f6-f5", "c4-c6")


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (None, "wrong_type"),
        ([], "wrong_type"),
        (without("grid"), "missing_key"),
        (without("embers"), "missing_key"),
        ({**START, "seed": 1}, "unknown_key"),
        (altered(START, grid=START["grid"][:5]), "wrong_length"),
        (altered(START, grid=[*START["grid"][:5], None]), "wrong_type"),
        (altered(START, ("c3", "p2")), "out_of_range"),
        (altered(START, currentPlayer=True), "wrong_type"),
        (altered(START, currentPlayer=3), "out_of_range"),
        (altered(START, phase="pass"), "out_of_range"),
        (altered(START, moveCount=10**20), "out_of_range"),
        (altered(START, turns=[0, -1]), "out_of_range"),
        (altered(START, passes=1.0), "wrong_type"),
        (altered(START, swapped=0), "wrong_type"),
        (altered(START, embersLeft=[0]), "wrong_length"),
        (altered(START, embersLeft=[0, 37]), "out_of_range"),
        (altered(START, embers={}), "wrong_type"),
        (altered(START, embers=[{"row": 1, "col": 1}]), "missing_key"),
        (altered(START, burnt=[1]), "wrong_type"),
        (altered(START, burnt=[{"row": 1, "col": 6}]), "out_of_range"),
        (altered(OPENED, lastMove="c1-c4"), "wrong_type"),
        (altered(OPENED, lastMove={"action": "move"}), "missing_key"),
        (altered(OPENED, lastMove={"action": 1}), "wrong_type"),
        (altered(OPENED, lastMove={"action": "jump"}), "out_of_range"),
        (altered(OPENED, passes=1), "not_canonical"),
        (altered(START, status="won"), "not_canonical"),
        (altered(START, status=None), "not_canonical"),
        (altered(START, winner=1), "not_canonical"),
        (altered(START, reason="turn_limit"), "not_canonical"),
        (altered(WON, status="playing", winner=None, reason=""), "not_canonical"),
        (altered(WON, winner=2), "not_canonical"),
        (altered(ONE_EXIT, turns=[7, 6], moveCount=16), "not_canonical"),  # no ember is due
        (altered(BLOCKED, turns=[99, 99], moveCount=200), ""),  # one round before the limit
        (altered(BLOCKED, turns=[100, 100], moveCount=202), "not_canonical"),  # it is a draw
    ],
)
def test_a_state_is_read_strictly(state: Any, code: str) -> None:
    found = ""
    try:
        BENT.state_from_json(state)
    except InvalidState as error:
        found = error.code
    assert found == code


def fire(cell: str, burning: int | None = None) -> dict[str, Any]:
    row, col = place(cell)
    return {"row": row, "col": col, "turnsLeft": burning}


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (altered(START, currentPlayer=2), "take turns"),
        (altered(START, phase="ember"), "moveCount"),
        (altered(START, moveCount=1), "as soon as"),
        (altered(START, turns=[1, 1]), "moveCount"),
        (altered(START, passes=1), "passes only if"),
        (altered(START, swapped=True), "take turns"),
        (altered(ANSWERED, swapped=True), "take turns"),
        (altered(START, lastMove=action("c1-c4")), "as soon as"),
        (altered(START, ("c3", "p0")), "three tokens"),
        (altered(START, ("c3", "ember")), "does not fit the grid"),
        (altered(START, embersLeft=[0, 35]), "moveCount"),
        (altered(START, burnt=[{"row": 3, "col": 3}]), "burnt embers"),
        (altered(START, ("c1", None), ("c2", "p0")), "so many moves"),
        (altered(OPENED, lastMove=None), "as soon as"),
        (altered(OPENED, lastMove=action("d6-d5")), "does not fit"),
        (altered(OPENED, lastMove=action("a1-c4")), "does not fit"),
        (altered(OPENED, lastMove=action("@c3")), "last ember"),
        (altered(OPENED, lastMove=action("swap")), "swapped once"),
        (altered(OPENED, ("c4", None), ("c5", "p0"), lastMove=action("c1-c5")), "not a legal"),
        (altered(OPENED, ("f6", None), ("f5", "p1")), "so many moves"),
        (altered(ANSWERED, ("a2", None), ("a1", "p0")), "so many moves"),
        (altered(BLOCKED, lastMove=action("pass"), passes=1), "not a legal"),
        (altered(WON, ("d6", None), ("d1", "p1")), "already been won"),
        (altered(ONE_EXIT, ("c1", None), ("d1", "p0")), "closed forge"),
        (altered(ONE_EXIT, turns=[4, 3], moveCount=10), "not so many turns"),
        (altered(ONE_EXIT, embersLeft=[0, 35]), "moveCount"),
        (
            altered(
                ONE_EXIT,
                ("a2", None),
                ("c6", "ember"),
                embers=[fire("c6"), fire("b2")],
            ),
            "burns on a forge",
        ),
        (
            altered(
                ONE_EXIT,
                ("c2", "ember"),
                embers=[fire("a2"), fire("b2"), fire("c2")],
                embersLeft=[0, 33],
                turns=[8, 7],
                moveCount=19,
            ),
            "cut a seat off",
        ),
        (altered(BLOCKED, turns=[101, 101], moveCount=204), "already ended"),
    ],
)
def test_a_state_that_cannot_arise_is_refused(state: Any, sentence: str) -> None:
    with pytest.raises(InvalidState, match=sentence) as caught:
        BENT.state_from_json(state)
    assert caught.value.code == "impossible"


BURNING = started(GAME, "@c3", "f6-f5", "@c4", "@d4")


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (altered(BURNING, embersLeft=[3, 4]), "does not fit the board"),
        (altered(BURNING, embersLeft=[1, 4]), "not so many turns"),
        (altered(BURNING, embers=[fire("c4", 23), fire("d4", 24), fire("c3", 19)]), "one ember"),
        (altered(BURNING, embers=[fire("c4", 23), fire("d4", 24), fire("c3", 20)]), "opening"),
        (altered(BURNING, embers=[fire("c4", 23), fire("d4", 24), fire("c3", 23)]), "one ember"),
        (altered(BURNING, embers=[fire("c4", 23), fire("d4", 24), fire("c3", 22)]), "the board"),
    ],
)
def test_embers_are_of_the_turns_in_which_their_seats_lit_them(state: Any, sentence: str) -> None:
    with pytest.raises(InvalidState, match=sentence) as caught:
        GAME.state_from_json(state)
    assert caught.value.code == "impossible"


def test_a_second_pass_is_read_only_if_the_first_one_was_forced() -> None:
    state = position(
        """
        * * . * * *
        * * A * * *
        * * B * * *
        * * B * * *
        * * B A * *
        A * * . * *
        """,
        (21, 21),
        "pass",
        left=(22, 22),
    )
    with pytest.raises(InvalidState, match="passes only if"):
        ALWAYS_EMBERS.state_from_json({**state, "passes": 2})


def test_what_was_read_ends_as_it_was_written() -> None:
    drawn = after(ALWAYS_EMBERS, BOTH_STUCK, "pass", "pass")
    for game, state in (
        (BENT, WON),
        (ALWAYS_EMBERS, drawn),
        (BENT, ONE_ENTRANCE),
        (GAME, BURNING),
    ):
        assert game.state_to_json(game.state_from_json(state)) == state
