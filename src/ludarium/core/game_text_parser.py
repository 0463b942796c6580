"""Parser of game text: the games of a text, and the match and the record of each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from ludarium.core import record as records
from ludarium.core.errors import (
    IllegalMove,
    InvalidOption,
    InvalidState,
    LudariumError,
    UnknownGame,
)
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.game_text import RESULT, UNFINISHED_RESULT, result_text
from ludarium.core.match import OUTSIDE_REASONS, Match, Player
from ludarium.core.options import STANDARD
from ludarium.core.registry import registered_game

TAG_LINE = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+("(?:[^"\\]|\\.)*")\s*\]')
BETWEEN_TAGS = re.compile(r"\s+|[;%][^\n]*")
MOVE_NUMBER = re.compile(r"^\d+\.+")
TOKEN = re.compile(
    r'\s+|;[^\n]*|\{(?P<comment>[^}]*)\}|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<word>[^\s"{}\[\];]+)'
)
DEFAULT_KIND = "human"


class InvalidGameText(LudariumError):
    """Text that is no game, with the number of the line at fault."""

    def __init__(self, code: str, message: str, line: int) -> None:
        super().__init__(code, f"Line {line}: {message}")
        self.line = line


class TextMove(NamedTuple):
    """A move as it is written, the comment behind it, and its line."""

    notation: str
    comment: str
    line: int


class TextGame(NamedTuple):
    """One game of a text, not yet played through."""

    tags: dict[str, str]
    moves: list[TextMove]
    result: str
    line: int


def split_games(text: str) -> Iterator[TextGame]:
    """The games of a text. Raises InvalidGameText, which names the line."""
    reader = _TextReader(text)
    while (game := reader.read_game()) is not None:
        yield game


def split_moves(text: str, line: int = 1) -> list[TextMove]:
    """The moves of a text without tags and result."""
    reader = _TextReader(text, line)
    moves, result = reader.read_moves()
    if result:
        raise InvalidGameText("result_in_moves", "A list of moves has no result.", reader.line)
    return moves


def text_match(written: TextGame, kind: type[AnyGame] | None = None) -> Match:
    """Play a game of a text through. `kind` is for games that are not registered."""
    match = _start_match(written, kind)
    for move in written.moves:
        play_text_move(match, move)
    _end_match(match, written)
    return match


def text_record(written: TextGame, kind: type[AnyGame] | None = None) -> records.Record:
    """The record of a game of a text."""
    found = records.record(text_match(written, kind))
    version = _read_tag(written, "RulesVersion", int, found.rules_version)
    if version > found.rules_version:
        raise InvalidGameText("newer_rules", "The game follows newer rules.", written.line)
    older = msgspec.structs.replace(found, rules_version=version)
    return msgspec.structs.replace(older, hash=records.hash_chain(older)[-1])


def play_text_move(match: Match, move: TextMove) -> None:
    """Play one move of a text."""
    try:
        match.play(match.game.move_from_notation(match.position, move.notation))
    except IllegalMove as error:
        told = f"The move {move.notation!r} is refused. {error.message}"
        raise InvalidGameText(error.code, told, move.line) from error


def _start_match(written: TextGame, kind: type[AnyGame] | None) -> Match:
    tags, line = written.tags, written.line
    if "Game" not in tags:
        raise InvalidGameText("no_game", "The tag Game is missing.", line)
    players: list[Player] = []
    while (name := tags.get(f"Seat{len(players) + 1}")) is not None:
        players.append(Player(name, tags.get(f"Kind{len(players) + 1}", DEFAULT_KIND)))
    options = _read_tag(written, "Options", dict, {})
    try:
        kind = kind or registered_game(tags["Game"])
        if kind.id != tags["Game"]:
            raise InvalidGameText("other_game", f"This is a game of {tags['Game']}.", line)
        game = kind(tags.get("Ruleset", STANDARD), **options)
        seed, start = _read_tag(written, "Seed", int, 0), _read_tag(written, "Start", dict, None)
        return Match(game, seed, players, start)
    except (UnknownGame, InvalidOption, InvalidState) as error:
        raise InvalidGameText(error.code, error.message, line) from error


def _end_match(match: Match, written: TextGame) -> None:
    """Set an end from outside the rules, and compare the result with the moves."""
    reason = written.tags.get("Termination", "")
    last = written.moves[-1].line if written.moves else written.line
    if match.outcome is None and written.result != UNFINISHED_RESULT:
        if reason not in OUTSIDE_REASONS:
            told = "The moves do not end the game, and the tag Termination gives no known reason."
            raise InvalidGameText("wrong_outcome", told, last)
        points = written.result.split("-")
        match.end(Outcome(points.index("1") if "1" in points else None, reason))
    if result_text(match) != written.result:
        raise InvalidGameText(
            "wrong_outcome", f"The moves lead to {result_text(match)}, not {written.result}.", last
        )


class _TextReader:
    """Reads games from a text, and counts lines."""

    def __init__(self, text: str, line: int = 1) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.at = 0
        self.line = line

    def read_game(self) -> TextGame | None:
        """The next game, None at the end of the text."""
        self._skip_space()
        if self.at == len(self.text):
            return None
        line = self.line
        tags = self._read_tags()
        moves, result = self.read_moves()
        if not result:
            raise InvalidGameText(
                "no_result", "A game ends with its result, such as 1-0 or *.", self.line
            )
        return TextGame(tags, moves, result, line)

    def read_moves(self) -> tuple[list[TextMove], str]:
        """The moves up to a result or the end of the text."""
        moves: list[TextMove] = []
        while self.at < len(self.text):
            line, found = self.line, TOKEN.match(self.text, self.at)
            if found is None:
                raise self._refuse_character()
            self._advance(found.end())
            word, comment = found["word"], found["comment"]
            if comment is not None and moves:
                told = " ".join([moves[-1].comment, *comment.split()]).strip()
                moves[-1] = moves[-1]._replace(comment=told)
            elif found["string"] is not None:
                moves.append(TextMove(_unquote(found["string"], line), "", line))
            elif word is not None and RESULT.fullmatch(word):
                return moves, word
            elif word is not None:
                notation = MOVE_NUMBER.sub("", word, count=1) if word[0].isdigit() else word
                if notation:
                    moves.append(TextMove(notation, "", line))
        return moves, ""

    def _read_tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        while self.text.startswith("[", self.at):
            found = TAG_LINE.match(self.text, self.at)
            if found is None:
                raise InvalidGameText("bad_tag", 'A tag is written as [Name "value"].', self.line)
            name = found[1]
            if name in tags:
                raise InvalidGameText("tag_twice", f"The tag {name} stands there twice.", self.line)
            tags[name] = _unquote(found[2], self.line)
            self._advance(found.end())
            self._skip_space()
        return tags

    def _skip_space(self) -> None:
        while found := BETWEEN_TAGS.match(self.text, self.at):
            self._advance(found.end())

    def _advance(self, end: int) -> None:
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def _refuse_character(self) -> InvalidGameText:
        what = {
            "{": "A comment is not closed.",
            '"': "A string is not closed.",
            "[": "A tag stands among the moves: the game before it has no result.",
        }.get(self.text[self.at], f"The sign {self.text[self.at]!r} has no place among moves.")
        return InvalidGameText("bad_text", what, self.line)


def _unquote(written: str, line: int) -> str:
    try:
        return str(json.loads(written, strict=False))
    except ValueError:
        raise InvalidGameText("bad_string", "A string has a wrong escape.", line) from None


def _read_tag(written: TextGame, tag: str, kind: type, default: Any) -> Any:
    if tag not in written.tags:
        return default
    try:
        value = json.loads(written.tags[tag])
    except (ValueError, RecursionError):
        value = None
    if type(value) is not kind:
        what = "a whole number" if kind is int else "a JSON object"
        raise InvalidGameText("bad_tag", f"The tag {tag} is {what}.", written.line)
    return value
