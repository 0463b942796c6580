"""Figures: standings, head-to-head, seats, forfeits, times and what is exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress, GameResult
from ludarium.arena.report.json_export import export_document
from ludarium.arena.report.move_times import HISTOGRAM_BORDERS_S, move_times
from ludarium.arena.report.standings import (
    count_forfeits,
    counted_units,
    head_to_head,
    rank_standings,
    score_interval,
    seat_intervals,
    standings,
)
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.runner import Runner
from ludarium.core import record as records
from ludarium.core.registry import find_game
from tests.arena.events import NOUGHTS, bot, event, unit
from tests.arena.test_runner import Here


def test_standings_count_games_by_what_all_seats_made() -> None:
    complete = {0: unit(0, [1.0, 0.5]), 1: unit(1, [0.0, 1.0])}
    first, second = standings(event(), complete)
    assert (first.games, first.won, first.drawn, first.lost) == (4, 2, 1, 1)
    assert first.points == 2.5
    assert first.share == 0.625
    assert (second.won, second.drawn, second.lost, second.points) == (1, 1, 2, 1.5)
    assert [one.entrant for one in rank_standings([second, first])] == [0, 1]


def test_a_player_in_two_seats_wins_with_either() -> None:
    third = 1 / 3
    complete = {
        0: [
            GameResult(0, 0, 0, (0, 1, 0), (0.0, 0.0, 1.0)),
            GameResult(0, 1, 0, (0, 1, 0), (third, third, third)),
            GameResult(0, 2, 0, (0, 1, 0), (0.0, 1.0, 0.0)),
        ]
    }
    first = standings(event(), complete)[0]
    assert (first.won, first.drawn, first.lost) == (1, 1, 1)


def test_only_complete_units_of_the_plan_count() -> None:
    given = event(length=2)
    results = [*unit(0, [1.0, 1.0]), unit(1, [1.0, 1.0])[0], *unit(7, [1.0, 1.0])]
    assert list(counted_units(open_format(given), EventProgress(2, results))) == [0]


def test_head_to_head_has_both_sides() -> None:
    complete = {0: unit(0, [1.0, 0.5]), 1: unit(1, [1.0, 1.0], (2, 0))}
    found = head_to_head(complete)
    assert found[0, 1] == (2, 1.5, 0.5)
    assert found[1, 0] == (2, 0.5, 1.5)
    assert found[2, 0] == (2, 2.0, 0.0)
    assert (1, 2) not in found


def test_a_seat_that_wins_everything_has_all_of_the_points() -> None:
    # Whoever has the first seat wins: the players are equal, the seats are not.
    complete = {number: unit(number, [1.0, 0.0]) for number in range(30)}
    first, second = seat_intervals(complete, 0)
    assert first.mean == 1.0
    assert second.mean == 0.0
    assert 0.7 < first.low < 1
    assert seat_intervals(complete, 1) == []
    assert standings(event(), complete)[0].rating.elo == pytest.approx(0)


def test_a_share_of_few_is_uncertain() -> None:
    few, many = score_interval([1.0, 0.0]), score_interval([1.0, 0.0] * 200)
    assert few.mean == many.mean == 0.5
    assert few.high - few.low > 4 * (many.high - many.low)
    assert score_interval([]).mean == 0.5


def test_forfeits_are_counted_by_player_and_reason() -> None:
    results = [
        GameResult(0, 0, 0, (0, 1), (1.0, 0.0), "crash", 1),
        GameResult(0, 1, 0, (1, 0), (0.0, 1.0), "timeout", 0),
    ]
    assert count_forfeits({0: results}) == {(1, "crash"): 1, (1, "timeout"): 1}
    assert standings(event(), {0: results})[1].forfeits == 2


@pytest.fixture
def store(tmp_path: Path) -> EventStore:
    given = event(["random", f"bad={bot('broken')}", "first"], format="round-robin", length=2)
    opened = EventStore(tmp_path / "event", given)
    Runner(opened, open_format(given), Here()).run(lambda _: None)
    return opened


def test_times_are_told_of_every_move_that_was_chosen(store: EventStore) -> None:
    games = list(store.games())
    found = move_times(3, games)
    assert sum(one.moves for one in found) == sum(len(kept.extras.seconds) for kept in games)
    assert found[1].moves == 0
    assert found[0].median <= found[0].most <= found[0].nearly_all <= found[0].longest
    for one in found:
        assert sum(one.histogram) == one.moves
        assert len(one.histogram) == len(HISTOGRAM_BORDERS_S) + 1
    store.close()


def test_times_fall_between_their_borders() -> None:
    from ludarium.arena.report.move_times import _bin

    for number, border in enumerate(HISTOGRAM_BORDERS_S):
        assert _bin(border * 1.01) == number + 1
        assert _bin(border * 0.99) == number
    assert _bin(0.0) == 0


def test_an_export_is_json_with_records_that_replay(store: EventStore) -> None:
    found = json.loads("".join(export_document(store)))
    assert found["digest"] == store.event.digest()
    assert found["played"] == found["counted"] == len(found["games"]) == 12
    assert [one["name"] for one in found["standings"]][-1] == "bad"
    assert found["forfeits"] == [{"player": "bad", "reason": "agent_error", "games": 8}]
    for game in found["games"]:
        record = records.loads(json.dumps(game["record"]))
        assert records.replay(record, find_game(NOUGHTS)).outcome is not None
    store.close()
