"""The hall of records and the leaderboards: results of finished games, people and bots apart."""

from __future__ import annotations

from typing import Any, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Connection, and_, exists, select

from ludarium.core import record as records
from ludarium.server.facts import Holder
from ludarium.server.messages import Result
from ludarium.server.relations import ratings, results, seats
from ludarium.server.store import Do, Row, Store, plain

MOST = 100  # results or places of a leaderboard that are told at once
UNRATED = {"aborted"}
model = PlackettLuce()


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
        if rated(result):
            _rate(connection, result)

    return Do(note)


def rated(result: Result) -> bool:
    """Whether a result counts: different players, who all stayed until a real end."""
    players = {player(holder) for holder in result.seats}
    distinct = len(players) == len(result.seats)
    return distinct and not result.out and result.reason not in UNRATED


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
    """The players of a game, best first, by what their rating surely is."""
    score = (ratings.c.mu - 3 * ratings.c.sigma).label("score")
    columns = [column for column in ratings.c if column.name != "game"]
    found = select(*columns, score).where(ratings.c.game == game).order_by(score.desc())
    with store.engine.connect() as connection:
        lines = connection.execute(found.limit(min(max(limit, 1), MOST)))
        return [plain(line) for line in lines]


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
    """Every winner has beaten everybody else; without one all are equal."""
    before = [_rating(connection, result.record.game, holder) for holder in result.seats]
    won = [seat == result.winner for seat in range(len(result.seats))]
    ranks = [0.0 if result.winner is None or first else 1.0 for first in won]
    teams = [[model.rating(row["mu"], row["sigma"])] for row in before]
    for row, (after,), first in zip(before, model.rate(teams, ranks=ranks), won, strict=True):
        row.update(mu=after.mu, sigma=after.sigma)
        row["games"] += 1
        row["wins"] += first
        key = and_(ratings.c.game == row["game"], ratings.c.player == row["player"])
        if row["games"] == 1:
            connection.execute(ratings.insert(), row)
        else:
            connection.execute(ratings.update().where(key).values(row))


def _rating(connection: Connection, game: str, holder: Holder) -> Row:
    """What is known of a player, under its newest name."""
    key = and_(ratings.c.game == game, ratings.c.player == player(holder))
    found = connection.execute(select(ratings).where(key)).first()
    fresh = model.rating()
    row = {"mu": fresh.mu, "sigma": fresh.sigma, "games": 0, "wins": 0}
    row.update(plain(found) if found else {})
    named = {"game": game, "player": player(holder), "name": holder.name, "kind": holder.kind}
    return {**row, **named}
