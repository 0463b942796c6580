"""Operator's desk: acts on the database of a site, each stored together with its audit row.

Running servers follow the audit rows. An act in a room waits for the server that owns the room.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.admin.readings import find_line, find_notice, held_seats, open_room_key
from ludarium.server.admin.subjects import AdminError, Subject, parse_subject
from ludarium.server.site import room_codes
from ludarium.server.storage.admin_acts import (
    DONE,
    WAITING,
    WITHDRAWN,
    AdminAct,
    act_state,
    append_act,
    run_acts,
    settle_act,
)
from ludarium.server.storage.database import NoDatabase, open_engine, require_newest_tables
from ludarium.server.storage.member_deletion import MemberDeletion, deletion_details, plan_deletion
from ludarium.server.storage.member_export import read_member
from ludarium.server.storage.sanctions import (
    Sanction,
    SanctionKind,
    lift_sanction,
    put_sanction,
)
from ludarium.server.storage.signing_keys import rotate_keys
from ludarium.server.storage.store import Store
from ludarium.server.storage.tables import admin_acts, notices

T = TypeVar("T")
ANSWER_TIMEOUT_S = 20.0  # after this an act that no server carried out is withdrawn
ANSWER_PAUSE_S = 0.1
MAX_REASON_CHARS = 200
MAX_OPERATOR_CHARS = 80
DELETION_ROUNDS = 5  # a member may write while it is being deleted


class OperatorDesk:
    """The acts of one operator on one site."""

    def __init__(self, engine: Engine, operator: str) -> None:
        self.engine = engine
        self.operator = operator[:MAX_OPERATOR_CHARS]

    def impose(
        self,
        kind: SanctionKind,
        written: str,
        seconds: float | None,
        reason: str = "",
        addresses: bool = False,
    ) -> Sanction:
        """Mute or ban a member or an address, for a time or for good."""
        subject = parse_subject(written)
        if addresses and not subject.member:
            raise AdminError("not_a_member", "Only a member has addresses to ban with it.")
        now = time.time()
        until = None if seconds is None else now + seconds
        given = Sanction(kind, subject.key, until, _checked_reason(reason), now, self.operator)
        details = {"until": until, "reason": given.reason, "addresses": addresses}

        def store(connection: Connection) -> Sanction:
            put_sanction(connection, given)
            append_act(connection, self.operator, kind, subject.key, details)
            return given

        return self._transact(store)

    def lift(self, written: str) -> list[SanctionKind]:
        """Lift the mute and the ban of a member or an address."""
        subject: Subject = parse_subject(written)
        kinds: tuple[SanctionKind, ...] = ("mute", "ban")

        def store(connection: Connection) -> list[SanctionKind]:
            lifted = [kind for kind in kinds if lift_sanction(connection, kind, subject.key)]
            if not lifted:
                raise AdminError("no_such_sanction", "There is no mute or ban of this subject.")
            append_act(connection, self.operator, "lift", subject.key, {"kinds": lifted})
            return lifted

        return self._transact(store)

    def hide_notice(self, number: int) -> str:
        """Erase the text of a notice on the message board; returns its author."""

        def store(connection: Connection) -> str:
            by = find_notice(connection, number)
            here = update(notices).where(notices.c.number == number)
            connection.execute(here.values(text=""))
            append_act(connection, self.operator, "hide", by, {"number": number})
            return by

        return self._transact(store)

    def hide_line(self, code: str, number: int) -> None:
        """Let the server of a room hide a line of its chat."""

        def order(connection: Connection) -> AdminAct:
            key = open_room_key(connection, code)
            details = {"number": number, "by": find_line(connection, key, number)}
            room = room_codes.parse_code(code)
            return append_act(connection, self.operator, "hide-line", room, details, WAITING)

        self._await_answer(self._transact(order))

    def close_room(self, code: str, reason: str = "") -> None:
        """Let the server of a room close it."""
        words = _checked_reason(reason)

        def order(connection: Connection) -> AdminAct:
            open_room_key(connection, code)
            room, details = room_codes.parse_code(code), {"reason": words}
            return append_act(connection, self.operator, "close", room, details, WAITING)

        self._await_answer(self._transact(order))

    def delete_member(self, member: str) -> MemberDeletion:
        """Delete all data of a member; refused while it sits in an open room."""
        store = Store(self.engine)
        self._require_known(member)
        held = held_seats(store, member)
        if held:
            codes = ", ".join(held)
            raise AdminError("still_seated", f"Close the rooms first that it plays in: {codes}.")
        first = plan_deletion(store, member)
        plan = first
        changed: set[int] = set()
        for _ in range(DELETION_ROUNDS):
            changed |= plan.changed_rooms()
            store.commit_writes([plan.write()])
            plan = plan_deletion(store, member)
            if not plan.has_rows():
                break

        def note(connection: Connection) -> None:
            details = deletion_details(connection, first, changed)
            append_act(connection, self.operator, "delete", member, details)

        self._transact(note)
        return first

    def rotate_key(self, grace_s: float) -> None:
        """Sign cookies with a new key; those of the key before it are valid for the grace."""

        def store(connection: Connection) -> None:
            rotate_keys(connection, time.time(), grace_s)
            append_act(connection, self.operator, "rotate-key", "", {"grace_s": grace_s})

        self._transact(store)

    def note(self, action: str, subject: str) -> None:
        """Write an act that changes nothing into the audit log: a backup, an export."""
        self._transact(lambda c: append_act(c, self.operator, action, subject))

    def _require_known(self, member: str) -> None:
        if not parse_subject(member).member:
            raise AdminError("not_a_member", "That is not the id of a member.")
        if not any(read_member(self.engine, member).tables().values()):
            raise AdminError("no_such_member", "The database has nothing about that member.")

    def _await_answer(self, act: AdminAct) -> None:
        """Wait until a server has carried an act out; withdraw it if none does."""
        end = time.monotonic() + ANSWER_TIMEOUT_S
        while (state := act_state(self.engine, act.number)) == WAITING:
            if time.monotonic() > end:
                Store(self.engine).commit_writes([settle_act(act.number, WITHDRAWN)])
                state = act_state(self.engine, act.number)
                break
            time.sleep(ANSWER_PAUSE_S)
        if state == WITHDRAWN:
            raise AdminError("no_server", "No server carried it out: is one running here?")
        if state != DONE:
            raise AdminError(state, "The server found no such room.")

    def _transact(self, work: Callable[[Connection], T]) -> T:
        return run_acts(self.engine, work)


@contextmanager
def open_desk(database: str, operator: str) -> Iterator[OperatorDesk]:
    """The desk of a database; NoDatabase if it cannot be opened or written."""
    engine = open_engine(database)
    try:
        with engine.connect() as connection:
            require_newest_tables(connection)
            connection.execute(select(admin_acts.c.number).limit(1))
        yield OperatorDesk(engine, operator)
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened or written.") from error
    finally:
        engine.dispose()


def _checked_reason(reason: str) -> str:
    """A reason that members read."""
    words = " ".join(reason.split())
    if len(words) > MAX_REASON_CHARS:
        raise AdminError("too_long", f"A reason has at most {MAX_REASON_CHARS} characters.")
    if not words.isprintable():
        raise AdminError("wrong_reason", "A reason has printable characters only.")
    return words
