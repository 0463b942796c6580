"""Ludus' sky, who rises, moves and comes down: rules L5 and L7."""

from __future__ import annotations

import pytest

from ludarium import Outcome, load
from tests.games.ludus_states import (
    CU,
    FL,
    GAME,
    HL,
    KA,
    KI,
    KR,
    KT,
    ORIGINAL,
    SH,
    after,
    find,
    moves_of,
    name,
    position,
    reached,
    words,
)


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
