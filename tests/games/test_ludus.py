"""Ludus: the rules one by one, over positions written as state JSON."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludarium import ONGOING, AnyGame, IllegalMove, InvalidOption, Outcome, load
from ludarium.games.ludus.board import removed
from ludarium.search.perft import perft
from tests.games.ludus_states import (
    CU,
    FL,
    GAME,
    HL,
    HOME,
    KA,
    KF,
    KI,
    KR,
    KT,
    ORIGINAL,
    SH,
    START,
    State,
    after,
    asked,
    edited,
    find,
    moves_of,
    name,
    position,
    reached,
    said,
    shut_in,
    strikes_of,
    words,
)

# The start: rules L1, L2 and L9.


def test_each_side_starts_with_26_pieces_on_three_ranks() -> None:
    assert len(START["pieces"]) == 52
    rows = {row: [""] * 11 for row in range(11)}
    for piece in START["pieces"]:
        assert piece["board"] == "ground"
        assert not piece["moved"]
        assert piece["color"] == ("black" if piece["r"] < 5 else "white")
        rows[piece["r"]][piece["c"]] = piece["type"]
    assert rows[0] == rows[10] == words("KA KT KI KF HL FL HL KF KI KT KA")
    assert rows[1] == rows[9] == ["L"] * 11
    assert rows[2] == rows[8] == ["", "", "", "KR", "CU", "", "SH", "KR", "", "", ""]
    assert all(rows[row] == [""] * 11 for row in range(3, 8))


def test_ids_run_through_the_columns_and_then_through_the_third_ranks() -> None:
    assert [piece["id"] for piece in START["pieces"]] == [f"p{n}" for n in range(52)]
    homes = {id: name(HOME[id]) for id in HOME}
    assert [homes[f"p{n}"] for n in range(8)] == words("a11 a10 a2 a1 b11 b10 b2 b1")
    assert [homes[f"p{n}"] for n in range(40, 44)] == ["k11", "k10", "k2", "k1"]
    assert [homes[f"p{n}"] for n in range(44, 52)] == words("e9 g9 d9 h9 e3 g3 d3 h3")


def test_white_begins_and_the_other_fields_start_empty() -> None:
    rest = {key: START[key] for key in START if key != "pieces"}
    assert rest == {
        "turn": "white",
        "winner": None,
        "moveCount": 0,
        "captured": {"white": [], "black": []},
        "quiet": 0,
        "reason": "",
    }
    assert list(START) == words("pieces turn winner moveCount captured quiet reason")
    assert list(START["pieces"][0]) == words("id type color board r c moved")
    assert GAME.to_move(START) == 0
    assert GAME.outcome(START) is None


def test_the_first_legal_moves_are_those_of_the_rules_text() -> None:
    first = GAME.legal_moves(START)[:5]
    assert [(move["pieceId"], said(move)) for move in first] == [
        ("p2", "move a3"),
        ("p2", "move a4"),
        ("p6", "move b3"),
        ("p6", "move b4"),
        ("p7", "move a3"),
    ]
    assert first[1] == {
        "pieceId": "p2",
        "type": "move",
        "to": {"board": "ground", "r": 7, "c": 0},
        "targets": [],
    }
    assert list(first[0]) == ["pieceId", "type", "to", "targets"]


@pytest.mark.parametrize("ruleset", ["standard", "original"])
def test_leaves_below_the_start(ruleset: str) -> None:
    start = load("ludus", ruleset).new()
    assert [perft(start, depth) for depth in (1, 2, 3)] == [51, 2596, 149114]


# Legionares: rules L4, L13, L20 and L27.


def test_a_legionare_lists_forward_double_sideways_and_captures_west_before_east() -> None:
    state = position(p18="e2", p5="d3", p9="f3")
    assert moves_of("p18", state) == [
        "move e3", "move e4", "move d2", "move f2", "move d3 p5", "move f3 p9",
    ]  # fmt: skip


def test_a_black_legionare_goes_down_and_west_still_comes_first() -> None:
    state = position("black", p17="e10", p2="d9", p6="f9")
    assert moves_of("p17", state) == [
        "move e9", "move e8", "move d10", "move f10", "move d9 p2", "move f9 p6",
    ]  # fmt: skip


def test_a_legionare_never_captures_straight_ahead_or_sideways() -> None:
    state = position(p18="e5", p5="e6", p9="d5", p13="f5")
    assert moves_of("p18", state) == []


def test_a_legionare_does_not_capture_its_own() -> None:
    assert reached("p18", position(p18="e2", p50="d3", p48="f3")) == ["e3", "e4", "d2", "f2"]


def test_a_double_step_needs_both_cells_empty() -> None:
    assert reached("p18", position(p18="e2", p5="e4"))[0] == "e3"
    assert "e4" not in reached("p18", position(p18="e2", p5="e4"))
    assert "e4" not in reached("p18", position(p18="e2", p5="e3"))


def test_a_sideways_step_uses_up_the_double_step() -> None:
    state = after(position(p18="e2"), "p18", "move d2")
    state = after(state, "p20", "move e11")
    assert reached("p18", state) == ["d3", "c2", "e2"]


def test_legionares_do_not_fall_off_the_sides() -> None:
    assert reached("p2", position(p2="a5")) == ["a6", "b5"]
    assert reached("p42", position(p42="k5")) == ["k6", "j5"]


def test_a_legionare_on_the_last_row_becomes_a_veteran_in_the_same_action() -> None:
    state = position(p10="c10", p8="c11", p12="d11", quiet=7)
    assert moves_of("p10", state) == ["move b10", "move d10", "move d11 p12"]
    promoted = after(state, "p10", "move d11 p12")
    veteran = find(promoted, "p10")
    assert veteran == {
        "id": "p10", "type": "VL", "color": "white", "board": "ground", "r": 0, "c": 3,
        "moved": True,
    }  # fmt: skip
    assert promoted["captured"]["white"][-1] == {"type": "KF", "color": "black", "by": "L"}


def test_black_promotes_on_the_bottom_row() -> None:
    promoted = after(position("black", p9="c2"), "p9", "move c1")
    veteran = find(promoted, "p9")
    assert veteran is not None
    assert veteran["type"] == "VL"


# The other pieces on the ground: rules L3, L12, L14 and L26.


def test_a_veteran_moves_and_captures_one_cell_in_all_directions_and_no_more() -> None:
    state = position(p18="e6=VL", p4="e7", p8="d5", p19="f6")
    assert moves_of("p18", state) == [
        "move e7 p4", "move f7", "move f5", "move e5", "move d5 p8", "move d6", "move d7",
    ]  # fmt: skip


def test_a_veteran_neither_flies_nor_strikes() -> None:
    assert all(move.startswith("move") for move in moves_of("p18", position(p18="e6=VL", p4="e7")))


def test_a_knight_flora_slides_two_cells_diagonally() -> None:
    assert reached(KF, position(p15="e6")) == words("f7 g8 f5 g4 d5 c4 d7 c8")


def test_a_knight_ignus_slides_two_cells_along_rows_and_columns() -> None:
    assert reached(KI, position(p11="e6")) == words("e7 e8 f6 g6 e5 e4 d6 c6")


@pytest.mark.parametrize(("piece", "cell"), [(KR, "c6"), (KA, "c6"), (HL, "c6"), (FL, "c6")])
def test_a_reach_of_two_is_a_slide_round_the_compass(piece: str, cell: str) -> None:
    state = position(cells={piece: cell})
    assert reached(piece, state) == words("c7 c8 d7 e8 d6 e6 d5 e4 c5 c4 b5 a4 b6 a6 b7 a8")


def test_a_slide_stops_before_a_friend_and_on_an_enemy() -> None:
    state = position(p50="c6", p10="c7", p4="d6", p0="e4")
    assert moves_of(KR, state)[:6] == [
        "move d7", "move e8", "move d6 p4", "move d5", "move e4 p0", "move c5",
    ]  # fmt: skip


def test_a_cursor_slides_up_to_four_cells() -> None:
    state = position(p48="e6", p4="e9", p10="h6")
    assert moves_of(CU, state)[:3] == ["move e7", "move e8", "move e9 p4"]
    cells = reached(CU, state)
    assert {"f6", "g6", "i10", "e2"} <= set(cells)
    assert not {"h6", "i6", "e10", "j11", "e1"} & set(cells)


def test_a_steadholder_steps_one_cell_in_all_directions() -> None:
    assert reached(SH, position(p49="e6")) == words("e7 f7 f6 f5 e5 d5 d6 d7")


def test_a_knight_terra_jumps_over_anything_by_rows_then_columns() -> None:
    around = {f"p{2 + 4 * n}": cell for n, cell in enumerate(words("d7 e7 f7 d6 f6 d5 e5 f5"))}
    state = position(cells=around, p7="e6", p4="d8", p50="f8")
    assert moves_of(KT, state) == [
        "move d8 p4", "move c7", "move g7", "move c5", "move g5", "move d4", "move f4",
    ]  # fmt: skip


def test_no_piece_leaves_the_ground_at_its_corners() -> None:
    for corner, jumps in (("a11", "c10 b9"), ("k11", "i10 j9"), ("a1", "b3 c2"), ("k1", "j3 i2")):
        assert reached(KT, position(p7=corner)) == jumps.split()
    assert reached(CU, position(p48="k11", p20="g2")) == words(
        "k10 k9 k8 k7 j10 i9 h8 g7 j11 i11 h11 g11"
    )


# Strikes and wards: rules L6, L15, L16 and L25.


@pytest.mark.parametrize(
    ("others", "struck"),
    [
        ({}, ["p44,p8"]),
        ({"p45": "f8"}, ["p44"]),
        ({"p45": "f7"}, []),
        ({"p45": "d6"}, ["p44,p8"]),
    ],
)
def test_a_high_lord_pierces_unless_a_steadholder_is_beside_a_target(
    others: dict[str, str], struck: list[str]
) -> None:
    assert strikes_of(HL, position(p19="e5", p44="e7", p8="e8", cells=others)) == struck


def test_a_strike_removes_without_moving() -> None:
    before = position(p19="e5", p44="e7", p8="e8", quiet=9)
    state = after(before, HL, "attack e5 p44,p8")
    assert find(state, "p44") is None
    assert find(state, "p8") is None
    assert find(state, HL) == find(before, HL)
    assert [entry["type"] for entry in state["captured"]["white"][-2:]] == ["CU", "KI"]
    assert all(entry["by"] == "HL" for entry in state["captured"]["white"][-2:])


def test_a_strike_leaves_moved_alone() -> None:
    state = after(position(p11="c1", p8="c3"), KI, "attack c1 p8")
    striker = find(state, KI)
    assert striker is not None
    assert striker["moved"] is False


def test_a_pierce_takes_only_the_very_next_cell() -> None:
    assert strikes_of(HL, position(p19="e5", p44="e6", p8="e8")) == ["p44"]
    assert strikes_of(HL, position(p19="e5", p44="e7", p8="e9")) == ["p44"]


def test_a_pierce_spares_a_friend_behind_the_target() -> None:
    assert strikes_of(HL, position(p19="e5", p44="e7", p50="e8")) == ["p44"]


def test_a_knight_ferrous_cannot_be_struck_and_covers_what_is_behind_it() -> None:
    assert strikes_of(HL, position(p19="e5", p46="e6", p8="e7")) == []
    assert strikes_of(HL, position(p19="e5", p8="e6", p46="e7")) == ["p8"]


def test_a_friend_on_the_line_stops_a_strike() -> None:
    assert strikes_of(HL, position(p19="e5", p50="e6", p8="e7")) == []


def test_a_steadholder_does_not_shelter_itself_but_its_neighbour_behind() -> None:
    state = position(p7="e6", p45="e7", p17="e8")
    assert strikes_of(KT, state) == ["p45"]
    assert find(after(state, KT, "attack e6 p45"), "p17") is not None


def test_an_enemy_steadholder_shelters_nobody() -> None:
    assert strikes_of(HL, position(p19="e5", p44="e7", p49="f7")) == ["p44"]


def test_a_taken_steadholder_shelters_nobody() -> None:
    state = position("black", p19="e5", p44="e7", p45="f7", p50="g7")
    assert strikes_of(HL, after(state, "p20", "move f10")) == []
    state = after(after(state, "p20", "move f10"), KR, "move f7 p45")
    assert strikes_of(HL, after(state, "p20", "move f11")) == ["p44"]


def test_a_warded_piece_is_captured_by_moving_as_usual() -> None:
    state = position(p19="e5", p46="e6", p44="e4", p45="d4")
    assert "move e6 p46" in moves_of(HL, state)
    assert "move e4 p44" in moves_of(HL, state)


def test_a_knight_terra_strikes_beside_it_only_and_pierces() -> None:
    assert strikes_of(KT, position(p7="e6", p4="e7", p8="e8")) == ["p4,p8"]
    assert strikes_of(KT, position(p7="e6", p4="e8")) == []
    assert strikes_of(KT, position(p7="e6", p4="f7")) == []


def test_a_knight_ignus_strikes_at_range_two_along_rows_and_columns_without_piercing() -> None:
    state = position(p11="e6", p4="e8", p8="e9", p0="f6", p40="g6", p12="g8")
    assert strikes_of(KI, state) == ["p4", "p0"]


def test_a_knight_flora_strikes_at_range_two_diagonally_without_piercing() -> None:
    state = position(p15="e6", p4="g8", p8="h9", p0="d5", p40="e7")
    assert strikes_of(KF, state) == ["p4", "p0"]


def test_a_high_lord_strikes_no_diagonal() -> None:
    assert strikes_of(HL, position(p19="e5", p4="f6", p8="c3")) == []


def test_strikes_come_after_moves_and_flight_in_the_order_of_the_compass() -> None:
    state = position(p19="e5", p4="e7", p8="f5", p0="e4", p40="c5")
    assert moves_of(HL, state)[-5:] == [
        "fly E5", "attack e5 p4", "attack e5 p8", "attack e5 p0", "attack e5 p40",
    ]  # fmt: skip


@pytest.mark.parametrize("piece", [FL, KA, CU, SH, KR])
def test_first_lords_and_all_others_have_no_strike(piece: str) -> None:
    state = position(cells={piece: "e5", "p4": "e6", "p8": "d6", "p0": "d5"})
    assert strikes_of(piece, state) == []


def test_strikes_neither_see_nor_reach_the_sky() -> None:
    assert strikes_of(HL, position(p19="e5", p16="E6", p8="e7")) == ["p8"]
    assert strikes_of(HL, position(p19="e5", p16="E6")) == []


def test_a_high_lord_in_the_sky_does_not_strike() -> None:
    assert strikes_of(HL, position(p19="E5", p8="e6", p16="E6")) == []


def test_a_struck_first_lord_ends_the_game() -> None:
    state = after(position(p19="f9"), HL, "attack f9 p20")
    assert GAME.outcome(state) == Outcome(0, "first_lord_captured")


def test_a_first_lord_pierced_behind_another_piece_ends_the_game() -> None:
    state = after(position(p19="f8", p17="f10"), HL, "attack f8 p17,p20")
    assert GAME.outcome(state) == Outcome(0, "first_lord_captured")
    state = after(position(p19="f8", p20="f10", p8="f11"), HL, "attack f8 p20,p8")
    assert GAME.outcome(state) == Outcome(0, "first_lord_captured")


# The sky: rules L5 and L7.


@pytest.mark.parametrize("piece", [KA, HL, FL])
def test_aerial_pieces_rise_straight_up_after_their_moves(piece: str) -> None:
    assert moves_of(piece, position(cells={piece: "d8"}))[-1] == "fly D8"


@pytest.mark.parametrize("piece", [KT, KI, CU, SH, KR])
def test_other_pieces_do_not_fly(piece: str) -> None:
    assert "fly E6" not in moves_of(piece, position(cells={piece: "e6"}))


@pytest.mark.parametrize("cell", words("c6 i6 e9 e3 e2 e1 e10 e11 a1 k11"))
def test_nobody_rises_outside_the_25_central_cells(cell: str) -> None:
    assert all(move.startswith("move") for move in moves_of(KA, position(p3=cell)))


def test_every_central_cell_has_its_sky_cell() -> None:
    for cell in (f"{column}{row}" for column in "defgh" for row in range(4, 9)):
        assert f"fly {cell.upper()}" in moves_of(KA, position(p3=cell))


def test_nobody_rises_to_an_occupied_sky_cell() -> None:
    assert "fly E5" not in moves_of(HL, position(p19="e5", p3="E5"))
    assert "fly E5" not in moves_of(HL, position(p19="e5", p0="E5"))
    assert "move E5 p0" not in moves_of(HL, position(p19="e5", p0="E5"))


def test_in_the_sky_a_piece_moves_one_cell_and_may_come_down() -> None:
    assert moves_of(KA, position(p3="E6")) == [
        *(f"move {cell}" for cell in words("E7 F7 F6 F5 E5 D5 D6 D7")), "fly e6",
    ]  # fmt: skip


def test_the_sky_ends_at_its_corners() -> None:
    assert reached(KA, position(p3="D8")) == ["E8", "E7", "D7", "d8"]
    assert reached(KA, position(p3="H8")) == ["H7", "G7", "G8", "h8"]
    assert reached(KA, position(p3="D4")) == ["D5", "E5", "E4", "d4"]
    assert reached(KA, position(p3="H4")) == ["H5", "G4", "G5", "h4"]


def test_coming_down_onto_an_enemy_is_a_move_in_the_place_of_the_flight() -> None:
    state = position(p3="F6", p4="f6", p16="F7")
    assert moves_of(KA, state)[0] == "move F7 p16"
    assert moves_of(KA, state)[-1] == "move f6 p4"
    landed = find(after(state, KA, "move f6 p4"), KA)
    assert landed is not None
    assert name(landed) == "f6"


def test_nobody_comes_down_onto_a_friend() -> None:
    assert not any("e5" in move for move in moves_of(KA, position(p3="E5", p10="e5")))


def test_a_flight_counts_as_having_moved_and_takes_nothing() -> None:
    state = after(position(p3="e5", quiet=4), KA, "fly E5")
    flown = find(state, KA)
    assert flown is not None
    assert (flown["board"], flown["r"], flown["c"], flown["moved"]) == ("sky", 3, 1, True)
    assert state["quiet"] == 5


def test_sky_pieces_capture_each_other_with_sky_combat_only() -> None:
    state = position(p3="F6", p16="F7")
    assert "move F7 p16" in moves_of(KA, state)
    assert "F7" not in reached(KA, state, ORIGINAL)
    assert "F7" not in reached(KA, state, load("ludus", sky_combat=False))


def test_a_sky_piece_never_captures_its_own() -> None:
    assert "F7" not in reached(KA, position(p3="F6", p19="F7"))


def test_a_first_lord_can_be_taken_in_the_sky() -> None:
    state = after(position(p3="F6", p20="F7"), KA, "move F7 p20")
    assert GAME.outcome(state) == Outcome(0, "first_lord_captured")


# Order, records and counters: rules L11, L16, L17, L19 and L21.


def test_legal_moves_are_listed_by_the_number_of_the_id() -> None:
    ids = [move["pieceId"] for move in GAME.legal_moves(START)]
    assert ids == sorted(ids, key=lambda id: int(id[1:]))
    black = GAME.apply_move(START, GAME.legal_moves(START)[0])
    ids = [move["pieceId"] for move in GAME.legal_moves(black)]
    assert ids == sorted(ids, key=lambda id: int(id[1:]))


def test_the_example_of_the_rules_text() -> None:
    state = after(after(START, CU, "move e7"), "p44", "move e7 p48")
    assert state["captured"] == {
        "white": [],
        "black": [{"type": "CU", "color": "white", "by": "CU"}],
    }
    assert (state["turn"], state["moveCount"], state["quiet"]) == ("white", 2, 0)
    assert find(state, CU) is None
    assert find(state, "p44") == {**HOME["p44"], "r": 4, "c": 4, "moved": True}


def test_captured_pieces_are_appended_in_the_order_of_removal() -> None:
    state = position(p19="e5", p44="e7", p8="e8", p12="b5")
    before = state["captured"]["white"]
    state = after(state, HL, "attack e5 p44,p8")
    state = after(state, "p20", "move f10")
    state = after(state, HL, "move d5")
    assert state["captured"]["white"] == [
        *before,
        {"type": "CU", "color": "black", "by": "HL"},
        {"type": "KI", "color": "black", "by": "HL"},
    ]


def test_a_captured_veteran_is_recorded_as_one() -> None:
    state = after(position("black", p18="e6=VL", p44="e8"), "p44", "move e6 p18")
    assert state["captured"]["black"][-1] == {"type": "VL", "color": "white", "by": "CU"}


@pytest.mark.parametrize(
    ("piece", "move", "quiet"),
    [
        ("p18", "move e3", 0),
        ("p18", "move e4", 0),
        ("p18", "move d2", 6),
        ("p50", "move b6", 6),
        ("p50", "move c5 p4", 0),
        ("p19", "attack i5 p8", 0),
        ("p19", "move i6", 6),
        ("p10", "move a11", 0),
        ("p3", "fly E6", 6),
    ],
)
def test_quiet_is_reset_by_captures_strikes_promotions_and_forward_steps(
    piece: str, move: str, quiet: int
) -> None:
    state = position(
        p18="e2", p50="c6", p4="c5", p19="i5", p8="i7", p10="a10", p3="e6", quiet=5
    )  # fmt: skip
    assert after(state, piece, move)["quiet"] == quiet


# How a game ends: rules L8, L22 to L25 and G5.


def test_capturing_the_first_lord_ends_the_game_and_the_turn_still_passes() -> None:
    state = after(position(p50="f9"), KR, "move f11 p20")
    assert (state["winner"], state["reason"], state["turn"]) == (
        "white", "first_lord_captured", "black",
    )  # fmt: skip
    assert GAME.legal_moves(state) == []
    assert GAME.to_move(state) is None
    with pytest.raises(IllegalMove) as refused:
        GAME.apply_move(state, asked("p0", "move", "a5"))
    assert refused.value.code == "game_over"


def test_black_can_win_too() -> None:
    state = after(position("black", p46="f3"), "p46", "move f1 p23")
    assert GAME.outcome(state) == Outcome(1, "first_lord_captured")


def test_there_is_no_duty_to_answer_a_threat() -> None:
    assert "p18" in {move["pieceId"] for move in GAME.legal_moves(position(p18="e2", p46="f3"))}


def test_a_full_quiet_count_is_a_draw() -> None:
    state = position(p50="c6", quiet=99)
    assert GAME.outcome(state) is None
    drawn = after(state, KR, "move c7")
    assert (drawn["winner"], drawn["reason"], drawn["quiet"]) == (None, "quiet_limit", 100)
    assert GAME.outcome(drawn) == Outcome(None, "quiet_limit")
    assert GAME.outcome(after(position(p50="c6", p4="c7", quiet=99), KR, "move c7 p4")) is None


def test_the_ply_of_the_turn_limit_is_a_draw() -> None:
    drawn = after(position("black", p50="c6", ply=598), "p20", "move f10")
    assert (drawn["moveCount"], drawn["reason"], drawn["winner"]) == (600, "turn_limit", None)


def test_when_both_limits_fall_together_the_quiet_limit_is_the_reason() -> None:
    drawn = after(position("black", p50="c6", ply=598, quiet=99), "p20", "move f10")
    assert drawn["reason"] == "quiet_limit"


def test_a_win_at_the_limit_is_a_win() -> None:
    won = after(position("black", p46="f3", ply=598), "p46", "move f1 p23")
    assert GAME.outcome(won) == Outcome(1, "first_lord_captured")


def test_a_limit_of_zero_is_none() -> None:
    state = position(p50="c6", quiet=700, ply=2000)
    assert ORIGINAL.outcome(after(state, KR, "move c7", ORIGINAL)) is None


def test_a_side_without_any_action_loses() -> None:
    game = load("ludus", sky_combat=False)
    state = after(shut_in(), HL, "move E7", game)
    assert (state["winner"], state["reason"]) == ("white", "no_legal_moves")
    assert game.outcome(after(shut_in(), HL, "move F6", game)) is None
    assert GAME.outcome(after(shut_in(), HL, "move E7")) is None


def test_a_side_without_any_action_loses_even_at_the_limits() -> None:
    game = load("ludus", sky_combat=False, quiet_limit=50, turn_limit=201)
    state = after(shut_in(quiet=49), HL, "move E7", game)
    assert game.outcome(state) == Outcome(0, "no_legal_moves")
    assert game.outcome(after(shut_in(quiet=49), HL, "move F6", game)) == Outcome(
        None, "quiet_limit"
    )
    assert game.outcome(after(shut_in(), HL, "move F6", game)) == Outcome(None, "turn_limit")


# The options: rule L23.


def test_the_rulesets_are_standard_and_original() -> None:
    assert GAME.values == {"sky_combat": True, "quiet_limit": 100, "turn_limit": 600}
    assert ORIGINAL.values == {"sky_combat": False, "quiet_limit": 0, "turn_limit": 0}


@pytest.mark.parametrize(
    "options", [{"sky_combat": 1}, {"quiet_limit": -1}, {"turn_limit": True}, {"limit": 3}]
)
def test_options_outside_their_bounds_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        load("ludus", **options)


# Playing on without reloading.


def test_a_ward_and_a_double_step_are_gone_within_a_game() -> None:
    game = GAME.state_from_json(position(p19="e5", p44="e7", p45="f7", p50="g7", p18="e2"))
    for written in ("g7xf7", "f11-f10", "e2-d2", "f10-f11"):
        GAME.advance(game, GAME.move_from_notation(game, written))
    notations = {choice.notation for choice in GAME.choices(game)}
    assert "e5*e7" in notations
    assert "d2-d3" in notations
    assert "d2-d4" not in notations


@pytest.mark.parametrize("ruleset", ["standard", "original"])
def test_a_game_played_on_is_the_game_reloaded_after_every_move(ruleset: str) -> None:
    game = load("ludus", ruleset)
    rng = random.Random(ruleset)
    line = [game.new()]
    while line[-1].verdict == ONGOING and len(line) < 250:
        now = line[-1].copy()
        again = game.state_from_json(game.state_to_json(now))
        assert again.key() == now.key()
        assert game.moves(again) == game.moves(now)
        game.advance(now, rng.choice(game.moves(now)))
        line.append(now)


def test_five_hundred_moves_can_be_taken_back() -> None:
    game = ORIGINAL.new()
    rng = random.Random(2)
    past: list[tuple[int, State]] = []
    while len(past) < 1100:
        past.append((game.key(), ORIGINAL.state_to_json(game)))
        game.play(rng.choice([m for m in ORIGINAL.moves(game) if not takes_a_first_lord(m)]))
    for key_before, state in reversed(past[-512:]):
        game.undo()
        assert game.key() == key_before
        assert ORIGINAL.state_to_json(game) == state


def takes_a_first_lord(move: int) -> bool:
    return not {20, 23}.isdisjoint(removed(move))


# Keys.


def key(state: State, game: AnyGame = GAME) -> int:
    return int(game.state_from_json(state).key())


def test_like_pieces_that_change_places_leave_the_key_alone() -> None:
    assert key(position(p50="c6", p51="d9")) == key(position(p51="c6", p50="d9"))
    assert key(position(p3="E6", p43="d9")) == key(position(p43="E6", p3="d9"))


def test_the_key_tells_kind_cell_colour_board_and_turn() -> None:
    states = [
        position(p50="c6"), position(p49="c6"), position(p46="c6"), position(p50="c7"),
        position(p3="e6"), position(p3="E6"), position("black", p50="c6"),
        position(p18="e6"), position(p18="e6=VL"),
    ]  # fmt: skip
    assert len({key(state) for state in states}) == len(states)


def test_the_key_tells_a_legionare_that_may_still_step_two_forward() -> None:
    state = position(p18="e2")
    place_of = [piece["id"] for piece in state["pieces"]].index("p18")
    assert key(state) != key(edited(state, "pieces", place_of, "moved", to=True))


def test_what_was_captured_and_when_leaves_the_key_alone() -> None:
    state = position(p50="c6")
    assert key(state) == key(edited(state, "captured", "white", 0, "by", to="CU"))
    assert key(state) == key({**state, "quiet": 10}) == key({**state, "moveCount": 300})


def test_counters_near_their_limit_are_in_the_key() -> None:
    state = position(p50="c6", ply=598)
    assert key(state) != key({**state, "moveCount": 596})
    state = position(p50="c6", quiet=98)
    assert key(state) != key({**state, "quiet": 97})
    assert key(state, ORIGINAL) == key({**state, "quiet": 97}, ORIGINAL)
