"""Results: listed once, found by a filter, and rated for two seats and for three."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import load
from ludarium.core.game import Outcome
from ludarium.core.match import Match, Player
from ludarium.core.record import record
from ludarium.server.protocol.effects import Result
from ludarium.server.protocol.events import Holder
from ludarium.server.storage import results
from ludarium.server.storage.rating import (
    ESTABLISHED_GAMES,
    ESTABLISHED_SIGMA,
    INITIAL_RATING,
    Estimate,
    is_provisional,
)
from ludarium.server.storage.results import (
    MIN_RATED_TURNS,
    ResultQuery,
    find_leaderboard,
    find_results,
    result_write,
)
from ludarium.server.storage.store import PutRow, Store
from ludarium.server.storage.tables import ratings, rooms

ADA = Holder("person", "Ada", "m1")
BEN = Holder("person", "Ben", "m2")
CAT = Holder("person", "Cat", "m3")
BOT = Holder("bot", "Hard bot", level="hard")


def result(*seats: Holder, winner: int | None = 0, **more: Any) -> Result:
    game = load("pyramids")
    match = Match(game, 0, [Player(holder.name, holder.kind) for holder in seats])
    match.end(Outcome(winner, "resigned"))
    given: dict[str, Any] = {
        "room": "CCCCC",
        "game": 1,
        "at": 1.0,
        "record": record(match),
        "mode": "online",
        "seats": seats,
        "winner": winner,
        "reason": "resigned",
        "out": (),
        "public": True,
        "rated": True,
        "turns": (MIN_RATED_TURNS,) * len(seats),
    }
    return Result(**{**given, **more})


def note(store: Store, *found: Result) -> None:
    row = {"key": 1, "code": "CCCCC", "by": "m1", "cause": "c1", "closed": False}
    store.commit_writes([PutRow(rooms, row)], again=True)
    store.commit_writes([result_write(one, 1) for one in found])


def test_a_result_is_listed_and_rated_once(store: Store) -> None:
    note(store, result(ADA, BEN), result(ADA, BEN))
    assert len(find_results(store, ResultQuery())) == 1
    rows = find_leaderboard(store, "pyramids")
    assert [(row["name"], row["games"], row["wins"]) for row in rows] == [
        ("Ada", 1, 1),
        ("Ben", 1, 0),
    ]
    assert rows[0]["rating"] > 1500 > rows[1]["rating"]
    assert rows[0]["deviation"] == rows[1]["deviation"] < 350


def test_three_seats_are_rated_too(store: Store) -> None:
    note(store, result(ADA, BOT, CAT, winner=2))
    rows = find_leaderboard(store, "pyramids")
    assert rows[0]["name"] == "Cat"
    assert rows[1]["rating"] == rows[2]["rating"]
    assert {row["kind"] for row in rows} == {"person", "bot"}


def test_a_draw_leaves_equals_equal(store: Store) -> None:
    note(store, result(ADA, BEN, winner=None))
    first, second = find_leaderboard(store, "pyramids")
    assert first["rating"] == second["rating"] == 1500
    assert first["wins"] == second["wins"] == 0


@pytest.mark.parametrize(
    "unrated",
    [
        result(ADA, ADA),
        result(ADA, BEN, winner=None, reason="aborted"),
        result(ADA, BOT, CAT, out=(1,)),
        result(ADA, BEN, rated=False),
        result(ADA, BEN, mode="hotseat"),
        result(ADA, BEN, turns=(MIN_RATED_TURNS, MIN_RATED_TURNS - 1)),
    ],
)
def test_what_was_no_contest_is_listed_but_not_rated(store: Store, unrated: Result) -> None:
    note(store, unrated)
    (row,) = find_results(store, ResultQuery())
    assert not row["rated"]
    assert find_leaderboard(store, "pyramids") == []


def test_results_are_found_by_what_they_are(store: Store) -> None:
    note(
        store,
        result(ADA, BEN, at=1.0),
        result(ADA, BOT, game=2, at=2.0),
        result(BEN, CAT, game=3, at=3.0, public=False),
    )

    def numbers(**wanted: Any) -> list[int]:
        return [row["number"] for row in find_results(store, ResultQuery(**wanted))]

    assert numbers() == [2, 1]
    assert numbers(player="m2") == [1]
    assert numbers(player="bot:hard") == [2]
    assert numbers(bots=False) == [1]
    assert numbers(before=2.0) == [1]
    assert numbers(game="forge") == []
    assert numbers(limit=1) == [2]


def test_the_record_of_a_private_game_is_its_players(store: Store) -> None:
    note(store, result(ADA, BEN, public=False))
    assert results.find_stored_record(store, 1, 1, "m1") is not None
    assert results.find_stored_record(store, 1, 1, "m3") is None
    assert results.find_stored_record(store, 1, 2, "m1") is None


def test_a_private_rated_game_counts_and_is_in_no_list(store: Store) -> None:
    note(store, result(ADA, BEN, public=False))
    assert [row["name"] for row in find_leaderboard(store, "pyramids")] == ["Ada", "Ben"]
    for query in (
        ResultQuery(),
        ResultQuery(player="m1"),
        ResultQuery(game="pyramids"),
        ResultQuery(reason="resigned"),
    ):
        assert find_results(store, query) == []


def test_a_new_rating_is_1500_with_a_deviation_of_350() -> None:
    first = Estimate(INITIAL_RATING.mu, INITIAL_RATING.sigma)
    assert (first.rating, first.deviation) == (1500, 350)
    assert is_provisional(first, 0)


def test_a_rating_is_provisional_until_enough_is_known() -> None:
    known = Estimate(30.0, ESTABLISHED_SIGMA)
    assert not is_provisional(known, ESTABLISHED_GAMES)
    assert is_provisional(known, ESTABLISHED_GAMES - 1)
    assert is_provisional(Estimate(30.0, ESTABLISHED_SIGMA + 0.01), ESTABLISHED_GAMES)


def test_established_ratings_come_before_provisional_ones(store: Store) -> None:
    def row(player: str, mu: float, sigma: float, games: int) -> PutRow:
        named = {"game": "forge", "player": player, "name": player, "kind": "person"}
        return PutRow(ratings, {**named, "mu": mu, "sigma": sigma, "games": games, "wins": 0})

    store.commit_writes(
        [
            row("new and high", 40.0, 2.0, ESTABLISHED_GAMES - 1),
            row("unsure and higher", 45.0, 8.0, 100),
            row("low", 20.0, 2.0, 100),
            row("high", 30.0, 2.0, 100),
        ]
    )
    rows = find_leaderboard(store, "forge")
    assert [(each["name"], each["rating"], each["provisional"]) for each in rows] == [
        ("high", 1710, False),
        ("low", 1290, False),
        ("unsure and higher", 2340, True),
        ("new and high", 2130, True),
    ]
    assert [each["deviation"] for each in rows] == [84, 84, 336, 84]
