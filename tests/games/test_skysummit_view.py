"""Skysummit as players write, click and see it."""

from __future__ import annotations

from ludarium import Outcome
from tests.games.skysummit_states import GAME, SUMMITS, move, placed, playing


def test_the_example_of_the_rules_is_played_as_written() -> None:
    position = GAME.new()
    for written in ("b4,d2", "d4,b2", "d2-c3+d3"):
        GAME.advance(position, GAME.move_from_notation(position, written))
    assert GAME.state_to_json(position) == {
        "phase": "play",
        "ply": 3,
        "board": [1 if cell == 13 else 0 for cell in range(25)],
        "workers": [[6, 12], [8, 16]],
        "winner": None,
        "reason": "",
    }


def test_a_threat_is_capped_as_in_the_rules() -> None:
    picture = """
        1  0  0  0  0
        0  0  0  0  0
        0  0  2  2  0
        0  1A 0  0  0
        0B 0  0  0Y 0X
    """
    position = GAME.state_from_json(playing(picture, 0))
    GAME.advance(position, GAME.move_from_notation(position, "b2-c3+d3"))
    idle = position.copy()
    GAME.advance(idle, GAME.move_from_notation(idle, "e1-e2+e1"))
    GAME.advance(idle, GAME.move_from_notation(idle, "c3-d3#"))
    assert GAME.result(idle) == Outcome(0, "reach_level3")
    GAME.advance(position, GAME.move_from_notation(position, "e1-e2+d3"))
    assert GAME.state_to_json(position)["board"][13] == 4
    assert "c3-d3#" not in [choice.notation for choice in GAME.choices(position)]


def test_a_move_is_clicked_worker_then_cell_then_site() -> None:
    paths = {
        choice.notation: choice.path
        for choice in GAME.choices(GAME.state_from_json(placed((6, 18), (8, 16))))
    }
    assert paths["b4-a5+b5"] == ("board:1,1", "board:0,0", "board:0,1")
    paths = {choice.notation: choice.path for choice in GAME.choices(GAME.new())}
    assert paths["b4,d2"] == ("board:1,1", "board:3,3")


def test_a_turn_is_shown_as_a_step_and_a_rise() -> None:
    position = GAME.state_from_json(playing(SUMMITS.format(1), 0))
    shown = GAME.events(position, GAME.move_from_json(position, move(1, 7, 1)))
    assert [(event.kind, event.at, event.to, event.level) for event in shown] == [
        ("move", "board:2,2", "board:1,2", 0),
        ("raise", "board:0,1", "", 4),
    ]
    shown = GAME.events(position, GAME.move_from_json(position, move(0, 1, None)))
    assert [event.kind for event in shown] == ["move"]
