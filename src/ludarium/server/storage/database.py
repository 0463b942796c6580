"""Database: opens a SQLite file or a PostgreSQL server, and migrates its tables."""
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
from ludarium.server.storage.tables import metadata

NEWEST_REVISION = "8"  # the last one in migrations/versions
DATABASE_FILE = "ludarium.db"
# The table in which alembic keeps the revision.
version_table = Table(
    "alembic_version", MetaData(), Column("version_num", String(32), primary_key=True)
)
# A transaction that waits longer for a lock fails, and the writer tries again.
LOCK_TIMEOUT_S = 2.0
CONNECT_TIMEOUT_S = 5
# After this silence of the other host, PostgreSQL and the server drop their connection.
DEAD_PEER_TIMEOUT_S = 10


class NoDatabase(LudariumError):
    """The database cannot be opened."""


def default_path() -> Path:
    """The default file: in ./data if that folder exists, else in the user's data folder."""
    local = Path("data")
    if local.is_dir():
        return local / DATABASE_FILE
    import platformdirs

    return platformdirs.user_data_path("ludarium") / DATABASE_FILE


def database_url(written: str) -> URL:
    """The URL of the operator's choice: nothing for the default, a file, or a URL."""
    if "://" not in written:
        file = Path(written) if written else default_path()
        file.parent.mkdir(parents=True, exist_ok=True)
        return URL.create("sqlite", database=str(file))
    try:
        url = make_url(written)
    except ArgumentError as error:
        raise NoDatabase("wrong_database", "That is not the URL of a database.") from error
    if url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        raise NoDatabase("wrong_database", "The database is a SQLite file or a PostgreSQL URL.")
    return url


def open_database(written: str = "") -> Engine:
    """The engine of a database with migrated tables; NoDatabase if it cannot be opened."""
    engine = open_engine(written)
    try:
        prepare_tables(engine)
    except NoDatabase:
        engine.dispose()
        raise
    return engine


def open_engine(written: str) -> Engine:
    """The engine of a database; its tables are left as they are."""
    url = database_url(written)
    try:
        # Texts of users stay out of the log.
        engine = create_engine(
            url, poolclass=QueuePool, hide_parameters=True, **_engine_options(url)
        )
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_pragmas)
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened.") from error
    return engine


def prepare_tables(engine: Engine) -> None:
    """Migrate the tables; NoDatabase if that fails."""
    try:
        migrate_tables(engine)
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened.") from error


def migrate_tables(engine: Engine) -> None:
    """Migrate the tables; NoDatabase if a newer program wrote them."""
    with engine.begin() as connection:
        found = _stored_revision(connection)
        if found == NEWEST_REVISION:
            return
        if found is not None and int(found) > int(NEWEST_REVISION):
            raise NoDatabase("newer_database", "A newer version of the program wrote the database.")
        if found is None:
            _create_tables(connection)
        else:
            run_migrations(connection)


def require_newest_tables(connection: Connection) -> None:
    """NoDatabase unless the tables are those of this version."""
    if _stored_revision(connection) != NEWEST_REVISION:
        raise NoDatabase("other_database", "Another version of the program wrote the database.")


def run_migrations(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to a revision."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "ludarium.server.storage:migrations")
    config.attributes["connection"] = connection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # from alembic's own configuration
        command.upgrade(config, revision)


def _create_tables(connection: Connection) -> None:
    """Create the newest tables in an empty database; a test compares them with the migrations."""
    metadata.create_all(connection)
    version_table.create(connection)
    connection.execute(version_table.insert().values(version_num=NEWEST_REVISION))


def _stored_revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(select(version_table.c.version_num)).scalar()
    return found


def _engine_options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {"connect_args": {"timeout": LOCK_TIMEOUT_S, "check_same_thread": False}}
    silent = DEAD_PEER_TIMEOUT_S
    # PostgreSQL must notice a dead server too, or its lock would outlive it.
    session = {
        "lock_timeout": f"{LOCK_TIMEOUT_S:.0f}s",
        "tcp_user_timeout": f"{silent}s",
        "tcp_keepalives_idle": silent,
        "tcp_keepalives_interval": 2,
        "tcp_keepalives_count": 3,
    }
    options = [f"-c {name}={value}" for name, value in session.items()]
    given = {
        "connect_timeout": CONNECT_TIMEOUT_S,
        "tcp_user_timeout": silent * 1000,
        "options": " ".join([str(url.query.get("options", "")), *options]),
    }
    # A database server may have restarted meanwhile; a file has not.
    return {"connect_args": given, "pool_pre_ping": True}


def _set_pragmas(connection: Any, _record: object) -> None:
    """Set full sync: a move must be on the disk when its commit returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
