"""Ludus' moves played on and taken back, and keys."""

from __future__ import annotations

import random

import pytest

from ludarium import ONGOING, AnyGame, load
from ludarium.games.ludus.board import named_pieces
from tests.games.ludus_states import GAME, ORIGINAL, State, edited, position

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
    return not {20, 23}.isdisjoint(named_pieces(move))


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
