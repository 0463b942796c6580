"""Forge's moves taken back, and keys."""

from __future__ import annotations

from ludarium import AnyGame, load
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    CORRIDOR,
    GAME,
    NOBODY_MOVES,
    ONLY_SEAT_1_MOVES,
    State,
    action,
    position,
    started,
)


def test_a_position_takes_back_as_many_moves_as_it_promises() -> None:
    game = load("forge", "as_written", turn_limit=1000)
    played = game.new()
    states, keys = [], []
    for ply in range(600):
        states.append(game.state_to_json(played))
        keys.append(played.key())
        there = ("a1-a2", "f6-f5", "a2-a1", "f5-f6")[ply % 4]
        played.play(game.move_from_json(played, action(there)))
    for _ in range(512):
        played.undo()
        assert (game.state_to_json(played), played.key()) == (states.pop(), keys.pop())


def test_taking_back_restores_passes_embers_and_verdicts() -> None:
    for state in (NOBODY_MOVES, ONLY_SEAT_1_MOVES, CORRIDOR):
        played = ALWAYS_EMBERS.state_from_json(state)
        states: list[State] = []
        while (listed := ALWAYS_EMBERS.moves(played)) and len(states) < 6:
            states.append(ALWAYS_EMBERS.state_to_json(played))
            played.play(listed[0])
        while states:
            played.undo()
            assert ALWAYS_EMBERS.state_to_json(played) == states.pop()


def test_taking_back_restores_which_token_stands_where() -> None:
    played = GAME.new()
    start = GAME.scene(played)
    for there in ("c1-c4", "f6-f5", "b1-c1"):
        played.play(GAME.move_from_notation(played, there))
    for _ in range(3):
        played.undo()
    assert GAME.scene(played) == start


def key(game: AnyGame, state: State) -> int:
    found = game.state_from_json(state).key()
    assert isinstance(found, int)
    return found


def test_tokens_of_a_seat_are_alike_to_the_key() -> None:
    one = started(GAME, "a1-a2", "f6-f5", "c1-b2", "f5-f4", "@f1")
    other = started(GAME, "c1-b2", "f6-f5", "a1-a2", "f5-f4", "@f1")
    assert one["lastMove"] == other["lastMove"]
    assert key(GAME, one) == key(GAME, other)


def test_the_key_tells_what_the_future_depends_on() -> None:
    base = position(
        """
        . . . . B B
        . . . . . .
        . . . . . B
        . . . . . .
        . . . . . .
        A A A . . .
        """,
        (9, 9),
        "f5-f4",
    )
    seldom = load("forge", reach=3, both_place=False, ember_first=4, ember_every=5, turn_limit=1000)
    keys = [
        key(seldom, {**base, "turns": [turns, turns], "moveCount": 2 * turns})
        for turns in (10, 11, 12, 15)
    ]
    assert keys[0] == keys[3], "five turns later the next ember is as far away, the limit still far"
    assert len(set(keys)) == 3, "otherwise the next ember is nearer or further"
    never = load("forge", reach=3, both_place=False, ember_first=0)
    near = [
        key(never, {**base, "turns": [turns, turns], "moveCount": 2 * turns})
        for turns in (20, 21, 80, 81)
    ]
    assert near[0] == near[1], "the limit is far"
    assert len(set(near)) == 3, "the limit is near"
