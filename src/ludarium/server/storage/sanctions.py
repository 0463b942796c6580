"""Sanctions in the store: members and addresses that may not write to others, or not connect."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from sqlalchemy import Connection, Engine, delete, select

from ludarium.server.protocol.errors import Refused
from ludarium.server.storage.store import row_of
from ludarium.server.storage.tables import sanctions

SanctionKind = Literal["mute", "ban"]
CODES: dict[SanctionKind, str] = {"mute": "muted", "ban": "banned"}
SENTENCES: dict[SanctionKind, str] = {
    "mute": "You cannot write to others",
    "ban": "You are banned from this site",
}


class Sanction(NamedTuple):
    """A mute or a ban of a member's id, an address or a network; without `until` for good."""

    kind: SanctionKind
    subject: str
    until: float | None
    reason: str
    at: float = 0.0
    operator: str = ""

    def is_over(self, now: float) -> bool:
        """Whether it has run out."""
        return self.until is not None and self.until <= now

    def refusal(self) -> Refused:
        """The refusal that the member sees."""
        until = "" if self.until is None else f" until {_utc(self.until)}"
        reason = f" Reason: {self.reason}" if self.reason else ""
        return Refused(CODES[self.kind], f"{SENTENCES[self.kind]}{until}.{reason}")


def read_sanctions(engine: Engine) -> list[Sanction]:
    """Every sanction that has not run out, oldest first."""
    with engine.connect() as connection:
        lines = connection.execute(select(sanctions).order_by(sanctions.c.at))
        found = [Sanction(**row_of(line)) for line in lines]
    return [sanction for sanction in found if not sanction.is_over(time.time())]


def put_sanction(connection: Connection, sanction: Sanction) -> None:
    """Store a sanction in place of an earlier one of its kind and subject."""
    lift_sanction(connection, sanction.kind, sanction.subject)
    connection.execute(sanctions.insert(), sanction._asdict())


def lift_sanction(connection: Connection, kind: SanctionKind, subject: str) -> bool:
    """Remove a sanction, and those that have run out; False if there is none."""
    here = (sanctions.c.kind == kind, sanctions.c.subject == subject)
    found = connection.execute(delete(sanctions).where(*here)).rowcount > 0
    connection.execute(delete(sanctions).where(sanctions.c.until < time.time()))
    return found


def _utc(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
