"""Commands that moderate a running site: rooms, messages, mutes and bans."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import getpass
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.arguments import console

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ludarium.server.admin.desk import OperatorDesk
    from ludarium.server.storage.sanctions import SanctionKind

app = typer.Typer(no_args_is_help=True, help="Look after a server and its members.")

Database = Annotated[
    str,
    typer.Option(help="A file, or postgresql://…; by default in ./data or the user's data folder."),
]
Subject = Annotated[str, typer.Argument(help="The id of a member, or an address or network.")]
Span = Annotated[str, typer.Option("--for", help="30m, 12h, 7d, 2w; without it for good.")]
Reason = Annotated[str, typer.Option(help="Shown to the member.")]
RoomCode = Annotated[str, typer.Argument(help="The code of a room.")]


def operator_name() -> str:
    """The person at the keyboard, for the audit log."""
    return os.environ.get("SUDO_USER") or getpass.getuser()


def desk_of(database: str) -> AbstractContextManager[OperatorDesk]:
    """The operator's desk of a database."""
    from ludarium.server.admin.desk import open_desk

    return open_desk(database, operator_name())


@app.command("room")
def show_room(code: RoomCode, database: Database = "") -> None:
    """Show who sits in a room, and its chat with the numbers of the lines."""
    from rich.table import Table

    from ludarium.server.admin.readings import read_room

    with desk_of(database) as desk:
        found = read_room(desk.engine, code)
    state = found.room.state
    console.print(f"{state.code}: {state.setup.game}, {state.phase}", markup=False)
    seats = Table("seat", "member", "name", "kind")
    for seat, holder in enumerate(state.seats):
        seats.add_row(str(seat), holder.member, _plain(holder.name), holder.kind)
    console.print(seats)
    _print_lines(
        [(one.number, one.at, one.by, one.name, one.text, one.channel) for one in found.lines]
    )


@app.command("board")
def show_board(database: Database = "") -> None:
    """List the last messages of the message board with their numbers and authors."""
    from ludarium.server.admin.readings import read_board

    with desk_of(database) as desk:
        rows = read_board(desk.engine)
    _print_lines(
        [(row["number"], row["at"], row["by"], row["name"], row["text"], "board") for row in rows]
    )


@app.command("members")
def find_members(
    words: Annotated[str, typer.Argument(help="A part of a name, or an id.")],
    database: Database = "",
) -> None:
    """Find members by name; guests are found if they wrote on the message board."""
    from rich.table import Table

    from ludarium.server.admin.readings import find_members as find

    with desk_of(database) as desk:
        found = find(desk.engine, words)
    table = Table("member", "name")
    for member, name in found:
        table.add_row(member, _plain(name))
    console.print(table)


@app.command("close")
def close_room(code: RoomCode, reason: Reason = "", database: Database = "") -> None:
    """Close a room: its game is broken off without a result, and its members are told."""
    with desk_of(database) as desk:
        desk.close_room(code, reason)
    console.print(f"Room {code.upper()} is closed.", markup=False)


@app.command("mute")
def mute(subject: Subject, span: Span = "", reason: Reason = "", database: Database = "") -> None:
    """Refuse all texts of a member or an address: chat, message board, names, labels."""
    _impose("mute", subject, span, reason, database)


@app.command("ban")
def ban(
    subject: Subject,
    span: Span = "",
    reason: Reason = "",
    addresses: Annotated[
        bool,
        typer.Option("--addresses", help="Ban the addresses too that it is connected from now."),
    ] = False,
    database: Database = "",
) -> None:
    """Refuse a member or an address; its open tabs are closed."""
    _impose("ban", subject, span, reason, database, addresses)


@app.command("lift")
def lift(subject: Subject, database: Database = "") -> None:
    """Lift the mute and the ban of a member or an address."""
    with desk_of(database) as desk:
        kinds = desk.lift(subject)
    console.print(f"Lifted: {', '.join(kinds)}.", markup=False)


@app.command("sanctions")
def list_sanctions(database: Database = "") -> None:
    """List the mutes and bans of this moment."""
    from rich.table import Table

    from ludarium.server.storage.sanctions import read_sanctions

    with desk_of(database) as desk:
        found = read_sanctions(desk.engine)
    table = Table("kind", "subject", "until (UTC)", "reason", "by", "since (UTC)")
    for one in found:
        until = "for good" if one.until is None else _utc(one.until)
        row = (one.kind, one.subject, until, one.reason, one.operator, _utc(one.at))
        table.add_row(*map(_plain, row))
    console.print(table)


@app.command("hide")
def hide(
    number: Annotated[int, typer.Argument(help="As `board` or `room` shows it.")],
    room: Annotated[str, typer.Option(help="The room, for a line of its chat.")] = "",
    database: Database = "",
) -> None:
    """Hide a message of the message board or of a room's chat; its text is erased."""
    with desk_of(database) as desk:
        if room:
            desk.hide_line(room, number)
        else:
            desk.hide_notice(number)
    console.print(f"Message {number} is hidden.", markup=False)


@app.command("log")
def list_acts(
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 50,
    database: Database = "",
) -> None:
    """List the last acts of operators, newest first."""
    import json

    from rich.table import Table

    from ludarium.server.storage.admin_acts import last_acts

    with desk_of(database) as desk:
        found = last_acts(desk.engine, count)
    table = Table("number", "at (UTC)", "operator", "action", "subject", "state", "details")
    for act in found:
        given = {key: value for key, value in act.details.items() if value}
        if "until" in given:
            given["until"] = _utc(given["until"])
        details = json.dumps(given, ensure_ascii=False)
        row = (_utc(act.at), act.operator, act.action, act.subject, act.state, details)
        table.add_row(str(act.number), *map(_plain, row))
    console.print(table)


def _impose(
    kind: SanctionKind,
    subject: str,
    span: str,
    reason: str,
    database: str,
    addresses: bool = False,
) -> None:
    from ludarium.server.admin.subjects import parse_time_span

    seconds = parse_time_span(span) if span else None
    with desk_of(database) as desk:
        given = desk.impose(kind, subject, seconds, reason, addresses)
    until = "for good" if given.until is None else f"until {_utc(given.until)} UTC"
    word = {"mute": "muted", "ban": "banned"}[kind]
    console.print(f"{given.subject} is {word} {until}.", markup=False)


def _print_lines(lines: list[tuple[Any, ...]]) -> None:
    from rich.table import Table

    table = Table("number", "at (UTC)", "member", "name", "where", "text")
    for number, at, by, name, text, where in lines:
        words = text or "(hidden)"
        table.add_row(str(number), *map(_plain, (_utc(at), by, name, where, words)))
    console.print(table)


def _plain(text: str) -> str:
    """A text in which the terminal reads no markup."""
    from rich.markup import escape

    return escape(
        "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    )


def _utc(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"
