"""Forge's evaluation: wins and threats in one, features, and the view of either seat."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludarium import AnyGame, load
from ludarium.core.constants import NO_FEATURE, NO_MOVE
from ludarium.core.position import ONGOING
from ludarium.games.forge.board import CELLS, EMBER_FLAG, SWAP_FLAG
from tests.games.forge_states import BENT, GAME, NEAR_THE_FORGE, forge, started

# Equal stocks, so that both seats see a turned board alike.
EVEN = forge(onyx_embers=5, amber_embers=5)
GAMES = [
    GAME,
    BENT,
    load("forge", "as_written"),
    forge(forge_columns=135, reach=2, swap=True, opening_embers=1),
    forge(straight=False, hold=3, closed_forges=False, ember_every=2),
]


def walks(game: AnyGame, seed: int, games: int = 12) -> Iterator[Any]:
    """Running positions of random games."""
    chance = random.Random(seed)
    for _ in range(games):
        at = game.new()
        while at.verdict == ONGOING and at.ply < 60:
            yield at
            moves = game.moves(at)
            drags = [move for move in moves if move < EMBER_FLAG]
            at.play(chance.choice(drags if drags and chance.random() < 0.6 else moves))


def wins(game: AnyGame, at: Any) -> list[int]:
    """The moves that win at once by the forges, found by trying all."""
    found = []
    for move in game.moves(at):
        after = at.copy()
        after.play(move)
        if after.verdict == at.to_move and game.reason(after) == "forge_reached":
            found.append(move)
    return found


def fires(at: Any) -> list[tuple[int, int]]:
    return [(at.fire_cell[i], at.fire_turn[i]) for i in range(at.fires_out, at.fires_lit)]


def other_to_move(at: Any) -> Any:
    """The same board with the other seat to move, and no ember due."""
    twin = at.copy()
    turns = [max(count, 2) for count in at.turns]  # too late for a swap
    twin.arrange_board(
        list(at.tokens), fires(at), list(at.left), turns, 0, False, 0, at.swapped, at.to_move ^ 1
    )
    return twin


def turned(at: Any) -> Any:
    """The board turned upside down and the seats exchanged."""
    twin = at.copy()

    def half_turn(mask: int) -> int:
        return sum(1 << (CELLS - 1 - cell) for cell in range(CELLS) if mask >> cell & 1)

    twin.arrange_board(
        [half_turn(at.tokens[1]), half_turn(at.tokens[0])],
        [(CELLS - 1 - cell, turn) for cell, turn in fires(at)],
        at.left[::-1],
        at.turns[::-1],
        at.passes,
        at.ember_due,
        0,
        at.swapped,
        at.to_move ^ 1,
    )
    return twin


def features(game: AnyGame, at: Any, seat: int) -> list[int]:
    evaluator = game.evaluator(trained=False)
    out = array("h", [-2] * evaluator.slots)
    evaluator.fill_features(at, seat, out)
    return list(out)


def test_a_win_in_one_is_found_if_and_only_if_there_is_one() -> None:
    seen = Counter[bool]()
    for game in GAMES:
        evaluator = game.evaluator(trained=False)
        for at in walks(game, 1):
            found = evaluator.winning_move(at)
            possible = wins(game, at)
            assert found in possible if possible else found == NO_MOVE
            seen[found == NO_MOVE] += 1
    assert min(seen[True], seen[False]) > 50


def test_a_threat_is_a_win_of_the_other_seat_were_it_to_move() -> None:
    seen = Counter[bool]()
    for game in GAMES:
        evaluator = game.evaluator(trained=False)
        for at in walks(game, 2):
            threat = bool(wins(game, other_to_move(at)))
            assert evaluator.is_threatened(at) == threat
            seen[threat] += 1
    assert min(seen[True], seen[False]) > 50


def test_while_an_ember_is_due_no_drag_wins() -> None:
    evaluator = BENT.evaluator(trained=False)
    near = BENT.state_from_json(NEAR_THE_FORGE)
    assert BENT.notate(near, evaluator.winning_move(near)) == "d2-d1"
    near.play(BENT.move_from_notation(near, "d2-d3"))
    assert near.ember_due
    assert evaluator.winning_move(near) == NO_MOVE


@pytest.mark.parametrize("game", GAMES)
def test_all_slots_are_filled_with_features_within_range(game: AnyGame) -> None:
    evaluator = game.evaluator(trained=False)
    for at in walks(game, 3, 4):
        for seat in range(2):
            found = features(game, at, seat)
            assert all(NO_FEATURE <= feature < evaluator.inputs for feature in found)
            named = [feature for feature in found if feature != NO_FEATURE]
            assert len(named) == len(set(named))


def test_a_drag_changes_two_cells_of_the_features_and_an_ember_one() -> None:
    game = forge(burn_turns=0)
    for at in walks(game, 4, 4):
        for move in game.moves(at)[:3]:
            after = at.copy()
            after.play(move)
            pairs = zip(features(game, at, 0), features(game, after, 0), strict=True)
            changed = [old != new for old, new in pairs]
            assert sum(changed[:CELLS]) == (1 if move & EMBER_FLAG else 2)


def test_both_seats_see_a_turned_board_alike() -> None:
    evaluator = EVEN.evaluator(trained=False)
    for at in walks(EVEN, 6):
        twin = turned(at)
        for seat in range(2):
            assert features(EVEN, at, seat) == features(EVEN, twin, seat ^ 1)
            assert evaluator.by_hand(at, seat) == evaluator.by_hand(twin, seat ^ 1)


def test_a_swap_exchanges_what_the_seats_see() -> None:
    game = forge(swap=True)
    evaluator = game.evaluator(trained=False)
    at = game.state_from_json(started(game, "b1-b5"))
    after = at.copy()
    after.play(SWAP_FLAG)
    assert [features(game, at, seat) for seat in (0, 1)] == [
        features(game, after, seat) for seat in (1, 0)
    ]
    assert evaluator.by_hand(at, 1) == evaluator.by_hand(after, 0)


def test_what_one_seat_gains_the_other_loses() -> None:
    evaluator = GAME.evaluator(trained=False)
    for at in walks(GAME, 7, 4):
        assert evaluator.by_hand(at, 0) == -evaluator.by_hand(at, 1)


def test_near_the_limit_a_lead_of_forges_counts_and_without_points_it_fades() -> None:
    state = started(GAME, "b1-b6", "f6-f5")

    def score(game: AnyGame) -> int:
        at = game.state_from_json(state)
        return int(game.evaluator(trained=False).by_hand(at, 0))

    assert score(forge(turn_limit=4)) > score(forge(turn_limit=40)) > 0
    assert 0 < score(forge(turn_limit=4, points=False)) < score(GAME) / 2


def test_a_move_that_meets_no_threat_comes_last() -> None:
    at = GAME.state_from_json(started(GAME, "b1-b6"))
    evaluator = GAME.evaluator(trained=False)
    assert evaluator.is_threatened(at)
    urgent = []
    for move in GAME.moves(at):
        after = at.copy()
        after.play(move)
        stopped = not wins(GAME, after)
        assert (evaluator.move_urgency(at, move) > 0) == stopped
        if stopped:
            urgent.append(GAME.notate(at, move))
    assert {"@c3", "@c5"} <= set(urgent)
    assert not {"@a2", "f6-f5"} & set(urgent)


def test_other_options_have_no_network() -> None:
    assert BENT.evaluator().net is None
    assert load("forge", hold=3).evaluator().net is None
    for game in (load("forge"), load("forge", turn_limit=100, burn_turns=8)):
        assert game.evaluator().net is not None
        assert game.evaluator(trained=False).net is None


def test_the_evaluation_by_hand_is_the_same_in_both_engines() -> None:
    evaluator = GAME.evaluator(trained=False)
    scores = [evaluator.by_hand(at, at.to_move) for at in walks(GAME, 8, 1)]
    assert scores[:8] == [40, 100, 40, 100, 40, 250, -110, 250]
