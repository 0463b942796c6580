"""Readings: what an operator looks up before an act."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, and_, func, select

from ludarium.server.admin.subjects import AdminError
from ludarium.server.protocol.member_names import guest_name
from ludarium.server.rooms.room import Room
from ludarium.server.site import room_codes
from ludarium.server.storage.member_export import programs_of
from ludarium.server.storage.room_archive import Archive
from ludarium.server.storage.store import Row, Store, row_of
from ludarium.server.storage.tables import events, members, notices, rooms

MAX_FOUND_MEMBERS = 50
MAX_LISTED_LINES = 100
OPEN_PHASES = ("open", "playing")


class ChatLine(NamedTuple):
    """A stored line of chat."""

    number: int
    at: float
    by: str
    name: str
    channel: str
    text: str


class RoomReading(NamedTuple):
    """A room as an operator sees it: who sits where, and the chat."""

    room: Room
    lines: list[ChatLine]


def find_members(engine: Engine, words: str) -> list[tuple[str, str]]:
    """Members whose name has these words, or with this id: ids and names."""
    like = func.lower(members.c.name).contains(words.lower(), autoescape=True)
    found = select(members.c.id, members.c.name).where(like | (members.c.id == words))
    with engine.connect() as connection:
        lines = connection.execute(found.order_by(members.c.name).limit(MAX_FOUND_MEMBERS))
        listed = [(line.id, line.name) for line in lines]
        writers = select(notices.c.by, notices.c.name).distinct()
        guests = [(line.by, line.name) for line in connection.execute(writers)]
    known = {member for member, _ in listed}
    wanted = words.lower()
    listed += [
        (member, name)
        for member, name in dict(guests).items()
        if member not in known and (wanted in name.lower() or wanted in guest_name(member).lower())
    ]
    return listed[:MAX_FOUND_MEMBERS]


def read_board(engine: Engine) -> list[Row]:
    """The last notices, hidden ones included, oldest first."""
    found = select(notices).order_by(notices.c.number.desc()).limit(MAX_LISTED_LINES)
    with engine.connect() as connection:
        return [row_of(line) for line in connection.execute(found)][::-1]


def find_notice(connection: Connection, number: int) -> str:
    """The author of a notice; AdminError if there is none, or if it is hidden."""
    found = select(notices.c.by, notices.c.text).where(notices.c.number == number)
    line = connection.execute(found).first()
    if line is None or not line.text:
        raise AdminError("no_such_message", "The message board has no such message.")
    return str(line.by)


def open_room_key(connection: Connection, written: str) -> int:
    """The key of an open room by its code."""
    code = room_codes.parse_code(written)
    found = select(rooms.c.key).where(rooms.c.code == code, rooms.c.closed.is_(False))
    key = connection.execute(found).scalar()
    if key is None:
        raise AdminError("no_such_room", "There is no open room with this code.")
    return int(key)


def find_line(connection: Connection, key: int, number: int) -> str:
    """The author of a line of chat; AdminError if there is none, or if it is hidden."""
    here = and_(events.c.room == key, events.c.number == number)
    body = connection.execute(select(events.c.body).where(here)).scalar()
    line = _line_of(msgspec.json.decode(body)) if body else None
    if line is None or not line.text:
        raise AdminError("no_such_message", "The room has no such line.")
    return line.by


def read_room(engine: Engine, written: str) -> RoomReading:
    """An open room, and the last lines of its chat."""
    with engine.connect() as connection:
        key = open_room_key(connection, written)
        found = select(events.c.body).where(events.c.room == key).order_by(events.c.number)
        bodies = [msgspec.json.decode(body) for body in connection.scalars(found)]
    archive = Archive(Store(engine), Random(0))
    room = archive.rebuild_by_key(room_codes.parse_code(written), key)
    if room is None:
        raise AdminError("room_unreadable", "The room cannot be rebuilt; the log says why.")
    lines = [line for body in bodies if (line := _line_of(body)) is not None]
    return RoomReading(room, lines[-MAX_LISTED_LINES:])


def held_seats(store: Store, member: str) -> list[str]:
    """The codes of open rooms in which a member or a program of it sits."""
    mine = {member, *programs_of(store.engine, member)}
    archive = Archive(store, Random(0))
    rebuilt = {code: archive.rebuild_room(code) for code in archive.keys}
    return sorted(
        code
        for code, room in rebuilt.items()
        if room is not None
        and room.state.phase in OPEN_PHASES
        and any(map(room.state.seats_of, mine))
    )


def _line_of(event: dict[str, Any]) -> ChatLine | None:
    fact = event.get("fact", {})
    if fact.get("type") != "said":
        return None
    words = (fact["name"], fact["channel"], fact["text"])
    return ChatLine(event["number"], event["at"], event.get("by", ""), *words)
