"""Ludus' pieces: how each moves and captures on the ground."""

from __future__ import annotations

import pytest

from tests.games.ludus_states import (
    CU,
    FL,
    HL,
    KA,
    KF,
    KI,
    KR,
    KT,
    SH,
    after,
    find,
    moves_of,
    position,
    reached,
    words,
)

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
