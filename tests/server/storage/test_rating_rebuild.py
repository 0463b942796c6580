"""A rebuild gives the ratings that running servers computed, and counts games from before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import typer.testing
from sqlalchemy import Engine, select, update

from ludarium import load
from ludarium.cli import make_application
from ludarium.core import record as records
from ludarium.core.game import Outcome
from ludarium.core.match import Match, Player
from ludarium.server.storage.database import open_database
from ludarium.server.storage.member_deletion import DELETED_NAME
from ludarium.server.storage.member_games import find_profile
from ludarium.server.storage.rating_rebuild import rebuild_ratings
from ludarium.server.storage.results import find_leaderboard
from ludarium.server.storage.store import Row, Store, row_of
from ludarium.server.storage.tables import rating_history, ratings, results, seats
from tests.server.storage.test_results import ADA, BEN, BOT, CAT, note, result

STORED = Path(__file__).parent / "stored" / "rooms.sql"
OLD_GAMES = 4


def rows_of(engine: Engine) -> list[list[Row]]:
    with engine.connect() as connection:
        return [
            sorted((row_of(line) for line in connection.execute(select(table))), key=repr)
            for table in (ratings, rating_history)
        ]


def test_a_rebuild_gives_what_the_running_server_computed(store: Store) -> None:
    note(
        store,
        result(ADA, BEN, game=1, at=1.0),
        result(BEN, BOT, game=2, at=2.0, winner=None),
        result(ADA, BEN, game=3, at=3.0, rated=False),
        result(ADA, BOT, CAT, game=4, at=4.0, winner=2),
    )
    before = rows_of(store.engine)
    assert [one.changed for one in rebuild_ratings(store.engine)] == [False]
    assert rows_of(store.engine) == before
    # Curves of a database from before there were curves, and an interrupted rebuild.
    with store.engine.begin() as connection:
        connection.execute(rating_history.delete().where(rating_history.c.number > 1))
        connection.execute(update(ratings).values(mu=1.0))
    (rebuilt,) = rebuild_ratings(store.engine)
    assert (rebuilt.results, rebuilt.added, rebuilt.players, rebuilt.changed) == (3, 0, 4, True)
    assert rows_of(store.engine) == before


def test_a_deleted_player_counts_as_an_opponent_and_is_not_listed(store: Store) -> None:
    note(store, result(ADA, BEN, game=1))
    before = rows_of(store.engine)
    with store.engine.begin() as connection:
        mine = update(seats).where(seats.c.player == BEN.member)
        connection.execute(mine.values(player="x1", name=DELETED_NAME))
        for table in (ratings, rating_history):
            connection.execute(table.delete().where(table.c.player == BEN.member))
    assert [one.changed for one in rebuild_ratings(store.engine)] == [False]
    assert rows_of(store.engine) == [
        [row for row in rows if row["player"] == ADA.member] for rows in before
    ]


def admin(file: Path, *arguments: str) -> str:
    given = ["admin", "ratings", "--database", str(file), *arguments]
    done = typer.testing.CliRunner().invoke(make_application(["admin"]), given)
    assert done.exit_code == 0, done.output
    return done.output


def old_result(number: int, winner: int, turns: int) -> tuple[object, ...]:
    """A row of a result as the tables of the first versions had it."""
    match = Match(load("skysummit"), number, [Player("Ada", "person"), Player("Ben", "person")])
    rng = Random(number)
    while match.outcome is None and len(match.moves) < 2 * turns:
        match.play(rng.choice(match.game.moves(match.position)))
    match.end(Outcome(winner, "resigned"))
    written = records.dumps(records.record(match))
    return (
        *(1882132454984978399, number, "YY5C6", float(number), "skysummit", "standard"),
        *("online", True, False, winner, "resigned", len(match.moves), written),
    )


def test_games_of_an_old_database_count_from_a_day_that_the_operator_names(
    tmp_path: Path,
) -> None:
    file = tmp_path / "ludarium.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(STORED.read_text())
        for number in range(2, OLD_GAMES + 2):
            # The last is resigned too early to count.
            row = old_result(number, number % 2, 5 if number <= OLD_GAMES else 1)
            database.execute(f"INSERT INTO results VALUES ({','.join('?' * len(row))})", row)
            for seat, (player, name) in enumerate((("m1", "Ada"), ("m2", "Ben"))):
                sat = (row[0], number, seat, player, name, "person")
                database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", sat)
        database.commit()
    store = Store(open_database(str(file)))
    assert find_leaderboard(store, "skysummit") == []
    admin(file)
    assert find_leaderboard(store, "skysummit") == []
    for _ in range(2):  # what counts once counts for ever
        said = admin(file, "--before", "1970-01-02")
        rows = find_leaderboard(store, "skysummit")
        assert [(row["name"], row["games"], row["wins"]) for row in rows] == [
            ("Ada", 3, 2),
            ("Ben", 3, 1),
        ]
    profile = find_profile(store, "m1")
    assert profile is not None
    assert len(profile.ratings[0]["curve"]) == 3
    with store.engine.connect() as connection:
        marked = select(results.c.number).where(results.c.rated.is_(True))
        assert sorted(connection.scalars(marked)) == [2, 3, 4]
    assert "as before" in said
    store.close()
