"""Caldera's evaluator against its rules: crowns in danger, features, symmetries, scores."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator

import pytest

from ludarium import load
from ludarium.core.constants import NO_FEATURE, NO_MOVE, SCORE_LIMIT
from ludarium.core.position import ONGOING
from ludarium.games.caldera.board import (
    CAPTURE_FLAG,
    CROWN_CAPTURED,
    CROWN_ERUPTED,
    ERUPT_FLAG,
    NO_CELL,
    symmetric_cells,
)
from ludarium.games.caldera.evaluate import CalderaEvaluator
from ludarium.games.caldera.rules import CalderaPosition
from tests.games.caldera_states import BRINK, CHAIN, GAME, QUIET, drawn, with_piece

EVALUATOR = CalderaEvaluator()
LIMIT = 70


def arranged(ply: int, height: list[int], where: list[int], limit: int = LIMIT) -> CalderaPosition:
    position = CalderaPosition(limit)
    position.arrange_board(ply, height, where, CROWN_CAPTURED)
    return position


def scattered(count: int) -> Iterator[CalderaPosition]:
    """Running games on rough ground, some pieces dead, many shortly before the limit."""
    dice = random.Random(7)
    while count:
        rough = dice.choice([(8, 4, 2, 2, 1), (1, 2, 6, 9, 2), (1, 1, 2, 12, 1)])
        height = dice.choices(range(5), weights=rough, k=49)
        where = dice.sample([cell for cell in range(49) if height[cell] < 4], 10)
        for piece in (1, 2, 3, 4, 6, 7, 8, 9):
            if dice.random() < 0.25:
                where[piece] = NO_CELL
        position = arranged(dice.randrange(10, LIMIT), height, where)
        if position.verdict == ONGOING:
            count -= 1
            yield position


def twin(position: CalderaPosition, ply: int) -> CalderaPosition:
    """The same board after another number of plies."""
    return arranged(ply, list(position.height), list(position.where))


def placed(cell: int, way: int) -> int:
    return cell if cell == NO_CELL else symmetric_cells(cell)[way]


def mirrored(position: CalderaPosition, way: int) -> CalderaPosition:
    height = [0] * 49
    for cell in range(49):
        height[symmetric_cells(cell)[way]] = position.height[cell]
    return arranged(position.ply, height, [placed(cell, way) for cell in position.where])


def swapped(position: CalderaPosition) -> CalderaPosition:
    """The same game with the seats exchanged, the board turned, and as far from the limit."""
    turned = mirrored(position, 3)
    armies = [*turned.where[5:], *turned.where[:5]]
    return arranged(position.ply + 1, list(turned.height), armies, LIMIT + 1)


def crown_blows(position: CalderaPosition) -> list[int]:
    """The moves that win by the enemy crown's death, found by trying all."""
    found = []
    for move in GAME.moves(position):
        after = position.copy()
        after.play(move)
        if after.verdict == position.to_move and after.reason in {CROWN_CAPTURED, CROWN_ERUPTED}:
            found.append(move)
    return found


def features(position: CalderaPosition, seat: int) -> list[int]:
    out = array("h", [-9] * EVALUATOR.slots)
    EVALUATOR.fill_features(position, seat, out)
    return list(out)


def urgencies(state: dict[str, object]) -> dict[str, int]:
    position = GAME.state_from_json(state)
    return {c.notation: EVALUATOR.move_urgency(position, c.move) for c in GAME.choices(position)}


def test_a_winning_move_is_found_exactly_when_one_kills_the_enemy_crown() -> None:
    captures = eruptions = 0
    for position in scattered(600):
        blows = crown_blows(position)
        assert EVALUATOR.winning_move(position) in (blows or [NO_MOVE])
        captures += any(move & CAPTURE_FLAG for move in blows)
        eruptions += bool(blows) and all(move & ERUPT_FLAG for move in blows)
    assert captures > 50
    assert eruptions > 20


def test_a_seat_is_threatened_exactly_when_the_other_could_kill_its_crown() -> None:
    threats = 0
    for position in scattered(600):
        other = twin(position, position.ply - 1)
        if other.verdict == ONGOING:
            threats += bool(crown_blows(other))
            assert EVALUATOR.is_threatened(position) == bool(crown_blows(other))
    assert 100 < threats < 500


def test_an_eruption_of_both_crowns_is_no_winning_move() -> None:
    apart = drawn(BRINK.replace("0  0  3c 3", "0  3c 3  3"))
    assert urgencies(apart)["d3^d4"] < -1000
    assert EVALUATOR.winning_move(GAME.state_from_json(apart)) == NO_MOVE
    alone = drawn(BRINK.replace("0  0  3c 3", "3c 0  3  3"))
    assert EVALUATOR.winning_move(GAME.state_from_json(alone)) & ERUPT_FLAG


def test_features_are_in_range_and_none_is_there_twice() -> None:
    for position in scattered(100):
        dead = list(position.where).count(NO_CELL)
        for seat in (0, 1):
            found = [feature for feature in features(position, seat) if feature != NO_FEATURE]
            assert len(set(found)) == len(found) >= EVALUATOR.slots - 1 - dead
            assert 0 <= min(found) <= max(found) < EVALUATOR.inputs


def test_a_quiet_move_changes_the_features_of_a_piece_or_a_cell_and_the_limit_only() -> None:
    dice = random.Random(3)
    position = GAME.new()
    while position.verdict == ONGOING:
        before = features(position, 0)
        move = dice.choice(GAME.moves(position))
        GAME.advance(position, move)
        if move < CAPTURE_FLAG:
            assert sum(map(int.__ne__, before, features(position, 0))) <= 2


@pytest.mark.parametrize("way", range(1, 8))
def test_a_symmetry_renames_the_features_and_leaves_the_score(way: int) -> None:
    names = EVALUATOR.feature_symmetries()[way - 1]
    assert sorted(names) == list(range(EVALUATOR.inputs))
    assert names != sorted(names)
    for position in scattered(30):
        image = mirrored(position, way)
        for seat in (0, 1):
            # Seat 1 sees the board turned round, which changes places with no reflection.
            renamed = {names[f] for f in features(position, seat) if f != NO_FEATURE}
            assert renamed == set(features(image, seat)) - {NO_FEATURE}
            assert EVALUATOR.by_hand(image, seat) == EVALUATOR.by_hand(position, seat)


def test_there_are_seven_symmetries_and_no_two_are_alike() -> None:
    assert len({tuple(names) for names in EVALUATOR.feature_symmetries()}) == 7


def test_both_seats_see_the_start_alike() -> None:
    start = GAME.new()
    assert set(features(start, 0)) == set(features(start, 1))


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
    assert EVALUATOR.by_hand(GAME.new(), 0) == 15
    chain = GAME.state_from_json(drawn(CHAIN))
    assert [EVALUATOR.by_hand(chain, seat) for seat in (0, 1)] == [350, -350]


def test_a_lead_in_pieces_counts_more_the_closer_the_limit() -> None:
    state = with_piece("l")
    scores = []
    for left in (100, 20, 3):
        game = load("caldera", turn_limit=state["ply"] + left)
        scores.append(EVALUATOR.by_hand(game.state_from_json(state), 0))
    assert scores[0] < scores[1] < scores[2]


def test_captures_are_urgent_but_not_those_that_cost_the_crown() -> None:
    guarded = urgencies(with_piece("l", 0, d6="0S"))["d4xd6"]
    free = urgencies(with_piece("l", 0, b6="0S"))
    assert 0 < guarded < free["d4xb6"]
    assert free["d4-d5"] < 0
    assert urgencies(drawn(QUIET.replace("0c 0  0", "0c 0S 0L")))["d1xe1"] < -1000
    assert urgencies(drawn(QUIET.replace("0c 0  0", "0c 0S 0")))["d1xe1"] == free["d4xb6"]


def test_an_eruption_is_urgent_by_what_it_kills() -> None:
    assert urgencies(drawn(CHAIN))["c3^d3"] > 1000
    assert urgencies(drawn(BRINK))["d3^d4"] < -1000
    assert urgencies(with_piece("s", 0, d5="3", e5="3L"))["d4^d5"] > 200
    assert urgencies(with_piece("s", 3, d5="3"))["d4^d5"] < -200
    assert urgencies(with_piece("s", 0, d5="3"))["d4^d5"] <= 0


def test_the_game_gives_its_evaluator() -> None:
    assert isinstance(GAME.evaluator(trained=False), CalderaEvaluator)
    assert GAME.evaluator(trained=False).net is None
