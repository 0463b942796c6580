"""Pyramids' moves taken back, and keys."""

from __future__ import annotations

import random
from typing import Any

from ludarium import AnyGame, load
from ludarium.core.position import UNDO_DEPTH
from tests.games.pyramids_states import CALM, GAME, cap, middle, play, power


def key(state: dict[str, Any], game: AnyGame = GAME) -> int:
    found: int = game.state_from_json(state).key()
    return found


def test_the_key_sees_neither_the_way_nor_which_of_like_pieces_is_where() -> None:
    state = middle({"a3": "RL", "c3": "YL", "b5": "RL"}, "c1 d1 a1 a5 e5 a3", ("RL RL", "YS"))
    there = play(state, cap("c1-c2"), cap("d1-d2"))
    back = play(state, cap("d1-d2"), cap("c1-c2"))
    assert there == back
    position = GAME.state_from_json(state)
    for text in ("c1-c2", "d1-d2", "RL@e3"):
        GAME.advance(position, GAME.move_from_notation(position, text))
    assert position.key() == key(play(there, power("RL@e3")))
    assert key(state) == key(state | {"ply": 400})


def test_a_spent_power_play_makes_no_difference_to_a_seat_that_holds_nothing() -> None:
    state = middle({}, CALM, ("", "YS"))
    assert key(state) == key(state | {"power_used": True, "ply": 301})
    rich = middle({}, CALM, ("BL", "YS"))
    assert key(rich) != key(rich | {"power_used": True, "ply": 301})


def test_the_key_sees_everything_else() -> None:
    state = middle({"a3": "RS RM", "b3": "RL"}, CALM)
    others = [
        state | {"quiet_caps": 1},
        state | {"barren_turns": 1},
        state | {"to_move": 1, "ply": 301},
        middle({"a3": "RM RS", "b3": "RL"}, CALM),
        middle({"a3": "RS RM", "b4": "RL"}, CALM),
        middle({"a3": "RS RM", "b3": "YL"}, CALM),
        middle({"a3": "RS RM", "b3": "RL"}, "a3 a1 a5 e5 e1 d1"),
        middle({"a3": "RS RM", "b3": "RL"}, CALM, ("YS", "BL")),
        middle({"a3": "RS RM", "b3": "RL"}, CALM, ("BL BL", "YS")),
        middle({"a3": "RS RM", "b3": "RL"}, CALM, ("BL", "YS", ""), barren_turns=1),
    ]
    keys = {key(other) for other in [state, *others]}
    assert len(keys) == len(others) + 1
    far = load("pyramids", quiet_caps=900, barren_turns=900)
    assert key(state, far) == key(state | {"quiet_caps": 1, "barren_turns": 2}, far)


def test_moves_are_taken_back_to_the_last_detail_also_in_games_longer_than_the_memory() -> None:
    rng = random.Random(11)
    position = GAME.new(11)
    seen = []
    while position.ply < 2 * UNDO_DEPTH and (moves := GAME.moves(position)):
        seen.append((GAME.state_to_json(position), position.key(), GAME.scene(position).tokens))
        GAME.advance(position, rng.choice(moves))
    assert len(seen) > UNDO_DEPTH
    for before in reversed(seen[-UNDO_DEPTH:]):
        position.undo()
        after = (GAME.state_to_json(position), position.key(), GAME.scene(position).tokens)
        assert after == before
