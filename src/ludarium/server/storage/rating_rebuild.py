"""Rating rebuild: computes the ratings and their curves again, from the stored results.

Results from before there were rated games can be counted too, if an operator names the day. Each
game of the catalogue is computed from a snapshot and written in one transaction of its own: an
interrupted rebuild leaves the ratings of each game either old or new, and the next run goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Table, and_, func, or_, select, update

from ludarium.core import record as records
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.server.storage.admin_acts import run_acts
from ludarium.server.storage.member_deletion import DELETED_NAME
from ludarium.server.storage.rating import INITIAL_RATING, Estimate, rate_game
from ludarium.server.storage.results import MIN_RATED_TURNS, UNRATED_REASONS
from ludarium.server.storage.store import Row, row_of
from ludarium.server.storage.tables import leases, rating_history, ratings, results, seats

REPORT_GAMES_COUNT = 500  # between two reports
SNAPSHOT_ROUNDS = 5  # results may arrive while the ratings are computed
INSERTED_ROWS_COUNT = 2_000

ResultKey = tuple[int, int]  # room, number
Report = Callable[[str, int, int], None]  # a game, its results so far, and all of them


class RebuiltGame(NamedTuple):
    """What a rebuild found for one game of the catalogue."""

    game: str
    results: int  # that count
    added: int  # of them from before there were rated games
    players: int
    changed: bool


class _Computed(NamedTuple):
    ratings: list[Row]
    history: list[Row]
    results: int
    added: list[ResultKey]


def ignore_report(_game: str, _done: int, _total: int) -> None:
    """The default report."""


def rebuild_ratings(
    engine: Engine, before: float | None = None, report: Report = ignore_report
) -> Iterator[RebuiltGame]:
    """Compute the ratings of every game again, in the order in which the games ended.

    Games that ended before the time `before` count also without the mark `rated`, if two
    different players took turns in them under a ruleset that can be rated.
    """
    with engine.connect() as connection:
        found = select(results.c.game).union(select(ratings.c.game))
        names = sorted(connection.scalars(found))
    for name in names:
        yield _rebuild_game(engine, name, before, report)


def _rebuild_game(engine: Engine, game: str, before: float | None, report: Report) -> RebuiltGame:
    for _ in range(SNAPSHOT_ROUNDS):
        with engine.connect() as connection:
            stamp = _stamp(connection, game)
            computed = _compute(connection, game, before, report)
        rebuilt = run_acts(engine, partial(_write_unless_new, game, stamp, computed))
        if rebuilt is not None:
            return rebuilt
    # A busy site: compute while new results wait.

    def compute_and_write(connection: Connection) -> RebuiltGame:
        _lock_ratings(connection)
        return _write(connection, game, _compute(connection, game, before, report))

    return run_acts(engine, compute_and_write)


def _write_unless_new(
    game: str, stamp: Row, computed: _Computed, connection: Connection
) -> RebuiltGame | None:
    """Write the ratings, or return None if there are other results by now."""
    _lock_ratings(connection)
    return _write(connection, game, computed) if _stamp(connection, game) == stamp else None


def _lock_ratings(connection: Connection) -> None:
    """The lock of every change of ratings, also of other nodes of a cluster."""
    connection.execute(select(leases.c.epoch).where(leases.c.name == "server").with_for_update())


def _stamp(connection: Connection, game: str) -> Row:
    """Figures that change with every result, and with a deletion."""
    found = select(func.count().label("results"), func.max(results.c.at).label("last")).where(
        results.c.game == game
    )
    return row_of(connection.execute(found).one())


def _compute(connection: Connection, game: str, before: float | None, report: Report) -> _Computed:
    """The ratings after every result that counts, and the points of their curves."""
    rated: dict[str, Row] = {}
    history: list[Row] = []
    added: list[ResultKey] = []
    done = counted = 0
    total = connection.execute(_wanted(select(func.count()), game, before)).scalar_one()
    for row, sitters in _read_results(connection, game, before):
        done += 1
        if done % REPORT_GAMES_COUNT == 0:
            report(game, done, total)
        if not row["rated"]:
            if not _would_be_rated(row, sitters):
                continue
            added.append((row["room"], row["number"]))
        counted += 1
        _rate(rated, history, row, sitters)
    report(game, total, total)
    # A deleted player counts as an opponent, and has no rating that is shown.
    kept = {player for player, row in rated.items() if row["name"] != DELETED_NAME}
    return _Computed(
        [rated[player] for player in sorted(kept)],
        [point for point in history if point["player"] in kept],
        counted,
        added,
    )


def _wanted(found: Any, game: str, before: float | None) -> Any:
    counts: ColumnElement[bool] = results.c.rated.is_(True)
    if before is not None:
        counts = or_(counts, results.c.at < before)
    return found.select_from(results).where(and_(results.c.game == game, counts))


def _read_results(
    connection: Connection, game: str, before: float | None
) -> Iterator[tuple[Row, list[Row]]]:
    """The results of a game with their players, oldest first."""
    columns = (
        *(results.c[name] for name in ("room", "number", "at", "game", "ruleset", "mode")),
        *(results.c[name] for name in ("winner", "reason", "rated", "record")),
        *(seats.c[name] for name in ("seat", "player", "name", "kind")),
    )
    order = (results.c.at, results.c.room, results.c.number, seats.c.seat)
    sat = and_(seats.c.room == results.c.room, seats.c.number == results.c.number)
    found = _wanted(select(*columns), game, before).join(seats, sat).order_by(*order)
    streamed = connection.execution_options(yield_per=INSERTED_ROWS_COUNT).execute(found)
    rows = (row_of(line) for line in streamed)
    for _, lines in groupby(rows, key=lambda row: (row["room"], row["number"])):
        sitters = list(lines)
        yield sitters[0], sitters


def _would_be_rated(row: Row, sitters: list[Row]) -> bool:
    """Whether an old result meets the conditions of today, as far as it tells them.

    It does not tell who left a game of three seats, so that those do not count.
    """
    distinct = len({each["player"] for each in sitters}) == len(sitters) == 2
    if not distinct or row["mode"] == "hotseat" or row["reason"] in UNRATED_REASONS:
        return False
    try:
        given = records.loads(row["record"])
        game = load(given.game, given.ruleset)
        if given.ruleset not in game.rated_rulesets or dict(game.values) != given.options:
            return False
        movers = [position.to_move for position, _ in records.replay(given).steps()]
    except LudariumError:
        return False  # of other rules: its turns cannot be counted
    turns = [seat for seat, _ in groupby(movers)]
    return min(turns.count(seat) for seat in range(2)) >= MIN_RATED_TURNS


def _rate(rated: dict[str, Row], history: list[Row], row: Row, sitters: list[Row]) -> None:
    initial = {"mu": INITIAL_RATING.mu, "sigma": INITIAL_RATING.sigma, "games": 0, "wins": 0}
    for each in sitters:
        known = rated.setdefault(each["player"], {**initial, "game": row["game"]})
        known.update({name: each[name] for name in ("player", "name", "kind")})
    mine = [rated[each["player"]] for each in sitters]
    before = [Estimate(each["mu"], each["sigma"]) for each in mine]
    for seat, after in enumerate(rate_game(before, row["winner"])):
        known = mine[seat]
        known.update(mu=after.mu, sigma=after.sigma, games=known["games"] + 1)
        known["wins"] += seat == row["winner"]
        point = {name: known[name] for name in ("game", "player", "mu", "sigma")}
        history.append({**point, "room": row["room"], "number": row["number"], "at": row["at"]})


def _write(connection: Connection, game: str, computed: _Computed) -> RebuiltGame:
    """Replace the ratings of a game where they differ."""
    for room, number in computed.added:
        here = and_(results.c.room == room, results.c.number == number)
        connection.execute(update(results).where(here).values(rated=True))
    changed = bool(computed.added)
    for table, rows in ((ratings, computed.ratings), (rating_history, computed.history)):
        if _stored_rows(connection, table, game) == _sorted_rows(table, rows):
            continue
        changed = True
        connection.execute(table.delete().where(table.c.game == game))
        for start in range(0, len(rows), INSERTED_ROWS_COUNT):
            connection.execute(table.insert(), rows[start : start + INSERTED_ROWS_COUNT])
    return RebuiltGame(game, computed.results, len(computed.added), len(computed.ratings), changed)


def _stored_rows(connection: Connection, table: Table, game: str) -> list[Row]:
    found = connection.execute(select(table).where(table.c.game == game))
    return _sorted_rows(table, [row_of(line) for line in found])


def _sorted_rows(table: Table, rows: list[Row]) -> list[Row]:
    keys = [column.name for column in table.primary_key]
    return sorted(rows, key=lambda row: [row[key] for key in keys])
