"""Ludus, rule by rule: the start, the order of moves, records and options."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import InvalidOption, load
from ludarium.search.perft import perft
from tests.games.ludus_states import (
    CU,
    GAME,
    HL,
    HOME,
    ORIGINAL,
    START,
    after,
    find,
    name,
    position,
    said,
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


# The options: rule L23.


def test_the_rulesets_are_standard_original_legion_and_campaign() -> None:
    later = {"shieldwall": False, "flanking": False, "check": False, "tally": False}
    assert GAME.values == {"sky_combat": True, "quiet_limit": 100, "turn_limit": 600, **later}
    assert ORIGINAL.values == {"sky_combat": False, "quiet_limit": 0, "turn_limit": 0, **later}
    on = {"shieldwall": True, "flanking": True, "check": True}
    assert load("ludus", "legion").values == {**GAME.values, **on}
    ends = {"tally": True, "quiet_limit": 50, "turn_limit": 300}
    assert load("ludus", "campaign").values == {**GAME.values, **on, **ends}


@pytest.mark.parametrize(
    "options", [{"sky_combat": 1}, {"quiet_limit": -1}, {"turn_limit": True}, {"limit": 3}]
)
def test_options_outside_their_bounds_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        load("ludus", **options)
