"""Member deletion: removes everything of one member, and anonymises what others need.

Games with other people stay in their lists under the name of a deleted player. Games alone, with
bots or with programs of the member are deleted, as are messages, keys, tokens and ratings.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, or_, select, update

from ludarium.core import record as records
from ludarium.core.record import Record
from ludarium.server.storage.member_export import programs_of, rooms_naming
from ludarium.server.storage.store import Row, RunStatements, Store, row_of
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
    reviews,
    rooms,
    seats,
    tokens,
)

DELETED_NAME = "Deleted player"
DELETED_TEXT = "(deleted)"

RoomKey = int
EventKey = tuple[int, int]  # room, number


class MemberDeletion(NamedTuple):
    """The plan of a deletion: ids of the member and its programs, and the changes of rows."""

    ids: dict[str, str]  # each with the id that replaces it
    gone_rooms: list[RoomKey]
    event_bodies: dict[EventKey, str]
    gone_results: list[EventKey]
    records: dict[EventKey, str]
    notices: list[int]

    def has_rows(self) -> bool:
        """Whether anything of the member is stored."""
        found = (self.gone_rooms, self.event_bodies, self.gone_results, self.records, self.notices)
        return any(found)

    def changed_rooms(self) -> set[RoomKey]:
        """The rooms that stay, with events that are changed."""
        return {room for room, _ in self.event_bodies}

    def write(self) -> RunStatements:
        """The write that carries out the plan, in one transaction."""
        return RunStatements(lambda connection: _carry_out(connection, self))


def plan_deletion(store: Store, member: str) -> MemberDeletion:
    """Read what is to be deleted or anonymised; nothing is written yet."""
    mine = [member, *programs_of(store.engine, member)]
    ids = {each: f"x{secrets.token_hex(8)}" for each in mine}
    with store.engine.connect() as connection:
        gone_rooms: list[RoomKey] = []
        bodies: dict[EventKey, str] = {}
        for key in rooms_naming(connection, mine):
            kept = _plan_room(connection, key, ids)
            if kept is None:
                gone_rooms.append(key)
            else:
                bodies.update(kept)
        gone_results, changed = _plan_results(connection, ids, set(gone_rooms))
        posted = select(notices.c.number).where(notices.c.by.in_(mine))
        return MemberDeletion(
            ids, gone_rooms, bodies, gone_results, changed, list(connection.scalars(posted))
        )


def deletion_details(
    connection: Connection, plan: MemberDeletion, changed: set[RoomKey]
) -> dict[str, Any]:
    """What the act of a deletion tells all servers.

    They read the changed rooms that are open again, because they may have them in memory.
    """
    still = select(rooms.c.key).where(rooms.c.key.in_(sorted(changed)), rooms.c.closed.is_(False))
    return {
        "rooms": len(plan.gone_rooms),
        "results": len(plan.gone_results),
        "notices": plan.notices,
        "open_rooms": list(connection.scalars(still.order_by(rooms.c.key))),
    }


def _plan_room(
    connection: Connection, key: RoomKey, ids: dict[str, str]
) -> dict[EventKey, str] | None:
    """The new bodies of a room's events; None if the room is closed and had no other player."""
    found = select(events.c.number, events.c.body).where(events.c.room == key)
    written = [(number, msgspec.json.decode(body)) for number, body in connection.execute(found)]
    closed = connection.execute(select(rooms.c.closed).where(rooms.c.key == key)).scalar()
    others = {one for _, event in written for one in _members_in(event)} - ids.keys()
    if closed and not others:
        return None
    changed = {}
    for number, event in written:
        after = anonymise_event(event, ids)
        if after != event:
            changed[key, number] = msgspec.json.encode(after).decode()
    return changed


def _members_in(event: Row) -> set[str]:
    """The members that an event names: its sender, and holders of seats."""
    fact = event.get("fact", {})
    holders = [fact.get("holder"), *fact.get("seats", ())]
    named = {one.get("member", "") for one in holders if isinstance(one, dict)}
    return {one for one in (event.get("by", ""), *named) if one}


def anonymise_event(event: Row, ids: dict[str, str]) -> Row:
    """The event without the ids, the names and the texts of these members."""
    after: Row = _replace_ids(event, ids)
    fact = after.get("fact", {})
    if event.get("by") in ids:
        hidden = {"text": DELETED_TEXT, "label": "", "name": DELETED_NAME}
        after["fact"] = {key: hidden.get(key, value) for key, value in fact.items()}
        if isinstance(fact.get("setup"), dict) and "label" in fact["setup"]:
            after["fact"]["setup"] = {**fact["setup"], "label": ""}
    return after


def _replace_ids(value: Any, ids: dict[str, str]) -> Any:
    """A JSON value with other ids; an object with a replaced `member` or `host` loses its name."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [_replace_ids(each, ids) for each in value]
    if not isinstance(value, dict):
        return value
    after = {key: _replace_ids(each, ids) for key, each in value.items()}
    if "name" in value and (value.get("member") in ids or value.get("host") in ids):
        after["name"] = DELETED_NAME
    return after


def _plan_results(
    connection: Connection, ids: dict[str, str], gone_rooms: set[RoomKey]
) -> tuple[list[EventKey], dict[EventKey, str]]:
    """The results to delete, and the records of the others without the member's name."""
    played = select(seats.c.room, seats.c.number).where(seats.c.player.in_(ids)).distinct()
    gone: list[EventKey] = []
    changed: dict[EventKey, str] = {}
    for room, number in connection.execute(played).all():
        here = and_(seats.c.room == room, seats.c.number == number)
        sitters = [row_of(line) for line in connection.execute(select(seats).where(here))]
        mine = {row["seat"] for row in sitters if row["player"] in ids}
        alone = all(row["kind"] == "bot" or row["seat"] in mine for row in sitters)
        if alone or room in gone_rooms:
            gone.append((room, number))
            continue
        at = and_(results.c.room == room, results.c.number == number)
        written = connection.execute(select(results.c.record).where(at)).scalar_one()
        changed[room, number] = records.dumps(_anonymous_record(records.loads(written), mine))
    return gone, changed


def _anonymous_record(given: Record, mine: Iterable[int]) -> Record:
    """The record with other names at these seats, and a hash chain that fits."""
    named = [
        msgspec.structs.replace(seat, name=DELETED_NAME) if at in mine else seat
        for at, seat in enumerate(given.seats)
    ]
    draft = msgspec.structs.replace(given, seats=named)
    return msgspec.structs.replace(draft, hash=records.hash_chain(draft)[-1])


def _carry_out(connection: Connection, plan: MemberDeletion) -> None:
    _delete_results(connection, plan.gone_results)
    for (room, number), body in plan.event_bodies.items():
        at = and_(events.c.room == room, events.c.number == number)
        connection.execute(update(events).where(at).values(body=body))
    for (room, number), record in plan.records.items():
        at = and_(results.c.room == room, results.c.number == number)
        connection.execute(update(results).where(at).values(record=record))
    for key in plan.gone_rooms:
        left = connection.execute(select(results.c.number).where(results.c.room == key)).first()
        connection.execute(events.delete().where(events.c.room == key))
        if left is None:
            connection.execute(rooms.delete().where(rooms.c.key == key))
    for old, new in plan.ids.items():
        connection.execute(
            update(seats).where(seats.c.player == old).values(player=new, name=DELETED_NAME)
        )
        connection.execute(update(rooms).where(rooms.c.by == old).values(by=new))
        _delete_rows(connection, old)


def _delete_results(connection: Connection, gone: list[EventKey]) -> None:
    for room, number in gone:
        for table in (reviews, seats, results):
            here = and_(table.c.room == room, table.c.number == number)
            connection.execute(table.delete().where(here))


def _delete_rows(connection: Connection, member: str) -> None:
    for table in (ratings, casual_ratings, rating_history):
        connection.execute(table.delete().where(table.c.player == member))
    for table in (identity_keys, linked_browsers):
        connection.execute(table.delete().where(table.c.member == member))
    owned = or_(tokens.c.owner == member, tokens.c.member == member)
    connection.execute(tokens.delete().where(owned))
    connection.execute(notices.delete().where(notices.c.by == member))
    connection.execute(members.delete().where(members.c.id == member))
