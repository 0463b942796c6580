"""Caldera as players write, click and see it."""

from __future__ import annotations

from ludarium import Button, Cell, Token
from tests.games.caldera_states import BRINK, CHAIN, GAME, START, State, drawn, move, played


def told(state: State, written: str) -> list[tuple[str, str, str, str, int]]:
    """The events of a move."""
    position = GAME.state_from_json(state)
    events = GAME.events(position, GAME.move_from_json(position, move(written)))
    return [(event.kind, event.token, event.at, event.to, event.level) for event in events]


def test_the_scene_shows_heights_vents_and_pieces() -> None:
    scene = GAME.scene(GAME.state_from_json(played(drawn(CHAIN.replace("3C", "2C")), "c3^d3")))
    assert Cell("board:4,4", 2) in scene.cells
    assert Cell("board:4,3", 0, "vent") in scene.cells
    assert not any(cell.at == "board:0,0" for cell in scene.cells)
    assert Token("smith3", "smith", "S", "board:4,2", 0) in scene.tokens
    assert Token("crown5", "crown", "C", "board:3,3", 1) in scene.tokens
    assert scene.buttons == (Button("!forge", "Forge", "f", "Choose the cell to raise"),)


def test_a_move_is_clicked_piece_then_cell_and_a_forge_by_its_button() -> None:
    paths = {choice.notation: choice.path for choice in GAME.choices(GAME.new())}
    assert paths["b1-d3"] == ("board:6,1", "board:4,3")
    assert paths["c1-c2"] == ("board:6,2", "board:5,2")
    assert paths["c1^c2"] == ("board:6,2", "!forge", "board:5,2")


def test_a_capture_is_written_with_an_x() -> None:
    position = GAME.state_from_json(played(START, "b1-b3", "b7-b5"))
    written = {choice.notation for choice in GAME.choices(position)}
    assert "b3xb5" in written
    assert "b3-b5" not in written
    assert "b3-b4" in written


def test_a_piece_keeps_its_token_when_its_like_dies() -> None:
    position = GAME.new()
    for written in ("b1-b3", "b7-b5", "b3xb5"):
        GAME.advance(position, GAME.move_from_notation(position, written))
    tokens = {token.id: token.at for token in GAME.scene(position).tokens}
    assert "lancer6" not in tokens
    assert tokens["lancer7"] == "board:0,5"
    assert tokens["lancer1"] == "board:2,1"


def test_a_capture_is_shown_as_a_step_and_a_loss() -> None:
    state = played(START, "b1-b3", "b7-b5")
    assert told(state, "b3xb5") == [
        ("move", "lancer1", "board:4,1", "board:2,1", 0),
        ("capture", "lancer6", "board:2,1", "", 0),
    ]
    assert told(state, "b3-b4") == [("move", "lancer1", "board:4,1", "board:3,1", 0)]


def test_a_forge_is_shown_as_a_rise() -> None:
    assert told(START, "c1^c2") == [("raise", "", "board:5,2", "", 1)]


def test_a_chain_is_shown_eruption_by_eruption() -> None:
    assert told(drawn(CHAIN), "c3^d3") == [
        ("erupt", "", "board:4,3", "", 0),
        ("raise", "", "board:4,4", "", 2),
        ("raise", "", "board:5,3", "", 1),
        ("raise", "", "board:4,2", "", 1),
        ("erupt", "", "board:3,3", "", 0),
        ("remove", "crown5", "board:3,3", "", 0),
        ("raise", "", "board:2,3", "", 3),
        ("raise", "", "board:3,4", "", 1),
        ("raise", "", "board:3,2", "", 1),
    ]


def test_the_events_of_a_chain_end_where_the_rules_end() -> None:
    for picture, blow in ((CHAIN, "c3^d3"), (BRINK, "d3^d4")):
        state = drawn(picture)
        after = GAME.scene(GAME.state_from_json(played(state, blow)))
        levels = {c.at: c.level for c in GAME.scene(GAME.state_from_json(state)).cells}
        vents = set()
        for kind, _, at, _, level in told(state, blow):
            if kind == "raise":
                assert level == levels.get(at, 0) + 1
                levels[at] = level
            elif kind == "erupt":
                assert levels.pop(at) == 3
                vents.add(at)
        assert levels == {cell.at: cell.level for cell in after.cells if not cell.mark}
        assert vents == {cell.at for cell in after.cells if cell.mark == "vent"}


def test_the_board_is_drawn_as_text() -> None:
    drawing = GAME.render(played(drawn(CHAIN.replace("3C", "2C")), "c3^d3"))
    lines = drawing.splitlines()
    assert lines[0].split() == ["a", "b", "c", "d", "e", "f", "g"]
    assert "##" in lines[5]
    assert "c" in lines[4]
