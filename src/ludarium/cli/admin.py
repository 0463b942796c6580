"""Commands for the operator of a server."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import console
from ludarium.cli.moderation import Database, app, desk_of


@app.command("backup")
def back_up(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    database: Database = "",
) -> None:
    """Copy the database into a file, while the server runs or not."""
    from ludarium.server.storage import backup

    with _progress() as report:
        rows = backup.back_up(database, file, report)
    with desk_of(database) as desk:
        desk.note("backup", file.name)
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
    with desk_of(database) as desk:
        desk.note("restore", file.name)
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
def rotate_key(
    grace: Annotated[
        str, typer.Option(help="How long cookies of the key before it are accepted; 0 for not.")
    ] = "90d",
    database: Database = "",
) -> None:
    """Sign cookies with a new key, while the server runs or not."""
    from ludarium.server.admin.subjects import parse_time_span

    seconds = parse_time_span(grace) if grace != "0" else 0.0
    with desk_of(database) as desk:
        desk.rotate_key(seconds)
    console.print("Running servers sign with a new key in ten seconds.")


@app.command()
def delete(
    member: Annotated[str, typer.Argument(help="The id of a member.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = "",
) -> None:
    """Delete all data of a member, while the server runs or not. This cannot be undone."""
    with desk_of(database) as desk:
        if not yes:
            typer.confirm(f"Delete everything of {member}?", abort=True)
        plan = desk.delete_member(member)
    console.print(
        f"Deleted: {len(plan.gone_results)} results, {len(plan.gone_rooms)} rooms, "
        f"{len(plan.notices)} messages. {len(plan.records)} games stay without the name.",
        soft_wrap=True,
    )


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
    with desk_of(database) as desk:
        desk.note("export", member)
    counts = ", ".join(f"{len(rows)} {name}" for name, rows in found.tables().items())
    console.print(f"{file}: {counts}", markup=False, soft_wrap=True)


@app.command()
def ratings(
    before: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"],
            help="Count games that ended before this day (UTC) also if not marked as rated.",
        ),
    ] = None,
    database: Database = "",
) -> None:
    """Compute all ratings and their curves again from the stored games.

    The server may run meanwhile. After Ctrl-C the same command goes on.
    """
    from rich.table import Table

    from ludarium.server.storage.rating_rebuild import rebuild_ratings

    until = None if before is None else before.replace(tzinfo=UTC).timestamp()
    table = Table("game", "rated games", "of them old", "players", "ratings")
    with desk_of(database) as desk:
        with _progress() as report:
            rebuilt = list(rebuild_ratings(desk.engine, until, report))
        desk.note("ratings", "" if before is None else f"{before:%Y-%m-%d}")
    for one in rebuilt:
        state = "changed" if one.changed else "as before"
        table.add_row(one.game, str(one.results), str(one.added), str(one.players), state)
    console.print(table)


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
