"""Forge as players write, click and see it."""

from __future__ import annotations

from ludarium.core.scene import Button, Cell, Event, Grid, scene_hotspots
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    GAME,
    NOBODY_MOVES,
    ONE_EXIT,
    SHARED,
    moves,
)


def test_the_scene_shows_forges_tokens_and_embers() -> None:
    scene = GAME.scene(GAME.state_from_json(ONE_EXIT))
    assert scene.grids == (Grid("board", 6, 6),)
    assert scene.buttons == (Button("!pass", "Pass", "p"),)
    kinds = [(token.glyph, token.text, token.seat) for token in scene.tokens]
    assert kinds == [("token", "T", 0)] * 3 + [("token", "T", 1)] * 3 + [("ember", "*", None)] * 2


def test_a_shared_forge_belongs_to_nobody() -> None:
    assert SHARED.scene(SHARED.new()).cells == (Cell("board:0,2", mark="goal"),)


def test_tokens_keep_their_ids_in_play_and_are_numbered_by_rows_when_read() -> None:
    played = GAME.new()

    def where() -> dict[str, str]:
        return {token.id: token.at for token in GAME.scene(played).tokens}

    start = where()
    assert list(start) == [f"token{number}" for number in range(6)]
    assert start["token2"] == "board:5,2"
    GAME.advance(played, GAME.move_from_notation(played, "c1-c4"))
    assert where() == {**start, "token2": "board:2,2"}
    played = GAME.state_from_json(GAME.state_to_json(played))
    assert [where()[f"token{number}"] for number in range(3)] == [
        "board:2,2",
        "board:5,0",
        "board:5,1",
    ]


def test_paths_and_notation() -> None:
    for game, state, wanted in (
        (GAME, GAME.initial_state(), ("a1-a4", ("board:5,0", "board:2,0"))),
        (GAME, ONE_EXIT, ("@a6", ("board:0,0",))),
        (ALWAYS_EMBERS, NOBODY_MOVES, ("pass", ("!pass",))),
    ):
        found = game.state_from_json(state)
        choices = game.choices(found)
        assert (choices[0].notation, choices[0].path) == wanted
        assert all(set(choice.path) <= scene_hotspots(game.scene(found)) for choice in choices)
        assert [choice.notation for choice in choices] == moves(game, state)


def test_a_drag_is_shown_cell_by_cell_round_the_corners() -> None:
    start = GAME.new()
    way = ["board:5,2", "board:4,2", "board:4,3", "board:4,4"]
    shown = GAME.events(start, GAME.move_from_notation(start, "c1-e2"))
    assert shown == [Event("move", "token2", way[i], way[i + 1]) for i in range(3)]


def test_an_ember_is_placed_and_a_pass_shows_nothing() -> None:
    due = GAME.state_from_json(ONE_EXIT)
    lit = GAME.events(due, GAME.move_from_notation(due, "@a6"))
    assert lit == [Event("place", "ember0", to="board:0,0")]
    stuck = ALWAYS_EMBERS.state_from_json(NOBODY_MOVES)
    assert ALWAYS_EMBERS.events(stuck, ALWAYS_EMBERS.move_from_notation(stuck, "pass")) == []


def test_the_board_as_text() -> None:
    assert GAME.render(GAME.initial_state()).splitlines()[1] == " 6    ·   · <>·  t·  t·  t·  6"
