"""The store keeps what was committed, in order, in files and on PostgreSQL alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool

from ludarium.server.storage import database as databases
from ludarium.server.storage import migrations
from ludarium.server.storage.results import ResultQuery, find_leaderboard, find_results
from ludarium.server.storage.store import MAX_LISTED_NOTICES, CloseRoom, PutRow, Store
from ludarium.server.storage.tables import (
    EVENT_LASTING,
    EVENT_PASSING,
    EVENT_RESTART,
    casual_ratings,
    events,
    metadata,
    notices,
    rooms,
)


def room(key: int, code: str = "ABCDE") -> PutRow:
    row = {"key": key, "code": code, "by": "m1", "cause": "c1", "closed": False}
    return PutRow(rooms, row)


def happened(key: int, number: int, body: str = "{}") -> PutRow:
    return PutRow(events, {"room": key, "number": number, "body": body})


def test_a_room_comes_back_with_its_events_in_order(store: Store) -> None:
    store.commit_writes(
        [room(7, "QQQQQ"), happened(7, 2, "two"), happened(7, 1, "one"), room(8, "RRRRR")]
    )
    store.commit_writes([happened(8, 1, "other"), happened(7, 3, "three")])
    assert store.open_rooms() == [(7, "QQQQQ", "m1", "c1"), (8, "RRRRR", "m1", "c1")]
    assert store.all_events(7) == ["one", "two", "three"]


def test_a_closed_room_does_not_come_back(store: Store) -> None:
    store.commit_writes([room(1), happened(1, 1), CloseRoom(1)])
    assert store.open_rooms() == []
    assert store.all_events(1) == ["{}"]


def test_an_event_is_never_written_over(store: Store) -> None:
    store.commit_writes([room(1), happened(1, 1, "first")])
    with pytest.raises(IntegrityError):
        store.commit_writes([happened(1, 2, "lost with the other"), happened(1, 1, "second")])
    assert store.all_events(1) == ["first"]


def test_a_commit_whose_answer_was_lost_is_repeated_without_harm(store: Store) -> None:
    writes = [room(1), happened(1, 1, "first")]
    store.commit_writes(writes)
    store.commit_writes([*writes, happened(1, 2, "second")], again=True)
    assert store.all_events(1) == ["first", "second"]


def test_a_large_group_is_one_commit(store: Store) -> None:
    store.commit_writes(
        [room(key) for key in range(500)] + [happened(key, 1) for key in range(500)]
    )
    assert len(store.open_rooms()) == 500


def test_text_comes_back_as_it_was_written(store: Store) -> None:
    body = '{"text": "Zug \\u0000 象 \U0001f30b \' \\" %s :x"}'
    store.commit_writes([room(1), happened(1, 1, body)])
    assert store.all_events(1) == [body]


def test_the_board_is_its_last_lines_oldest_first(store: Store) -> None:
    row = {"at": 1.0, "by": "m1", "name": "Ada", "text": "hello", "cause": "c1"}
    store.commit_writes(
        [PutRow(notices, {"number": number, **row}) for number in range(1, MAX_LISTED_NOTICES + 11)]
    )
    assert [line["number"] for line in store.last_notices()] == list(
        range(11, MAX_LISTED_NOTICES + 11)
    )


def test_a_secret_is_drawn_once(store: Store) -> None:
    assert store.ensure_secret("cookies", "one") == "one"
    assert store.ensure_secret("cookies", "two") == "one"


def test_a_new_database_has_the_tables_that_the_program_uses(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == databases.NEWEST_REVISION


RATING = "INSERT INTO ratings VALUES ('forge', 'm1', 'Ada', 'person', 30.0, 5.0, 4, 3)"
RESULT = (
    "INSERT INTO results VALUES "
    "(1, 1, 'A', 1.0, 'forge', 'standard', 'ai', true, true, 0, 'resigned', 9, '{}')"
)


def test_older_tables_become_the_newest_with_what_is_in_them(database: str) -> None:
    engine = databases.open_database(database)
    with engine.begin() as connection:
        metadata.drop_all(connection)
        databases.version_table.drop(connection)
        databases.run_migrations(connection, "1")
        add = "INSERT INTO rooms (key, code, by, cause, closed) VALUES (1, 'A', 'm', 'c', false)"
        connection.execute(text(add))
        connection.execute(text("INSERT INTO events (room, number, body) VALUES (1, 1, '{}')"))
        connection.execute(text(RATING))
        connection.execute(text(RESULT))
    engine.dispose()
    store = Store(databases.open_database(database))
    assert store.all_events(1) == store.room_events(1, 0) == ["{}"]
    # Ratings of the time when every game counted are kept, and count no more.
    assert find_leaderboard(store, "forge") == []
    assert [row["rated"] for row in find_results(store, ResultQuery())] == [False]
    with store.engine.connect() as connection:
        kept = connection.execute(select(casual_ratings)).one()
        assert tuple(kept) == ("forge", "m1", "Ada", "person", 30.0, 5.0, 4, 3)
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == databases.NEWEST_REVISION
    store.close()


def test_who_came_and_went_before_the_last_restart_is_not_told(store: Store) -> None:
    kinds = [
        EVENT_LASTING,
        EVENT_PASSING,
        EVENT_RESTART,
        EVENT_PASSING,
        EVENT_LASTING,
        EVENT_RESTART,
        EVENT_PASSING,
        EVENT_LASTING,
    ]
    rows = [happened(1, number, f"{number}").row for number in range(1, 9)]
    written = [{**row, "kind": kind} for row, kind in zip(rows, kinds, strict=True)]
    store.commit_writes([room(1), *(PutRow(events, row) for row in written)])
    assert store.room_events(1, 0) == ["1", "5", "6", "7", "8"]
    assert store.room_events(1, 5) == ["1", "4", "5", "6", "7", "8"]
    assert store.room_events(2, 5) == []
    assert len(store.all_events(1)) == 8


def test_every_migration_is_counted(database: str) -> None:
    folder = Path(migrations.__file__).parent / "versions"
    assert len([file for file in folder.glob("*.py") if file.stem != "__init__"]) == int(
        databases.NEWEST_REVISION
    )


def test_a_store_is_opened_again_as_it_was(database: str) -> None:
    first = Store(databases.open_database(database))
    first.commit_writes([room(1), happened(1, 1)])
    first.close()
    second = Store(databases.open_database(database))
    assert len(second.open_rooms()) == 1
    second.close()


def test_a_database_of_a_newer_program_is_left_alone(database: str) -> None:
    store = Store(databases.open_database(database))
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    store.close()
    with pytest.raises(databases.NoDatabase) as error:
        databases.open_database(database)
    assert error.value.code == "newer_database"


def test_a_file_is_synced_at_every_commit(tmp_path: Path) -> None:
    store = Store(databases.open_database(str(tmp_path / "new" / "a.db")))
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    store.close()


@pytest.mark.parametrize("written", ["mysql://localhost/x", "://", "sqlite:////no/such/folder/x"])
def test_what_is_no_database_is_refused_with_a_sentence(written: str) -> None:
    with pytest.raises(databases.NoDatabase):
        databases.open_database(written)


def test_a_connection_that_outlives_its_store_is_closed_when_it_is_returned(store: Store) -> None:
    before = store.engine.connect()
    used = [before.connection.dbapi_connection]
    store.close()
    before.close()
    with store.engine.connect() as after:
        used.append(after.connection.dbapi_connection)
    for connection in used:
        assert connection is not None
        with pytest.raises(Exception, match="closed"):
            connection.cursor().execute("SELECT 1")


def test_a_store_without_a_lease_keeps_no_connection(store: Store) -> None:
    commands = Store(store.engine)
    commands.commit_writes([room(1)])
    assert isinstance(store.engine.pool, QueuePool)
    assert store.engine.pool.checkedout() == 0
