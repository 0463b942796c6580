"""Ludus' strikes, and the wards against them: rules L6, L15, L16 and L25."""

from __future__ import annotations

import pytest

from ludarium import Outcome
from tests.games.ludus_states import (
    CU,
    FL,
    GAME,
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
    strikes_of,
)


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
