"""The command that converts game records to text and back."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.arguments import read_file
from ludarium.core.errors import InvalidRecord, LudariumError, UnknownGame

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame
    from ludarium.core.record import Record


def convert(
    source: Annotated[Path, typer.Argument(help="Records (.json, .jsonl) or games as text.")],
    target: Annotated[
        Path, typer.Argument(help="Ends in .json or .jsonl for records, else it is text.")
    ],
    game: Annotated[str, typer.Option(help="path/to/file.py:Symbol, if not registered.")] = "",
) -> None:
    """Convert game records to text in the manner of PGN, or such text to records."""
    from ludarium.core.registry import find_game

    kind = find_game(game) if game else None
    try:
        found = read_games(read_file(source, InvalidRecord), kind)
        written = write_games(found, target.suffix, kind)
    except LudariumError as error:
        if error.code != "unknown_game" or game:
            raise
        message = f"{error.message} For a game of a file add --game path/to/file.py:Symbol."
        raise UnknownGame(error.code, message) from error
    target.write_text(written, "utf-8")
    count = "1 game" if len(found) == 1 else f"{len(found)} games"
    typer.echo(f"{count} written to {target}.")


def read_games(content: bytes, kind: type[AnyGame] | None) -> list[Record]:
    """The games of a file: one record, a list or lines of records, or text."""
    from ludarium.core import record as records
    from ludarium.core.game_text_parser import split_games, text_record

    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRecord("not_text", "The file is neither JSON nor text in UTF-8.") from error
    start = text.lstrip()
    if not start:
        raise InvalidRecord("no_games", "The file holds no games.")
    if start[0] == "{" or start[1:].lstrip()[:1] in ("{", "]"):
        return [records.loads(json.dumps(value)) for value in _json_values(text)]
    return [text_record(written, kind) for written in split_games(text)]


def write_games(found: list[Record], suffix: str, kind: type[AnyGame] | None) -> str:
    """The games as records in JSON or as text, by the suffix of the file."""
    import msgspec

    from ludarium.core import record as records
    from ludarium.core.game_text import write_game_text

    matches = [records.replay(given, kind) for given in found]
    if suffix == ".json" and len(found) == 1:
        return records.dumps(found[0])
    if suffix == ".json":
        return json.dumps(msgspec.to_builtins(found), indent=1) + "\n"
    if suffix == ".jsonl":
        return "".join(json.dumps(msgspec.to_builtins(given)) + "\n" for given in found)
    return "\n".join(
        write_game_text(match, rules_version=given.rules_version)
        for match, given in zip(matches, found, strict=True)
    )


def _json_values(text: str) -> list[object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        lines = enumerate(text.splitlines(), 1)
        return [_json_line(line, number) for number, line in lines if line.strip()]
    return value if isinstance(value, list) else [value]


def _json_line(line: str, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidRecord("not_json", f"Line {number} is not JSON.") from None
