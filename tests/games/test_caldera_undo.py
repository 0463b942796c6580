"""Caldera's moves taken back, copies and keys."""

from __future__ import annotations

import pytest

from ludarium import load
from ludarium.core.constants import KEY_HORIZON
from ludarium.search.perft import perft
from tests.games.caldera_states import (
    BRINK,
    CHAIN,
    CORNER,
    GAME,
    QUIET,
    State,
    drawn,
    with_piece,
)


@pytest.mark.parametrize("picture", [CHAIN, CORNER, BRINK, QUIET])
def test_taking_a_move_back_restores_everything(picture: str) -> None:
    for ply in (60, 61):
        position = GAME.state_from_json(drawn(picture, ply))
        state, key, moves = GAME.state_to_json(position), position.key(), GAME.moves(position)
        assert perft(position, 2) > 0
        for played_move in moves:
            GAME.advance(position, played_move)
            position.undo()
            assert GAME.state_to_json(position) == state
            assert position.key() == key
            assert GAME.moves(position) == moves


def test_the_last_512_moves_of_a_long_game_can_be_taken_back() -> None:
    game = load("caldera", turn_limit=1000)
    position = game.new()
    # Twelve plies, so that no move lies 256 or 512 plies from its like.
    round_trip = [
        "d1-d2",
        "d7-d6",
        "d2-d1",
        "d6-d7",
        "b1-b3",
        "b7-b6",
        "b3-b1",
        "b6-b7",
        "f1-f2",
        "f7-f6",
        "f2-f1",
        "f6-f7",
    ]
    states = [game.state_to_json(position)]
    for ply in range(600):
        game.advance(position, game.move_from_notation(position, round_trip[ply % 12]))
        states.append(game.state_to_json(position))
    for ply in range(599, 87, -1):
        position.undo()
        assert game.state_to_json(position) == states[ply]


def test_a_copy_is_equal_and_goes_its_own_way() -> None:
    position = GAME.state_from_json(drawn(CHAIN))
    twin = position.copy()
    assert twin.key() == position.key()
    GAME.advance(twin, GAME.move_from_notation(twin, "c3^c4"))
    assert GAME.state_to_json(position) == drawn(CHAIN)
    assert twin.key() != position.key()


def key(state: State, limit: int = 200) -> int:
    found: int = load("caldera", turn_limit=limit).state_from_json(state).key()
    return found


def test_the_key_does_not_tell_two_lancers_of_a_seat_apart() -> None:
    state = with_piece("l", b2="0l")
    swapped = {**state, "p0": [state["p0"][0], *state["p0"][:0:-1]]}
    assert swapped != state
    assert key(swapped) == key(state)


def test_the_key_tells_kinds_seats_cells_heights_and_the_seat_to_move_apart() -> None:
    states = [
        with_piece("l"),
        with_piece("s"),
        with_piece("L"),
        with_piece("l", 1),
        with_piece("l", d5="1"),
        with_piece("l", d5="2"),
        with_piece("l", d4="0", d5="0l"),
        with_piece("l", b2="0l"),
        {**with_piece("l"), "ply": 61},
    ]
    assert len({key(state) for state in states}) == len(states)


def test_the_key_counts_plies_only_when_the_limit_is_near() -> None:
    early, late = drawn(QUIET, 60), drawn(QUIET, 62)
    assert key(early) == key(late)
    assert key(early, 62 + KEY_HORIZON) != key(late, 62 + KEY_HORIZON)
    assert key(early, 63 + KEY_HORIZON) == key(late, 63 + KEY_HORIZON)
