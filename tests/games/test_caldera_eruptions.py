"""Caldera's eruptions: what a forge sets off."""

from __future__ import annotations

from ludarium import Outcome
from tests.games.caldera_states import (
    CHAIN,
    GAME,
    State,
    drawn,
    height,
    places,
    played,
    with_piece,
)


def test_an_eruption_spreads_as_in_the_example_of_the_rules() -> None:
    after = played(drawn(CHAIN), "c3^d3")
    assert after["board"] == [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 3, 0, 0, 0],
        [0, 0, 1, -1, 1, 0, 0],
        [0, 0, 1, -1, 2, 0, 0],
        [0, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0],
    ]
    assert places(after, "p0") == ["crown a1", "smith c3"]
    assert places(after, "p1") == []
    assert GAME.outcome(after) == Outcome(0, "crown_erupted")


def test_a_cell_erupts_at_height_4_and_becomes_a_vent() -> None:
    assert height(played(with_piece("s", d5="2"), "d4^d5"), "d5") == 3
    after = played(with_piece("s", d5="3"), "d4^d5")
    assert height(after, "d5") == -1
    assert [height(after, name) for name in ("d6", "e5", "d4", "c5")] == [1, 1, 1, 1]
    assert [height(after, name) for name in ("c6", "e6", "e4", "c4")] == [0, 0, 0, 0]


def test_an_eruption_at_the_edge_raises_only_what_is_on_the_board() -> None:
    state = with_piece("l", a2="0s", a1="3")
    after = played(state, "a2^a1")
    assert height(after, "a1") == -1
    assert (height(after, "a2"), height(after, "b1")) == (1, 1)
    assert sum(map(sum, after["board"])) == 1


def test_a_piece_rides_up_with_its_cell() -> None:
    state = with_piece("s", d5="3", e5="2L")
    after = played(state, "d4^d5")
    assert (height(after, "e5"), height(after, "d4")) == (3, 1)
    assert places(after, "p1") == ["crown d7", "lancer e5"]


def test_a_piece_dies_when_its_cell_erupts_friend_or_foe() -> None:
    state = with_piece("s", d5="3", e5="3L", c5="3l")
    after = played(state, "d4^d5")
    assert places(after, "p1") == ["crown d7"]
    assert places(after, "p0") == ["crown d1", "smith d4"]
    assert [height(after, name) for name in ("c5", "d5", "e5")] == [-1, -1, -1]


def test_the_smith_that_forged_may_be_among_the_dead() -> None:
    after = played(with_piece("s", 3, d5="3"), "d4^d5")
    assert places(after, "p0") == ["crown d1"]
    assert GAME.outcome(after) is None


def test_a_cell_may_be_raised_twice_by_one_chain() -> None:
    # e5, at 2, lies beside d5 and e4, which both erupt.
    state = drawn(
        """
        0  0  0  0C 0  0  0
        0  0  0  0  0  0  0
        0  0  0s 3  2  0  0
        0  0  0  3  3  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0c 0  0  0
        """
    )
    after = played(state, "c5^d5")
    assert [height(after, name) for name in ("d5", "d4", "e4", "e5")] == [-1, -1, -1, -1]
    assert (height(after, "e6"), height(after, "f5")) == (1, 1)


def test_a_vent_that_would_be_raised_again_stays_a_vent_and_passes_nothing_on() -> None:
    state = drawn(
        """
        0  0  0  0C 0  0  0
        0  0  0  1  0  0  0
        0  0  2  *  1  0  0
        0  0  0s 3  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0c 0  0  0
        """
    )
    after = played(state, "c4^d4")
    assert [height(after, name) for name in ("d5", "d4")] == [-1, -1]
    assert [height(after, name) for name in ("d6", "e5", "c5")] == [1, 1, 2]
    assert [height(after, name) for name in ("e4", "d3", "c4")] == [1, 1, 1]


def mirrored(state: State) -> State:
    """The state with the columns reversed; pieces must be one of a kind."""
    turned = {side: [{**p, "c": 6 - p["c"]} for p in state[side]] for side in ("p0", "p1")}
    return {**state, **turned, "board": [row[::-1] for row in state["board"]]}


def test_the_outcome_of_a_chain_does_not_depend_on_the_order_of_eruptions() -> None:
    # A mirror swaps east and west, and with it the order in which neighbours are looked at.
    state = drawn(
        """
        0  0  0  3C 0  0  0
        0  3  3  3  2  3  0
        0  3  3L 2  3  3  0
        0  0  3  3  2  3  0
        0  0  0s 3  3  2  0
        0  0  0  0  3  0  0
        0c 0  0  0  0  0  0
        """,
        120,
    )
    after = played(state, "c3^c4")
    assert sum(row.count(-1) for row in after["board"]) >= 12
    assert played(mirrored(state), "e3^e4") == mirrored(after)


def test_a_move_never_starts_an_eruption() -> None:
    state = with_piece("l", 2, d5="3", d6="3", e5="3")
    assert played(state, "d4-d5")["board"] == state["board"]
