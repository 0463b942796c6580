"""The hall of records and the leaderboards: results of finished games, people and bots apart."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, select

from ludarium.core import record as records
from ludarium.server.protocol.codec import Result
from ludarium.server.protocol.events import Holder
from ludarium.server.storage.rating import (
    FIRST,
    Estimate,
    is_provisional,
    provisional_rows,
    rate_game,
)
from ludarium.server.storage.store import Do, Row, Store, plain
from ludarium.server.storage.tables import ratings, results, seats

MOST = 100  # results or places of a leaderboard that are told at once
UNRATED = {"aborted"}
RATED_MIN_TURNS = 2  # that each seat must have taken


class Query(NamedTuple):
    """Which results are wanted; None is any."""

    game: str | None = None
    player: str | None = None
    bots: bool | None = None  # whether a bot played
    reason: str | None = None
    before: float | None = None
    limit: int = 20


def finished(result: Result, room: int) -> Do:
    """What to do so that a result is listed and rated, once."""

    def note(connection: Connection) -> None:
        mine = and_(results.c.room == room, results.c.number == result.game)
        if connection.execute(select(results.c.room).where(mine)).first():
            return
        connection.execute(results.insert(), _row(result, room))
        connection.execute(
            seats.insert(), [_seat(result, room, i) for i in range(len(result.seats))]
        )
        if is_rated(result):
            _rate(connection, result)

    return Do(note)


def is_rated(result: Result) -> bool:
    """Whether a result counts for ratings.

    The players chose a rated game, are different ones, took a few turns each, and all stayed
    until a real end.
    """
    if not result.rated or result.mode == "hotseat":
        return False
    players = {player(holder) for holder in result.seats}
    distinct = len(players) == len(result.seats)
    played = min(result.turns) >= RATED_MIN_TURNS
    return distinct and played and not result.out and result.reason not in UNRATED


def player(holder: Holder) -> str:
    """What a player is known by in every game: its member, or its level."""
    return f"bot:{holder.level}" if holder.kind == "bot" else holder.member


def find(store: Store, query: Query) -> list[Row]:
    """Results of public games, newest first, each with who sat where."""
    wanted: list[ColumnElement[bool]] = [results.c.public.is_(True)]
    if query.game is not None:
        wanted.append(results.c.game == query.game)
    if query.bots is not None:
        wanted.append(results.c.bots.is_(query.bots))
    if query.reason is not None:
        wanted.append(results.c.reason == query.reason)
    if query.before is not None:
        wanted.append(results.c.at < query.before)
    if query.player is not None:
        sat = and_(
            seats.c.room == results.c.room,
            seats.c.number == results.c.number,
            seats.c.player == query.player,
        )
        wanted.append(exists(select(seats.c.seat).where(sat)))
    columns = [column for column in results.c if column.name != "record"]
    found = select(*columns).where(and_(*wanted)).order_by(results.c.at.desc())
    with store.engine.connect() as connection:
        lines = connection.execute(found.limit(min(max(query.limit, 1), MOST))).all()
        rows = [plain(line) for line in lines]
        for row in rows:
            row["seats"] = _seats_of(connection, row)
    return rows


def record(store: Store, room: int, number: int, member: str) -> str | None:
    """The record of a finished game that was public, or that the member played."""
    mine = and_(results.c.room == room, results.c.number == number)
    sat = and_(seats.c.room == room, seats.c.number == number, seats.c.player == member)
    with store.engine.connect() as connection:
        found = connection.execute(select(results.c.record, results.c.public).where(mine)).first()
        if found is None:
            return None
        played = connection.execute(select(seats.c.seat).where(sat)).first() is not None
    return str(found.record) if found.public or played else None


def leaderboard(store: Store, game: str, limit: int = MOST) -> list[Row]:
    """The players of a game by rating, best first; provisional ratings after the established."""
    order = (provisional_rows(), ratings.c.mu.desc(), ratings.c.player)
    found = select(ratings).where(ratings.c.game == game).order_by(*order)
    with store.engine.connect() as connection:
        lines = connection.execute(found.limit(min(max(limit, 1), MOST)))
        return [_ranked(plain(line)) for line in lines]


def _ranked(row: Row) -> Row:
    """A place of the leaderboard on the scale that players see."""
    estimate = Estimate(row.pop("mu"), row.pop("sigma"))
    scale = {
        "rating": estimate.rating,
        "deviation": estimate.deviation,
        "provisional": is_provisional(estimate, row["games"]),
    }
    return {**row, **scale}


def _row(result: Result, room: int) -> Row:
    return {
        "room": room,
        "number": result.game,
        "code": result.room,
        "at": result.at,
        "game": result.record.game,
        "ruleset": result.record.ruleset,
        "mode": result.mode,
        "public": result.public,
        "bots": any(holder.kind == "bot" for holder in result.seats),
        "winner": result.winner,
        "reason": result.reason,
        "moves": len(result.record.moves),
        "rated": is_rated(result),
        "record": records.dumps(result.record),
    }


def _seat(result: Result, room: int, seat: int) -> Row:
    holder = result.seats[seat]
    return {
        "room": room,
        "number": result.game,
        "seat": seat,
        "player": player(holder),
        "name": holder.name,
        "kind": holder.kind,
    }


def _seats_of(connection: Connection, row: Row) -> list[dict[str, Any]]:
    mine = and_(seats.c.room == row["room"], seats.c.number == row["number"])
    found = select(seats.c.player, seats.c.name, seats.c.kind).where(mine).order_by(seats.c.seat)
    return [plain(line) for line in connection.execute(found)]


def _rate(connection: Connection, result: Result) -> None:
    """Write what the game says about its players."""
    rows = [_rating(connection, result.record.game, holder) for holder in result.seats]
    before = [Estimate(row["mu"], row["sigma"]) for row in rows]
    for seat, after in enumerate(rate_game(before, result.winner)):
        row = rows[seat]
        row.update(mu=after.mu, sigma=after.sigma)
        row["games"] += 1
        row["wins"] += seat == result.winner
        key = and_(ratings.c.game == row["game"], ratings.c.player == row["player"])
        if row["games"] == 1:
            connection.execute(ratings.insert(), row)
        else:
            connection.execute(ratings.update().where(key).values(row))


def _rating(connection: Connection, game: str, holder: Holder) -> Row:
    """What is known of a player, under its newest name."""
    key = and_(ratings.c.game == game, ratings.c.player == player(holder))
    found = connection.execute(select(ratings).where(key)).first()
    row = {"mu": FIRST.mu, "sigma": FIRST.sigma, "games": 0, "wins": 0}
    row.update(plain(found) if found else {})
    named = {"game": game, "player": player(holder), "name": holder.name, "kind": holder.kind}
    return {**row, **named}
