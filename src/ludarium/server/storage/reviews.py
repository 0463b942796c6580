"""Reviews of finished games, and the time that each move of a game took."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from sqlalchemy import and_, select

from ludarium.server.protocol.analysis_messages import ReviewUpdate
from ludarium.server.protocol.codec import event_decoder
from ludarium.server.protocol.events import Began, Moved, Undone
from ludarium.server.storage.store import PutRow, Store
from ludarium.server.storage.tables import reviews


def find_review(store: Store, room: int, number: int) -> ReviewUpdate | None:
    """The stored review of a result."""
    mine = and_(reviews.c.room == room, reviews.c.number == number)
    with store.engine.connect() as connection:
        body = connection.execute(select(reviews.c.body).where(mine)).scalar()
    return msgspec.json.decode(body, type=ReviewUpdate) if body else None


def review_write(room: int, number: int, review: ReviewUpdate) -> PutRow:
    """The row of a review; a later one replaces it."""
    body = msgspec.json.encode(review).decode()
    return PutRow(reviews, {"room": room, "number": number, "body": body}, over=("body",))


def move_seconds(store: Store, room: int, number: int) -> list[float]:
    """The time of each move of a room's game, from its stored events."""
    times: list[float] = []
    here = False
    for body in store.all_events(room):
        event = event_decoder.decode(body)
        match event.fact:
            case Began(game):
                here = game == number
                if here:
                    times = [event.at]
            case Moved() if here:
                times.append(event.at)
            case Undone(ply) if here:
                del times[ply + 1 :]
                times[ply] = event.at
    return [round(after - before, 1) for before, after in pairwise(times)]
