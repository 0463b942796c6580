"""What the games say to players: prompts, names, rulesets, and previews of effects."""

from __future__ import annotations

import re

import pytest

from ludarium import games, load
from ludarium.core.registry import find_game
from tests.games.pyramids_states import diagram, middle

INTERNAL_WORDS = re.compile(r"\b(seats?|ply|plies)\b", re.IGNORECASE)


@pytest.mark.parametrize("name", games())
def test_players_read_no_internal_words(name: str) -> None:
    kind = find_game(name)
    texts = [*kind.reasons.values(), *(option.text for option in kind.options.values())]
    texts += [*kind.ruleset_notes.values(), kind.summary]
    assert [text for text in texts if INTERNAL_WORDS.search(text)] == []


@pytest.mark.parametrize("name", games())
def test_every_option_ruleset_and_piece_has_words_of_its_own(name: str) -> None:
    kind = find_game(name)
    assert all(option.name and option.text.endswith(".") for option in kind.options.values())
    assert kind.ruleset_notes.keys() == set(kind.ruleset_names())
    scene = kind().scene(kind().new(1))
    assert {token.glyph for token in scene.tokens} <= kind.piece_names.keys()


@pytest.mark.parametrize("name", games())
def test_a_turn_has_a_prompt_for_every_click(name: str) -> None:
    game = load(name)
    position = game.new(1)
    scene = game.scene(position)
    buttons = {button.at: button.prompt for button in scene.buttons}
    for choice in game.choices(position):
        for number, at in enumerate(choice.path):
            assert (
                buttons.get(at) or len(scene.prompts) > number or choice.path[number - 1] in buttons
            )


def test_the_prompts_of_a_tower_turn_say_what_to_do() -> None:
    game = load("skysummit")
    position = game.new()
    assert game.scene(position).prompts[0] == "Place your first worker"
    for written in ("b2,d4", "b4,d2"):
        game.advance(position, game.move_from_notation(position, written))
    assert game.scene(position).prompts == (
        "Move a worker",
        "Choose where it steps",
        "Now build beside it",
    )


def test_a_preview_shows_what_erupts_where_it_lands_and_what_is_captured() -> None:
    game = load("pyramids")
    position = game.state_from_json(diagram())
    steps = {
        choice.notation: game.preview(position, choice.move) for choice in game.choices(position)
    }
    assert [(step.kind, step.at, step.to) for step in steps["a1-b1!"]][:3] == [
        ("erupt", "board:4,0", ""),
        ("move", "board:4,0", "board:4,2"),
        ("capture", "board:4,2", "captured0:RL"),
    ]
    assert all(bool(found) == notation.endswith("!") for notation, found in steps.items())


def test_a_forge_that_erupts_is_previewed_and_a_plain_one_is_not() -> None:
    game = load("caldera")
    state = game.initial_state()
    state["board"][5][2] = 3
    state["ply"] = 20
    position = game.state_from_json(state)
    steps = {
        choice.notation: game.preview(position, choice.move) for choice in game.choices(position)
    }
    assert [notation for notation, found in steps.items() if found] == ["c1^c2"]
    assert [step.at for step in steps["c1^c2"] if step.kind == "erupt"] == ["board:5,2"]


def test_captured_pieces_lie_in_trios_that_are_counted() -> None:
    game = load("pyramids")
    state = middle({}, "c3 a1 a5 c1 e5 a3", ("BL BM BS RL", "YS"))
    scene = game.scene(game.state_from_json(state))
    assert [tray.note for tray in scene.trays] == ["Trios: 1 of 3", "Trios: 0 of 3"]
    groups = {token.text: token.group for token in scene.tokens if token.at.startswith("captured0")}
    assert groups["BL"] == groups["BM"] == groups["BS"] != groups["RL"]


def test_no_seat_of_pyramids_has_the_name_or_the_colour_of_a_piece() -> None:
    game = find_game("pyramids")
    assert not {"red", "yellow", "green", "blue", "black"} & {
        name.lower() for name in game.seat_names
    }
    assert game.theme is not None
    assert len(set(game.theme.seats)) == len(game.seat_names)
