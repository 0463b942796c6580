"""Opening files: openings as moves in notation, as game text, or as states or records in JSON."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from ludarium.arena.formats.game_setting import digest_files
from ludarium.arena.formats.setting_words import read_setting_words, read_whole_number
from ludarium.core import record as records
from ludarium.core.errors import IllegalMove, InvalidOption, InvalidState, LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.game_text_parser import (
    InvalidGameText,
    TextMove,
    play_text_move,
    split_games,
    split_moves,
)
from ludarium.core.match import Match, Player
from ludarium.core.position import ONGOING

OpeningOrder = Literal["sequential", "random"]
GAME_TEXT = re.compile(r'\s*\[[A-Za-z]\w*\s+"')


class OpeningFile(msgspec.Struct, frozen=True):
    """The file of an event's openings and the order in which they are played."""

    path: str
    digest: str
    order: OpeningOrder = "sequential"
    start: int = 1  # the number of the first opening
    plies: int = 0  # the most moves of an opening; 0: all


class WrittenOpening(NamedTuple):
    """One opening of a file; `moves` are texts or JSON."""

    line: int
    seed: int
    start: dict[str, Any] | None
    moves: tuple[Any, ...]


def read_opening_option(written: str) -> OpeningFile:
    """The openings of an option: a path, or words such as `file=… order=random plies=8`."""
    names = ("file", "order", "start", "plies", "format", "policy")
    given = {"file": written}
    if written.startswith("file=") or " file=" in written:
        given = read_setting_words("openings", written, names)
    order = given.get("order", "sequential")
    if order not in ("sequential", "random"):
        raise InvalidOption("wrong_openings", "The order of openings is sequential or random.")
    path = Path(given["file"]).absolute()
    return OpeningFile(
        str(path),
        digest_files([path]),
        "random" if order == "random" else "sequential",
        read_whole_number("openings", "start", given.get("start", "1")),
        read_whole_number("openings", "plies", given["plies"]) if "plies" in given else 0,
    )


def choose_opening(openings: OpeningFile, seed: int, number: int) -> WrittenOpening:
    """The opening of a unit. After the last opening of the file the first one follows again."""
    listed = _read_file(openings.path, openings.digest)
    place = openings.start - 1 + number
    if openings.order == "random":
        lap, place = divmod(place, len(listed))
        order = _shuffled_places(len(listed), f"{seed}/openings/{lap}")
        return _cut_opening(listed[order[place]], openings.plies)
    return _cut_opening(listed[place % len(listed)], openings.plies)


def play_opening(game: AnyGame, opening: WrittenOpening, players: list[Player]) -> Match:
    """The match after an opening. Raises InvalidOption, which names the line."""
    try:
        match = Match(game, opening.seed, players, opening.start)
        for move in opening.moves:
            if isinstance(move, str):
                play_text_move(match, TextMove(move, "", opening.line))
            else:
                match.play(game.move_from_json(match.position, move))
    except InvalidGameText as error:
        raise InvalidOption("wrong_openings", f"Openings: {error.message}") from error
    except (IllegalMove, InvalidState, InvalidOption) as error:
        raise _refuse_opening(opening.line, error.message) from error
    if match.position.verdict != ONGOING:
        raise _refuse_opening(opening.line, "The game ends within the opening; plies= cuts it.")
    return match


def check_openings(openings: OpeningFile, game: AnyGame, seats: int) -> None:
    """Raise InvalidOption, which names the line, if an opening of the file cannot be played."""
    players = [Player("", "")] * seats
    for opening in _read_file(openings.path, openings.digest):
        play_opening(game, _cut_opening(opening, openings.plies), players)


@lru_cache(maxsize=4)
def _shuffled_places(count: int, seed: str) -> list[int]:
    places = list(range(count))
    Random(seed).shuffle(places)
    return places


@lru_cache(maxsize=2)
def _read_file(path: str, digest: str) -> list[WrittenOpening]:
    """The openings of a file; the digest makes a changed file another one."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The file of openings {path} cannot be read."
        raise InvalidOption("wrong_openings", message) from error
    try:
        found = _parse_openings(text)
    except InvalidGameText as error:
        raise InvalidOption("wrong_openings", f"Openings: {error.message}") from error
    if not found:
        raise InvalidOption("wrong_openings", "The file holds no openings.")
    return found


def _parse_openings(text: str) -> list[WrittenOpening]:
    if GAME_TEXT.match(text):
        return [
            WrittenOpening(
                game.line,
                *_text_setup(game.tags, game.line),
                tuple(move.notation for move in game.moves),
            )
            for game in split_games(text)
        ]
    if text.lstrip()[:1] in ("{", "["):
        return _parse_json(text)
    return [
        WrittenOpening(number, 0, None, tuple(move.notation for move in split_moves(line, number)))
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith(("#", ";", "%"))
    ]


def _text_setup(tags: dict[str, str], line: int) -> tuple[int, dict[str, Any] | None]:
    try:
        seed, start = json.loads(tags.get("Seed", "0")), json.loads(tags.get("Start", "null"))
    except ValueError:
        seed, start = None, None
    if type(seed) is not int or not isinstance(start, dict | None):
        raise InvalidGameText("bad_tag", "The tag Seed or Start is wrong.", line)
    return seed, start


def _parse_json(text: str) -> list[WrittenOpening]:
    """A list or lines of states and records, or one of them."""
    try:
        value = json.loads(text)
        values = [(1, item) for item in (value if isinstance(value, list) else [value])]
    except ValueError:
        values = [
            (number, _parse_line(line, number))
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip()
        ]
    return [_json_opening(value, line) for line, value in values]


def _parse_line(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidGameText("not_json", "This line is not JSON.", number) from None


def _json_opening(value: Any, line: int) -> WrittenOpening:
    if not isinstance(value, dict):
        raise InvalidGameText("wrong_openings", "An opening is a state or a record.", line)
    if not {"format", "moves", "seed", "hash"} <= set(value):
        return WrittenOpening(line, 0, value, ())
    try:
        given = records.loads(json.dumps(value))
    except LudariumError as error:
        raise InvalidGameText(error.code, error.message, line) from error
    start = None if given.start is msgspec.UNSET else given.start
    return WrittenOpening(line, given.seed, start, tuple(given.moves))


def _cut_opening(opening: WrittenOpening, plies: int) -> WrittenOpening:
    return opening._replace(moves=opening.moves[:plies]) if plies else opening


def _refuse_opening(line: int, message: str) -> InvalidOption:
    return InvalidOption("wrong_openings", f"Openings: Line {line}: {message}")
