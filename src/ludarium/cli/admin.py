"""Commands for the operator of a server."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import console

app = typer.Typer(no_args_is_help=True, help="Look after the database of a server.")

Database = Annotated[
    str,
    typer.Option(help="A file, or postgresql://…; by default in ./data or the user's data folder."),
]


@app.command("backup")
def back_up(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    database: Database = "",
) -> None:
    """Copy the database into a file, while the server runs or not."""
    from ludarium.server.storage import backup

    with _progress() as report:
        rows = backup.back_up(database, file, report)
    console.print(f"{rows} rows are in {file}.", markup=False, soft_wrap=True)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `ludarium admin backup` wrote.")],
    database: Database = "",
) -> None:
    """Copy a backup into an empty database that no server uses."""
    from ludarium.server.storage import backup

    with _progress() as report:
        rows = backup.restore(file, database, report)
    console.print(f"{rows} rows were restored.", markup=False)


@app.command()
def rooms(database: Database = "") -> None:
    """List the open rooms of a database, while the server runs or not."""
    from rich.table import Table

    from ludarium.server.storage.open_rooms import list_open_rooms

    table = Table("room", "game", "phase", "public", "events", "last event (UTC)")
    for room in list_open_rooms(database):
        public = "yes" if room.public else "no"
        table.add_row(room.code, room.game, room.phase, public, str(room.events), room.last_event)
    console.print(table)


@app.command()
def rotate_key(database: Database = "") -> None:
    """Sign cookies with a new key. No server may use the database meanwhile."""
    from ludarium.server.runtime import identity
    from ludarium.server.storage.lease import open_leased
    from ludarium.server.storage.store import Store

    lease = open_leased(database)
    store = Store(lease.engine, lease)
    try:
        identity.rotate_key(store)
    finally:
        store.close()
    console.print("The next start signs with a new key; the one before it is still accepted.")


@app.command()
def export(
    member: Annotated[str, typer.Argument(help="The id of a member, as /api/me shows it.")],
    file: Annotated[Path, typer.Argument(help="The JSON file to write; it must not exist yet.")],
    database: Database = "",
) -> None:
    """Write all data about a member into a file, while the server runs or not."""
    from ludarium.server.storage.member_export import export_member, write_export

    found = export_member(database, member)
    write_export(found, file)
    counts = ", ".join(f"{len(rows)} {name}" for name, rows in found.tables().items())
    console.print(f"{file}: {counts}", markup=False, soft_wrap=True)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """Show a bar for each table; without a terminal print a line for each."""
    from rich.progress import Progress

    with Progress(console=console, disable=not console.is_terminal) as progress:
        tasks = {}

        def report(table: str, copied: int, rows: int) -> None:
            if table not in tasks:
                tasks[table] = progress.add_task(table, total=rows)
            progress.update(tasks[table], completed=copied)
            if copied == rows and not console.is_terminal:
                console.print(f"{table}: {rows} rows", markup=False)

        yield report
