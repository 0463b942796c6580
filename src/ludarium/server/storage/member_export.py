"""Member export: everything that a database holds about one member, as one JSON document."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, Engine, Table, select
from sqlalchemy.exc import SQLAlchemyError

from ludarium.core.errors import LudariumError
from ludarium.server.storage.database import NoDatabase, open_engine, require_newest_tables
from ludarium.server.storage.store import Row, row_of
from ludarium.server.storage.tables import (
    casual_ratings,
    events,
    members,
    notices,
    ratings,
    results,
    rooms,
    seats,
    tokens,
)


class ExportError(LudariumError):
    """The data of a member cannot be exported."""


class MemberExport(msgspec.Struct, frozen=True):
    """The rows of every table that name the member."""

    member: str
    names: list[Row]
    programs: list[Row]  # tokens, without their digests
    rooms: list[Row]  # that the member opened
    events: list[Row]  # of rooms, each that names the member
    notices: list[Row]
    results: list[Row]  # of games that the member played
    ratings: list[Row]
    casual_ratings: list[Row]

    def tables(self) -> dict[str, list[Row]]:
        """The lists by name."""
        found: dict[str, Any] = msgspec.structs.asdict(self)
        return {name: rows for name, rows in found.items() if name != "member"}


def export_member(database: str, member: str) -> MemberExport:
    """Everything about a member; ExportError if there is nothing, NoDatabase without a database."""
    engine = open_engine(database)
    try:
        with engine.connect() as connection:
            require_newest_tables(connection)
        found = _read_member(engine, member)
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened.") from error
    finally:
        engine.dispose()
    if not any(found.tables().values()):
        raise ExportError("no_such_member", "The database has nothing about that member.")
    return found


def write_export(found: MemberExport, file: Path) -> None:
    """Write an export into a new file that only its owner reads."""
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise ExportError("file_exists", "There is such a file already.") from None
    except OSError as error:
        raise ExportError("no_file", "The file cannot be written.") from error
    with os.fdopen(handle, "wb") as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(found), indent=2))


def _read_member(engine: Engine, member: str) -> MemberExport:
    own_tokens = _rows(engine, tokens, tokens.c.owner, member)
    played = select(seats.c.room, seats.c.number).where(seats.c.player == member)
    with engine.connect() as connection:
        games = {(room, number) for room, number in connection.execute(played)}
        naming = select(events).where(events.c.body.contains(f'"{member}"', autoescape=True))
        named = [row_of(line) for line in connection.execute(naming)]
    return MemberExport(
        member=member,
        names=_rows(engine, members, members.c.id, member),
        programs=[{key: row[key] for key in row if key != "digest"} for row in own_tokens],
        rooms=_rows(engine, rooms, rooms.c.by, member),
        events=[{**row, "body": msgspec.json.decode(row["body"])} for row in named],
        notices=_rows(engine, notices, notices.c.by, member),
        results=[
            {**row, "record": msgspec.json.decode(row["record"])}
            for room, number in sorted(games)
            for row in _rows(engine, results, results.c.room, room)
            if row["number"] == number
        ],
        ratings=_rows(engine, ratings, ratings.c.player, member),
        casual_ratings=_rows(engine, casual_ratings, casual_ratings.c.player, member),
    )


def _rows(engine: Engine, table: Table, column: Column[Any], value: object) -> list[Row]:
    with engine.connect() as connection:
        return [row_of(line) for line in connection.execute(select(table).where(column == value))]
