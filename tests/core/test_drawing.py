"""Pictures of scenes: complete, valid for any scene, and independent of the game."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import pytest

from ludarium import load
from ludarium.core import registry
from ludarium.core.drawing.colour import mix_colours, parse_colour
from ludarium.core.drawing.paint import resolve_paint
from ludarium.core.drawing.scene_svg import draw_scene_svg, last_move_spots
from ludarium.core.legal_moves import legal_moves
from ludarium.core.scene import Cell, Event, Grid, Scene, Token, Tray, parse_spot
from ludarium.core.theme import Palette, Theme
from tests.core.declared.drops import Drops

SVG = "{http://www.w3.org/2000/svg}"


def scenes_of(name: str) -> list[Scene]:
    """The scenes of a random game."""
    game, rng = load(name), Random(5)
    position = game.start(1, game.seat_counts[0])
    scenes = [game.scene(position)]
    while len(scenes) < 25 and game.result(position) is None:
        game.advance(position, rng.choice(list(legal_moves(position))))
        scenes.append(game.scene(position))
    return scenes


def test_every_piece_on_a_board_is_drawn_once() -> None:
    for name in registry.games():
        for scene in scenes_of(name)[::8]:
            root = ET.fromstring(draw_scene_svg(scene, load(name).theme))
            standing = [token for token in scene.tokens if parse_spot(token.at)]
            held = {
                (token.at.partition(":")[0], token.group, token.glyph, token.tint, token.seat)
                for token in scene.tokens
                if not parse_spot(token.at)
            }
            uses = root.findall(f"{SVG}use")
            assert len(uses) == len(standing) + len(held), name
            defined = {element.get("id") for element in root.iter()}
            assert {use.get("href", "")[1:] for use in uses} <= defined


def test_a_picture_depends_on_nothing_but_its_arguments() -> None:
    scene = scenes_of("caldera")[-1]
    assert draw_scene_svg(scene, dark=True) == draw_scene_svg(scene, dark=True)
    assert draw_scene_svg(scene, dark=True) != draw_scene_svg(scene)
    assert draw_scene_svg(scene, last=["board:0,0"]) != draw_scene_svg(scene)


def test_texts_and_colours_of_a_game_cannot_break_out_of_the_picture() -> None:
    evil = '"/><script>alert(1)</script>\x00'
    scene = Scene(
        (Grid("b", 2, 2), Grid("sky", 1, 1, "b", 1, 1), Grid("lost", 1, 1, "nowhere")),
        (Cell("b:0,0", 9), Cell("b:9,9", 1), Cell("b:1,1", 2, "dome"), Cell("b:0,1", 0, "goal", 7)),
        (
            Token("t", evil, evil, "b:0,0", 11, tint=evil),
            Token("u", "worker", "W", "b:7,7", -1),
            Token("v", "cap", "C", "tray:0", tint="teal"),
        ),
        (Tray("tray", evil, 0, evil),),
    )
    theme = Theme(seats=(evil,), board=evil, outline=evil, dark=Palette(last=evil))
    for dark in (False, True):
        drawn = draw_scene_svg(scene, theme, dark=dark, last=["b:0,0", "sky:0,0"], title=evil)
        root = ET.fromstring(drawn)
        assert not [element for element in root.iter() if element.tag.endswith("script")]


def test_an_empty_scene_has_a_picture() -> None:
    assert ET.fromstring(draw_scene_svg(Scene(()))).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("css", "rgb"),
    [
        ("#fff", (255, 255, 255)),
        ("#102030", (16, 32, 48)),
        ("#10203080", (16, 32, 48)),
        ("rgb(1, 2, 300)", (1, 2, 255)),
        ("rgba(1 2 3 / 0.5)", (1, 2, 3)),
        ("seashell", (128, 128, 128)),
    ],
)
def test_colours_are_read_as_in_style_sheets(css: str, rgb: tuple[int, int, int]) -> None:
    assert parse_colour(css) == rgb


def test_a_mixture_lies_between_two_colours() -> None:
    assert mix_colours("#000000", "#ffffff", 0.5) == "#808080"


def test_the_dark_mode_keeps_a_themes_seats_but_not_its_board() -> None:
    theme = Theme(seats=("#111111", "#eeeeee"), board="#ff0000", dark=Palette(line="#00ff00"))
    night = resolve_paint(theme, dark=True)
    assert night.seats[:2] == ("#111111", "#eeeeee")
    assert night.board != "#ff0000"
    assert night.line == "#00ff00"
    assert resolve_paint(theme, dark=False).board == "#ff0000"


def test_the_last_move_ends_where_an_eruption_begins() -> None:
    steps = [
        Event("move", "a", "b:0,0", "b:0,1"),
        Event("raise", at="b:1,1", level=1),
        Event("erupt", at="b:1,1"),
        Event("place", "c", to="b:2,2"),
    ]
    assert last_move_spots(steps) == ["b:0,0", "b:0,1", "b:1,1"]


def test_pieces_of_a_tray_that_look_different_lie_apart() -> None:
    game = Drops()
    drawn = game.draw(game.initial_state()).svg
    assert drawn.count("<use") == 6  # stones of three worths for each seat
