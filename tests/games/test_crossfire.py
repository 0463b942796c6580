"""The second worked example: its rules, what is seen of it, and the length of its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludarium import AnyGame, IllegalMove, InvalidState, Outcome, check_game, load
from ludarium.core.drawing.scene_svg import draw_scene_svg
from ludarium.terminal.event_text import describe_events

FILE = Path(__file__).parents[2] / "examples" / "crossfire" / "crossfire.py"
LASER, CORE, MIRROR = 0, 1, 2  # of seat 0; the other seat's are 5 more
GONE = {"at": None, "hits": 0}


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return load(f"{FILE}:Crossfire")


def position(game: AnyGame, pieces: dict[int, dict[str, Any]], **fields: Any) -> Any:
    """The first position with some pieces changed; mirrors that are not named are gone."""
    state = game.initial_state() | fields
    for number in range(10):
        changes = pieces.get(number, GONE if number % 5 >= MIRROR else {})
        for name, value in changes.items():
            state[name][number] = value
    return game.state_from_json(state)


def play(game: AnyGame, before: Any, notation: str) -> dict[str, Any]:
    move = game.move_from_notation(before, notation)
    after = before.copy()
    game.advance(after, move)
    return game.state_to_json(after)


def test_it_keeps_the_contract_in_160_lines(game: AnyGame) -> None:
    assert check_game(game, playouts=5) > 100
    assert len(FILE.read_text("utf-8").splitlines()) <= 160


def test_a_piece_turns_by_a_quarter(game: AnyGame) -> None:
    assert play(game, game.new(), "d1-left")["facing"][CORE] == "w"
    assert play(game, game.new(), "d2-right")["facing"][MIRROR] == "ne"


def test_a_core_or_mirror_steps_to_a_free_cell_beside_it(game: AnyGame) -> None:
    assert play(game, game.new(), "d1-e1")["at"][CORE] == 46


@pytest.mark.parametrize(
    ("notation", "code"),
    [("g1-g2", "laser_stays"), ("d1-d3", "no_step"), ("d1-d2", "no_step"), ("d7-c7", "no_piece")],
)
def test_other_steps_are_refused(game: AnyGame, notation: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        game.move_from_notation(game.new(), notation)
    assert (refusal.value.code, refusal.value.rule) == (code, "L2")


def test_a_mirror_sends_a_beam_around_the_corner(game: AnyGame) -> None:
    before = position(game, {2: {"at": 13, "facing": "sw"}, 6: {"at": 8, "facing": "n"}})
    state = play(game, before, "d1-c1")
    assert state["hits"][6] == 1
    assert state["quiet"] == 0


def test_the_back_of_a_mirror_is_hit(game: AnyGame) -> None:
    before = position(game, {2: {"at": 13, "facing": "ne"}})
    assert play(game, before, "d1-c1")["hits"][2] == 1


def test_a_core_takes_no_harm_from_the_side_that_it_faces(game: AnyGame) -> None:
    before = position(game, {6: {"at": 13, "facing": "s"}})
    assert play(game, before, "d1-c1")["hits"][6] == 2


def test_a_seat_that_loses_its_core_loses(game: AnyGame) -> None:
    before = position(game, {6: {"at": 13, "facing": "n", "hits": 1}})
    state = play(game, before, "d1-c1")
    assert state["at"][6] is None
    assert game.outcome(state) == Outcome(0, "core_lost")


def test_both_cores_at_once_are_a_draw(game: AnyGame) -> None:
    pieces = {
        6: {"at": 13, "facing": "n", "hits": 1},
        CORE: {"at": 36, "facing": "e", "hits": 1},
    }
    state = play(game, position(game, pieces), "b2-a2")
    assert game.outcome(state) == Outcome(None, "both_cores_lost")


def test_forty_turns_without_a_hit_are_a_draw(game: AnyGame) -> None:
    state = play(game, position(game, {}, quiet=39), "d1-c1")
    assert game.outcome(state) == Outcome(None, "quiet")


@pytest.mark.parametrize(
    "pieces", [{1: {"at": 3}}, {1: {"hits": 0}}, {2: {"at": 20, "facing": "n"}}, {1: {"at": None}}]
)
def test_a_position_that_no_game_reaches_is_refused(game: AnyGame, pieces: Any) -> None:
    with pytest.raises(InvalidState) as refusal:
        position(game, pieces)
    assert refusal.value.code == "impossible"


def test_both_beams_are_told_at_once(game: AnyGame) -> None:
    before = game.new()
    events = game.events(before, game.move_from_notation(before, "d1-left"))
    assert [(event.kind, event.together) for event in events] == [
        ("change", False),
        ("beam", False),
        ("beam", True),
    ]
    scene = game.scene(before)
    assert describe_events(game, scene, scene, events) == [
        "d1 is now Blue core, facing north, with 2 hit points",
        "a beam goes g1 - g7; a beam goes a7 - a1",
    ]


def test_pieces_show_facing_and_hit_points(game: AnyGame) -> None:
    tokens = {token.id: token for token in game.scene(game.new()).tokens}
    shown = tokens["at2"]
    assert (shown.facing, shown.badge, shown.badge_name) == ("nw", "2", "hit points")
    assert "M↖2" in game.render(game.initial_state())


def test_a_picture_shows_facing_and_hit_points(game: AnyGame) -> None:
    picture = draw_scene_svg(game.scene(game.new()))
    assert {f"rotate({angle})" in picture for angle in (45, 135, 180, 225, 315)} == {True}
    assert ">2<" in picture
    assert ">3<" in picture
