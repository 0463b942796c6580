"""Ludus as it is seen, clicked and written."""

from __future__ import annotations

from typing import Any

from tests.games.ludus_states import GAME, KA, QUIET, START, State, after, position, said

# What players see, click and write.


def seen(state: State, piece: str, move: str) -> tuple[str, tuple[str, ...], list[Any]]:
    """Notation, click path and events of a move."""
    before = GAME.state_from_json(state)
    for choice in GAME.choices(before):
        if choice.json["pieceId"] == piece and said(choice.json) == move:
            events = [
                (event.kind, event.token, event.at, event.to)
                for event in GAME.events(before, choice.move)
            ]
            return choice.notation, choice.path, events
    raise AssertionError(move)


def test_a_move_is_written_with_a_dash_and_clicked_from_cell_to_cell() -> None:
    assert seen(START, "p2", "move a4") == (
        "a2-a4",
        ("ground:9,0", "ground:7,0"),
        [("move", "p2", "ground:9,0", "ground:7,0")],
    )


def test_a_capture_with_promotion_tells_move_capture_and_change() -> None:
    state = position(p10="c10", p12="d11")
    taken = f"taken0:{len(state['captured']['white'])}"
    assert seen(state, "p10", "move d11 p12") == (
        "c10xd11",
        ("ground:1,2", "ground:0,3"),
        [
            ("move", "p10", "ground:1,2", "ground:0,3"),
            ("capture", "p12", "ground:0,3", taken),
            ("change", "p10", "ground:0,3", ""),
        ],
    )


def test_flights_are_written_with_a_capital_for_the_sky() -> None:
    assert seen(position(p3="e5"), KA, "fly E5")[:2] == ("e5-E5", ("ground:6,4", "sky:3,1"))
    assert seen(position(p3="E5"), KA, "fly e5")[:2] == ("E5-e5", ("sky:3,1", "ground:6,4"))
    assert seen(position(p3="E5", p4="e5"), KA, "move e5 p4")[0] == "E5xe5"
    assert seen(position(p3="E5"), KA, "move F6")[:2] == ("E5-F6", ("sky:3,1", "sky:2,2"))
    assert seen(position(p3="E5", p0="F6"), KA, "move F6 p0")[0] == "E5xF6"


def test_a_pierce_names_the_first_cell_and_strikes_on_from_it() -> None:
    state = position("black", p16="e5", p48="e7", p11="e8")
    count = len(state["captured"]["black"])
    assert seen(state, "p16", "attack e5 p48,p11") == (
        "e5*e7",
        ("ground:6,4", "!strike", "ground:4,4"),
        [
            ("strike", "", "ground:6,4", "ground:4,4"),
            ("capture", "p48", "ground:4,4", f"taken1:{count}"),
            ("strike", "", "ground:4,4", "ground:3,4"),
            ("capture", "p11", "ground:3,4", f"taken1:{count + 1}"),
        ],
    )


def test_the_sky_floats_over_the_middle_of_the_ground() -> None:
    ground, sky = GAME.scene(GAME.new()).grids
    assert (ground.id, ground.rows, ground.cols, ground.over) == ("ground", 11, 11, "")
    assert (sky.id, sky.rows, sky.cols, sky.over, sky.row, sky.col) == (
        "sky", 5, 5, "ground", 3, 3,
    )  # fmt: skip


def test_tokens_show_tag_glyph_seat_and_cell_under_their_ids() -> None:
    tokens = {token.id: token for token in GAME.scene(GAME.state_from_json(QUIET)).tokens}
    assert len(tokens) == 52
    veteran, ferrous = tokens["p18"], tokens["p46"]
    assert (veteran.text, veteran.glyph, veteran.seat, veteran.at) == (
        "VL", "veteran", 0, "ground:5,4",
    )  # fmt: skip
    assert (ferrous.text, ferrous.glyph, ferrous.seat, ferrous.at) == (
        "KR", "ferrous", 1, "ground:3,7",
    )  # fmt: skip


def test_taken_pieces_lie_in_the_takers_tray_in_order_under_their_own_ids() -> None:
    game = GAME.new()
    for written in ("h3-h5", "d9-d7", "h5-f7", "e9-f8", "f7xf8", "d7-d6"):
        GAME.advance(game, GAME.move_from_notation(game, written))
    taken = [token for token in GAME.scene(game).tokens if token.at.startswith("taken")]
    assert [(token.id, token.at, token.text, token.seat) for token in taken] == [
        ("p44", "taken0:0", "CU", 1)
    ]


def test_tray_tokens_of_a_reloaded_state_have_the_types_of_the_captured_list() -> None:
    state = after(position("black", p18="e6=VL", p44="e8"), "p44", "move e6 p18")
    tokens = GAME.scene(GAME.state_from_json(state)).tokens
    for seat, colour in enumerate(("white", "black")):
        lying = {token.at: token.text for token in tokens if token.at.startswith(f"taken{seat}")}
        types = [entry["type"] for entry in state["captured"][colour]]
        assert lying == {f"taken{seat}:{n}": kind for n, kind in enumerate(types)}
    ids = {token.id: token.at for token in tokens}
    assert len(ids) == 52
    for piece in state["pieces"]:
        assert ids[piece["id"]] == f"{piece['board']}:{piece['r']},{piece['c']}"


def test_the_board_can_be_drawn_as_text() -> None:
    drawn = GAME.render(QUIET)
    assert "sky:" in drawn
    assert "Taken by White:" in drawn
