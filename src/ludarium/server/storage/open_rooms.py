"""Open rooms: what an operator sees of the rooms in a database, without users' text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.rooms.room import Room
from ludarium.server.storage.database import NoDatabase, open_engine, require_newest_tables
from ludarium.server.storage.room_archive import Archive
from ludarium.server.storage.store import Store


class OpenRoom(NamedTuple):
    """A room by its code."""

    code: str
    game: str
    phase: str
    public: bool
    events: int
    last_event: str  # its time


def list_open_rooms(database: str) -> list[OpenRoom]:
    """Every open room by the time of its last event; NoDatabase if that cannot be read."""
    engine = open_engine(database)
    try:
        with engine.connect() as connection:
            require_newest_tables(connection)
        return sorted(_read_rooms(Store(engine)), key=lambda room: room.last_event)
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened.") from error
    finally:
        engine.dispose()


def _read_rooms(store: Store) -> Iterator[OpenRoom]:
    archive = Archive(store, Random(0))
    for code in archive.keys:
        room = archive.rebuild_room(code)
        yield _describe_room(room) if room else OpenRoom(code, "", "cannot be read", False, 0, "")


def _describe_room(room: Room) -> OpenRoom:
    state = room.state
    last = f"{datetime.fromtimestamp(room.tail[-1].at, UTC):%Y-%m-%d %H:%M:%S}"
    setup = state.setup
    return OpenRoom(state.code, setup.game, state.phase, setup.public, state.number, last)
