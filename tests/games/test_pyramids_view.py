"""Pyramids as players click and see it."""

from __future__ import annotations

import random

from ludarium.core.scene import scene_hotspots
from tests.games.pyramids_states import CALM, GAME, QUIET, diagram, middle


def test_tokens_keep_their_ids_through_moves_captures_and_power_plays() -> None:
    rng = random.Random(4)
    position = GAME.new(4, seats=3)
    look = {t.id: (t.glyph, t.text, t.tint) for t in GAME.scene(position).tokens}
    assert len(look) == 78
    while position.ply < 250 and (moves := GAME.moves(position)):
        before = {t.id: t.at for t in GAME.scene(position).tokens}
        move = rng.choice(moves)
        events = GAME.events(position, move)
        GAME.advance(position, move)
        after = {t.id: t.at for t in GAME.scene(position).tokens}
        assert {t.id: (t.glyph, t.text, t.tint) for t in GAME.scene(position).tokens} == look
        for event in events:
            if event.token:
                assert before[event.token] == event.at
                before[event.token] = event.to
        assert before == after, "the events lead from one scene to the next"


def test_a_stack_is_shown_in_layers_with_its_cap_on_top() -> None:
    scene = GAME.scene(GAME.state_from_json(diagram()))
    corner = [(t.layer, t.glyph, t.tint, t.text) for t in scene.tokens if t.at == "board:0,0"]
    assert corner == [
        (0, "pyramid.small", "red", "RS"),
        (1, "pyramid.medium", "red", "RM"),
        (2, "pyramid.large", "red", "RL"),
        (3, "cap", "black", "^"),
    ]
    assert [tray.id for tray in scene.trays] == ["captured0", "captured1"]
    assert scene.buttons == ()


def test_an_eruption_is_told_piece_by_piece() -> None:
    position = GAME.state_from_json(diagram())
    told = GAME.events(position, GAME.move_from_notation(position, "a1-b1!"))
    assert [(event.kind, event.token[:2], event.at, event.to) for event in told] == [
        ("move", "ca", "board:4,0", "board:4,1"),
        ("erupt", "", "board:4,0", ""),
        ("move", "RL", "board:4,0", "board:4,2"),
        ("capture", "RL", "board:4,2", "captured0:RL"),
        ("move", "RM", "board:4,0", "board:4,3"),
        ("move", "RS", "board:4,0", "board:4,4"),
    ]


def test_paths_are_a_cap_and_its_target_a_captured_piece_and_its_cell_or_the_pass_button() -> None:
    position = GAME.state_from_json(middle({}, "c3 a1 a5 c1 e5 a3"))
    paths = {choice.notation: choice.path for choice in GAME.choices(position)}
    assert paths["c3-c4"] == ("board:2,2", "board:1,2")
    assert paths["BL@b2"] == ("captured0:BL", "board:3,1")
    stuck = GAME.state_from_json(QUIET)
    assert [choice.path for choice in GAME.choices(stuck)] == [("!pass",)]
    assert "!pass" in scene_hotspots(GAME.scene(stuck))
    assert "!pass" not in scene_hotspots(GAME.scene(position))


def test_the_board_can_be_drawn() -> None:
    drawn = GAME.render(middle({"b2": "RS GM"}, CALM))
    assert " GM" in drawn
    assert "Captured by Violet (24 cap moves left): BL" in drawn


def test_the_tray_of_the_player_to_move_counts_its_cap_moves_left() -> None:
    game = GAME.new(3)
    GAME.advance(game, next(m for m in GAME.moves(game) if not game.is_eruption(m)))
    assert [tray.label for tray in GAME.scene(game).trays] == [
        "Captured by Violet (23 cap moves left)",
        "Captured by Copper",
    ]
