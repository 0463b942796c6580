"""Forge as players write, click and see it."""

from __future__ import annotations

from ludarium.core.scene import Button, Cell, Event, Grid, Tray, scene_hotspots
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    AS_WRITTEN,
    BENT,
    BOTH_STUCK,
    GAME,
    ONE_EXIT,
    SHARED,
    forge,
    moves,
    started,
)


def test_the_scene_shows_forges_tokens_embers_and_stocks() -> None:
    scene = GAME.scene(GAME.state_from_json(started(GAME, "@c3", "@d4")))
    assert scene.grids == (Grid("board", 6, 6),)
    assert scene.buttons == ()
    assert scene.trays == (
        Tray("embers0", "Embers of Onyx", 0, "c3 out in 23"),
        Tray("embers1", "Embers of Amber", 1, "d4 out in 24"),
    )
    kinds = [(token.glyph, token.text, token.seat) for token in scene.tokens]
    assert kinds == [("token", "T", 0)] * 3 + [("token", "T", 1)] * 3 + [("ember", "*", None)] * 9
    at = [token.at for token in scene.tokens[6:]]
    assert at == ["board:2,3", "board:3,2"] + ["embers0:ember"] * 3 + ["embers1:ember"] * 4
    assert len({token.id for token in scene.tokens}) == len(scene.tokens)


def test_the_trays_say_which_ember_burns_out_next_and_when() -> None:
    game = forge(burn_turns=3, swap=True)

    def notes(*played: str) -> list[str]:
        return [
            tray.note for tray in game.scene(game.state_from_json(started(game, *played))).trays
        ]

    assert notes() == ["", ""]
    assert notes("@c3", "d6-d5", "@d4") == ["c3 out in 1", ""]
    assert notes("@c3", "d6-d5", "@d4", "d5-e5") == ["d4 out in 2", ""]
    assert notes("@c3", "swap") == ["", "c3 out in 3"]
    lasting = forge(burn_turns=0)
    scene = lasting.scene(lasting.state_from_json(started(lasting, "@c3")))
    assert [tray.note for tray in scene.trays] == ["", ""]


def test_a_game_without_embers_has_no_stocks_and_a_shared_forge_belongs_to_no_seat() -> None:
    scene = AS_WRITTEN.scene(AS_WRITTEN.new())
    assert (scene.trays, len(scene.tokens)) == ((), 6)
    assert SHARED.scene(SHARED.new()).cells == (Cell("board:0,2", mark="goal"),)


def test_tokens_keep_their_ids_in_play_and_are_numbered_by_rows_when_read() -> None:
    played = GAME.new()

    def where() -> dict[str, str]:
        found = {token.id: token.at for token in GAME.scene(played).tokens}
        return {name: at for name, at in found.items() if name.startswith("token")}

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


def test_the_button_to_pass_is_there_only_where_nothing_else_is_legal() -> None:
    scene = ALWAYS_EMBERS.scene(ALWAYS_EMBERS.state_from_json(BOTH_STUCK))
    assert scene.buttons == (Button("!pass", "Pass", "p"),)
    assert scene.prompts == ("No token can move: pass",)


def test_paths_and_notation() -> None:
    swap = forge(swap=True)
    for game, state, wanted in (
        (GAME, GAME.initial_state(), ("a1-a6", ("board:5,0", "board:0,0"))),
        (BENT, ONE_EXIT, ("@a6", ("embers1:ember", "board:0,0"))),
        (ALWAYS_EMBERS, BOTH_STUCK, ("pass", ("!pass",))),
        (swap, started(swap, "a1-a2"), ("d6-d5", ("board:0,3", "board:1,3"))),
    ):
        found = game.state_from_json(state)
        choices = game.choices(found)
        assert (choices[0].notation, choices[0].path) == wanted
        assert all(set(choice.path) <= scene_hotspots(game.scene(found)) for choice in choices)
        assert [choice.notation for choice in choices] == moves(game, state)
    assert (choices[-1].notation, choices[-1].path) == ("swap", ("!swap",))


def test_a_drag_is_shown_cell_by_cell() -> None:
    start = GAME.new()
    way = ["board:5,2", "board:4,2", "board:3,2", "board:2,2"]
    shown = GAME.events(start, GAME.move_from_notation(start, "c1-c4"))
    assert shown == [Event("move", "token2", way[i], way[i + 1]) for i in range(3)]
    start = BENT.new()
    way = ["board:5,2", "board:4,2", "board:4,3", "board:4,4"]
    shown = BENT.events(start, BENT.move_from_notation(start, "c1-e2"))
    assert shown == [Event("move", "token2", way[i], way[i + 1]) for i in range(3)]


def test_an_ember_comes_from_the_stock_and_is_removed_when_it_burns_out() -> None:
    game = forge(burn_turns=1)
    played = game.new()
    lit = game.events(played, game.move_from_notation(played, "@c3"))
    assert lit == [Event("place", "ember0-4", to="board:3,2")]
    played.play(game.move_from_notation(played, "@c3"))
    moved = game.events(played, game.move_from_notation(played, "f6-f5"))
    assert moved[-1] == Event("remove", "ember0-4", "board:3,2")
    assert "ember0-4" in [token.id for token in game.scene(played).tokens]


def test_a_pass_shows_nothing_and_a_swap_exchanges_the_stocks() -> None:
    stuck = ALWAYS_EMBERS.state_from_json(BOTH_STUCK)
    assert ALWAYS_EMBERS.events(stuck, ALWAYS_EMBERS.move_from_notation(stuck, "pass")) == []
    game = forge(swap=True, onyx_embers=1, amber_embers=1)
    played = game.state_from_json(started(game, "a1-a2"))
    assert game.events(played, game.move_from_notation(played, "swap")) == [
        Event("move", "ember0-1", "embers0:ember", "embers1:ember"),
        Event("move", "ember1-1", "embers1:ember", "embers0:ember"),
    ]


def test_the_board_as_text() -> None:
    assert GAME.render(GAME.initial_state()).splitlines()[1] == " 6    · <>· <>·  t·  t·  t·  6"
