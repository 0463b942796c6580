"""The game record: one JSON document that replays to the same state on any machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import msgspec

from ludarium.core.errors import IllegalMove, InvalidOption, InvalidRecord, InvalidState
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import OUTSIDE_REASONS, Match, Player
from ludarium.core.options import Value
from ludarium.core.registry import registered_game

RECORD_FORMAT = 2
OPENING_RECORD_FORMAT = 1  # of a game from the first position; older programs read it too


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a game, by its rules or from outside."""

    winner: int | None
    reason: str


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a name and a kind (`human`, `random`, ...)."""

    name: str
    kind: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up and its moves; a replay gives everything else.

    `hash` is the last link of a hash chain over the set-up, each move and the outcome. So every
    change to a record is detected.
    """

    format: int
    game: str
    rules_version: int
    ruleset: str
    options: dict[str, Value]
    seed: int
    seats: list[Seat]
    moves: list[Any]
    outcome: Ending | None
    hash: str
    start: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET  # another first position (format 2)


def record(match: Match) -> Record:
    """The record of a match in its present state."""
    game = match.game
    ended = match.outcome
    draft = Record(
        format=OPENING_RECORD_FORMAT if match.start is None else RECORD_FORMAT,
        game=game.id,
        rules_version=game.rules_version,
        ruleset=game.ruleset,
        options=dict(game.values),
        seed=match.seed,
        seats=[Seat(player.name, player.kind) for player in match.players],
        moves=match.moves_as_json(),
        outcome=Ending(ended.winner, ended.reason) if ended else None,
        hash="",
        start=msgspec.UNSET if match.start is None else match.start,
    )
    return msgspec.structs.replace(draft, hash=hash_chain(draft)[-1])


def hash_chain(given: Record) -> list[str]:
    """The links of the hash chain: of the set-up, of every move, of the outcome."""
    setup = [
        given.format,
        given.game,
        given.rules_version,
        given.ruleset,
        given.options,
        given.seed,
        msgspec.to_builtins(given.seats),
        *([] if given.start is msgspec.UNSET else [given.start]),
    ]
    links = [""]
    for part in (setup, *given.moves, msgspec.to_builtins(given.outcome)):
        written = json.dumps(part, sort_keys=True, separators=(",", ":"))
        links.append(hashlib.sha256((links[-1] + written).encode()).hexdigest())
    return links[1:]


def dumps(given: Record) -> str:
    """The record as a JSON document with one move a line."""
    fields = msgspec.to_builtins(given)
    moves = ",\n".join("    " + json.dumps(move) for move in fields["moves"])
    lines = ",\n".join(
        f'  "{name}": ' + (f"[\n{moves}\n  ]" if name == "moves" else _indented(value))
        for name, value in fields.items()
    )
    return f"{{\n{lines}\n}}\n"


def _indented(value: Any) -> str:
    """A field's value as it stands inside the document; JSON strings hold no line breaks."""
    return json.dumps(value, indent=2).replace("\n", "\n  ")


def loads(document: str | bytes) -> Record:
    """The record of a JSON document; InvalidRecord if it is none or of a newer format."""
    try:
        value = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord("not_json", "The record is not a JSON document.") from error
    if not isinstance(value, dict) or type(value.get("format")) is not int:
        raise InvalidRecord("not_a_record", "The document is not a game record.")
    if value["format"] > RECORD_FORMAT:
        raise InvalidRecord(
            "newer_format",
            f"The record has format {value['format']}; this version reads up to {RECORD_FORMAT}.",
        )
    try:
        return msgspec.convert(value, Record)
    except msgspec.ValidationError as error:
        raise InvalidRecord("not_a_record", "A field of the record is wrong or missing.") from error


def replay(
    given: Record, game: type[AnyGame] | None = None, each: Callable[[], None] | None = None
) -> Match:
    """Replay a record into a match and check every move; raises UnknownGame or InvalidRecord.

    `game` is for games that are not registered under their id. `each` is called before every move
    and may raise to stop a long replay.
    """
    kind = game or registered_game(given.game)
    try:
        return _replay_moves(given, kind, each)
    except InvalidRecord as error:
        if given.rules_version >= kind.rules_version or error.code == "broken_chain":
            raise
        raise InvalidRecord(
            "older_rules",
            f"The record follows version {given.rules_version} of the rules of {kind.title};"
            f" in version {kind.rules_version}, which this program plays, it is no game.",
        ) from error


def _replay_moves(given: Record, kind: type[AnyGame], each: Callable[[], None] | None) -> Match:
    match = _start_replay(given, kind)
    for number, value in enumerate(given.moves, 1):
        if each is not None:
            each()
        try:
            match.play(match.game.move_from_json(match.position, value))
        except IllegalMove as error:
            raise InvalidRecord("illegal_move", f"Move {number}: {error.message}") from error
    _check_outcome(given, match)
    return match


def _start_replay(given: Record, kind: type[AnyGame]) -> Match:
    if given.rules_version > kind.rules_version:
        raise InvalidRecord(
            "newer_rules",
            f"The record follows version {given.rules_version} of the rules of {kind.title};"
            f" this version of the program knows up to {kind.rules_version}.",
        )
    if given.hash != hash_chain(given)[-1]:
        raise InvalidRecord("broken_chain", "The record was changed after it was written.")
    try:
        players = [Player(seat.name, seat.kind) for seat in given.seats]
        start = None if given.start is msgspec.UNSET else given.start
        return Match(kind(given.ruleset, **given.options), given.seed, players, start)
    except (InvalidOption, InvalidState) as error:
        raise InvalidRecord("wrong_setup", error.message) from error


def _check_outcome(given: Record, match: Match) -> None:
    if given.outcome is None:
        if match.outcome is not None:
            raise InvalidRecord("wrong_outcome", "The moves end the game; the record does not.")
        return
    ended = Outcome(given.outcome.winner, given.outcome.reason)
    if match.outcome is None and ended.reason in OUTSIDE_REASONS:
        if ended.winner is not None and not 0 <= ended.winner < len(match.players):
            raise InvalidRecord("wrong_outcome", "The winner is not one of the seats.")
        match.end(ended)
    if match.outcome != ended:
        raise InvalidRecord("wrong_outcome", "The moves do not lead to the recorded outcome.")
