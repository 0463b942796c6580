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
from ludarium.games.forge.board import CELLS, EMBER_FLAG
from tests.games.forge_states import GAME, NEAR_THE_FORGE, position

STANDARD = load("forge", reach=2, ember_first=2, ember_every=2, both_place=True)
GAMES = [STANDARD, GAME, load("forge", "as_written"), load("forge", shared_forge=True, reach=3)]


def walks(game: AnyGame, seed: int, games: int = 12) -> Iterator[Any]:
    """Running positions of random games that do not take the first win on offer."""
    chance = random.Random(seed)
    for _ in range(games):
        at = game.new()
        while at.verdict == ONGOING and at.ply < 60:
            yield at
            moves = game.moves(at)
            at.play(chance.choice(moves))


def wins(game: AnyGame, at: Any) -> list[int]:
    """The moves that win at once, found by trying all."""
    found = []
    for move in game.moves(at):
        after = at.copy()
        after.play(move)
        if after.verdict == at.to_move:
            found.append(move)
    return found


def other_to_move(at: Any) -> Any:
    """The same board with the other seat to move."""
    twin = at.copy()
    twin.arrange_board(at.tokens, at.embers, at.turns, at.passes, False, at.to_move ^ 1)
    return twin


def turned(at: Any) -> Any:
    """The board turned upside down and the seats exchanged."""
    twin = at.copy()

    def half_turn(mask: int) -> int:
        return sum(1 << (CELLS - 1 - cell) for cell in range(CELLS) if mask >> cell & 1)

    twin.arrange_board(
        [half_turn(at.tokens[1]), half_turn(at.tokens[0])],
        half_turn(at.embers),
        at.turns[::-1],
        at.passes,
        at.ember_due,
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


def test_while_an_ember_is_due_nobody_wins_with_a_drag() -> None:
    evaluator = GAME.evaluator(trained=False)
    near = GAME.state_from_json(NEAR_THE_FORGE)
    assert GAME.notate(near, evaluator.winning_move(near)) == "d2-d1"
    near.arrange_board(near.tokens, near.embers, near.turns, near.passes, True, near.to_move)
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
    for at in walks(STANDARD, 4, 4):
        for move in STANDARD.moves(at)[:3]:
            after = at.copy()
            after.play(move)
            pairs = zip(features(STANDARD, at, 0), features(STANDARD, after, 0), strict=True)
            changed = [old != new for old, new in pairs]
            assert sum(changed[:CELLS]) == (1 if move & EMBER_FLAG else 2)


def test_features_tell_positions_apart_that_have_different_futures() -> None:
    views: dict[tuple[int, ...], int] = {}
    for at in walks(STANDARD, 5):
        if at.turns[0] + at.turns[1] < 60 and not at.passes:
            view = (at.to_move, *features(STANDARD, at, at.to_move))
            assert views.setdefault(view, at.key()) == at.key()


def test_both_seats_see_a_turned_board_alike() -> None:
    evaluator = STANDARD.evaluator(trained=False)
    for at in walks(STANDARD, 6):
        twin = turned(at)
        for seat in range(2):
            assert features(STANDARD, at, seat) == features(STANDARD, twin, seat ^ 1)
            assert evaluator.by_hand(at, seat) == evaluator.by_hand(twin, seat ^ 1)


def test_what_one_seat_gains_the_other_loses() -> None:
    evaluator = STANDARD.evaluator(trained=False)
    for at in walks(STANDARD, 7, 4):
        assert evaluator.by_hand(at, 0) == -evaluator.by_hand(at, 1)


def test_a_lead_fades_before_the_limit_of_turns() -> None:
    game = load("forge", reach=2, turn_limit=50)
    at = game.new()
    at.arrange_board([1 << 14 | 3 << 30, 7 << 3], 0, [20, 20], 0, False, 0)
    early = STANDARD.new()
    early.arrange_board([1 << 14 | 3 << 30, 7 << 3], 0, [20, 20], 0, False, 0)
    evaluator = game.evaluator(trained=False)
    assert 0 < evaluator.by_hand(at, 0) < evaluator.by_hand(early, 0) / 2


def test_a_move_that_meets_no_threat_comes_last() -> None:
    state = position(
        """
        . . . . B B
        . . . . . .
        . . A . . .
        . . . . . .
        . . . . . B
        A A . . . .
        """,
        (7, 6),
        "c2-c4",
    )
    at = STANDARD.state_from_json(state)
    evaluator = STANDARD.evaluator(trained=False)
    assert evaluator.is_threatened(at)
    for move in STANDARD.moves(at):
        after = at.copy()
        after.play(move)
        after.arrange_board(after.tokens, after.embers, after.turns, 0, False, 0)
        assert (evaluator.move_urgency(at, move) >= 0) == (not wins(STANDARD, after))


def test_an_ember_in_the_way_of_a_win_is_urgent() -> None:
    state = position(
        """
        . . . . B B
        . . . . . .
        . . A . . .
        . . . . . .
        . . . . . B
        A A . . . .
        """,
        (6, 5),
        "f3-f2",
        "ember",
    )
    at = STANDARD.state_from_json(state)
    evaluator = STANDARD.evaluator(trained=False)
    urgent = [
        STANDARD.notate(at, m) for m in STANDARD.moves(at) if evaluator.move_urgency(at, m) > 0
    ]
    assert urgent == ["@c5"]


def test_the_network_is_for_the_usual_options_only() -> None:
    assert STANDARD.evaluator(trained=False).net is None
    assert GAME.evaluator().net is None


def test_the_evaluation_by_hand_is_the_same_in_both_engines() -> None:
    evaluator = STANDARD.evaluator(trained=False)
    scores = [evaluator.by_hand(at, at.to_move) for at in walks(STANDARD, 8, 1)]
    assert scores[:8] == [135, -90, 315, 145, -30, -50, 165, 60]
