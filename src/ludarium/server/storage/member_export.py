"""Member export: everything that a database holds about one member, as one JSON document."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Engine, Table, or_, select
from sqlalchemy.exc import SQLAlchemyError

from ludarium.core.errors import LudariumError
from ludarium.server.storage.database import NoDatabase, open_engine, require_newest_tables
from ludarium.server.storage.store import Row, row_of
from ludarium.server.storage.tables import (
    casual_ratings,
    events,
    identity_keys,
    linked_browsers,
    members,
    notices,
    rating_history,
    ratings,
    results,
    rooms,
    sanctions,
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
    rating_history: list[Row]
    keys: list[Row]  # when each was made, without the words
    browsers: list[Row]  # when each was linked by a key
    sanctions: list[Row]  # mutes and bans

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
        found = read_member(engine, member)
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


def programs_of(engine: Engine, member: str) -> list[str]:
    """The ids of the programs that a member has tokens for."""
    with engine.connect() as connection:
        return list(connection.scalars(select(tokens.c.member).where(tokens.c.owner == member)))


def rooms_naming(connection: Connection, ids: Iterable[str]) -> list[int]:
    """The rooms with an event that names one of these members; reads every event."""
    named = or_(*(events.c.body.contains(f'"{one}"', autoescape=True) for one in ids))
    found = select(events.c.room).where(named).distinct().order_by(events.c.room)
    return list(connection.scalars(found))


def read_member(engine: Engine, member: str) -> MemberExport:
    """The rows of every table that name a member, for an operator or the member itself."""
    own_tokens = _rows(engine, tokens, tokens.c.owner, member)
    own_keys = _rows(engine, identity_keys, identity_keys.c.member, member)
    browsers = _rows(engine, linked_browsers, linked_browsers.c.member, member)
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
        rating_history=_rows(engine, rating_history, rating_history.c.player, member),
        keys=[{"at": row["at"]} for row in own_keys],
        browsers=[{"at": row["at"]} for row in browsers],
        sanctions=_rows(engine, sanctions, sanctions.c.subject, member),
    )


def _rows(engine: Engine, table: Table, column: Column[Any], value: object) -> list[Row]:
    with engine.connect() as connection:
        return [row_of(line) for line in connection.execute(select(table).where(column == value))]
