"""The store of an event: one SQLite file with every finished game, written in groups."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.unit import GameResult
from ludarium.arena.run.game_loop import FinishedGame, GameExtras
from ludarium.core import record as records
from ludarium.core.errors import LudariumError

STORE_SUFFIX = ".sqlite"
STORE_FORMAT = 1
# The main database's journal is written ahead and every commit waits for the disk: what was told
# to be finished is there after kill -9 and after a power cut.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "foreign_keys=ON")
SCHEMA = """
create table if not exists event (
    id integer primary key check (id = 1),
    format integer not null,
    description text not null
);
create table if not exists game (
    unit integer not null,
    game integer not null,
    ground integer not null,
    lineup text not null,
    points text not null,
    reason text not null,
    forfeit integer,
    plies integer not null,
    seconds real not null,
    finished text not null default (strftime('%Y-%m-%dT%H:%M:%fZ')),
    record text not null,
    extras text not null,
    primary key (unit, game)
);
"""
RESULT_QUERY = "select unit, game, ground, lineup, points, reason, forfeit, plies from game"
IN_ORDER = " order by unit, game"


class BadStore(LudariumError):
    """The file holds no event, or another event."""


class StoredGame(NamedTuple):
    """A game as it is stored."""

    result: GameResult
    seconds: float
    finished: str
    record: records.Record
    extras: GameExtras


class EventStore:
    """The file of one event. Several processes may write; a repeated game is stored once."""

    def __init__(self, path: Path, event: ArenaEvent | None = None) -> None:
        """Open the file. With an event, create it if it is missing; it must hold that event."""
        if event is None and not path.is_file():
            raise BadStore("no_such_file", "There is no such file.")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.connection = sqlite3.connect(path, isolation_level=None)
        try:
            for pragma in PRAGMAS:
                self.connection.execute(f"pragma {pragma}")
            self.connection.executescript(SCHEMA)
            self.event = self._settle(event)
        except sqlite3.DatabaseError as error:
            self.connection.close()
            raise BadStore("bad_store", f"{path} is not the file of an event.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, games: Sequence[FinishedGame]) -> None:
        """Store finished games. They are on the disk when this returns."""
        rows = [
            (
                *played.result[:3],
                _json(played.result.lineup),
                _json(played.result.points),
                *played.result[5:],
                played.seconds,
                played.record.decode(),
                played.extras.decode(),
            )
            for played in games
        ]
        with self.connection:
            self.connection.execute("begin immediate")
            self.connection.executemany(
                "insert or ignore into game (unit, game, ground, lineup, points, reason, forfeit,"
                " plies, seconds, record, extras) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )

    def results(self) -> list[GameResult]:
        """The results of all games, in the order of the event."""
        return [_result(row) for row in self.connection.execute(RESULT_QUERY + IN_ORDER)]

    def games(self) -> Iterator[StoredGame]:
        """All games with records and extras, in the order of the event."""
        yield from map(_stored_game, self.connection.execute(_select_games() + IN_ORDER))

    def ground_games(self, ground: int) -> list[tuple[GameResult, GameExtras]]:
        """The games on one ground without their records, in the order of the event."""
        query = RESULT_QUERY.replace(" from game", ", extras from game where ground = ?")
        return [
            (_result(row[:8]), msgspec.json.decode(row[8], type=GameExtras))
            for row in self.connection.execute(query + IN_ORDER, (ground,))
        ]

    def game(self, unit: int, number: int) -> StoredGame:
        """One game of a unit."""
        chosen = " where unit = ? and game = ?"
        row = self.connection.execute(_select_games() + chosen, (unit, number)).fetchone()
        if row is None:
            raise BadStore("no_such_game", "The event has no such game.")
        return _stored_game(row)

    def close(self) -> None:
        """Write the journal back and close the file."""
        self.connection.close()

    def _settle(self, event: ArenaEvent | None) -> ArenaEvent:
        row = self.connection.execute("select format, description from event").fetchone()
        if row is None and event is None:
            raise BadStore("bad_store", f"{self.path} holds no event.")
        if row is not None:
            stored = _event(row)
            if event is None:
                return stored
            if stored.digest() != event.digest():
                raise BadStore("other_event", f"{self.path} holds another event.")
        assert event is not None
        # The same event may have become longer.
        self.connection.execute(
            "insert or replace into event values (1, ?, ?)",
            (STORE_FORMAT, msgspec.json.encode(event.public()).decode()),
        )
        return event


def _event(row: tuple[int, str]) -> ArenaEvent:
    if row[0] > STORE_FORMAT:
        raise BadStore("newer_format", "The event was written by a newer version.")
    try:
        return msgspec.json.decode(row[1], type=ArenaEvent)
    except msgspec.DecodeError as error:
        raise BadStore("bad_store", "The description of the event cannot be read.") from error


def _select_games() -> str:
    return RESULT_QUERY.replace(" from game", ", seconds, finished, record, extras from game")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _result(row: tuple[int, int, int, str, str, str, int | None, int]) -> GameResult:
    lineup = msgspec.json.decode(row[3], type=tuple[int, ...])
    points = msgspec.json.decode(row[4], type=tuple[float, ...])
    return GameResult(row[0], row[1], row[2], lineup, points, row[5], row[6], row[7])


def _stored_game(
    row: tuple[int, int, int, str, str, str, int | None, int, float, str, str, str],
) -> StoredGame:
    record = msgspec.json.decode(row[10], type=records.Record)
    extras = msgspec.json.decode(row[11], type=GameExtras)
    return StoredGame(_result(row[:8]), row[8], row[9], record, extras)
