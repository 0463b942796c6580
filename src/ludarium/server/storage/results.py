"""Results of finished games: the list of records, ratings and leaderboards."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, select

from ludarium.core import record as records
from ludarium.server.protocol.codec import Result
from ludarium.server.protocol.events import Holder
from ludarium.server.storage.rating import (
    INITIAL_RATING,
    Estimate,
    is_provisional,
    provisional_rows,
    rate_game,
)
from ludarium.server.storage.store import Row, RunStatements, Store, row_of
from ludarium.server.storage.tables import leases, rating_history, ratings, results, seats

MAX_LISTED_ROWS = 100  # of results or of a leaderboard in one response
UNRATED_REASONS = {"aborted"}
MIN_RATED_TURNS = 2  # of each seat


class ResultQuery(NamedTuple):
    """A filter of results; None matches all."""

    game: str | None = None
    player: str | None = None
    bots: bool | None = None  # whether a bot played
    reason: str | None = None
    before: float | None = None
    limit: int = 20


def result_write(result: Result, room: int) -> RunStatements:
    """The write that lists and rates a result; repeating it has no effect."""

    def insert_result(connection: Connection) -> None:
        mine = and_(results.c.room == room, results.c.number == result.game)
        if connection.execute(select(results.c.room).where(mine)).first():
            return
        connection.execute(results.insert(), _result_row(result, room))
        connection.execute(
            seats.insert(), [_seat_row(result, room, i) for i in range(len(result.seats))]
        )
        if is_rated(result):
            _update_ratings(connection, result, room)

    return RunStatements(insert_result)


def is_rated(result: Result) -> bool:
    """Whether a result counts for ratings.

    The game was set up as rated, each seat has another player, each took a few turns, and none
    left before the end.
    """
    if not result.rated or result.mode == "hotseat":
        return False
    players = {player_key(holder) for holder in result.seats}
    distinct = len(players) == len(result.seats)
    played = min(result.turns) >= MIN_RATED_TURNS
    return distinct and played and not result.out and result.reason not in UNRATED_REASONS


def player_key(holder: Holder) -> str:
    """The id of a player in all games: its member, or its level."""
    return f"bot:{holder.level}" if holder.kind == "bot" else holder.member


def find_results(store: Store, query: ResultQuery) -> list[Row]:
    """Results of public games, newest first, each with its players."""
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
        lines = connection.execute(found.limit(min(max(query.limit, 1), MAX_LISTED_ROWS))).all()
        return [row_with_seats(connection, row_of(line)) for line in lines]


class StoredRecord(NamedTuple):
    """The record of a finished game, and whether all may see it."""

    document: str
    public: bool


def find_stored_record(store: Store, room: int, number: int, member: str) -> StoredRecord | None:
    """The record of a finished game, if it was public or the member played in it."""
    mine = and_(results.c.room == room, results.c.number == number)
    sat = and_(seats.c.room == room, seats.c.number == number, seats.c.player == member)
    with store.engine.connect() as connection:
        found = connection.execute(select(results.c.record, results.c.public).where(mine)).first()
        if found is None:
            return None
        played = connection.execute(select(seats.c.seat).where(sat)).first() is not None
    if not found.public and not played:
        return None
    return StoredRecord(str(found.record), bool(found.public))


def find_leaderboard(store: Store, game: str, limit: int = MAX_LISTED_ROWS) -> list[Row]:
    """The players of a game by rating, best first; provisional ratings after the established."""
    order = (provisional_rows(), ratings.c.mu.desc(), ratings.c.player)
    found = select(ratings).where(ratings.c.game == game).order_by(*order)
    with store.engine.connect() as connection:
        lines = connection.execute(found.limit(min(max(limit, 1), MAX_LISTED_ROWS)))
        return [_leaderboard_row(row_of(line)) for line in lines]


def _leaderboard_row(row: Row) -> Row:
    """A row of the leaderboard on the scale that players see."""
    estimate = Estimate(row.pop("mu"), row.pop("sigma"))
    scale = {
        "rating": estimate.rating,
        "deviation": estimate.deviation,
        "provisional": is_provisional(estimate, row["games"]),
    }
    return {**row, **scale}


def _result_row(result: Result, room: int) -> Row:
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


def _seat_row(result: Result, room: int, seat: int) -> Row:
    holder = result.seats[seat]
    return {
        "room": room,
        "number": result.game,
        "seat": seat,
        "player": player_key(holder),
        "name": holder.name,
        "kind": holder.kind,
    }


def row_with_seats(connection: Connection, row: Row) -> Row:
    """A result with its players."""
    mine = and_(seats.c.room == row["room"], seats.c.number == row["number"])
    found = select(seats.c.player, seats.c.name, seats.c.kind).where(mine).order_by(seats.c.seat)
    return {**row, "seats": [row_of(line) for line in connection.execute(found)]}


def _update_ratings(connection: Connection, result: Result, room: int) -> None:
    """Update the ratings of the players after a game, one node of a cluster at a time."""
    connection.execute(select(leases.c.epoch).where(leases.c.name == "server").with_for_update())
    rows = [_rating_row(connection, result.record.game, holder) for holder in result.seats]
    before = [Estimate(row["mu"], row["sigma"]) for row in rows]
    for seat, after in enumerate(rate_game(before, result.winner)):
        row = rows[seat]
        row.update(mu=after.mu, sigma=after.sigma)
        row["games"] += 1
        row["wins"] += seat == result.winner
        key = and_(ratings.c.game == row["game"], ratings.c.player == row["player"])
        point = {name: row[name] for name in ("game", "player", "mu", "sigma")}
        point.update(room=room, number=result.game, at=result.at)
        connection.execute(rating_history.insert(), point)
        if row["games"] == 1:
            connection.execute(ratings.insert(), row)
        else:
            connection.execute(ratings.update().where(key).values(row))


def _rating_row(connection: Connection, game: str, holder: Holder) -> Row:
    """The stored rating of a player, or the initial one, under the newest name."""
    key = and_(ratings.c.game == game, ratings.c.player == player_key(holder))
    found = connection.execute(select(ratings).where(key)).first()
    row = {"mu": INITIAL_RATING.mu, "sigma": INITIAL_RATING.sigma, "games": 0, "wins": 0}
    row.update(row_of(found) if found else {})
    named = {"game": game, "player": player_key(holder), "name": holder.name, "kind": holder.kind}
    return {**row, **named}
