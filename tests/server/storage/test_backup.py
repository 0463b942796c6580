"""Backup: a copy made while the server is played on is the database at one moment."""

from __future__ import annotations

import stat
from itertools import cycle
from pathlib import Path

import pytest
import typer.testing
from sqlalchemy import Engine, select

from ludarium.cli import make_application
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage import backup
from ludarium.server.storage.backup import COPIED_TABLES, BackupError, back_up, restore
from ludarium.server.storage.database import NoDatabase, open_database, open_engine
from ludarium.server.storage.open_rooms import list_open_rooms
from ludarium.server.storage.store import Store, name_row
from ludarium.server.storage.tables import events
from tests.server.serving import Guest, move_of, running
from tests.server.storage.test_store import happened, room

PLAYED_ROOMS = 4
Events = dict[tuple[int, int], str]


def read_events(engine: Engine) -> Events:
    with engine.connect() as connection:
        columns = (events.c.room, events.c.number, events.c.body)
        return {(key, number): body for key, number, body in connection.execute(select(*columns))}


def contents(database: str) -> dict[str, list[str]]:
    """Every row of every copied table."""
    engine = open_engine(database)
    with engine.connect() as connection:
        found = {
            table.name: sorted(str(tuple(row)) for row in connection.execute(select(table)))
            for table in COPIED_TABLES
        }
    engine.dispose()
    return found


def test_a_backup_under_load_holds_what_was_acknowledged_and_can_be_played_on(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "COPIED_ROWS_COUNT", 3)  # moves come in between
    file, fresh = tmp_path / "copy.db", str(tmp_path / "fresh.db")
    settings = Settings(database=database, workers=1, messages=100_000)
    with running(settings) as port:
        guests = [Guest(port) for _ in range(PLAYED_ROOMS)]
        codes = [guest.create("ludus", "host", "host") for guest in guests]
        for guest, code in zip(guests, codes, strict=True):
            assert guest.ask("play", **move_of(guest.turn(code)))["type"] == "done"
        acknowledged = {code: guest.last(code) for guest, code in zip(guests, codes, strict=True)}
        playing = cycle(zip(guests, codes, strict=True))
        moves: list[str] = []

        def play_a_move(table: str, _copied: int, _rows: int) -> None:
            """A move in one of the rooms after each part that is copied."""
            guest, code = next(playing)
            assert guest.ask("play", **move_of(guest.turn(code)))["type"] == "done"
            moves.append(table)

        back_up(database, file, play_a_move)
        assert moves.count("events") > PLAYED_ROOMS
        for guest in guests:
            guest.leaving.close()
    restore(file, fresh)
    original = open_engine(database)
    stored, copied = read_events(original), read_events(open_engine(str(file)))
    original.dispose()
    assert copied.items() <= stored.items()
    for key in {key for key, _ in copied}:
        numbers = sorted(number for other, number in copied if other == key)
        assert numbers == list(range(1, len(numbers) + 1)), "a gap"
    found = {room.code: room.events for room in list_open_rooms(str(file))}
    assert all(found[code] >= number for code, number in acknowledged.items())
    assert contents(fresh) == contents(str(file))
    with running(settings._replace(database=fresh)) as port, Guest(port, guests[0].cookie) as ada:
        assert ada.enter(codes[0])["yours"] == [0, 1]
        assert ada.ask("play", **move_of(ada.turn(codes[0])))["type"] == "done"


def test_a_backup_goes_back_into_either_kind_of_database(database: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source.db")
    store = Store(open_database(source))
    writes = [room(1), *(happened(1, number, f"é {number}") for number in range(1, 50))]
    store.commit_writes([*writes, name_row("m1", "Ádá")])
    store.ensure_secret("cookies", "key")
    store.close()
    file = tmp_path / "copy.db"
    assert back_up(source, file) == 52
    assert restore(file, database) == 52
    assert contents(database) == contents(source)


def test_only_its_owner_can_read_a_backup(tmp_path: Path) -> None:
    source, file = str(tmp_path / "source.db"), tmp_path / "copy.db"
    Store(open_database(source)).close()
    back_up(source, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    source, file = str(tmp_path / "source.db"), tmp_path / "copy.db"
    store = Store(open_database(source))
    store.commit_writes([name_row("m1", "Ada")])
    store.close()
    back_up(source, file)
    with pytest.raises(BackupError) as error:
        back_up(source, file)
    assert error.value.code == "file_exists"
    with pytest.raises(BackupError) as error:
        restore(file, source)
    assert error.value.code == "not_empty"
    with pytest.raises(BackupError) as error:
        restore(tmp_path / "missing.db", str(tmp_path / "fresh.db"))
    assert error.value.code == "no_such_file"


def test_a_restore_beside_a_server_is_refused(tmp_path: Path) -> None:
    source, file = str(tmp_path / "source.db"), tmp_path / "copy.db"
    Store(open_database(source)).close()
    back_up(source, file)
    fresh = str(tmp_path / "fresh.db")
    with running(Settings(database=fresh, workers=1)), pytest.raises(NoDatabase) as error:
        restore(file, fresh)
    assert error.value.code == "database_in_use"


def test_an_interrupted_copy_leaves_no_backup_and_no_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, file = str(tmp_path / "source.db"), tmp_path / "copy.db"
    store = Store(open_database(source))
    store.commit_writes([name_row(f"m{number}", "Ada") for number in range(10)])
    store.close()

    def interrupt(table: str, copied: int, _rows: int) -> None:
        if table == "members" and copied:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(source, file, interrupt)
    assert not file.exists()
    back_up(source, file)
    fresh = str(tmp_path / "fresh.db")
    with pytest.raises(KeyboardInterrupt):
        restore(file, fresh, interrupt)
    assert not any(contents(fresh).values())
    restore(file, fresh)
    assert contents(fresh) == contents(source)


def test_the_commands_copy_list_and_restore(tmp_path: Path) -> None:
    source, file, fresh = (str(tmp_path / name) for name in ("source.db", "copy.db", "fresh.db"))
    with running(Settings(database=source, workers=1)) as port, Guest(port) as ada:
        code = ada.create("forge", "host", "open", public=True, label="Secretlabel")
        listed = invoke("rooms", "--database", source)
        assert code in listed
        assert "forge" in listed
        assert "Secretlabel" not in listed
        assert "rows are in" in invoke("backup", file, "--database", source)
    assert "rows were restored" in invoke("restore", file, "--database", fresh)
    assert code in invoke("rooms", "--database", fresh)
    restored, copied = contents(fresh), contents(file)
    assert [len(found.pop("admin_acts")) for found in (restored, copied)] == [1, 0]
    assert restored == copied
    assert "restore" in invoke("log", "--database", fresh)
    assert "backup" in invoke("log", "--database", source)


def invoke(*arguments: str) -> str:
    result = typer.testing.CliRunner().invoke(make_application(["admin"]), ["admin", *arguments])
    assert result.exit_code == 0, result.output
    return result.output
