"""Skysummit's evaluator against its rules: wins in one, threats, features, symmetries, scores."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator

import pytest

from ludarium import load
from ludarium.core.constants import NO_FEATURE, NO_MOVE, SCORE_LIMIT
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING
from ludarium.games.skysummit.board import REACH_LEVEL3, symmetric_cells
from ludarium.games.skysummit.evaluate import SkysummitEvaluator
from ludarium.games.skysummit.rules import SkysummitPosition
from tests.games.skysummit_states import GAME, MIDDLE, UNEVEN, playing

EVALUATOR = SkysummitEvaluator()
LIMIT = 70


def arranged(
    ply: int, height: list[int], where: list[int], limit: int = LIMIT
) -> SkysummitPosition:
    position = SkysummitPosition(limit)
    position.arrange_board(ply, height, where)
    return position


def scattered(count: int) -> Iterator[SkysummitPosition]:
    """Running games with towers of all levels, many of them shortly before the limit."""
    dice = random.Random(7)
    while count:
        height = dice.choices(range(5), weights=(4, 4, 5, 5, 2), k=25)
        low = [cell for cell in range(25) if height[cell] < 3]
        position = arranged(dice.randrange(10, LIMIT), height, dice.sample(low, 4))
        if position.verdict == ONGOING:
            count -= 1
            yield position


def test_defences_are_the_moves_after_which_no_summit_is_in_reach() -> None:
    threatened = 0
    for position in scattered(3000):
        if EVALUATOR.winning_move(position) != NO_MOVE or not EVALUATOR.is_threatened(position):
            continue
        threatened += 1
        moves = legal_moves(position)
        safe = []
        for move in moves:
            position.play(move)
            # At the limit the other seat does not come to move any more.
            if position.verdict != ONGOING or EVALUATOR.winning_move(position) == NO_MOVE:
                safe.append(move)
            position.undo()
        kept = array("I", [0, *moves, 0])
        end = EVALUATOR.keep_defences(position, kept, 1, 1 + len(moves))
        assert kept[1:end].tolist() == safe
        assert kept[0] == kept[-1] == 0
    assert threatened > 50


def twin(position: SkysummitPosition, ply: int) -> SkysummitPosition:
    """The same board after another number of plies."""
    return arranged(ply, list(position.height), list(position.where))


def mirrored(position: SkysummitPosition, way: int) -> SkysummitPosition:
    height = [0] * 25
    for cell in range(25):
        height[symmetric_cells(cell)[way]] = position.height[cell]
    return arranged(position.ply, height, [symmetric_cells(cell)[way] for cell in position.where])


def swapped(position: SkysummitPosition) -> SkysummitPosition:
    """The same game with the seats exchanged, and as far from the limit."""
    workers = [*position.where[2:], *position.where[:2]]
    return arranged(position.ply + 1, list(position.height), workers, LIMIT + 1)


def summit_steps(position: SkysummitPosition) -> list[int]:
    """The moves that reach the summit, found by trying all."""
    found = []
    for move in GAME.moves(position):
        after = position.copy()
        after.play(move)
        if after.reason == REACH_LEVEL3:
            found.append(move)
    return found


def features(position: SkysummitPosition, seat: int) -> list[int]:
    out = array("h", [-9] * EVALUATOR.slots)
    EVALUATOR.fill_features(position, seat, out)
    return list(out)


def test_a_winning_move_is_found_exactly_when_a_step_reaches_the_summit() -> None:
    wins = 0
    for position in scattered(400):
        steps = summit_steps(position)
        wins += bool(steps)
        assert EVALUATOR.winning_move(position) in (steps or [NO_MOVE])
    assert 40 < wins < 360


def test_a_seat_is_threatened_exactly_when_the_other_could_step_to_the_summit() -> None:
    threats = 0
    for position in scattered(400):
        other = twin(position, position.ply - 1)
        threats += bool(summit_steps(other))
        assert EVALUATOR.is_threatened(position) == bool(summit_steps(other))
    assert 40 < threats < 360


def test_nobody_wins_and_nobody_is_threatened_while_workers_are_placed() -> None:
    position = GAME.new()
    for _ in range(2):
        assert EVALUATOR.winning_move(position) == NO_MOVE
        assert not EVALUATOR.is_threatened(position)
        assert EVALUATOR.by_hand(position, position.to_move) == 0
        assert features(position, position.to_move).count(NO_FEATURE) == 5 - 2 * position.ply
        GAME.advance(position, GAME.moves(position)[100])


def test_features_are_in_range_and_none_is_there_twice() -> None:
    for position in scattered(100):
        for seat in (0, 1):
            found = [feature for feature in features(position, seat) if feature != NO_FEATURE]
            assert len(set(found)) == len(found) >= EVALUATOR.slots - 1
            assert 0 <= min(found) <= max(found) < EVALUATOR.inputs


def test_a_move_changes_the_features_of_a_worker_a_cell_and_the_limit_only() -> None:
    dice = random.Random(3)
    position = GAME.new()
    while position.verdict == ONGOING:
        before = features(position, 0)
        GAME.advance(position, dice.choice(GAME.moves(position)))
        if position.ply > 2:
            assert sum(map(int.__ne__, before, features(position, 0))) <= 3


@pytest.mark.parametrize("way", range(1, 8))
def test_a_symmetry_renames_the_features_and_leaves_the_score(way: int) -> None:
    names = EVALUATOR.feature_symmetries()[way - 1]
    assert sorted(names) == list(range(EVALUATOR.inputs))
    assert names != sorted(names)
    for position in scattered(30):
        image = mirrored(position, way)
        renamed = {names[f] for f in features(position, 1) if f != NO_FEATURE}
        assert renamed == set(features(image, 1)) - {NO_FEATURE}
        assert EVALUATOR.by_hand(image, 1) == EVALUATOR.by_hand(position, 1)


def test_there_are_seven_symmetries_and_no_two_are_alike() -> None:
    assert len({tuple(names) for names in EVALUATOR.feature_symmetries()}) == 7


def test_both_seats_are_judged_alike() -> None:
    for position in scattered(100):
        other = swapped(position)
        for seat in (0, 1):
            assert set(features(position, seat)) == set(features(other, seat ^ 1))
            assert EVALUATOR.by_hand(position, seat) == EVALUATOR.by_hand(other, seat ^ 1)
            assert EVALUATOR.by_hand(position, seat) == -EVALUATOR.by_hand(position, seat ^ 1)


def test_scores_stay_within_the_limit() -> None:
    scores = [EVALUATOR.score(position, position.to_move) for position in scattered(200)]
    assert max(map(abs, scores)) <= SCORE_LIMIT
    assert len(set(scores)) > 100


def test_scores_by_hand_are_these_in_both_modes() -> None:
    middle = GAME.state_from_json(playing(MIDDLE, 0))
    uneven = GAME.state_from_json(playing(UNEVEN, 0))
    assert [EVALUATOR.by_hand(middle, seat) for seat in (0, 1)] == [130, -130]
    assert [EVALUATOR.by_hand(uneven, seat) for seat in (0, 1)] == [330, -330]


def test_the_limit_counts_when_it_is_close() -> None:
    state = playing(UNEVEN, 0)
    scores = []
    for left in (40, 10, 3):
        game = load("skysummit", turn_limit=state["ply"] + left)
        scores.append(EVALUATOR.by_hand(game.state_from_json(state), 0))
    assert scores[0] < scores[1] < scores[2]


def test_only_moves_that_make_or_stop_a_win_are_urgent() -> None:
    urgent = 0
    for position in scattered(150):
        threatened = EVALUATOR.is_threatened(position)
        for move in GAME.moves(position):
            if EVALUATOR.move_urgency(position, move) <= 0:
                continue
            urgent += 1
            after = position.copy()
            after.play(move)
            wins = after.reason == REACH_LEVEL3
            assert wins or threatened or EVALUATOR.is_threatened(after)
    assert urgent > 50


def test_the_game_gives_its_evaluator() -> None:
    assert isinstance(GAME.evaluator(trained=False), SkysummitEvaluator)
    assert GAME.evaluator(trained=False).net is None
