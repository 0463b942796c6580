"""Opening the database: a file with full sync, or a server by URL, in the newest form."""
# ruff: noqa: PLC0415  alembic is slow to import and seldom needed

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from ludarium.core.errors import LudariumError
from ludarium.server.relations import metadata

NEWEST = "3"  # the last of migrations/versions
FILE = "ludarium.db"
# As alembic makes it.
version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
BUSY = 30.0  # seconds to wait for another process that writes


class NoDatabase(LudariumError):
    """The database cannot be opened."""


def home() -> Path:
    """Where the database is if nobody says: ./data if there is one, else the user's folder."""
    local = Path("data")
    if local.is_dir():
        return local / FILE
    import platformdirs

    return platformdirs.user_data_path("ludarium") / FILE


def address(written: str) -> URL:
    """The URL of what a user wrote: nothing, a file, or a URL."""
    if "://" not in written:
        place = Path(written) if written else home()
        place.parent.mkdir(parents=True, exist_ok=True)
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(written)
    except ArgumentError as error:
        raise NoDatabase("wrong_database", "That is not the URL of a database.") from error
    if url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        raise NoDatabase("wrong_database", "The database is a SQLite file or a PostgreSQL URL.")
    return url


def connect(written: str = "") -> Engine:
    """The engine of a database whose tables are the newest ones; NoDatabase if it cannot be had."""
    url = address(written)
    try:
        engine = create_engine(url, poolclass=QueuePool, **_options(url))
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare)
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened.") from error
    try:
        migrate(engine)
    except SQLAlchemyError as error:
        engine.dispose()
        raise NoDatabase("no_database", "The database cannot be opened.") from error
    except NoDatabase:
        engine.dispose()
        raise
    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables to the newest form; NoDatabase if they are of a newer program."""
    with engine.begin() as connection:
        found = _revision(connection)
        if found == NEWEST:
            return
        if found is not None and int(found) > int(NEWEST):
            raise NoDatabase("newer_database", "A newer version of the program wrote the database.")
        if found is None:
            _make(connection)
        else:
            upgrade(connection)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Go through the migrations up to one of them."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "ludarium.server:migrations")
    config.attributes["connection"] = connection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of alembic's own configuration
        command.upgrade(config, revision)


def _make(connection: Connection) -> None:
    """Make the newest tables at once where there are none; tests hold them and migrations equal."""
    metadata.create_all(connection)
    version.create(connection)
    connection.execute(version.insert().values(version_num=NEWEST))


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(select(version.c.version_num)).scalar()
    return found


def _options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {"connect_args": {"timeout": BUSY, "check_same_thread": False}}
    # A server may have gone away meanwhile, a file does not.
    return {"connect_args": {"connect_timeout": 10}, "pool_pre_ping": True}


def _prepare(connection: Any, _record: object) -> None:
    """A move is on the disk when its commit returns: full sync, whatever the default is."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
