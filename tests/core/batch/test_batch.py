"""Batches and rollouts: the arrays say what the rules say."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest

from ludarium import DRAW, NO_FEATURE, ONGOING, IllegalMove, InvalidOption, games, load
from ludarium.core.batch.batch import GameBatch
from ludarium.core.bits import MASK_64, SPLITMIX_STEP, mix_bits
from ludarium.core.constants import NO_MOVE, SLOT_DRAWS
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.core.scene import cell_name, parse_spot
from tests.core.declared.lions import Lions
from tests.search.test_mcts import TICTACTOE

NAMES = games()
STEPS = 40
SLOT_PLIES = 300


def random_actions(
    batch: GameBatch, rng: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A random legal action of every game."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks])


def draw_move(position: Position, drawn: int) -> int | None:
    """The move that random bits draw: from the slots, else from the list of moves."""
    slots = position.count_slots()
    bits = drawn
    for _ in range(SLOT_DRAWS if slots else 0):
        move = position.move_in_slot((bits >> 32) * slots >> 32)
        if move != NO_MOVE:
            return move
        drawn += SPLITMIX_STEP
        bits = mix_bits(drawn)
    moves = legal_moves(position)
    return moves[(bits >> 32) * len(moves) >> 32] if moves else None


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [(name, ruleset) for name in NAMES for ruleset in load(name).ruleset_names()],
)
def test_every_legal_move_has_an_action_of_its_own(name: str, ruleset: str) -> None:
    for seats in load(name).seat_counts:
        batch = load(name, ruleset).batch(6, seed=3, seats=seats)
        for seed in range(STEPS):
            for index in range(batch.size):
                moves = legal_moves(batch.position(index))
                assert batch.masks[index].sum() == len(moves)
            batch.step_randomly(seed)


@pytest.mark.parametrize("name", NAMES)
def test_an_action_plays_the_move_with_its_number(name: str) -> None:
    game = load(name)
    batch = game.batch(4, seed=5)
    rng = np.random.default_rng(1)
    for _ in range(STEPS):
        before = [batch.position(index) for index in range(batch.size)]
        actions = random_actions(batch, rng)
        step = batch.step(actions)
        for index, position in enumerate(before):
            results = set()
            for move in legal_moves(position):
                after = position.copy()
                game.advance(after, move)
                results.add((after.key(), after.verdict))
            if not step.dones[index]:
                now = batch.position(index)
                assert (now.key(), ONGOING) in results
            else:
                assert step.verdicts[index] in {verdict for _, verdict in results}


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_the_features_of_the_seat_to_move(name: str) -> None:
    game = load(name)
    batch = game.batch(4, seed=2)
    observer = game.observer()
    for seed in range(STEPS):
        for index in range(batch.size):
            position = batch.position(index)
            slots = array("h", bytes(2 * observer.slots))
            observer.fill_features(position, position.to_move, slots)
            out = np.array(slots)
            row = np.zeros(observer.inputs, np.uint8)
            row[out[out != NO_FEATURE]] = 1
            assert np.array_equal(batch.observations[index], row)
            assert batch.to_move[index] == position.to_move
        batch.step_randomly(seed)


def test_a_finished_game_gives_its_rewards_and_a_new_one_begins() -> None:
    batch = load("skysummit").batch(8, seed=0)
    for seed in range(200):
        step = batch.step_randomly(seed)
        for index in np.flatnonzero(step.dones).tolist():
            winner = step.verdicts[index]
            expected = [0, 0] if winner == DRAW else [1, -1] if winner == 0 else [-1, 1]
            assert step.rewards[index].tolist() == expected
            assert batch.position(index).verdict == ONGOING
            assert step.masks[index].any()
        if step.dones.any():
            assert not step.rewards[~step.dones].any()
            return
    pytest.fail("no game ended")


def test_without_auto_reset_a_finished_game_stays_as_it_is() -> None:
    batch = load(TICTACTOE).batch(3, seed=0, auto_reset=False)
    for seed in range(12):
        step = batch.step_randomly(seed)
    assert step.dones.all()
    assert not step.masks.any()
    assert not step.rewards.any()  # they were given in the step that ended the game
    assert not batch.reset(1).dones.any()


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = load("caldera").batch(3, seed=0)
    keys = [batch.position(index).key() for index in range(3)]
    legal = batch.masks.argmax(axis=1)
    for wrong in (-1, batch.action_count, 1 << 40, int(np.flatnonzero(~batch.masks[1])[0])):
        actions = legal.copy()
        actions[1] = wrong
        with pytest.raises(IllegalMove) as refused:
            batch.step(actions)
        assert refused.value.code == "illegal_action"
        assert "game 1" in str(refused.value)
    for malformed in (legal[:2], legal.astype(float), [[0], [1], [2]]):
        with pytest.raises(IllegalMove) as refused:
            batch.step(malformed)
        assert refused.value.code == "malformed_actions"
    assert [batch.position(index).key() for index in range(3)] == keys


def test_threads_change_nothing() -> None:
    game = load("ludus")
    alone = game.rollouts(12, seed=4)
    shared = game.rollouts(12, seed=4, threads=3)
    assert all(map(np.array_equal, alone, shared))
    single, double = game.batch(9, seed=1), game.batch(9, seed=1, threads=2)
    for seed in range(STEPS):
        assert all(map(np.array_equal, single.step_randomly(seed), double.step_randomly(seed)))
    double.close()


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [(name, ruleset) for name in NAMES for ruleset in load(name).ruleset_names()],
)
def test_every_legal_move_is_in_one_slot(name: str, ruleset: str) -> None:
    game = load(name, ruleset)
    for seats in game.seat_counts:
        position = game.new(11, seats)
        rng = random.Random(5)
        for _ in range(SLOT_PLIES):
            legal = legal_moves(position)
            slots = [position.move_in_slot(slot) for slot in range(position.count_slots())]
            found = [move for move in slots if move != NO_MOVE]
            # The pass of a seat that cannot move has no slot.
            assert sorted(found) == sorted(legal) or (not found and (not slots or len(legal) < 2))
            if not legal:
                position = game.new(12, seats)
                continue
            position.play(rng.choice(legal))


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [(name, ruleset) for name in NAMES for ruleset in load(name).ruleset_names()],
)
def test_a_rollout_draws_from_the_legal_moves(name: str, ruleset: str) -> None:
    game = load(name, ruleset)
    seed, plies = -7, 400
    for seats in game.seat_counts:
        drawn = game.rollouts(3, seed, seats=seats, max_plies=plies)
        for number in range(3):
            position = game.new(seed + number, seats)
            state = mix_bits(seed & MASK_64 ^ mix_bits(number))
            played = 0
            while played < plies and position.verdict == ONGOING:
                state = mix_bits(state + 1)
                move = draw_move(position, state)
                if move is None:
                    position.no_moves_verdict()
                    break
                position.play(move)
                played += 1
            result = position.verdict, position.reason, played
            assert tuple(results[number] for results in drawn) == result


def test_rollouts_end_as_the_rules_say() -> None:
    results = load("skysummit", turn_limit=20).rollouts(50, seed=0)
    assert (results.verdicts != ONGOING).all()
    assert (results.reasons > 0).all()
    assert results.plies.max() <= 20
    assert (load("ludus").rollouts(2, seed=0, max_plies=10).verdicts == ONGOING).all()


def test_every_number_of_an_observation_has_a_name() -> None:
    batch = load("caldera").batch(1, seed=1, observation="scene")
    names = batch.observation_names
    assert len(names) == len(set(names)) == batch.observations.shape[1]
    seen = {name for name, value in zip(names, batch.observations[0], strict=True) if value}
    crown = next(token for token in batch.game.scene(batch.position(0)).tokens if token.seat == 0)
    cell = cell_name(*parse_spot(crown.at)[1:], 7)  # type: ignore[index]
    assert any(f" {cell}: token {crown.glyph}" in name and name.endswith(", own") for name in seen)
    assert "seat 0 is to move" in seen
    assert len(load("caldera").batch(1).observation_names) == load("caldera").observer().inputs


def test_every_seat_sees_the_pieces_in_its_hand() -> None:
    game = Lions()
    batch = game.batch(2)
    names = batch.observation_names
    assert len(names) == len(set(names)) == batch.observations.shape[1]
    position = game.new()
    for written in ("b2-b3", "b4-b3"):  # both seats capture a chick
        game.advance(position, game.move_from_notation(position, written))
    batch.set_position(0, position)
    position.at[position.at.index(0)] = -1  # and Forest the giraffe
    position.kind[4] = 1
    batch.set_position(1, position)
    held = [
        {name for name, seen in zip(names, row, strict=True) if seen and "tray" in name}
        for row in (batch.observe(0, 0), batch.observe(0, 1), batch.observe(1, 1))
    ]
    chicks = {
        "tray 0, own: 1 or more of token worker C, own",
        "tray 0, seat +1: 1 or more of token worker C, seat +1",
    }
    assert held[0] == held[1] == chicks
    assert held[2] == chicks | {"tray 0, seat +1: 1 or more of token lancer G, seat +1"}


def test_a_game_without_declared_actions_or_features_has_both() -> None:
    game = load(TICTACTOE)
    batch = game.batch(4, seed=0)
    assert batch.masks.sum(axis=1).tolist() == [9] * 4
    assert batch.observations.sum(axis=1).tolist() == [1] * 4  # an empty board: the seat to move
    batch.step(np.full(4, 4))  # the fifth legal move is the centre
    planes = batch.planes
    assert planes is not None
    plane = planes.planes.index(("board", "token cross X 0", 1))  # of the other seat
    assert np.flatnonzero(batch.observations[0][9 * plane : 9 * plane + 9]).tolist() == [4]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"size": 0}, "wrong_size"),
        ({"size": True}, "wrong_size"),
        ({"size": 2, "threads": 0}, "wrong_threads"),
        ({"size": 2, "observation": "pixels"}, "unknown_observation"),
        ({"size": 2, "seats": 3}, "wrong_seats"),
    ],
)
def test_a_wrong_setting_is_refused(settings: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        load("caldera").batch(**settings)  # type: ignore[arg-type]
    assert refused.value.code == code
