"""Writer check: reads from the database that no room ever had two writers at a time."""

from __future__ import annotations

from sqlalchemy import select

from ludarium.server.storage.database import open_engine
from ludarium.server.storage.tables import events


def find_writer_faults(database: str) -> list[str]:
    """Rooms whose events have a gap, or whose former owner wrote after a new one."""
    engine = open_engine(database)
    found = select(events.c.room, events.c.number, events.c.epoch)
    faults, room, number, epoch = [], None, 0, 0
    try:
        with engine.connect() as connection:
            for line in connection.execute(found.order_by(events.c.room, events.c.number)):
                if line.room != room:
                    room, number, epoch = line.room, 0, 0
                if line.number != number + 1:
                    faults.append(f"room {room:x}: event {number + 1} is missing")
                if line.epoch < epoch:
                    faults.append(f"room {room:x}: a former owner wrote event {line.number}")
                number, epoch = line.number, line.epoch
    finally:
        engine.dispose()
    return faults
