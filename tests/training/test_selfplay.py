"""Games of self-play: the same seed gives the same positions, however the work is cut."""

from __future__ import annotations

import math
import random
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium import load
from ludarium.agents.network_player import evaluator_maker
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.run.opening import attempt_opening
from ludarium.core.constants import SCORE_LIMIT
from ludarium.core.match import Player
from ludarium.core.position import ONGOING
from ludarium.training import samples
from ludarium.training.selfplay import (
    Haul,
    SelfPlayJob,
    draw_seats,
    play_games,
)
from ludarium.training.selfplay_loop import SelfPlayLoop
from ludarium.training.selfplay_style import SelfPlayStyle
from ludarium.training.weights import CannotTrain, check_weights
from tests.training.noughts import NOUGHTS

STYLE = SelfPlayStyle(nodes=40, opening=(0, 2))


def haul(first: int, end: int, **style: Any) -> Haul:
    return play_games(
        SelfPlayJob(GameSetting(NOUGHTS), None, STYLE._replace(**style), "7/1", first, end)
    )


def test_the_same_seed_gives_the_same_games_however_they_are_cut() -> None:
    whole = haul(0, 6)
    parts = [haul(0, 2), haul(2, 6)]
    for name in Haul._fields:
        cut = array(getattr(whole, name).typecode)
        for part in parts:
            cut += getattr(part, name)
        assert cut == getattr(whole, name), name
    assert len(whole.features) == 9 * len(whole.scores) > 0
    assert len(whole.results) == len(whole.plies) == len(whole.games) == len(whole.scores)
    assert haul(0, 6) == whole
    assert haul(6, 12).features != whole.features


def test_a_forced_end_is_worth_no_more_than_the_surest_evaluation() -> None:
    scores = haul(0, 12, played_out=1.0).scores
    assert max(map(abs, scores)) == SCORE_LIMIT


def test_games_are_played_on_after_they_are_decided_if_asked_for() -> None:
    decided = [
        sum(abs(score) == SCORE_LIMIT for score in haul(0, 12, played_out=share).scores)
        for share in (0.0, 1.0)
    ]
    assert decided[0] < decided[1]


def test_a_share_of_the_positions_can_be_kept() -> None:
    whole, part = haul(0, 12), haul(0, 12, kept=0.4)
    assert 0 < len(part.scores) < 0.7 * len(whole.scores)
    assert haul(0, 12, kept=0.4) == part


def test_an_urgent_position_is_not_labelled() -> None:
    game = load(NOUGHTS)
    for evaluator, is_labelled in ((check_weights(game, None), True), (Loud(game), False)):
        assert bool(SelfPlayLoop(evaluator, STYLE).play_game(game.new(), 0)) == is_labelled


def Loud(game: Any) -> Any:  # noqa: N802  stands for a class
    evaluator = type("Loud", (type(game.evaluator()),), {"move_urgency": lambda *_: 1})
    return evaluator()


def test_a_result_is_of_the_seat_that_looks() -> None:
    found = haul(0, 12)
    for number in set(found.games):
        rows = [i for i in range(len(found.scores)) if found.games[i] == number]
        by_parity = {(found.plies[i] % 2, found.results[i]) for i in rows}
        # Of two seats one won or none did; each seat keeps its result.
        assert len(by_parity) <= 2
        assert sum(result for _, result in by_parity) in {-1, 0, 1}
    assert set(found.results) >= {-1, 1} or 0 in found.results


def test_a_game_counts_as_won_when_both_have_seen_it_for_a_while() -> None:
    game = load(NOUGHTS)
    loop = SelfPlayLoop(check_weights(game, None), STYLE._replace(patience=3))
    # Of the seat to move: always the first one's win.
    scores = ((0, 1300), (1, -1300), (0, 1300))
    assert [loop.settled(seat, score) for seat, score in scores] == [False, False, True]
    assert loop.leader == 0
    assert not loop.settled(1, 1300)  # suddenly the other one's
    assert loop.settled(1, -29_990)  # a forced loss needs no second look
    assert loop.leader == 0


def test_openings_that_end_the_game_are_left_out() -> None:
    game = load(NOUGHTS)
    players = [Player("", "")] * 2
    starts = [attempt_opening(game, random.Random(i), players, (0, 9)) for i in range(60)]
    assert any(start is None for start in starts)
    assert all(start.position.verdict == ONGOING for start in starts if start)
    assert haul(0, 5, opening=(9, 9)).scores == array("h")


def test_samples_come_back_from_their_files(tmp_path: Path) -> None:
    found = samples.from_haul(haul(0, 4), 9)
    samples.write_shard(tmp_path, 0, 2, found.only(found.games < 2))
    samples.write_shard(tmp_path, 2, 4, found.only(found.games >= 2))
    again = samples.SampleStream([tmp_path]).some()
    for name in samples.Samples._fields:
        before, after = getattr(found, name), getattr(again, name)
        assert before.dtype == after.dtype
        assert np.array_equal(before, after)
    twice = samples.SampleStream([tmp_path, tmp_path])
    assert twice.rows == 2 * found.size
    # The same games of both are held out.
    assert twice.held_out().size == 2 * samples.held_out(found).sum() > 0


def test_only_games_in_no_file_are_missing(tmp_path: Path) -> None:
    assert samples.missing_games(tmp_path, 7, 3) == [(0, 3), (3, 6), (6, 7)]
    nothing = samples.from_haul(haul(0, 0), 9)
    samples.write_shard(tmp_path, 3, 5, nothing)
    (tmp_path / "0000000-0000003.partial").write_bytes(b"broken off")
    assert samples.missing_games(tmp_path, 7, 3) == [(0, 3), (5, 7)]
    samples.write_shard(tmp_path, 0, 3, nothing)
    samples.write_shard(tmp_path, 5, 7, nothing)
    assert samples.missing_games(tmp_path, 7, 3) == []


def test_an_epoch_reads_every_sample_once_however_small_its_pools_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "BLOCK_ROWS", 7)
    monkeypatch.setattr(samples, "POOL_ROWS", 30)
    count = 200
    numbered = samples.Samples(
        np.zeros((count, 9), np.int16),
        np.arange(count, dtype=np.int16),
        np.zeros(count, np.int8),
        np.zeros(count, np.int16),
        np.arange(count, dtype=np.int32),
    )
    samples.write_shard(tmp_path, 0, 150, numbered.only(numbered.games < 150))
    samples.write_shard(tmp_path, 150, 200, numbered.only(numbered.games >= 150))
    stream = samples.SampleStream([tmp_path])

    def epoch(seed: int, first: int = 0) -> list[list[int]]:
        pools = stream.pools(np.random.default_rng(seed), first)
        return [pool.scores.tolist() for pool in pools]

    once = epoch(1)
    assert len(once) == stream.pool_count() == 7
    read = [score for pool in once for score in pool]
    assert sorted(read) == list(range(count))
    assert max(map(len, once)) <= 30 + 2 * 7
    assert read != list(range(count))
    assert epoch(1, 3) == once[3:]  # an interrupted epoch goes on with the same pools
    assert epoch(2) != once


def test_the_same_features_count_once_in_whatever_slots() -> None:
    rows = [[3, 5, -1], [5, -1, 3], [3, 5, 5], [0, 1, 2], [3, 5, -1], [-1, -1, -1]]
    found = samples.Samples(
        np.array(rows, np.int16),
        np.arange(6, dtype=np.int16),
        np.zeros(6, np.int8),
        np.zeros(6, np.int16),
        np.zeros(6, np.int32),
    )
    assert samples.distinct(found, 6).scores.tolist() == [0, 2, 3, 5]


@pytest.mark.parametrize("odds", [150, 400, 900])
def test_what_a_point_means_is_found_from_the_results(odds: int) -> None:
    dice = np.random.default_rng(odds)
    scores = dice.integers(-1500, 1500, 20_000).astype(np.int16)
    won = dice.random(20_000) < samples.chances(scores, odds)
    zeros = np.zeros(20_000, np.int16)
    found = samples.Samples(
        zeros[:, None],
        scores,
        np.where(won, 1, -1).astype(np.int8),
        zeros,
        zeros.astype(np.int32),
    )
    assert abs(samples.fitted_odds(found) / odds - 1) < 0.1
    assert samples.fitted_odds(found.only(found.scores > 1500)) == 400  # of no samples at all


def test_three_seats_label_a_position_from_the_view_of_each() -> None:
    game = load("pyramids")
    evaluator = game.evaluator()
    loop = SelfPlayLoop(evaluator, SelfPlayStyle(nodes=150, opening=(0, 4)))
    winners = set()
    for seed in range(4):
        count = loop.play_game(game.search_position(game.new(seed, 3)), seed)
        rows = loop.read_rows()
        assert count == len(rows.scores) > 0
        for at in range(0, count, 3):
            assert len(set(rows.plies[at : at + 3])) == 1
            scores, results = rows.scores[at : at + 3], rows.results[at : at + 3]
            # The seats share one chance of 1; a forced end is worth a bit less.
            assert sum(1 / (1 + math.exp(-score / 400)) for score in scores) == pytest.approx(
                1, abs=0.02
            )
            assert sorted(results) in ([-1, -1, 1], [0, 0, 0])
            assert list(results) == list(rows.results[:3])
            seen = rows.features[at * evaluator.slots : (at + 3) * evaluator.slots]
            views = [seen[i * evaluator.slots : (i + 1) * evaluator.slots] for i in range(3)]
            assert views[0] != views[1] != views[2] != views[0]
        winners.add(list(rows.results[:3]).index(1))
    assert len(winners) > 1


def test_most_games_have_two_seats_where_a_game_allows_more() -> None:
    drawn = [draw_seats((2, 3), number) for number in range(400)]
    assert 0.7 < drawn.count(2) / len(drawn) < 0.8
    assert set(drawn) == {2, 3}
    assert {draw_seats((2,), number) for number in range(9)} == {2}
    assert {draw_seats((3, 4), number) for number in range(9)} == {3, 4}


def test_evaluators_take_weights_of_their_own_features_only() -> None:
    from ludarium.core.network import Weights, pack_weights

    def packed(inputs: int) -> bytes:
        rows = array("h", [0]) * (inputs * 2)
        return pack_weights(Weights(inputs, 2, rows, array("h", [255, 0]), array("h", [64, 0]), 0))

    game = load(NOUGHTS)
    assert check_weights(game, packed(18)).score(game.new(), 0) == 400
    assert evaluator_maker(game, None)().score(game.new(), 0) == 0
    for wrong in (packed(17), b"nothing"):
        with pytest.raises(CannotTrain) as refusal:
            check_weights(game, wrong)
        assert refusal.value.code == "bad_weights"


@pytest.mark.parametrize("name", ["skysummit", "caldera", "ludus", "forge", "pyramids"])
def test_labels_are_the_search_of_their_positions(name: str) -> None:
    game = load(name)
    evaluator = game.evaluator()
    loop = SelfPlayLoop(evaluator, SelfPlayStyle(nodes=60, opening=(2, 6)))
    labelled = 0
    for seed in range(6):
        count = loop.play_game(game.search_position(game.new(seed)), seed)
        rows = loop.read_rows()
        assert len(rows.scores) == len(rows.results) == len(rows.plies) == count
        assert len(rows.features) == count * evaluator.slots
        assert list(rows.plies) == sorted(set(rows.plies))
        assert all(-1 <= feature < evaluator.inputs for feature in rows.features)
        # A seat's result is the opposite of the other seat's.
        parities = {(ply % 2, result) for ply, result in zip(rows.plies, rows.results, strict=True)}
        assert len({(parity + (result < 0)) % 2 for parity, result in parities if result}) <= 1
        labelled += count
    assert labelled > 20
    assert loop.searches >= labelled


@pytest.mark.parametrize(("name", "seats"), [("skysummit", 2), ("pyramids", 2), ("pyramids", 3)])
def test_a_game_depends_on_its_seed_alone(name: str, seats: int) -> None:
    game = load(name)
    style = SelfPlayStyle(nodes=80, opening=(2, 6))
    busy = SelfPlayLoop(game.evaluator(), style)
    for seed in range(3):
        busy.play_game(game.search_position(game.new(seed, seats)), seed)
    fresh = SelfPlayLoop(game.evaluator(), style)
    fresh.play_game(game.search_position(game.new(2, seats)), 2)
    assert busy.read_rows() == fresh.read_rows()
