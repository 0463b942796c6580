"""Scenes as characters, and what the characters mean."""

from __future__ import annotations

import pytest

from ludarium import Cell, Grid, Scene, Token, Tray, load
from ludarium.core.text_renderer import describe_texts, draw_scene

CROSSFIRE = load("examples/crossfire/crossfire.py:Crossfire")
GRID = Grid("board", 1, 2)
HELD = Token("h", "worker", "C", "hand:4", seat=0)
SCENE = Scene((GRID,), tokens=(HELD,), trays=(Tray("hand", "Hand"),))


@pytest.mark.parametrize(
    ("letters", "held"), [({}, "C"), ({"hand": "@"}, "C@4"), ({"x": "@"}, "C")]
)
def test_a_tray_shows_the_slots_that_notation_names(letters: dict[str, str], held: str) -> None:
    assert draw_scene(SCENE, letters).endswith(f"Hand: {held}")


def test_the_signs_of_a_board_are_explained() -> None:
    scene = CROSSFIRE.scene(CROSSFIRE.new())
    assert describe_texts(scene, CROSSFIRE.piece_names, CROSSFIRE.seat_names) == (
        "C core, L laser, M mirror; pieces of Orange are written in lower case; "
        "the figure after a piece counts hit points"
    )


def test_tints_marks_and_heights_are_explained() -> None:
    pyramid = Token("p", "pyramid.small", "RS", "board:0,0", tint="red")
    cells = (Cell("board:0,0", level=2), Cell("board:0,1", mark="goal"))
    scene = Scene((GRID,), cells=cells, tokens=(pyramid,))
    told = describe_texts(scene, {}, ("A", "B"))
    assert told == "RS red pyramid small, <> goal; small figures are heights"


def test_an_empty_board_needs_no_words() -> None:
    assert describe_texts(Scene((GRID,)), {}, ()) == ""
