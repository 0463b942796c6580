"""Admin acts: the audit log of operators, which running servers also follow."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.server.storage.store import RunStatements, row_of
from ludarium.server.storage.tables import admin_acts

T = TypeVar("T")
ACT_ATTEMPTS = 20  # another operator may draw the same number
ACT_PAUSE_S = 0.05
DONE = "done"
WAITING = "waiting"  # for the server that owns the room
WITHDRAWN = "withdrawn"  # no server carried it out in time


class AdminAct(msgspec.Struct, frozen=True):
    """What an operator did, or wants a server to do."""

    number: int
    at: float
    operator: str
    action: str
    subject: str
    details: dict[str, Any]
    state: str = DONE


def append_act(
    connection: Connection,
    operator: str,
    action: str,
    subject: str,
    details: dict[str, Any] | None = None,
    state: str = DONE,
) -> AdminAct:
    """Write an act in a transaction of the caller.

    Two operators at once draw the same number: the second transaction fails and is repeated.
    """
    last = connection.execute(select(func.max(admin_acts.c.number))).scalar() or 0
    act = AdminAct(last + 1, time.time(), operator, action, subject, details or {}, state)
    row = {**msgspec.structs.asdict(act), "details": msgspec.json.encode(act.details).decode()}
    connection.execute(admin_acts.insert(), row)
    return act


def run_acts(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Run a transaction with acts; once more if another one took the same number."""
    for attempt in range(ACT_ATTEMPTS):
        try:
            with engine.begin() as connection:
                # SQLite: take the write lock now, or what was read could be out of date.
                if engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                return work(connection)
        except IntegrityError:
            if attempt + 1 == ACT_ATTEMPTS:
                raise
            time.sleep(ACT_PAUSE_S)
    raise AssertionError("the loop returns or raises")


def last_act_number(engine: Engine) -> int:
    """The number of the last act."""
    with engine.connect() as connection:
        return connection.execute(select(func.max(admin_acts.c.number))).scalar() or 0


def acts_to_follow(engine: Engine, last: int) -> list[AdminAct]:
    """The acts after a number, and earlier ones that wait for a server."""
    wanted = or_(admin_acts.c.number > last, admin_acts.c.state == WAITING)
    found = select(admin_acts).where(wanted).order_by(admin_acts.c.number)
    with engine.connect() as connection:
        return [_act_of(line) for line in connection.execute(found)]


def last_acts(engine: Engine, count: int) -> list[AdminAct]:
    """The last acts, newest first."""
    found = select(admin_acts).order_by(admin_acts.c.number.desc()).limit(count)
    with engine.connect() as connection:
        return [_act_of(line) for line in connection.execute(found)]


def act_state(engine: Engine, number: int) -> str:
    """The state of an act."""
    found = select(admin_acts.c.state).where(admin_acts.c.number == number)
    with engine.connect() as connection:
        return str(connection.execute(found).scalar_one())


def settle_act(number: int, state: str) -> RunStatements:
    """The write that ends the wait of an act; only the first one counts."""
    waits = (admin_acts.c.number == number, admin_acts.c.state == WAITING)

    def settle(connection: Connection) -> None:
        connection.execute(update(admin_acts).where(*waits).values(state=state))

    return RunStatements(settle)


def _act_of(line: Any) -> AdminAct:
    row = row_of(line)
    return AdminAct(**{**row, "details": msgspec.json.decode(row["details"])})
