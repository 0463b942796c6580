"""Games of one member: the list with private ones, results by opponent, the profile."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, not_, select

from ludarium.server.storage.rating import Estimate, is_provisional
from ludarium.server.storage.results import (
    MAX_LISTED_ROWS,
    UNRATED_REASONS,
    row_with_seats,
)
from ludarium.server.storage.store import Row, Store, row_of
from ludarium.server.storage.tables import members, rating_history, ratings, results, seats

MAX_CURVE_POINTS = 500  # the newest of a game; a page draws no more

GameOutcome = Literal["won", "lost", "drawn"]
OpponentKind = Literal["person", "bot", "program", "self"]  # self: one member at every seat


class MemberQuery(NamedTuple):
    """A filter of a member's games; None matches all. `level` is a bot's."""

    game: str | None = None
    outcome: GameOutcome | None = None
    opponent: OpponentKind | None = None
    level: str | None = None
    rated: bool | None = None
    before: float | None = None
    limit: int = 20


def find_member_games(store: Store, member: str, query: MemberQuery) -> list[Row]:
    """The finished games of a member, also private ones, newest first, with players."""
    wanted = [_played_by(member), *_filters(member, query)]
    columns = [column for column in results.c if column.name != "record"]
    found = select(*columns).where(and_(*wanted)).order_by(results.c.at.desc())
    with store.engine.connect() as connection:
        lines = connection.execute(found.limit(min(max(query.limit, 1), MAX_LISTED_ROWS))).all()
        return [row_with_seats(connection, row_of(line)) for line in lines]


def _filters(member: str, query: MemberQuery) -> list[ColumnElement[bool]]:
    wanted: list[ColumnElement[bool]] = []
    if query.game is not None:
        wanted.append(results.c.game == query.game)
    if query.rated is not None:
        wanted.append(results.c.rated.is_(query.rated))
    if query.before is not None:
        wanted.append(results.c.at < query.before)
    if query.outcome is not None:
        wanted.append(_ended_as(member, query.outcome))
    if query.opponent == "self":
        wanted.append(not_(_sat(seats.c.player != member)))
    elif query.opponent is not None:
        wanted.append(_sat(seats.c.player != member, seats.c.kind == query.opponent))
    if query.level is not None:
        wanted.append(_sat(seats.c.player == f"bot:{query.level}"))
    return wanted


def _ended_as(member: str, outcome: GameOutcome) -> ColumnElement[bool]:
    """Whether a game ended so for a member; a game alone at every seat is neither won nor lost."""
    if outcome == "drawn":
        return and_(results.c.winner.is_(None), results.c.reason.not_in(UNRATED_REASONS))
    mine = _sat(seats.c.player == member, seats.c.seat == results.c.winner)
    decided = and_(results.c.winner.is_not(None), _sat(seats.c.player != member))
    return and_(decided, mine if outcome == "won" else not_(mine))


def _played_by(member: str) -> ColumnElement[bool]:
    return _sat(seats.c.player == member)


def _sat(*wanted: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a result has a seat like this."""
    here = and_(seats.c.room == results.c.room, seats.c.number == results.c.number)
    return exists(select(seats.c.seat).where(here, *wanted))


def find_tallies(store: Store, member: str) -> list[Row]:
    """Games, wins and draws of a member, by game and by kind or level of an opponent."""
    mine, theirs = seats.alias("mine"), seats.alias("theirs")
    level = case((theirs.c.kind == "bot", theirs.c.player), else_="")
    joined = results.join(
        mine, and_(mine.c.room == results.c.room, mine.c.number == results.c.number)
    ).join(theirs, and_(theirs.c.room == results.c.room, theirs.c.number == results.c.number))
    wanted = and_(
        mine.c.player == member,
        theirs.c.player != member,
        results.c.reason.not_in(UNRATED_REASONS),
    )
    found = (
        select(
            results.c.game,
            theirs.c.kind,
            level.label("level"),
            func.count().label("games"),
            func.sum(case((results.c.winner == mine.c.seat, 1), else_=0)).label("wins"),
            func.sum(case((results.c.winner.is_(None), 1), else_=0)).label("draws"),
        )
        .select_from(joined)
        .where(wanted)
        .group_by(results.c.game, theirs.c.kind, level)
        .order_by(results.c.game, theirs.c.kind, level)
    )
    with store.engine.connect() as connection:
        rows = [row_of(line) for line in connection.execute(found)]
    return [{**row, "level": row["level"].removeprefix("bot:")} for row in rows]


class PublicProfile(NamedTuple):
    """What all may see of a player: the name, the kind, and ratings with their curves."""

    player: str
    name: str
    kind: str
    ratings: list[Row]


def find_profile(store: Store, player: str) -> PublicProfile | None:
    """The profile of a player; None if there is neither a name, a rating nor a public game."""
    with store.engine.connect() as connection:
        named = connection.execute(select(members.c.name).where(members.c.id == player)).scalar()
        public = and_(
            seats.c.room == results.c.room,
            seats.c.number == results.c.number,
            seats.c.player == player,
            results.c.public.is_(True),
        )
        seen = select(seats.c.name, seats.c.kind).where(public).order_by(results.c.at.desc())
        last = connection.execute(seen.limit(1)).first()
        rows = connection.execute(
            select(ratings).where(ratings.c.player == player).order_by(ratings.c.game)
        )
        rated = [_rated_game(connection, row_of(line)) for line in rows]
    if named is None and last is None and not rated:
        return None
    known: Row = row_of(last) if last else rated[0] if rated else {"name": named, "kind": "person"}
    kept = [{key: row[key] for key in row if key not in ("name", "kind")} for row in rated]
    return PublicProfile(player, named or str(known["name"]), str(known["kind"]), kept)


def _rated_game(connection: Connection, row: Row) -> Row:
    """The rating in one game, and the points of its curve, oldest first."""
    mine = and_(rating_history.c.player == row["player"], rating_history.c.game == row["game"])
    columns = (rating_history.c.at, rating_history.c.mu, rating_history.c.sigma)
    newest = select(*columns).where(mine).order_by(rating_history.c.at.desc())
    points = connection.execute(newest.limit(MAX_CURVE_POINTS)).all()[::-1]
    estimate = Estimate(row["mu"], row["sigma"])
    return {
        "name": row["name"],
        "kind": row["kind"],
        "game": row["game"],
        "rating": estimate.rating,
        "deviation": estimate.deviation,
        "provisional": is_provisional(estimate, row["games"]),
        "games": row["games"],
        "wins": row["wins"],
        "curve": [{"at": at, "rating": Estimate(mu, sigma).rating} for at, mu, sigma in points],
    }
