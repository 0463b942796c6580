"""Pyramids, rule by rule: the set-up and the moves of caps."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from ludarium import InvalidOption
from tests.games.pyramids_states import (
    ALL_WAYS,
    CELLS,
    GAME,
    cap,
    cell,
    diagram,
    middle,
    play,
    stack,
    written,
)

SET_UPS = [
    "GBRYGBGYRYGY.BRBRGYBGYRBR",
    "YBGYRBGBRYGY.YRRBYBGGRGRB",
    "GYGYRRBYRBYG.GRBRBRGYBYGB",
    "RBRYRBGYGBYB.YGGRYRBYGBGR",
    "BRBGBYGRYRRB.BYGYGRBYGYGR",
]


# The set-up.


def test_the_start_has_six_nests_of_each_colour_around_an_empty_centre_and_caps_on_the_red() -> (
    None
):
    for seed in range(20):
        state = GAME.initial_state(seed)
        nests = [tuple(state["stacks"][row][col]) for row, col in CELLS]
        assert Counter(nests) == {
            (): 1,
            ("RS", "RM", "RL"): 6,
            ("YS", "YM", "YL"): 6,
            ("GS", "GM", "GL"): 6,
            ("BS", "BM", "BL"): 6,
        }
        assert nests[12] == ()
        assert state["caps"] == [
            [*at] for at, nest in zip(CELLS, nests, strict=True) if "RL" in nest
        ]


def colours(seed: int) -> str:
    stacks = GAME.initial_state(seed)["stacks"]
    return "".join(stacks[row][col][0][0] if stacks[row][col] else "." for row, col in CELLS)


def test_whatever_the_seed_no_two_cells_that_share_a_side_have_the_same_colour() -> None:
    odd = [
        sign * 2**power + i for sign in (1, -1) for power in (63, 64, 200, 5000) for i in (-1, 0)
    ]
    seeds = [*range(-1000, 2000), *odd]
    drawn = [colours(seed) for seed in seeds]
    for found in drawn:
        assert sorted(found) == sorted("." + "RYGB" * 6)
        for i in range(25):
            assert i % 5 == 4 or found[i] != found[i + 1]
            assert i >= 20 or found[i] != found[i + 5]
    assert len(set(drawn)) > len(seeds) - 5, "set-ups hardly ever repeat"
    # Every cell sees every colour about equally often.
    for i in set(range(25)) - {12}:
        shares = Counter(found[i] for found in drawn)
        assert all(0.2 < shares[colour] / len(drawn) < 0.3 for colour in "RYGB")


def test_a_seed_gives_the_same_set_up_on_every_machine() -> None:
    assert [colours(seed) for seed in (0, 1, -1, 2**64, -(10**30))] == SET_UPS


def test_two_or_three_play() -> None:
    assert GAME.initial_state(5)["captured"] == [[], []]
    assert GAME.initial_state(5, seats=3)["captured"] == [[], [], []]
    assert GAME.initial_state(5)["stacks"] == GAME.initial_state(5, seats=3)["stacks"]
    with pytest.raises(InvalidOption):
        GAME.initial_state(5, seats=4)


def test_the_start_has_the_fields_of_the_rules_in_their_order() -> None:
    assert list(GAME.initial_state(1)) == list(diagram())
    assert GAME.legal_moves(diagram())[0] == {"t": "cap", "from": [0, 0], "to": [0, 1]}
    assert json.dumps(play(diagram(), cap("d2-d1"))["power_used"]) == "false"


def test_the_state_shown_in_the_reference_arises_as_told() -> None:
    shown = re.search(r'```json\n(\{\n  "stacks".*?)```', GAME.reference(), re.DOTALL)
    assert shown is not None
    assert play(diagram(), cap("a1-b1"), cap("d2-d1")) == json.loads(shown[1])


# Cap moves.


def test_a_cap_goes_one_cell_in_each_of_eight_directions_clockwise_from_the_north() -> None:
    state = middle({}, "c3 a1 a5 e5 a3 c1")
    ways = [text.split("-")[1] for text in written(state) if text.startswith("c3-")]
    assert ways == ALL_WAYS


def test_a_cap_stays_on_the_board_and_off_other_caps() -> None:
    state = middle({}, "a5 b5 a4 e5 e1 c1")
    assert [text for text in written(state) if text.startswith("a5")] == ["a5-b4"]
    assert [text.split("-")[1] for text in written(state) if text.startswith("b5-")] == [
        "c5",
        "c4",
        "b4",
    ]


def test_a_cap_may_go_to_an_empty_cell() -> None:
    assert stack(diagram(), "c3") == []
    after = play(diagram(), cap("b3-c3"))
    assert cell("c3") in after["caps"]


def test_caps_belong_to_nobody() -> None:
    movers = {text[:2] for text in written(diagram())}
    assert movers == {"a5", "c4", "e4", "b3", "d2", "a1"}
    later = play(diagram(), cap("a1-b1"))
    assert later["to_move"] == 1
    assert {text[:2] for text in written(later)} == {"a5", "c4", "e4", "b3", "d2", "b1"}


def test_caps_are_listed_along_the_rows_from_the_top_left() -> None:
    after = play(middle({}, "a1 b1 c1 d1 e1 a2"), cap("d1-d2"), cap("b1-b2"))
    assert after["caps"] == [cell(name) for name in ("a2", "b2", "d2", "a1", "c1", "e1")]
